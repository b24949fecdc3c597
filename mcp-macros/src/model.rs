//! One tool, understood. Built means valid: what can be expanded has no mistake left.
//!
//! In: a function and the words of its `#[tool]`. Out: its name, what it says about itself, its
//! parameters and how it runs.

use crate::attribute::{self, TOOL, Word, at};
use crate::docs::{self, Piece};
use crate::errors::Faults;
use crate::function::Function;
use crate::names;
use crate::param::{Param, Source};
use crate::paths::Runtime;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, FnArg, GenericParam, PathArguments, Receiver, ReceiverKind, ReturnType, Safety,
    Type, WherePredicate,
};

/// Is it a function of its own, or a method of a served type?
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// A free function.
    Free,
    /// A method in a `#[server]` block.
    Method,
}

/// How its function is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Manner {
    /// It is awaited.
    Async,
    /// It blocks, and runs on the pool.
    Pool,
    /// It is quick, and runs where it is polled.
    Inline,
}

/// A tool that can be expanded.
pub(crate) struct Tool {
    /// The user's function.
    pub(crate) ident: Ident,
    /// Its name on the wire.
    pub(crate) name: String,
    /// What errors about the name point at.
    pub(crate) named_at: Span,
    /// Its parameters in order, `self` left out.
    pub(crate) params: Vec<Param>,
    /// How it runs.
    pub(crate) manner: Manner,
    /// What errors about the value that it returns point at.
    pub(crate) value_at: Span,
    /// What errors about its error point at.
    pub(crate) error_at: Span,
    /// The conditions under which it is there.
    pub(crate) conditions: Vec<Attribute>,
    /// Where the runtime is.
    pub(crate) runtime: Runtime,
    docs: Vec<Piece>,
    about: TokenStream,
}

impl Tool {
    /// Understands a function; all that is wrong with it goes to `faults`.
    pub(crate) fn of(
        words: TokenStream,
        function: &Function,
        place: Place,
        runtime: Runtime,
        faults: &mut Faults,
    ) -> Self {
        let ident = function.sig.ident.clone();
        let is_async = function.sig.asyncness.is_some();
        let (value_at, error_at) = result(function);
        let mut tool = Self {
            name: ident.unraw().to_string(),
            named_at: ident.span(),
            params: Vec::new(),
            manner: if is_async {
                Manner::Async
            } else {
                Manner::Pool
            },
            value_at,
            error_at,
            conditions: function.conditions(),
            runtime,
            docs: docs::of(&function.attrs),
            about: TokenStream::new(),
            ident,
        };
        for word in attribute::words(words, &TOOL, faults) {
            tool.word(&word, faults);
        }
        if let Some(wrong) = names::tool(&tool.name) {
            faults.at_span(tool.named_at, wrong);
        }
        signature(function, faults);
        tool.inputs(function, place, faults);
        tool
    }

