//! The words inside `#[tool(…)]`, `#[arg(…)]` and `#[server(…)]`.
//!
//! In: the tokens between the parentheses. Out: each word once, with its value if it has one.
//! Unknown and repeated words are faults at the word; what a value means is not decided here.

use crate::errors::{Faults, unknown};
use proc_macro2::{Span, TokenStream};
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::{Expr, ExprLit, Ident, Lit, LitStr, Token};

/// An attribute of ours and the words it knows.
pub(crate) struct Vocabulary {
    /// The attribute as the user writes it.
    pub(crate) attribute: &'static str,
    /// Words that stand alone.
    pub(crate) flags: &'static [&'static str],
    /// Words with `= value`.
    pub(crate) values: &'static [&'static str],
    /// All of them, in the order in which they are listed to the user.
    pub(crate) all: &'static [&'static str],
}

/// `#[tool(…)]`
pub(crate) const TOOL: Vocabulary = Vocabulary {
    attribute: "#[tool]",
    flags: &[
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "inline",
    ],
    values: &[
        "name",
        "title",
        "description",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "timeout",
        "icons",
        "meta",
        "input_schema",
        "output_schema",
        "crate",
    ],
    all: &[
        "name",
        "title",
        "description",
        "read_only",
        "destructive",
        "idempotent",
        "open_world",
        "inline",
        "timeout",
        "icons",
        "meta",
        "input_schema",
        "output_schema",
        "crate",
    ],
};

/// `#[arg(…)]`
pub(crate) const ARG: Vocabulary = Vocabulary {
    attribute: "#[arg]",
    flags: &["flatten", "unique"],
    values: &[
        "description",
        "rename",
        "default",
        "min",
        "max",
        "exclusive_min",
        "exclusive_max",
        "multiple_of",
        "min_length",
        "max_length",
        "pattern",
        "min_items",
        "max_items",
        "format",
        "example",
        "header",
    ],
    all: &[
        "description",
        "rename",
        "flatten",
        "default",
        "min",
        "max",
        "exclusive_min",
        "exclusive_max",
        "multiple_of",
        "min_length",
        "max_length",
        "pattern",
        "min_items",
        "max_items",
        "unique",
        "format",
        "example",
        "header",
    ],
};

/// `#[server(…)]`
pub(crate) const SERVER: Vocabulary = Vocabulary {
    attribute: "#[server]",
    flags: &["empty"],
    values: &["instructions", "part", "crate"],
    all: &["instructions", "part", "empty", "crate"],
};

/// One word, with its value if it has one.
pub(crate) struct Word {
    /// The word itself; errors about it stand here.
    pub(crate) key: Ident,
    /// What stood after `=`.
    pub(crate) value: Option<Expr>,
}

impl Word {
    /// A word's name without `r#`.
    pub(crate) fn name(&self) -> String {
        self.key.unraw().to_string()
    }

    /// The place of the word with the hygiene of the macro: for names that belong to the runtime.
    pub(crate) fn place(&self) -> Span {
        at(self.key.span())
    }

    /// The value as a text literal; anything else is a fault.
    pub(crate) fn text(&self, faults: &mut Faults) -> Option<LitStr> {
        match self.value.as_ref()? {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text),
                ..
            }) => Some(text.clone()),
            other => {
                let word = self.name();
                faults.at(
                    other,
                    format!("`{word}` takes a text, as in `{word} = \"…\"`"),
                );
                None
            }
        }
    }
}

