//! Texts become the words that are searched for.
//!
//! In: titles, contents and queries. Out: words to keep, words to look for, and parts of texts to
//! show. It knows no database, only that the words it makes are divided by spaces.

/// The words of a text: whole ones in any order, and pieces in the order of the text.
pub(super) struct Words {
    pub(super) bag: String,
    pub(super) run: String,
}

/// What is looked for.
pub(super) struct Query {
    words: Vec<String>,
}

/// The words of a text.
pub(super) fn words(text: &str) -> Words {
    let words = cut(text).join(" ");
    Words {
        bag: words.clone(),
        run: words,
    }
}

fn cut(text: &str) -> Vec<String> {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

impl Query {
    /// Reads a query.
    pub(super) fn read(text: &str) -> Self {
        Self { words: cut(text) }
    }

    /// Queries for FTS5.
    pub(super) fn strict_to_loose(&self) -> Vec<String> {
        let quoted: Vec<String> = self.words.iter().map(|w| format!("\"{w}\"*")).collect();
        match quoted.is_empty() {
            true => Vec::new(),
            false => vec![quoted.join(" AND "), quoted.join(" OR ")],
        }
    }
}

/// What texts are compared by, to put them in order and to find tags.
pub(super) fn key(text: &str) -> String {
    text.to_lowercase()
}

/// Whether nothing of it can be seen.
pub(super) fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control())
}

/// The best part of a text.
pub(super) fn snippet(text: &str, _query: &Query) -> String {
    beginning(text)
}

/// The beginning of a text.
pub(super) fn beginning(text: &str) -> String {
    text.chars().take(160).collect()
}

/// The text in parts of about so many bytes; at least one.
pub(super) fn parts(text: &str, size: usize) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (part, left) = text.split_at(text.floor_char_boundary(size.min(text.len())));
        rest = (!left.is_empty()).then_some(left);
        Some(part)
    })
}
