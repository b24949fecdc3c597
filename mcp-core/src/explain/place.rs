//! Where in a frame a path leads.
//!
//! In: a value and a path like `params._meta["a/b"].tags[2]`. Out: the value there, or the
//! innermost one that is still there. It never judges what it finds.

use crate::json::Raw;

/// Where a path leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place<'a> {
    /// The value, or the innermost one around it.
    pub(super) value: Raw<'a>,
    /// The path leads to the value itself.
    pub(super) whole: bool,
}

/// Where a path leads. Of members with the same name the last one is taken.
pub(super) fn resolve<'a>(raw: Raw<'a>, path: &str) -> Place<'a> {
    let (mut value, mut rest) = (raw, path);
    loop {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        if rest.is_empty() {
            return Place { value, whole: true };
        }
        let Some((next, behind)) = step(value, rest) else {
            let whole = false;
            return Place { value, whole };
        };
        (value, rest) = (next, behind);
    }
}

/// The value at the first piece of a path, and the rest of the path.
fn step<'a, 'p>(value: Raw<'a>, path: &'p str) -> Option<(Raw<'a>, &'p str)> {
    if let Some(inside) = path.strip_prefix('[') {
        return match inside.starts_with('"') {
            true => {
                let (name, behind) = inside.split_once("\"]")?;
                let name = name.get(1..)?;
                let named = value.members().filter(|m| m.key == name);
                Some((named.last()?.value, behind))
            }
            false => {
                let (index, behind) = inside.split_once(']')?;
                Some((value.elements().nth(index.parse().ok()?)?, behind))
            }
        };
    }
    // NB. a name may hold dots, and then stands in the path as it is: the longest name wins.
    let mut best: Option<(Raw<'a>, &'p str)> = None;
    for member in value.members() {
        let Some(behind) = path.strip_prefix(&*member.key) else {
            continue;
        };
        let ends = behind.is_empty() || behind.starts_with(['.', '[']);
        if ends && best.is_none_or(|(_, rest)| behind.len() <= rest.len()) {
            best = Some((member.value, behind));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_leads_to_a_value_or_to_what_is_around_it() {
        let frame = Raw::parse(
            r#"{"id":1,"params":{"_meta":{"a/b.c":"x"},"tags":[1,{"n":2}],"d":3,"d":4}}"#,
        )
        .unwrap();
        for (path, value, whole) in [
            ("", frame.get(), true),
            ("id", "1", true),
            ("params._meta[\"a/b.c\"]", "\"x\"", true),
            ("params._meta.a/b.c", "\"x\"", true),
            ("params.tags[1].n", "2", true),
            ("params.d", "4", true),
            ("params.tags[2]", r#"[1,{"n":2}]"#, false),
            ("method", frame.get(), false),
            ("params._meta.x.y", r#"{"a/b.c":"x"}"#, false),
            ("id.x", "1", false),
            (
                "params[\"",
                r#"{"_meta":{"a/b.c":"x"},"tags":[1,{"n":2}],"d":3,"d":4}"#,
                false,
            ),
        ] {
            let place = resolve(frame, path);
            assert_eq!((place.value.get(), place.whole), (value, whole), "{path}");
        }
    }
}
