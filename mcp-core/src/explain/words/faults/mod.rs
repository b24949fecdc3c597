//! The words of faults in Korean.
//!
//! In: a text of a [`Fault`](crate::rpc::Fault), as the server replies it. Out: the same in Korean.
//! The English words stand where the faults are made; here they are known by their shape, with
//! `{names}` for what changes. A test makes every fault and looks for words that are not known.

mod advice;
mod reasons;

use super::particles::settled;

/// English and Korean. Of two that fit the first counts.
const TABLES: [&[(&str, &str)]; 2] = [reasons::TABLE, advice::TABLE];

/// The text in Korean; as it is when no words are known for it.
pub(in crate::explain) fn korean(text: &str) -> String {
    match translated(text, 2) {
        Some(korean) => settled(&korean).into_owned(),
        None => text.to_owned(),
    }
}

/// The text in Korean, when words are known for it. What a name stands for is words too, `deep`
/// times.
fn translated(text: &str, deep: u8) -> Option<String> {
    TABLES
        .iter()
        .copied()
        .flatten()
        .find_map(|(english, korean)| {
            let parts = matched(english, text)?;
            let mut out = String::with_capacity(korean.len() + text.len());
            let mut rest = *korean;
            while let Some((before, after)) = rest.split_once('{') {
                let (name, behind) = after.split_once('}')?;
                let (_, part) = parts.iter().find(|(known, _)| *known == name)?;
                out.push_str(before);
                let words = (deep > 0).then(|| translated(part, deep - 1)).flatten();
                out.push_str(words.as_deref().unwrap_or(part));
                rest = behind;
            }
            out.push_str(rest);
            Some(out)
        })
}

/// What the names of a template stand for, when a text has its shape.
fn matched<'t>(template: &'static str, text: &'t str) -> Option<Vec<(&'static str, &'t str)>> {
    let mut pieces = template.split('{');
    let mut rest = text.strip_prefix(pieces.next()?)?;
    let mut parts = Vec::new();
    for piece in pieces {
        let (name, words) = piece.split_once('}')?;
        let end = match words {
            "" => rest.len(),
            words => rest.find(words)?,
        };
        parts.push((name, rest.get(..end)?));
        rest = rest.get(end + words.len()..)?;
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests;
