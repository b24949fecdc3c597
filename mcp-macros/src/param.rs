//! One parameter of a tool, as the macro understands it.
//!
//! In: a typed parameter. Out: where it comes from, its name on the wire, and the calls that
//! describe it. Syntax decides here only between `&T` and `T`; what a type is, the compiler knows.

use crate::attribute::{self, ARG, Word, at};
use crate::docs::{self, Piece};
use crate::errors::Faults;
use crate::function::has_no_size;
use crate::paths::Runtime;
use crate::{limits, names};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{LitStr, Pat, PatType, Type};

/// Where the value of a parameter comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// From the caller, by its name.
    Caller,
    /// From the caller: its fields are arguments themselves.
    Flat,
    /// By reference: from the server, or a view of what the caller sent.
    Reference,
    /// By reference, with words of `#[arg]`: a view of what the caller sent.
    View,
}

/// A parameter that can be described and taken.
pub(crate) struct Param {
    /// The local that holds it in generated code.
    pub(crate) var: Ident,
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Its header, in lower case, where it has one.
    pub(crate) header: Option<(String, LitStr)>,
    /// What errors about its name point at.
    pub(crate) named_at: TokenStream,
    /// Where its value comes from.
    pub(crate) source: Source,
    ty: TokenStream,
    place: Span,
    docs: Vec<Piece>,
    chain: TokenStream,
}

impl Param {
    /// Understands one parameter; all that is wrong with it goes to `faults`.
    ///
    /// `lifetimes` are those of the function, which have no name where the parameter is taken.
    pub(crate) fn of(
        index: usize,
        typed: &PatType,
        lifetimes: &[String],
        faults: &mut Faults,
    ) -> Option<Self> {
        let words = arg_words(typed, faults);
        limits::check(&words, faults);
        let ident = plain_name(&typed.pat, faults);
        let (by_ref, ty) = source(&typed.ty, faults)?;
        let ident = ident?;
        let mut param = Self {
            var: format_ident!("__p{index}"),
            wire: ident.unraw().to_string().trim_start_matches('_').to_owned(),
            header: None,
            named_at: ident.to_token_stream(),
            source: match (by_ref, words.is_empty()) {
                (false, _) => Source::Caller,
                (true, true) => Source::Reference,
                (true, false) => Source::View,
            },
            place: at(ty.span()),
            ty: inferred(ty.to_token_stream(), lifetimes),
            docs: docs::of(&typed.attrs),
            chain: TokenStream::new(),
        };
        let flat = words.iter().any(|word| word.name() == "flatten");
        for word in &words {
            if let Some(wrong) = limits::negative(word, &ty) {
                faults.at(&word.value, wrong);
                continue;
            }
            match of_a_field(&word.name()).filter(|_| flat) {
                Some(remedy) => faults.at(&word.key, not_flat(&word.name(), remedy)),
                None => param.word(word, faults),
            }
        }
        if param.wire.is_empty() {
            let words = "a parameter needs a name that a caller can send: give it one, or say `#[arg(rename = \"…\")]`";
            faults.at(&param.named_at, words);
        }
        Some(param)
    }

