//! Where in a text a secret may stand.
//!
//! In: bytes. Out: the next place that has four bytes which some secret has, in any case. This is
//! what runs over every byte of a log: one look into a table for two bytes. It judges nothing.

/// What four bytes hint at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clue {
    /// A part of a name whose value is secret.
    Name,
    /// `Bearer` or `Basic`.
    Scheme,
    /// The beginning of a token, at the first of the four bytes.
    Prefix,
    /// The beginning of a token, at the second of the four bytes.
    Short,
    /// `b_pat_` of `github_pat_`.
    GithubPat,
    /// The beginning of a JSON Web Token.
    Jwt,
    /// `-BEGIN` of a private key.
    Pem,
    /// The end of a scheme of a URL.
    Url,
}

use Clue::{GithubPat, Jwt, Name, Pem, Prefix, Scheme, Short, Url};

/// Bytes that a window has.
const WIDTH: usize = 4;
/// Windows that are looked at together.
const BLOCK: usize = 16;
const BITS: u32 = 13;
/// Found by trial: no two windows fall on one place of the table, which the compiler tests.
const SPREAD: u32 = 0x9a9a_80fd;

const WINDOWS: &[(&[u8; WIDTH], Clue)] = &[
    (b"assw", Name),
    (b"ecre", Name),
    (b"toke", Name),
    (b"i_ke", Name),
    (b"i-ke", Name),
    (b"pike", Name),
    (b"riza", Name),
    (b"ooki", Name),
    (b"cp-s", Name),
    (b"bear", Scheme),
    (b"basi", Scheme),
    (b"ghp_", Prefix),
    (b"gho_", Prefix),
    (b"ghu_", Prefix),
    (b"ghs_", Prefix),
    (b"ghr_", Prefix),
    (b"glpa", Prefix),
    (b"xoxa", Prefix),
    (b"xoxb", Prefix),
    (b"xoxp", Prefix),
    (b"xoxr", Prefix),
    (b"xoxs", Prefix),
    (b"xoxe", Prefix),
    (b"akia", Prefix),
    (b"asia", Prefix),
    (b"aiza", Prefix),
    (b"npm_", Prefix),
    (b"ya29", Prefix),
    (b"sk_l", Prefix),
    (b"sk_t", Prefix),
    (b"rk_l", Prefix),
    (b"b_pa", GithubPat),
    (b"eyjh", Jwt),
    (b"eyj0", Jwt),
    (b"eyjr", Jwt),
    (b"eyjl", Jwt),
    (b"eyj4", Jwt),
    (b"eyjj", Jwt),
    (b"eyjp", Jwt),
    (b"eyj6", Jwt),
    (b"eyjq", Jwt),
    (b"eyju", Jwt),
    (b"eyj1", Jwt),
    (b"-beg", Pem),
    (b"p://", Url),
    (b"s://", Url),
    (b"l://", Url),
    (b"b://", Url),
    (b"v://", Url),
    (b"\"sk-", Short),
    (b"'sk-", Short),
    (b"`sk-", Short),
    (b" sk-", Short),
    (b"=sk-", Short),
    (b":sk-", Short),
    (b"/sk-", Short),
    (b"(sk-", Short),
    (b",sk-", Short),
    (b">sk-", Short),
    (b"[sk-", Short),
    (b"|sk-", Short),
    (b"nsk-", Short),
    (b"tsk-", Short),
    (b"\nsk-", Short),
    (b"\tsk-", Short),
    (b"\"hf_", Short),
    (b"'hf_", Short),
    (b"`hf_", Short),
    (b" hf_", Short),
    (b"=hf_", Short),
    (b":hf_", Short),
    (b"/hf_", Short),
    (b"(hf_", Short),
    (b",hf_", Short),
    (b">hf_", Short),
    (b"[hf_", Short),
    (b"|hf_", Short),
    (b"nhf_", Short),
    (b"thf_", Short),
    (b"\nhf_", Short),
    (b"\thf_", Short),
];

/// For each place the window that falls on it, counted from 1.
static WINDOW_AT: [u8; 1 << BITS] = window_at();

/// For each place whether the first or the last three bytes of a window fall on it.
static PART_AT: [u8; 1 << BITS] = part_at();

