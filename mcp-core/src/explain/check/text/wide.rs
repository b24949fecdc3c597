//! Text in an encoding whose characters are wider than a byte.
//!
//! In: bytes. Out: which encoding they look like, if any. It reads the beginning alone.

/// Which encoding it looks like, other than UTF-8. `seen` is what an earlier line told: the lines
/// of such a text are cut in the middle of a character, so that only the first one tells.
pub(super) fn encoding(bytes: &[u8], seen: &mut Option<&'static str>) -> Option<&'static str> {
    const LOOKED_AT: usize = 64;
    const LITTLE: &str = "UTF-16 (little endian)";
    const BIG: &str = "UTF-16 (big endian)";
    let told = match bytes {
        [0xFF, 0xFE, 0, 0, ..] => Some("UTF-32 (little endian)"),
        [0xFF, 0xFE, ..] => Some(LITTLE),
        [0xFE, 0xFF, ..] => Some(BIG),
        _ => None,
    };
    let start = bytes.get(..LOOKED_AT.min(bytes.len())).unwrap_or_default();
    let zeros = |odd: usize| {
        let there = start.iter().skip(odd).step_by(2);
        let (mut zeros, mut all) = (0, 0);
        for byte in there {
            zeros += usize::from(*byte == 0);
            all += 1;
        }
        // Korean and others have no zeros there: most of a message is ASCII all the same.
        all >= 2 && zeros * 10 >= all * 7
    };
    let guessed = || match (zeros(0), zeros(1)) {
        (true, true) => Some("UTF-32"),
        (true, false) => seen.or(Some(BIG)),
        (false, true) => seen.or(Some(LITTLE)),
        (false, false) => seen.filter(|_| start.contains(&0)),
    };
    let encoding = told.or_else(guessed)?;
    *seen = Some(encoding);
    Some(encoding)
}
