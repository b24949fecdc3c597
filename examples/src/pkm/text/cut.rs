//! Texts are cut where words end: at space and at most signs, and inside between scripts.
//!
//! In: a text. Out: its chunks (what stands between spaces) and their pieces (one script each),
//! every letter with its place in the text. `OAuth는` is one chunk of two pieces, `tools/call` one of
//! two that are joined. What a piece means is not known here.

use super::fold::{fold, is_invisible};
use std::iter::Peekable;
use std::ops::Range;
use unicode_segmentation::{GraphemeIndices, UnicodeSegmentation};

/// How words are found in a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Words with endings that are not separated from them.
    Hangul,
    /// No spaces between words: Chinese, Japanese, Thai.
    Dense,
    /// Words between spaces; digits too.
    Spaced,
}

/// One letter, folded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Letter {
    pub(super) c: char,
    /// Whether it was a capital.
    pub(super) capital: bool,
    /// The bytes of its grapheme in the text.
    pub(super) at: Range<usize>,
    /// Which grapheme of the text it is in.
    pub(super) place: usize,
}

/// Letters of one script.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    pub(super) script: Script,
    pub(super) letters: Vec<Letter>,
    /// Whether a sign such as `-` joins it to the piece before.
    pub(super) joined: bool,
}

/// What stands together.
#[derive(Debug, Clone)]
pub(super) struct Chunk {
    pub(super) pieces: Vec<Piece>,
    /// Whether a sign and no space stands before it, as in `(인증)은`.
    pub(super) glued: bool,
}

impl Piece {
    pub(super) fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.c).collect()
    }

    /// The bytes in the text.
    pub(super) fn at(&self) -> Range<usize> {
        let first = self.letters.first().map_or(0, |letter| letter.at.start);
        first..self.letters.last().map_or(first, |letter| letter.at.end)
    }
}

/// The chunks of a text.
pub(super) fn chunks(text: &str) -> Chunks<'_> {
    Chunks {
        text,
        rest: text.grapheme_indices(true).peekable(),
        place: 0,
        folded: Vec::new(),
    }
}

pub(super) struct Chunks<'a> {
    text: &'a str,
    rest: Peekable<GraphemeIndices<'a>>,
    /// How many graphemes were read.
    place: usize,
    folded: Vec<char>,
}

impl Iterator for Chunks<'_> {
    type Item = Chunk;

    fn next(&mut self) -> Option<Chunk> {
        let mut chunk = Chunk {
            pieces: Vec::new(),
            glued: false,
        };
        let mut joined = false;
        while let Some(&(at, grapheme)) = self.rest.peek() {
            if is_invisible(grapheme) {
                self.step();
                continue;
            }
            match self.script(grapheme) {
                Some(script) => {
                    if chunk.pieces.is_empty() {
                        chunk.glued = self.is_glued(at);
                    }
                    self.take_letter(&mut chunk, script, at, grapheme, joined);
                    joined = false;
                }
                None if chunk.pieces.is_empty() => {}
                None if self.is_tail(&chunk, at, grapheme) => {
                    self.take_tail(&mut chunk, grapheme);
                    return Some(chunk);
                }
                None if self.joins(&chunk, at, grapheme) => joined = true,
                None => break,
            }
            self.step();
        }
        (!chunk.pieces.is_empty()).then_some(chunk)
    }
}

