//! Doc comments as descriptions.
//!
//! In: the attributes of an item or parameter. Out: the pieces of its description in order, shape
//! kept: one leading space less on each line, blank lines and indentation as they were. A doc that
//! is an expression (`include_str!`, `concat!`) stays one, and is joined at run time. It never
//! rewraps a text.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A piece of a description.
pub(crate) enum Piece {
    /// Text that is known now.
    Text(String),
    /// Text that only the compiler knows.
    Written(Expr),
}

/// Collects the docs of an item.
pub(crate) fn of(attrs: &[Attribute]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut lines: Vec<String> = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let Meta::NameValue(doc) = &attr.meta else {
            continue;
        };
        match &doc.value {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => lines.extend(tidy(&text.value())),
            written => {
                close(&mut lines, &mut pieces);
                pieces.push(Piece::Written(written.clone()));
            }
        }
    }
    close(&mut lines, &mut pieces);
    pieces
}

/// The calls that hand the pieces to a builder of the runtime.
pub(crate) fn calls(pieces: &[Piece]) -> TokenStream {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => quote!(.doc(#text)),
            Piece::Written(expr) => {
                let place = crate::attribute::at(expr.span());
                quote_spanned!(place=> .doc(#expr))
            }
        })
        .collect()
}

/// Turns lines that were collected into one piece.
fn close(lines: &mut Vec<String>, pieces: &mut Vec<Piece>) {
    let text = lines.join("\n");
    lines.clear();
    let text = text.trim_matches('\n').trim_end();
    if !text.trim().is_empty() {
        pieces.push(Piece::Text(text.to_owned()));
    }
}

/// One doc attribute as lines. A `/** … */` block is one attribute with many lines, often each
/// with a star in front.
fn tidy(doc: &str) -> Vec<String> {
    if !doc.contains('\n') {
        return vec![doc.strip_prefix(' ').unwrap_or(doc).trim_end().to_owned()];
    }
    let lines: Vec<&str> = doc.lines().collect();
    let inner = lines.get(1..).unwrap_or_default();
    let starred = inner
        .iter()
        .all(|line| line.trim().is_empty() || line.trim_start().starts_with('*'));
    let bare: Vec<&str> = lines
        .iter()
        .enumerate()
        .map(|(i, line)| match line.trim_start().strip_prefix('*') {
            Some(rest) if starred && i > 0 => rest,
            _ => line,
        })
        .collect();
    let indent = bare
        .iter()
        .skip(1)
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start().len())
        .min()
        .unwrap_or(0);
    bare.iter()
        .enumerate()
        .map(|(i, line)| {
            let line = if i == 0 {
                line.trim_start()
            } else {
                line.get(indent..).unwrap_or("")
            };
            line.trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn text(attrs: &[Attribute]) -> String {
        of(attrs)
            .iter()
            .map(|piece| match piece {
                Piece::Text(text) => text.clone(),
                Piece::Written(expr) => format!("<{}>", quote!(#expr)),
            })
            .collect::<Vec<_>>()
            .join("|")
    }

    #[test]
    fn one_leading_space_goes_and_the_shape_stays() {
        let attrs: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Adds numbers."]),
            parse_quote!(#[doc = ""]),
            parse_quote!(#[doc = " - first"]),
            parse_quote!(#[doc = "     indented"]),
        ];
        assert_eq!(text(&attrs), "Adds numbers.\n\n- first\n    indented");
    }

    #[test]
    fn a_starred_block_loses_its_stars_and_common_indentation() {
        let attrs: Vec<Attribute> =
            vec![parse_quote!(#[doc = "\n     * Adds.\n     *\n     *   - one\n     "])];
        assert_eq!(text(&attrs), "Adds.\n\n  - one");
    }

    #[test]
    fn a_plain_block_loses_its_common_indentation() {
        let attrs: Vec<Attribute> =
            vec![parse_quote!(#[doc = " Adds.\n       more\n         deep\n    "])];
        assert_eq!(text(&attrs), "Adds.\nmore\n  deep");
    }

    #[test]
    fn a_doc_that_is_a_macro_stays_an_expression_in_its_place() {
        let attrs: Vec<Attribute> = vec![
            parse_quote!(#[doc = " Before."]),
            parse_quote!(#[doc = include_str!("a.md")]),
            parse_quote!(#[doc = " After."]),
        ];
        assert_eq!(text(&attrs), "Before.|<include_str ! (\"a.md\")>|After.");
    }

    #[test]
    fn a_hidden_item_has_no_docs_of_its_own() {
        assert_eq!(text(&[parse_quote!(#[doc(hidden)])]), "");
    }
}
