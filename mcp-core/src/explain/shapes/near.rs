//! Names that were probably meant to be others.
//!
//! In: two names. Out: whether the one is a slip of the other. It allocates nothing and guesses
//! less than [`nearest`](crate::schema::nearest) does: members that nobody knows are allowed.

/// Names longer than this are not compared.
const LONGEST: usize = 64;
/// Shorter names must be right but for case and word marks.
const SHORTEST: usize = 5;

/// Whether `name` is a slip of `known`: other case, `_` or `-` between the words, or one letter put
/// in, left out, replaced, or swapped with its neighbour.
pub(in crate::explain) fn is_near(name: &str, known: &str) -> bool {
    // `meta` is no slip of `_meta`: other things are called so.
    let marked = name.starts_with('_') == known.starts_with('_');
    if name == known || name.len() > LONGEST || !name.is_ascii() || !marked {
        return false;
    }
    same_letters(name, known)
        || (known.len() >= SHORTEST && one_slip(name.as_bytes(), known.as_bytes()))
}

fn same_letters(a: &str, b: &str) -> bool {
    fn letters(text: &str) -> impl Iterator<Item = u8> {
        let marks = |byte: &u8| !matches!(byte, b'_' | b'-');
        text.bytes().filter(marks).map(|b| b.to_ascii_lowercase())
    }
    letters(a).eq(letters(b))
}

fn one_slip(a: &[u8], b: &[u8]) -> bool {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (
        a.get(same..).unwrap_or_default(),
        b.get(same..).unwrap_or_default(),
    );
    match (a, b) {
        ([a0, a1, a_rest @ ..], [b0, b1, b_rest @ ..]) if (a0, a1) == (b1, b0) => a_rest == b_rest,
        ([_, a_rest @ ..], [_, b_rest @ ..]) => a_rest == b_rest || a_rest == b || a == b_rest,
        ([_], []) | ([], [_]) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn a_slip_is_near() {
        for (name, known) in [
            ("isErorr", "isError"),
            ("input_schema", "inputSchema"),
            ("mime_type", "mimeType"),
            ("mimetype", "mimeType"),
            ("structured_content", "structuredContent"),
            ("next_cursor", "nextCursor"),
            ("contents", "content"),
            ("Name", "name"),
        ] {
            assert!(is_near(name, known), "{name}");
        }
    }

    #[test]
    fn another_name_is_not() {
        for (name, known) in [
            ("content", "content"),
            ("meta", "_meta"),
            ("text", "test"),
            ("output", "content"),
            ("", "name"),
            ("größe", "size"),
        ] {
            assert!(!is_near(name, known), "{name}");
        }
    }
}
