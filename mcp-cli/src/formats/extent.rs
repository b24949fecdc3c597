//! Where a JSON value ends, found bracket by bracket.
//!
//! In: the bytes of a value, in parts. Out: the offset behind its last bracket. Each byte is looked at
//! once, however the value is cut; it never judges whether the text is JSON.

/// How far a value with brackets was followed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extent {
    depth: u32,
    in_string: bool,
    escaped: bool,
}

impl Extent {
    /// One that stands inside so many brackets.
    pub(super) const fn inside(depth: u32) -> Self {
        Extent {
            depth,
            in_string: false,
            escaped: false,
        }
    }

    /// Whether it stands inside a string.
    pub(super) const fn in_string(self) -> bool {
        self.in_string
    }

    /// Goes on over these bytes; the offset behind the bracket that closes the first one, if it is
    /// among them.
    pub(super) fn feed(&mut self, bytes: &[u8]) -> Option<usize> {
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            if self.escaped {
                self.escaped = false;
                at += 1;
                continue;
            }
            if self.in_string {
                at += memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
                self.in_string = bytes.get(at) != Some(&b'"');
                self.escaped = self.in_string;
                at += 1;
                continue;
            }
            at += 1;
            match byte {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether a value that is not closed on this line is written over several lines, as far as this line
/// shows it: it stops where those who print prettily break lines.
pub(super) fn breaks_prettily(line: &[u8]) -> bool {
    matches!(
        line.trim_ascii_end().last(),
        Some(b'{' | b'[' | b',' | b':')
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_is_behind_the_bracket_that_closes_the_first() {
        let text = br#"{"a":["}\"",{}]} {"#;
        assert_eq!(Extent::default().feed(text), Some(16));
    }

    #[test]
    fn parts_of_any_size_give_the_same_end() {
        let text = br#"{"a\\":["}\"",{}]}"#;
        for cut in 0..text.len() {
            let mut extent = Extent::default();
            assert_eq!(extent.feed(&text[..cut]), None);
            assert_eq!(extent.feed(&text[cut..]), Some(text.len() - cut));
        }
    }
}
