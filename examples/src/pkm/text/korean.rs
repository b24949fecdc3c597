//! What Korean attaches to words, and the words without it.
//!
//! In: a word as it stands between spaces, composed. Out: what it may be without its particle
//! (josa) or ending. It is not a dictionary: `결과` may be 결 with the particle 과, so guesses are
//! told apart from what is nearly sure.

use super::list::List;

/// Particles that follow a consonant.
static AFTER_CONSONANT: List = List::new(
    "\
    은 이 을 과 으로 으로서 으로써 으로는 으로도 으로만 으로부터 이라 이라는 이라고 이라도 \
    이라면 이나 이란 이랑 이며 이든 이든지 이고",
);
/// Particles that follow a vowel.
static AFTER_VOWEL: List = List::new("는 가 를 와 라는 라고 라도 라면 란 랑 든지 나");
/// Particles that follow a vowel or ㄹ.
static AFTER_VOWEL_OR_L: List = List::new("로 로서 로써 로는 로도 로만 로부터");
/// Particles that follow anything.
static AFTER_ALL: List = List::new(
    "\
    의 에 에서 에서는 에서도 에서의 에서만 에서부터 에게 에게는 에게서 에는 에도 에만 에의 \
    께 께서 께서는 한테 한테서 한테는 도 만 만을 만은 만의 만이 까지 까지는 까지도 까지의 \
    까지만 부터 부터는 부터의 마다 마저 조차 보다 보다는 보다도 처럼 처럼은 같은 같이 대로 \
    만큼 밖에 뿐 뿐만 뿐이다 들 들은 들이 들을 들의 들에 들에게 들과 들도 들로 들만 하고 \
    과의 와의 이다 이었다 이었습니다 입니다 입니까 인데 인가 인지 이라서 이므로 이지만",
);
/// What may be a particle, or an ending, or part of the word.
static DOUBTFUL: List = List::new(
    "\
    인 일 임 라 야 요 고 며 면 지 기 게 다 자 니 던 어 아 은 을 는 기를 기는 기가 기에 으면 \
    으며 으니 여",
);
/// Endings of verbs and adjectives that are hardly ever anything else.
static ENDINGS: List = List::new(
    "\
    습니다 습니까 었다 았다 었던 았던 었고 았고 었는데 았는데 었지만 았지만 었습니다 \
    았습니다 었어요 았어요 어서 아서 어야 아야 어요 아요 는다 는데 는지 지만 지는 거나 도록 \
    려고 으려고 으려면 면서 으면서 기로 기도 네요 세요",
);
/// What makes a verb of a noun, with its endings: 인증하다, 인증된, 인증시켰다.
const VERBS: [&str; 4] = ["하", "되", "시키", "당하"];
static VERB_ENDINGS: List = List::new(
    "\
    다 는 고 며 면 여 기 게 지 니 던 자 나 려고 려면 려는 도록 는데 면서 거나 는지 는가 지만 \
    지는 지도 기는 기를 기가 기에 기로 기도 기만 십시오 세요 나요 여야 여서 였다 였습니다 어 \
    어야 어서 었다 었던 었습니다 었으며 므로 자는",
);
static VERB_FORMS: List = List::new(
    "\
    한 할 함 함은 함을 함이 합니다 합니까 합시다 했다 했던 했고 했는데 했지만 했으며 했으면 \
    했습니다 했어요 해 해서 해야 해도 해요 해라 해줘 해주세요 한다 한다는 한다고 한다면 한데 \
    할지 할까 할게 할때 할수 된 될 됨 됩니다 됐다 됐던 됐고 됐습니다 돼 돼서 돼야 돼요 된다 \
    된다는 된다고 된다면 될지 시킨 시킬 시킴 시켜 시켜서 시켰다 시킨다 시킵니다 받은 받는 \
    받을 받다 받고 받아 받아서 받았다 받는다 받습니다",
);
/// After one syllable only these are no guess.
static CLEAR: List = List::new("은 는 을 를 에 에서 으로 에게 까지 부터 처럼 보다 입니다");

/// A word without what is attached to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stem {
    pub(super) text: String,
    /// Whether hardly anything else can be meant.
    pub(super) sure: bool,
}

/// Whether it is nothing but a particle, as after a word in another script.
pub(super) fn is_particle(text: &str) -> bool {
    AFTER_CONSONANT.has(text)
        || AFTER_VOWEL.has(text)
        || AFTER_VOWEL_OR_L.has(text)
        || AFTER_ALL.has(text)
        || matches!(text, "인" | "라" | "요")
        || is_verb(text)
}

/// Whether it is nothing but an ending of verbs: 는다 of 볶는다.
pub(super) fn is_ending(text: &str) -> bool {
    ENDINGS.has(text)
}

