//! What a name on the wire may look like.
//!
//! In: a name. Out: the words for what is wrong with it, if something is. It never reports: it has
//! no place in the code to point at.

/// Longest name that the protocol allows.
const LONGEST: usize = 128;

/// The protocol's rule for the name of a tool.
pub(crate) fn tool(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the name of a tool must not be empty".to_owned());
    }
    if let Some(odd) = name.chars().find(|c| !allowed(*c)) {
        return Some(format!(
            "the name of a tool is made of `A-Z a-z 0-9 _ - .`, and {odd:?} is none of them: \
             give another with `#[tool(name = \"…\")]`"
        ));
    }
    (name.len() > LONGEST).then(|| {
        let long = name.len();
        format!("the name of a tool has at most {LONGEST} characters, this one has {long}")
    })
}

fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.')
}

/// The rule for the name of an HTTP header (RFC 9110, token).
pub(crate) fn header(name: &str) -> Option<String> {
    if name.is_empty() {
        return Some("the name of a header must not be empty".to_owned());
    }
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    let odd = name.chars().find(|c| !token(*c))?;
    Some(format!(
        "the name of a header is made of letters, digits and `-`, and {odd:?} can't stand in one"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_alphabet_of_the_protocol() {
        for good in ["add", "calendar.read", "a-b_c", "A9", &"x".repeat(128)] {
            assert_eq!(tool(good), None, "{good}");
        }
        for bad in ["", "New Tool", "tool,1", "outil_é", "a/b", &"x".repeat(129)] {
            assert!(tool(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn header_names_are_tokens() {
        assert_eq!(header("Region"), None);
        for bad in ["", "My Region", "Région", "a:b", "a\n"] {
            assert!(header(bad).is_some(), "{bad}");
        }
    }
}
