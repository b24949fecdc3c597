//! The known word that a mistaken one was probably meant to be.
//!
//! In: a word and the words that are known. Out: at most one of them. It never guesses wildly: a
//! word is near when at most a third of its letters, and at least one, are wrong.

/// Words longer than this are not compared: nobody mistypes a name of that length.
const LONGEST: usize = 128;

/// The known word nearest to `word`, if one is near enough.
///
/// The distance counts letters put in, left out, replaced, or swapped with their neighbour; it may
/// be a third of the word's length, and at least one. Of two equally near words the first wins.
/// Upper and lower case are different letters, but a word that differs in case alone is near.
///
/// ```
/// use mcp_core::schema::nearest;
/// assert_eq!(nearest("limitt", ["mode", "limit"]), Some("limit"));
/// assert_eq!(nearest("pageSize", ["path", "page_size"]), Some("page_size"));
/// assert_eq!(nearest("colour", ["mode", "limit"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if word.len() > LONGEST {
        return None;
    }
    let letters: Vec<char> = word.chars().collect();
    let most = (letters.len() / 3).max(1);
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in known {
        if candidate.len() > LONGEST {
            continue;
        }
        let other: Vec<char> = candidate.chars().collect();
        let far = if same_but_for_case(&letters, &other) {
            usize::from(word != candidate)
        } else {
            distance(&letters, &other)
        };
        if far <= most && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn same_but_for_case(a: &[char], b: &[char]) -> bool {
    let low =
        |letters: &[char]| -> Vec<char> { letters.iter().flat_map(|c| c.to_lowercase()).collect() };
    low(a) == low(b)
}

/// Edits between two words, a swap of neighbours counting as one (optimal string alignment).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, &from) in a.iter().enumerate() {
        let mut row = Vec::with_capacity(b.len() + 1);
        row.push(i + 1);
        for (j, &to) in b.iter().enumerate() {
            let replaced = above[j] + usize::from(from != to);
            let mut least = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0 && j > 0 && from == b[j - 1] && a[i - 1] == to;
            if swapped {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn one_wrong_letter_is_near_in_a_short_word() {
        assert_eq!(nearest("nd", ["id", "name"]), Some("id"));
        assert_eq!(nearest("x", ["y"]), Some("y"));
    }

    #[test]
    fn a_swap_of_neighbours_counts_as_one_edit() {
        assert_eq!(nearest("ilmit", ["limit"]), Some("limit"));
    }

    #[test]
    fn more_than_a_third_of_wrong_letters_is_not_near() {
        assert_eq!(nearest("abcdef", ["abcxyz"]), None);
        assert_eq!(nearest("abcdef", ["abcdxy"]), Some("abcdxy"));
    }

    #[test]
    fn the_nearest_of_several_wins_and_the_first_of_equals() {
        assert_eq!(nearest("limits", ["limitx", "limit"]), Some("limitx"));
        assert_eq!(nearest("limitss", ["limi", "limits"]), Some("limits"));
    }

    #[test]
    fn a_difference_of_case_alone_is_near() {
        assert_eq!(nearest("LOW", ["Low", "High"]), Some("Low"));
    }

    #[test]
    fn an_endless_word_is_near_to_nothing() {
        let long = "a".repeat(100_000);
        assert_eq!(nearest(&long, [long.as_str()]), None);
    }
}