/// What the word may be without what is attached to it; the longest first, without the word itself.
pub(super) fn stems(word: &str) -> Vec<Stem> {
    let borders: Vec<usize> = word.char_indices().map(|(at, _)| at).skip(1).collect();
    let mut stems: Vec<Stem> = Vec::new();
    for (syllables, &at) in borders.iter().enumerate().rev() {
        let (stem, rest) = word.split_at(at);
        let long = syllables >= 1;
        let sure = match fits(stem, rest) {
            true => long || CLEAR.has(rest),
            false if long && (is_verb(rest) || ENDINGS.has(rest)) => true,
            false if DOUBTFUL.has(rest) || ENDINGS.has(rest) => false,
            false => continue,
        };
        stems.push(Stem {
            text: stem.to_owned(),
            sure,
        });
    }
    // Past and sure is 바꿨 of 바꿨습니다, too.
    let sure = stems.iter().any(|stem| stem.sure);
    let guesses = stems.iter().map(|stem| stem.text.as_str()).chain([word]);
    let guesses = guesses.filter(|guess| !sure || is_past(guess));
    let open: Vec<String> = guesses.flat_map(opened).collect();
    stems.extend(open.into_iter().map(|text| Stem { text, sure: false }));
    stems
}

fn is_past(word: &str) -> bool {
    let end = word.chars().next_back();
    end.and_then(final_consonant) == Some(SS)
}

/// What a verb may be called by when its last syllable is changed by an ending. ㄴ and ㄹ are endings
/// or are lost before them: 빠른 is of 빠르다, 만드는 of 만들다. ㅂ becomes 우: 쉽다, 쉬운. Vowels melt
/// into one: 바꿨다 and 바꿔서 are of 바꾸다.
fn opened(word: &str) -> Vec<String> {
    let word = match word.strip_suffix('서') {
        Some(before) if before.ends_with(|end| melted(end).is_some() || is_doubled(end)) => before,
        _ => word,
    };
    let split = word.char_indices().next_back();
    let Some((rest, end)) = split.map(|(at, end)| (&word[..at], end)) else {
        return Vec::new();
    };
    let Some(consonant) = final_consonant(end) else {
        return Vec::new();
    };
    let Some(open) = char::from_u32(u32::from(end) - consonant) else {
        return Vec::new();
    };
    match consonant {
        B => vec![format!("{rest}{open}우")],
        // One syllable stands in too many words.
        _ if rest.is_empty() => Vec::new(),
        N | L => vec![format!("{rest}{open}")],
        SS => {
            let base = [Some(open), melted(open), flat(open)];
            let base = base.into_iter().flatten().map(|end| format!("{rest}{end}"));
            base.chain(doubled(rest, open)).collect()
        }
        0 => {
            let base = melted(open).map(|end| format!("{rest}{end}"));
            base.into_iter().chain(doubled(rest, open)).collect()
        }
        _ => Vec::new(),
    }
}

/// An open syllable with another vowel, if it has the first one.
fn with_vowel(open: char, from: u32, to: u32) -> Option<char> {
    let number = u32::from(open).checked_sub(0xac00)?;
    let vowel = number / 28 % 21;
    (vowel == from).then(|| char::from_u32(u32::from(open) - from * 28 + to * 28))?
}

/// 꿔 is of 꾸, 쳐 of 치, 돼 of 되.
fn melted(open: char) -> Option<char> {
    const PAIRS: [(u32, u32); 3] = [(14, 13), (6, 20), (10, 11)];
    let mut pairs = PAIRS.iter().filter(|_| open != '여');
    pairs.find_map(|&(from, to)| with_vowel(open, from, to))
}

/// In the past only: 봤 is of 보, 빴 of 쁘, 썼 of 쓰. Nouns end alike in the open: 영화.
fn flat(open: char) -> Option<char> {
    const PAIRS: [(u32, u32); 3] = [(9, 8), (0, 18), (4, 18)];
    let mut pairs = PAIRS.iter();
    pairs.find_map(|&(from, to)| with_vowel(open, from, to))
}

fn is_doubled(open: char) -> bool {
    matches!(open, '러' | '라')
}

/// 불러 is of 부르다, 빨라 of 빠르다.
fn doubled(rest: &str, open: char) -> Option<String> {
    let before = rest.chars().next_back()?;
    let fits = is_doubled(open) && final_consonant(before) == Some(L);
    let bare = char::from_u32(u32::from(before).checked_sub(L)?)?;
    fits.then(|| format!("{}{bare}르", rest.strip_suffix(before).unwrap_or_default()))
}

/// Whether the particle can follow the word.
fn fits(stem: &str, particle: &str) -> bool {
    let Some(end) = stem.chars().next_back() else {
        return false;
    };
    AFTER_ALL.has(particle)
        || match final_consonant(end) {
            None => false,
            Some(0) => AFTER_VOWEL.has(particle) || AFTER_VOWEL_OR_L.has(particle),
            Some(L) => AFTER_CONSONANT.has(particle) || AFTER_VOWEL_OR_L.has(particle),
            Some(_) => AFTER_CONSONANT.has(particle),
        }
}