    /// Takes in one word of `#[arg]`.
    fn word(&mut self, word: &Word, faults: &mut Faults) {
        let (name, place, value) = (word.name(), word.place(), &word.value);
        match name.as_str() {
            "flatten" if self.source == Source::View => {
                faults.at(
                    &word.key,
                    "`flatten` needs a value of its own: take the parameter by value",
                );
            }
            "flatten" => self.source = Source::Flat,
            "rename" => {
                if let Some(text) = word.text(faults) {
                    self.wire = text.value();
                    self.named_at = text.to_token_stream();
                }
            }
            "header" => {
                let Some(text) = word.text(faults) else {
                    return;
                };
                if let Some(wrong) = names::header(&text.value()) {
                    faults.at(&text, wrong);
                }
                self.chain.extend(quote_spanned!(place=> .header(#text)));
                self.header = Some((text.value().to_lowercase(), text));
            }
            "default" | "example" => {
                let call = Ident::new(&name, place);
                self.chain.extend(quote_spanned!(place=> .#call(|| #value)));
            }
            "unique" => self.chain.extend(quote_spanned!(place=> .unique())),
            _ => {
                let call = Ident::new(&name, place);
                self.chain.extend(quote_spanned!(place=> .#call(#value)));
            }
        }
    }

    /// The line that describes or takes the parameter.
    pub(crate) fn take(&self, runtime: &Runtime) -> TokenStream {
        let Self {
            var,
            wire,
            ty,
            chain,
            ..
        } = self;
        let place = self.place;
        let door = runtime.door_at(place);
        let docs = docs::calls(&self.docs);
        let describe = quote_spanned!(place=> |__p| __p.named(#wire) #docs #chain);
        let call = match self.source {
            Source::Caller => quote_spanned!(place=> take::<#ty>(&mut __args, #describe)),
            Source::Flat => quote_spanned!(place=> take_all::<#ty>(&mut __args, #describe)),
            Source::Reference => quote_spanned!(place=> lend::<#ty>(&mut __args, #describe)),
            Source::View => {
                quote_spanned!(place=> take_view(&mut __args, #door::view::<#ty, _>(), #describe))
            }
        };
        quote_spanned!(place=> #var = #door::#call;)
    }

    /// The expression that hands the parameter to the user's function.
    pub(crate) fn pass(&self, door: &TokenStream) -> TokenStream {
        let var = &self.var;
        match self.source {
            // What is lent stays in its local, so that the result may borrow from it.
            Source::Reference | Source::View => quote!(&**#door::lent(&#var)),
            _ => quote!(#door::given(#var)),
        }
    }
}

/// What says the same of a field, where a word can be said of one argument only.
fn of_a_field(word: &str) -> Option<&'static str> {
    match word {
        "description" => Some("a doc comment"),
        "rename" => Some("`#[serde(rename = \"…\")]`"),
        "example" => Some("`#[schemars(example = …)]`"),
        "header" => Some("`#[schemars(extend(\"x-mcp-header\" = \"…\"))]`"),
        _ => None,
    }
}

fn not_flat(word: &str, remedy: &str) -> String {
    format!(
        "`{word}` is for one argument, and `flatten` makes one of each field: put {remedy} on the field"
    )
}

/// The words of all `#[arg]` on a parameter.
fn arg_words(typed: &PatType, faults: &mut Faults) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    for attr in &typed.attrs {
        if attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr") {
            faults.at(
                attr,
                "a parameter of a tool can't be conditional: write two versions of the function, each under `#[cfg]`",
            );
        }
        if !attr.path().is_ident("arg") {
            continue;
        }
        let tokens = match &attr.meta {
            syn::Meta::List(list) => list.tokens.clone(),
            other => {
                faults.at(
                    other,
                    "`#[arg]` takes its words in parentheses, as in `#[arg(min = 1)]`",
                );
                continue;
            }
        };
        for word in attribute::words(tokens, &ARG, faults) {
            if words.iter().any(|other| other.name() == word.name()) {
                faults.at(
                    &word.key,
                    format!("`{}` is said twice: keep one", word.name()),
                );
            } else {
                words.push(word);
            }
        }
    }
    words
}

/// The one name of a parameter.
fn plain_name(pat: &Pat, faults: &mut Faults) -> Option<Ident> {
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
            Some(name.ident.clone())
        }
        other => {
            faults.at(
                other,
                "a parameter of a tool needs a plain name, which is what the caller sends: take it apart in the body",
            );
            None
        }
    }
}

/// Is it taken by reference, and what is the type behind?
fn source(ty: &Type, faults: &mut Faults) -> Option<(bool, Type)> {
    match peel(ty) {
        Type::Reference(reference) => {
            if let Some(mutable) = &reference.mutability {
                faults.at(
                    mutable,
                    "what the server lends is shared by all calls: take `&T`, and keep what changes in a `Mutex` or an atomic",
                );
                return None;
            }
            if let Type::TraitObject(object) = peel(&reference.elem) {
                faults.at(
                    object,
                    "the server finds a value by its type: hand over a `Box<dyn …>` with `.state(…)` and take `&Box<dyn …>`",
                );
                return None;
            }
            Some((true, (*reference.elem).clone()))
        }
        Type::ImplTrait(open) => {
            faults.at(
                open,
                "a tool can't take `impl Trait`, since its schema must be known: name the type",
            );
            None
        }
        unsized_ if has_no_size(unsized_) => {
            faults.at(
                unsized_,
                "a value of this type has no size: take `String` or `&str` for a text and `Vec<T>` for a list that the caller sends, `&Box<dyn …>` for what the server has",
            );
            None
        }
        owned if borrows(owned.to_token_stream()) => {
            faults.at(
                owned,
                "what the caller sends is owned by the call: write the owned type, such as `String` for `&str`",
            );
            None
        }
        owned => Some((false, owned.clone())),
    }
}

/// NB. a type that came through a `macro_rules!` stands in an invisible group.
fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => peel(&group.elem),
        Type::Paren(paren) => peel(&paren.elem),
        other => other,
    }
}

/// A type in which the compiler finds the given lifetimes by itself.
fn inferred(ty: TokenStream, lifetimes: &[String]) -> TokenStream {
    let mut after_tick = false;
    let each = ty.into_iter().map(|token| {
        let is_lifetime = std::mem::take(&mut after_tick);
        match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), inferred(group.stream(), lifetimes));
                inside.set_span(group.span());
                inside.into()
            }
            TokenTree::Ident(name) if is_lifetime && lifetimes.contains(&name.to_string()) => {
                Ident::new("_", name.span()).into()
            }
            token => {
                after_tick = matches!(&token, TokenTree::Punct(tick) if tick.as_char() == '\'');
                token
            }
        }
    });
    each.collect()
}

/// Is there a reference inside? Not even one that lives for ever can be read from a message.
fn borrows(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => borrows(group.stream()),
        TokenTree::Punct(punct) => punct.as_char() == '&',
        _ => false,
    })
}