    /// Takes in one word of `#[tool]`.
    fn word(&mut self, word: &Word, faults: &mut Faults) {
        let (name, place, value) = (word.name(), word.place(), &word.value);
        match name.as_str() {
            "name" => {
                if let Some(text) = word.text(faults) {
                    self.name = text.value();
                    self.named_at = text.span();
                }
            }
            "inline" if self.manner == Manner::Async => faults.at(
                &word.key,
                "`inline` is for a plain `fn`: an `async fn` is polled on the spot anyway",
            ),
            "inline" => self.manner = Manner::Inline,
            "timeout" => {
                let Some(text) = word.text(faults) else {
                    return;
                };
                match millis(&text.value()) {
                    Some(millis) => self.about.extend(quote_spanned!(place=> .timeout(#millis))),
                    None => faults.at(text, "a timeout is a number and a unit, as in `\"500ms\"`, `\"30s\"`, `\"5m\"`, `\"1h\"`"),
                }
            }
            "crate" => {
                if let Some(runtime) = runtime(word, faults) {
                    self.runtime = runtime;
                }
            }
            "read_only" | "destructive" | "idempotent" | "open_world" => {
                let call = Ident::new(&name, place);
                let value = value
                    .as_ref()
                    .map_or_else(|| quote!(true), ToTokens::to_token_stream);
                self.about.extend(quote_spanned!(place=> .#call(#value)));
            }
            _ => {
                let call = Ident::new(&name, place);
                self.about.extend(quote_spanned!(place=> .#call(#value)));
            }
        }
    }

    /// Goes through the parameters.
    fn inputs(&mut self, function: &Function, place: Place, faults: &mut Faults) {
        let lifetimes: Vec<String> = function
            .sig
            .generics
            .lifetimes()
            .map(|param| param.lifetime.ident.to_string())
            .collect();
        for (index, input) in function.sig.inputs.iter().enumerate() {
            match input {
                FnArg::Receiver(receiver) => own(receiver, place, faults),
                FnArg::Typed(typed) => self
                    .params
                    .extend(Param::of(index, typed, &lifetimes, faults)),
            }
        }
        if place == Place::Method && function.sig.receiver().is_none() {
            faults.at(
                &self.ident,
                "a tool in a `#[server]` block takes `&self`: move a function without it out of the `impl`, under `#[tool]`",
            );
        }
        for (i, param) in self.params.iter().enumerate() {
            let before = || self.params.iter().take(i);
            let named = |p: &&Param| matches!(p.source, Source::Caller | Source::View);
            if named(&param) && before().filter(named).any(|other| other.wire == param.wire) {
                faults.at(
                    &param.named_at,
                    format!("a second parameter called `{}`", param.wire),
                );
            }
            if let Some((name, text)) = &param.header
                && before()
                    .filter_map(|p| p.header.as_ref())
                    .any(|(other, _)| other == name)
            {
                faults.at(
                    text,
                    "a second parameter with this header: upper and lower case are one",
                );
            }
        }
    }

    /// The calls that say what the tool is.
    pub(crate) fn about(&self) -> TokenStream {
        let (door, name, about) = (self.runtime.door(), &self.name, &self.about);
        let docs = docs::calls(&self.docs);
        let place = at(self.ident.span());
        let manner = match self.manner {
            Manner::Async => quote!(),
            Manner::Pool => quote!(.blocking()),
            Manner::Inline => quote!(.inline()),
        };
        let line = line(self.ident.span());
        quote_spanned!(place=> #door::About::new(#name).at(#door::file!(), #line) #docs #about #manner)
    }
}

/// The line on which something of the user's stands; 0 where there is no compiler to ask.
fn line(span: Span) -> Literal {
    let line = match proc_macro::is_available() {
        true => u32::try_from(span.unwrap().line()).unwrap_or(0),
        false => 0,
    };
    Literal::u32_unsuffixed(line)
}

/// `crate = path` or `crate = "path"`.
pub(crate) fn runtime(word: &Word, faults: &mut Faults) -> Option<Runtime> {
    match word.value.as_ref()? {
        syn::Expr::Path(path) => Some(Runtime::named(&path.path)),
        _ => match word.text(faults)?.parse_with(syn::Path::parse_mod_style) {
            Ok(path) => Some(Runtime::named(&path)),
            Err(error) => {
                faults.push(error);
                None
            }
        },
    }
}

/// Where the value and the error of a function stand, as far as its tokens show it.
fn result(function: &Function) -> (Span, Span) {
    let ReturnType::Type(_, ty) = &function.sig.output else {
        let place = function.sig.ident.span();
        return (place, place);
    };
    let shown = match &**ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    };
    let parts = match shown.map(|last| (&last.ident, &last.arguments)) {
        Some((name, PathArguments::AngleBracketed(list))) if name == "Result" => Some(&list.args),
        _ => None,
    };
    let part = |at| parts.and_then(|parts| parts.get(at));
    let place = |at| part(at).map_or_else(|| ty.span(), Spanned::span);
    (place(0), place(1))
}

/// What no tool can be.
fn signature(function: &Function, faults: &mut Faults) {
    for param in &function.sig.generics.params {
        let name = match param {
            GenericParam::Lifetime(_) => continue,
            GenericParam::Type(ty) => &ty.ident,
            GenericParam::Const(constant) => &constant.ident,
        };
        faults.at(
            param,
            format!("a tool can't be generic, since its schema must be known: remove `{name}`, or write one tool for each type"),
        );
    }
    if let Some(clause) = &function.sig.generics.where_clause
        && function.sig.receiver().is_some()
    {
        let types = clause
            .predicates
            .iter()
            .filter(|predicate| matches!(predicate, WherePredicate::Type(_)));
        for predicate in types {
            faults.at(
                predicate,
                "put this bound on the `impl`: whoever mounts the type must know that it holds",
            );
        }
    }
    if let Safety::Unsafe(word) = &function.sig.safety {
        faults.at(
            word,
            "a tool can't be `unsafe`, since its callers are strangers: make it safe, with the `unsafe` block inside",
        );
    }
    if let Some(abi) = &function.sig.abi {
        faults.at(
            abi,
            "a tool is called from Rust alone: remove `extern`, and call this function from a tool if others need it",
        );
    }
    if let Some(variadic) = &function.sig.variadic {
        faults.at(variadic, "a tool can't be variadic: take a `Vec`");
    }
}

/// How a tool may take `self`.
fn own(receiver: &Receiver, place: Place, faults: &mut Faults) {
    match &receiver.kind {
        _ if place == Place::Free => faults.at(
            receiver,
            "a method is a tool only inside a `#[server]` block: put `#[server]` on the `impl`",
        ),
        ReceiverKind::Reference(_, _, None) => {}
        ReceiverKind::Reference(..) => faults.at(
            receiver,
            "tools run side by side, so none can have `&mut self`: take `&self`, and keep what changes in a `Mutex` or an atomic",
        ),
        _ => faults.at(receiver, "the server keeps the value for the next call: take `&self`"),
    }
}

/// `"30s"` in milliseconds.
fn millis(text: &str) -> Option<u64> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit())?;
    let (count, unit) = text.split_at_checked(end)?;
    let unit = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    count
        .parse::<u64>()
        .ok()?
        .checked_mul(unit)
        .filter(|millis| *millis > 0)
}

#[cfg(test)]
mod tests {
    use super::millis;

    #[test]
    fn a_timeout_is_a_number_and_a_unit() {
        let known = [
            ("500ms", 500),
            ("30s", 30_000),
            ("5 m", 300_000),
            ("2min", 120_000),
            ("1h", 3_600_000),
        ];
        for (text, expected) in known {
            assert_eq!(millis(text), Some(expected), "{text}");
        }
        for bad in [
            "",
            "30",
            "s",
            "0s",
            "-1s",
            "1.5s",
            "30 parsecs",
            "99999999999999999999s",
            "9999999999999999999h",
        ] {
            assert_eq!(millis(bad), None, "{bad}");
        }
    }
}