/// ㄴ, ㄹ, ㅂ and ㅆ among the final consonants.
const N: u32 = 4;
const L: u32 = 8;
const B: u32 = 17;
const SS: u32 = 20;

/// The number of the final consonant of a syllable, 0 where it has none (Unicode, 3.12).
pub(in crate::pkm) fn final_consonant(c: char) -> Option<u32> {
    let number = u32::from(c).checked_sub(0xac00)?;
    (number < 11_172).then_some(number % 28)
}

fn is_verb(rest: &str) -> bool {
    VERB_FORMS.has(rest)
        || VERBS.iter().any(|verb| {
            let ending = rest.strip_prefix(verb);
            ending.is_some_and(|ending| ending.is_empty() || VERB_ENDINGS.has(ending))
        })
}

/// Words of a question that say nothing of what is looked for.
static FILLERS: List = List::new(
    "\
    대한 대해 대해서 관한 관해 관련 관련된 무엇 무엇인가요 뭔가요 인가요 있나요 있는지 없나요 무엇인가 뭐 뭔가 무슨 어떤 어떻게 왜 언제 \
    어디 누가 알려줘 알려 찾아줘 찾아 보여줘 주세요 있는 있나 있어 있나요 하는 되는 그리고 \
    또는 및 좀 내 나의 것 수 때 대하여 위한 위해",
);

/// What may be a form of 하다, and more often is a noun or a name: one, a fault.
static NOUNS: List = List::new("하나 하자");

/// Whether a word of a question says nothing of what is looked for.
pub(super) fn is_filler(word: &str) -> bool {
    // 있지, 있었나요: no noun begins like that.
    FILLERS.has(word) || word.starts_with('있') || is_verb(word) && !NOUNS.has(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sure(word: &str) -> Vec<String> {
        let stems = stems(word).into_iter().filter(|stem| stem.sure);
        stems.map(|stem| stem.text).collect()
    }

    #[test]
    fn particles_come_off_where_they_fit() {
        for (word, stem) in [
            ("인증은", "인증"),
            ("인증에서는", "인증"),
            ("서버가", "서버"),
            ("서버로", "서버"),
            ("서울로", "서울"),
            ("토큰이라는", "토큰"),
            ("클라이언트와의", "클라이언트"),
            ("사용자들에게", "사용자"),
            ("메타데이터까지", "메타데이터"),
            ("글은", "글"),
            ("책에서", "책"),
        ] {
            assert!(
                sure(word).contains(&stem.to_owned()),
                "{word}: {:?}",
                stems(word)
            );
        }
    }

    #[test]
    fn what_only_looks_like_a_particle_stays() {
        for word in [
            "가을",
            "마을",
            "전문가",
            "지도",
            "회의",
            "결과",
            "나이",
            "서버",
            "데이터",
            "로그인",
        ] {
            assert_eq!(sure(word), [""; 0], "{word}");
        }
    }

    #[test]
    fn verbs_made_of_nouns_lose_their_endings() {
        for word in [
            "인증하는",
            "인증했습니다",
            "인증된",
            "인증되었다",
            "인증한다",
            "인증하려면",
            "인증시켜",
            "인증받은",
        ] {
            assert!(
                sure(word).contains(&"인증".to_owned()),
                "{word}: {:?}",
                stems(word)
            );
        }
        assert!(sure("만들었다").contains(&"만들".to_owned()));
    }

    #[test]
    fn verbs_whose_last_syllable_melts_have_their_first_form_among_the_guesses() {
        for (word, stem) in [
            ("바꿨다", "바꾸"),
            ("바꿨습니다", "바꾸"),
            ("바꿔서", "바꾸"),
            ("고쳤는데", "고치"),
            ("고쳐", "고치"),
            ("보냈다", "보내"),
            ("바빴다", "바쁘"),
            ("빨라서", "빠르"),
            ("몰랐다", "모르"),
            ("쉽다", "쉬우"),
            ("쉬워서", "쉬우"),
            ("쉬운", "쉬우"),
        ] {
            let all = stems(word);
            assert!(
                all.iter().any(|guess| guess.text == stem),
                "{word}: {all:?}"
            );
        }
        for noun in ["영화", "사과", "참여", "문서", "독서"] {
            assert!(
                stems(noun)
                    .iter()
                    .all(|guess| guess.text.len() < noun.len()),
                "{noun}"
            );
        }
    }

    #[test]
    fn a_particle_alone_is_known() {
        for text in ["는", "를", "에서는", "으로", "라는", "하는"] {
            assert!(is_particle(text), "{text}");
        }
        for text in ["서버", "인덱스", "글", "키"] {
            assert!(!is_particle(text), "{text}");
        }
    }
}