impl Chunks<'_> {
    fn step(&mut self) {
        self.rest.next();
        self.place += 1;
    }

    /// The script of a grapheme; `folded` has its letters then.
    fn script(&mut self, grapheme: &str) -> Option<Script> {
        self.folded.clear();
        fold(grapheme, &mut self.folded);
        script_of(*self.folded.first()?)
    }

    fn take_letter(
        &self,
        chunk: &mut Chunk,
        script: Script,
        at: usize,
        grapheme: &str,
        joined: bool,
    ) {
        let open = chunk.pieces.last().filter(|piece| piece.script == script);
        if open.is_none() || joined {
            chunk.pieces.push(Piece {
                script,
                letters: Vec::new(),
                joined,
            });
        }
        let capital = grapheme.chars().next().is_some_and(char::is_uppercase);
        if let Some(piece) = chunk.pieces.last_mut() {
            piece.letters.extend(self.folded.iter().map(|&c| Letter {
                c,
                capital,
                at: at..at + grapheme.len(),
                place: self.place,
            }));
        }
    }

    fn is_glued(&self, at: usize) -> bool {
        let before = self.text[..at].chars().next_back();
        before.is_some_and(|c| !c.is_whitespace())
    }

    /// `C++`, `C#`: signs that belong to the name before them.
    fn is_tail(&self, chunk: &Chunk, at: usize, grapheme: &str) -> bool {
        let Some(piece) = chunk.pieces.last() else {
            return false;
        };
        let after = &self.text[at + grapheme.len()..];
        piece.script == Script::Spaced
            && match grapheme {
                "+" => after.starts_with('+'),
                "#" => piece.letters.len() <= 2 && !after.starts_with(char::is_alphanumeric),
                _ => false,
            }
    }

    fn take_tail(&mut self, chunk: &mut Chunk, sign: &str) {
        while let Some(&(at, grapheme)) = self.rest.peek() {
            if grapheme != sign {
                break;
            }
            if let (Some(piece), Some(c)) = (chunk.pieces.last_mut(), sign.chars().next()) {
                piece.letters.push(Letter {
                    c,
                    capital: false,
                    at: at..at + grapheme.len(),
                    place: self.place,
                });
            }
            self.step();
        }
    }

    /// Whether a sign between two letters joins them: `JSON-RPC`, `tools/call`, `2026-07-28`.
    fn joins(&mut self, chunk: &Chunk, at: usize, grapheme: &str) -> bool {
        let last = chunk.pieces.last();
        let Some(last) = last.filter(|piece| piece.script == Script::Spaced) else {
            return false;
        };
        let digits = match grapheme {
            "-" | "_" | "/" | "." | "'" | "’" | "&" | "@" | "\u{2010}" | "\u{2011}" => false,
            ":" | "," => true,
            _ => return false,
        };
        let after = self.text[at + grapheme.len()..].graphemes(true).next();
        let script = after.and_then(|after| self.script(after));
        let digit = |c: Option<&char>| c.is_some_and(char::is_ascii_digit);
        script == Some(Script::Spaced)
            && (!digits
                || digit(last.letters.last().map(|letter| &letter.c)) && digit(self.folded.first()))
    }
}

fn script_of(c: char) -> Option<Script> {
    match c {
        '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}' => {
            Some(Script::Hangul)
        }
        '\u{e01}'..='\u{eff}'
        | '\u{1000}'..='\u{109f}'
        | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}'
        | '\u{3041}'..='\u{30ff}'
        | '\u{31f0}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{20000}'..='\u{3ffff}' => c.is_alphanumeric().then_some(Script::Dense),
        _ => c.is_alphanumeric().then_some(Script::Spaced),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `+` joins pieces with a sign between them, `|` those without.
    fn cut(text: &str) -> Vec<String> {
        let whole = |chunk: Chunk| {
            let mut all = String::new();
            for piece in &chunk.pieces {
                let between = if piece.joined { "+" } else { "|" };
                all.push_str(if all.is_empty() { "" } else { between });
                all.push_str(&piece.text());
            }
            all
        };
        chunks(text).map(whole).collect()
    }

    #[test]
    fn space_and_signs_end_a_chunk_and_scripts_divide_it() {
        assert_eq!(cut("OAuth는 (RAG인덱스)"), ["oauth|는", "rag|인덱스"]);
        assert_eq!(
            cut("인증·흐름, 東京タワーへ"),
            ["인증", "흐름", "東京タワーへ"]
        );
        assert_eq!(cut("- * \"\" 🙂 -"), [""; 0]);
    }

    #[test]
    fn signs_inside_of_names_join_them() {
        assert_eq!(
            cut("JSON-RPC를 tools/call, 2026-07-28."),
            ["json+rpc|를", "tools+call", "2026+07+28"]
        );
        assert_eq!(
            cut("1,000 a,b end. Start"),
            ["1+000", "a", "b", "end", "start"]
        );
        assert_eq!(
            cut("C++ C# C++17 #tag a+b"),
            ["c++", "c#", "c++", "17", "tag", "a", "b"]
        );
    }

    #[test]
    fn letters_know_their_place_in_the_text() {
        let text = "e\u{301}🙂 인\u{110c}\u{1173}\u{11bc}";
        let pieces: Vec<_> = chunks(text).flat_map(|chunk| chunk.pieces).collect();
        assert_eq!(&text[pieces[0].at()], "e\u{301}");
        assert_eq!(&text[pieces[1].at()], "인\u{110c}\u{1173}\u{11bc}");
        let places: Vec<_> = pieces[1]
            .letters
            .iter()
            .map(|letter| letter.place)
            .collect();
        assert_eq!((pieces[1].text().as_str(), places), ("인증", vec![3, 4]));
    }

    #[test]
    fn a_chunk_knows_whether_a_sign_stands_before_it() {
        let glued: Vec<bool> = chunks("`call`은 그").map(|chunk| chunk.glued).collect();
        assert_eq!(glued, [true, true, false]);
    }
}