const fn window_at() -> [u8; 1 << BITS] {
    let mut table = [0; 1 << BITS];
    let mut index = 0;
    while index < WINDOWS.len() {
        let folded = fold(WINDOWS[index].0);
        let taken = table[place(folded)] as usize;
        // Bytes that differ in the bit for lower case alone are one window.
        assert!(taken == 0 || fold(WINDOWS[taken - 1].0) == folded);
        table[place(folded)] = index as u8 + 1;
        index += 1;
    }
    table
}

const fn part_at() -> [u8; 1 << BITS] {
    let mut table = [0; 1 << BITS];
    let mut index = 0;
    while index < WINDOWS.len() {
        let folded = fold(WINDOWS[index].0);
        table[part_place(folded)] = 1;
        table[part_place(folded >> 8)] = 1;
        index += 1;
    }
    table
}

/// The four bytes with the bit for lower case set in each.
#[inline]
const fn fold(window: &[u8; WIDTH]) -> u32 {
    u32::from_le_bytes(*window) | 0x2020_2020
}

#[inline]
const fn place(folded: u32) -> usize {
    (folded.wrapping_mul(SPREAD) >> (u32::BITS - BITS)) as usize
}

/// The place of the first three bytes.
#[inline]
const fn part_place(folded: u32) -> usize {
    place(folded << 8)
}

/// The next place, from `at` on, that has the bytes of a window.
pub(super) fn next(bytes: &[u8], mut at: usize) -> Option<(usize, Clue)> {
    let from = at;
    while let Some(block) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        if any(block) {
            // One that begins just before the block shows its last three bytes in it.
            let start = at.max(from + 1) - 1;
            let end = at + BLOCK + WIDTH - 2;
            if let Some((within, clue)) = bytes.get(start..end).and_then(first) {
                return Some((start + within, clue));
            }
        }
        at += BLOCK;
    }
    // Less than a block is left, and all of a short text.
    let rest = bytes.get(at..)?;
    let mut block = [0; BLOCK + WIDTH];
    block.get_mut(..rest.len())?.copy_from_slice(rest);
    // NB. one that begins at the last place of a block would show in the next one alone.
    let shows = rest.len() < BLOCK + WIDTH - 1;
    if shows && !any(&block) {
        return None;
    }
    let start = at.max(from + 1) - 1;
    let (within, clue) = first(bytes.get(start..)?)?;
    Some((start + within, clue))
}

/// Whether a part of some window stands at every second place of the block: each window that
/// begins in it, or one byte before it, shows one of its two parts there.
#[inline]
fn any(block: &[u8; BLOCK + WIDTH]) -> bool {
    let mut seen = 0;
    for half in 0..BLOCK / 2 {
        let start = 2 * half;
        let part = [
            block[start],
            block[start + 1],
            block[start + 2],
            block[start + 3],
        ];
        seen |= PART_AT[part_place(fold(&part))];
    }
    seen != 0
}

/// The first window in these bytes.
fn first(bytes: &[u8]) -> Option<(usize, Clue)> {
    bytes.windows(WIDTH).enumerate().find_map(|(at, window)| {
        let folded = fold(window.first_chunk()?);
        let index = usize::from(WINDOW_AT[place(folded)]).checked_sub(1)?;
        let (known, clue) = WINDOWS.get(index)?;
        (fold(known) == folded).then_some((at, *clue))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_window_is_found_at_the_end() {
        for (window, _) in WINDOWS {
            for before in 0..40 {
                let mut text = vec![b'.'; before];
                text.extend(*window);
                let (at, _) = next(&text, 0).expect("found");
                assert_eq!(at, before, "{window:?}");
                let again = next(&text, before).map(|(at, _)| at);
                assert_eq!(again, Some(before), "{window:?}");
            }
        }
    }

    #[test]
    fn every_window_is_found_at_every_place_and_in_any_case() {
        for (window, _) in WINDOWS {
            for before in 0..40 {
                let mut text = vec![b'.'; before];
                text.extend(window.iter().map(u8::to_ascii_uppercase));
                text.extend([b'.'; 9]);
                let (at, _) = next(&text, 0).expect("found");
                assert_eq!(at, before, "{window:?}");
            }
        }
    }
}
