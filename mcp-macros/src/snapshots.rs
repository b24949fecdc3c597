//! What the macros write, as text that a reviewer reads.
//!
//! In: the cases under `snapshots/`, each the user's code above a line of dashes and what is
//! written for it below. Out: a failure where that has changed; `UPDATE_SNAPSHOTS=1 cargo test -p
//! mcp-macros` writes the new text, to be read before it is committed. It never compiles what is
//! written.

use crate::{block, free};
use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use std::fs;
use std::path::{Path, PathBuf};

/// Between the user's code and the code that is written.
const LINE: &str = "\n\n----\n\n";

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let mut cases: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    cases.sort();
    cases
}

/// Runs the macro that stands first in the user's code.
fn expanded(code: &str) -> TokenStream {
    let code: TokenStream = code.parse().expect("tokens");
    let mut tokens = code.into_iter();
    assert!(
        matches!(tokens.next(), Some(TokenTree::Punct(_))),
        "begins with the attribute"
    );
    let Some(TokenTree::Group(attribute)) = tokens.next() else {
        panic!("begins with the attribute")
    };
    let mut inside = attribute.stream().into_iter();
    let name = inside.next().expect("a name").to_string();
    let words = match inside.next() {
        Some(TokenTree::Group(words)) => words.stream(),
        _ => TokenStream::new(),
    };
    match name.as_str() {
        "tool" => free(words, tokens.collect()),
        "server" => block(words, tokens.collect()),
        other => panic!("`{other}` is no macro of ours"),
    }
}

/// Tokens on lines: one for each statement, indented by braces. `p` stands for the private door.
fn laid_out(tokens: TokenStream) -> String {
    let mut out = String::new();
    write(tokens, 0, &mut out);
    for (from, to) in [
        (":: mcp_runtime :: __private :: ", "p::"),
        (" ::", "::"),
        (":: ", "::"),
        (" ,", ","),
        (" ;", ";"),
        (" .", "."),
        (" :", ":"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("(& ", "(&"),
        ("| __", "|__"),
        ("__p |", "__p|"),
        ("__call |", "__call|"),
        ("=(", "= ("),
        (" !", "!"),
    ] {
        out = out.replace(from, to);
    }
    let lines: Vec<&str> = out
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    lines.join("\n")
}

fn write(tokens: TokenStream, depth: usize, out: &mut String) {
    let line = format!("\n{}", "    ".repeat(depth));
    out.push_str(&line);
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                out.push('{');
                write(group.stream(), depth + 1, out);
                out.push_str(&line);
                out.push('}');
                out.push_str(&line);
            }
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    _ => ("", ""),
                };
                let kept = out.strip_suffix(' ').map_or(out.len(), str::len);
                out.truncate(kept);
                out.push_str(open);
                let mut inner = String::new();
                write(group.stream(), depth, &mut inner);
                out.push_str(inner.trim());
                out.push_str(close);
                out.push(' ');
            }
            TokenTree::Punct(punct) => {
                out.push(punct.as_char());
                match (punct.as_char(), punct.spacing()) {
                    (';', _) => out.push_str(&line),
                    ('&' | '#' | '!' | '.', _) | (_, Spacing::Joint) => {}
                    _ => out.push(' '),
                }
            }
            other => {
                out.push_str(&other.to_string());
                out.push(' ');
            }
        }
    }
}

#[test]
fn what_is_written_for_each_case_is_what_was_read_last() {
    let mut changed = Vec::new();
    for case in cases() {
        let text = fs::read_to_string(&case).expect("text");
        let (code, before) = text.split_once(LINE).unwrap_or((&text, ""));
        let now = laid_out(expanded(code));
        if before.trim_end() == now {
            continue;
        }
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
            let text = format!("{}{LINE}{now}\n", code.trim_end());
            fs::write(&case, text).expect("written");
        } else {
            changed.push(format!("{}:\n{now}", case.display()));
        }
    }
    assert!(
        changed.is_empty(),
        "changed, see `snapshots.rs`:\n{}",
        changed.join("\n\n")
    );
}

/// The first word of each path in the tokens; none of a path that begins with `::`.
fn first_words(tokens: TokenStream, found: &mut Vec<String>) {
    const KEYWORDS: [&str; 6] = ["use", "if", "mut", "static", "for", "impl"];
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_colon = |at: usize, joint: bool| match tokens.get(at) {
        Some(TokenTree::Punct(p)) => p.as_char() == ':' && (p.spacing() == Spacing::Joint) == joint,
        _ => false,
    };
    let colons = |at: usize| is_colon(at, true) && is_colon(at + 1, false);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => first_words(group.stream(), found),
            TokenTree::Ident(word) => {
                let word = word.to_string();
                let led = at >= 2 && colons(at - 2);
                if colons(at + 1) && !led && !KEYWORDS.contains(&word.as_str()) {
                    found.push(word);
                }
            }
            _ => {}
        }
    }
}

#[test]
fn every_path_that_is_written_begins_at_the_runtime() {
    for case in cases() {
        let text = fs::read_to_string(&case).expect("text");
        let code = text
            .split_once(LINE)
            .map_or(text.as_str(), |(code, _)| code);
        let (mut own, mut all) = (Vec::new(), Vec::new());
        first_words(code.parse().expect("tokens"), &mut own);
        first_words(expanded(code), &mut all);
        all.retain(|word| !own.contains(word) && word != "Self" && word != "clippy");
        assert!(all.is_empty(), "{}: {all:?}", case.display());
    }
}