/// The place of a token of the user, with the hygiene of the macro.
///
/// NB. with the token's own span, a generated name is not found again when the token came
/// through a `macro_rules!`.
pub(crate) fn at(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Reads `word, word = value, …`. Goes on after a mistake, so that all of them are told at once.
pub(crate) fn words(tokens: TokenStream, known: &Vocabulary, faults: &mut Faults) -> Vec<Word> {
    let mut found: Vec<Word> = Vec::new();
    let parse = |input: ParseStream<'_>| {
        while !input.is_empty() {
            match word(input, known) {
                Ok(word) => admit(word, known, &mut found, faults),
                Err(error) => {
                    faults.push(error);
                    skip(input);
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    };
    if let Err(error) = parse.parse2(tokens) {
        faults.push(error);
    }
    found
}

/// Reads one word and its value.
fn word(input: ParseStream<'_>, known: &Vocabulary) -> syn::Result<Word> {
    if !input.peek(Ident::peek_any) {
        let all = known.all.join("`, `");
        return Err(input.error(format!(
            "expected a word: `{}` knows `{all}`",
            known.attribute
        )));
    }
    let key = input.call(Ident::parse_any)?;
    let name = key.unraw().to_string();
    if !known.all.contains(&name.as_str()) {
        return Err(syn::Error::new(
            key.span(),
            unknown(&name, known.attribute, known.all),
        ));
    }
    let mut value = None;
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        // What is cut off is left to `admit`, which has the words for a missing value.
        if !input.is_empty() && !input.peek(Token![,]) {
            value = Some(expression(input, &name)?);
        }
    }
    if value.is_none() && !input.is_empty() && !input.peek(Token![,]) {
        let words = format!("expected `,` or `= …` after `{name}`");
        return Err(input.error(words));
    }
    Ok(Word { key, value })
}

/// The value of `crate` may be a text or a path; all others are expressions.
fn expression(input: ParseStream<'_>, name: &str) -> syn::Result<Expr> {
    if name == "crate" && !input.peek(LitStr) {
        let path = input.call(syn::Path::parse_mod_style)?;
        return Ok(Expr::Path(syn::ExprPath {
            attrs: Vec::new(),
            qself: None,
            path,
        }));
    }
    input.parse()
}

/// Takes a word in when it has the form it needs and stands there for the first time.
fn admit(word: Word, known: &Vocabulary, found: &mut Vec<Word>, faults: &mut Faults) {
    let name = word.name();
    let name = name.as_str();
    if word.value.is_some() && !known.values.contains(&name) {
        faults.at(&word.key, format!("`{name}` stands alone, without a value"));
    } else if word.value.is_none() && !known.flags.contains(&name) {
        faults.at(
            &word.key,
            format!("`{name}` needs a value, as in `{name} = …`"),
        );
    } else if found.iter().any(|other| other.name() == name) {
        faults.at(&word.key, format!("`{name}` is said twice: keep one"));
    } else {
        found.push(word);
    }
}

/// Passes over what is left of a word that could not be read.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() && !input.peek(Token![,]) {
        if input.parse::<proc_macro2::TokenTree>().is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    fn names(tokens: TokenStream, known: &Vocabulary) -> (Vec<String>, String) {
        let mut faults = Faults::default();
        let words = words(tokens, known, &mut faults);
        let said = faults
            .finish()
            .map(|tokens| tokens.to_string())
            .unwrap_or_default();
        (words.iter().map(Word::name).collect(), said)
    }

    #[test]
    fn every_listed_word_is_a_flag_or_has_a_value() {
        for known in [TOOL, ARG, SERVER] {
            for word in known.all {
                assert!(
                    known.flags.contains(word) || known.values.contains(word),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn words_after_a_mistake_are_still_read() {
        let (found, said) = names(
            quote!(nmae = "x", read_only, inline = 3, title = "t"),
            &TOOL,
        );
        assert_eq!(found, ["read_only", "title"]);
        assert!(
            said.contains("unknown word `nmae`, did you mean `name`?"),
            "{said}"
        );
        assert!(said.contains("`inline` stands alone"), "{said}");
    }

    #[test]
    fn a_word_said_twice_is_refused() {
        let (found, said) = names(quote!(min = 1, min = 2), &ARG);
        assert_eq!(found, ["min"]);
        assert!(said.contains("`min` is said twice"), "{said}");
    }

    #[test]
    fn crate_takes_a_path_that_begins_with_a_colon_or_a_keyword() {
        assert_eq!(names(quote!(crate = crate::sdk), &TOOL).0, ["crate"]);
        assert_eq!(names(quote!(crate = ::sdk), &TOOL).0, ["crate"]);
        assert_eq!(names(quote!(crate = "sdk"), &TOOL).0, ["crate"]);
    }
}
