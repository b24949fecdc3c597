//! The sample notes of `--demo`: a small collection as one person might keep it, in Korean, English
//! and both.
//!
//! In: the two Markdown files beside this one, compiled in. Out: samples, the first of which gets the
//! id `note-1`. They live in memory, so nothing that is done to them outlasts the program.
//!
//! In the files a line `# …` begins a note and is its title; the line after it may be `tags: a, b`;
//! the rest, up to the next title, is the content.

/// One note of the demonstration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Its title.
    pub title: &'static str,
    /// Its text.
    pub content: &'static str,
    /// Its tags.
    pub tags: Vec<&'static str>,
}

const FILES: [&str; 2] = [include_str!("work.md"), include_str!("life.md")];

/// All sample notes, always in the same order.
pub fn notes() -> Vec<Sample> {
    FILES.iter().flat_map(|file| parse(file)).collect()
}

fn parse(file: &'static str) -> impl Iterator<Item = Sample> {
    // What stands before the first title belongs to no note.
    let notes = file.split("\n# ");
    notes.filter_map(|note| {
        let note = note.trim_start_matches("# ");
        let (title, rest) = note.split_once('\n')?;
        let (tags, content) = match rest.strip_prefix("tags:") {
            Some(tagged) => tagged.split_once('\n')?,
            None => ("", rest),
        };
        let tags = tags.split(',').map(str::trim);
        Some(Sample {
            title: title.trim(),
            content: content.trim(),
            tags: tags.filter(|tag| !tag.is_empty()).collect(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use unicode_normalization::is_nfd;

    #[test]
    fn every_sample_note_has_a_title_of_its_own_tags_and_a_text() {
        let notes = notes();
        assert_eq!(notes.len(), 48);
        let titles: BTreeSet<&str> = notes.iter().map(|note| note.title).collect();
        assert_eq!(titles.len(), notes.len());
        for note in &notes {
            assert!(!note.tags.is_empty(), "{}", note.title);
            assert!(note.content.chars().count() > 50, "{}", note.title);
            assert!(!note.content.contains("\n# "), "{}", note.title);
        }
    }

    #[test]
    fn one_sample_note_holds_syllables_in_parts_as_a_mac_writes_them() {
        let notes = notes();
        let note = notes
            .iter()
            .find(|note| note.title == "맥에서 온 파일 이름");
        let first = note.and_then(|note| note.content.lines().next());
        let first = first.expect("the note is there");
        assert!(is_nfd(first) && !first.contains("회의록"), "{first}");
    }
}
