//! `#[server]`: a type whose methods are tools.
//!
//! In: an `impl` block. Out: the same block without our attributes, a hidden function for each
//! tool, and the registration of them all. Generics, lifetimes and where-clauses are passed through
//! as they are. It never parses a body.

use crate::attribute::{self, SERVER, Word, at};
use crate::block::{Block, Item, Mark, take_mark};
use crate::errors::Faults;
use crate::expand;
use crate::function::{Function, conditions};
use crate::model::{self, Place, Tool};
use crate::paths::Runtime;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Attribute, Expr};

/// The words of `#[server(…)]`, understood.
struct About {
    runtime: Runtime,
    instructions: Option<Expr>,
    part: Option<syn::Path>,
    may_be_empty: bool,
}

/// Expands a block.
pub(crate) fn expand(words: TokenStream, mut block: Block) -> TokenStream {
    let mut faults = Faults::default();
    let about = About::of(attribute::words(words, &SERVER, &mut faults), &mut faults);
    let mut tools = Vec::new();
    let mut items = Vec::new();
    let mut has_macros = false;
    for item in &mut block.items {
        items.push(match item {
            Item::Other(tokens) => tokens.clone(),
            Item::Macro(path) => {
                faults.at(path, MACRO);
                // Left out: the tools that it makes would add errors of their own.
                has_macros = true;
                TokenStream::new()
            }
            Item::Function(function) => {
                if let Some(mark) = take_mark(function, &mut faults) {
                    tools.push(tool(mark, function, &about, &mut faults));
                    function.mend();
                }
                function.cleaned()
            }
        });
    }
    doubles(&tools, &mut faults);
    if tools.is_empty() && !has_macros && !about.may_be_empty {
        faults.at(
            &block.ty,
            "there is no `#[tool]` in this block: put it on the methods that are tools, or say `#[server(empty)]`",
        );
    }
    let cleaned = block.cleaned(&items);
    let written = Written {
        block: &block,
        about: &about,
        conditions: conditions(&block.attrs),
    };
    let marker = written.marker();
    match faults.finish() {
        Some(errors) => {
            let inert = written.served(&quote!());
            quote! { #cleaned #errors #marker #inert }
        }
        None => {
            let calls = written.calls(&tools);
            let served = written.served(&written.registration(&tools));
            quote! { #cleaned #marker #calls #served }
        }
    }
}

/// Why no macro may be called inside the block.
const MACRO: &str = "this macro is expanded after `#[server]` has looked for tools, so tools that \
     it makes would be lost: write the methods out, let the macro write the whole `#[server] impl`, \
     or move what is no tool to another `impl`";

impl About {
    fn of(words: Vec<Word>, faults: &mut Faults) -> Self {
        let mut about = Self {
            runtime: Runtime::usual(),
            instructions: None,
            part: None,
            may_be_empty: false,
        };
        for word in words {
            match word.name().as_str() {
                "crate" => about.runtime = model::runtime(&word, faults).unwrap_or(about.runtime),
                "instructions" => about.instructions = word.value,
                "empty" => about.may_be_empty = true,
                _ => match word.value {
                    Some(Expr::Path(path)) => about.part = Some(path.path),
                    other => faults.at(other, "a part is the name of a type, as in `part = Admin`"),
                },
            }
        }
        about
    }
}

/// One method, understood.
fn tool(mark: Mark, function: &Function, about: &About, faults: &mut Faults) -> Tool {
    let runtime = about.runtime.clone();
    let mut tool = Tool::of(mark.words, function, Place::Method, runtime, faults);
    tool.conditions.extend(mark.condition);
    tool
}

/// Two tools of one name. Methods under a `cfg` may be versions of one tool.
fn doubles(tools: &[Tool], faults: &mut Faults) {
    let certain: Vec<&Tool> = tools
        .iter()
        .filter(|tool| tool.conditions.is_empty())
        .collect();
    for (i, tool) in certain.iter().enumerate() {
        if let Some(first) = certain.iter().take(i).find(|other| other.name == tool.name) {
            let name = &tool.name;
            faults.at_span(
                tool.named_at,
                format!("a second tool called `{name}`: give one of them `#[tool(name = \"…\")]`"),
            );
            faults.at_span(first.named_at, format!("the first tool called `{name}`"));
        }
    }
}

/// A block that is being written.
struct Written<'a> {
    block: &'a Block,
    about: &'a About,
    conditions: Vec<Attribute>,
}

impl Written<'_> {
    /// The type that names the part, made where the name is new.
    fn marker(&self) -> TokenStream {
        let Some(part) = self.about.part.as_ref().and_then(|path| path.get_ident()) else {
            return TokenStream::new();
        };
        let conditions = &self.conditions;
        quote! {
            #(#conditions)*
            #[doc(hidden)]
            #[allow(dead_code, unreachable_pub)]
            pub struct #part;
        }
    }

    /// What the type must be to be served.
    ///
    /// NB. with a lifetime parameter, `Send + Sync` here would hide the real impls from the check
    /// of async blocks ("implementation of `Sync` is not general enough"); the supertraits of
    /// `Serve` alone speak then.
    fn bounds(&self) -> TokenStream {
        let ty = &self.block.ty;
        let place = at(ty.span());
        let door = self.about.runtime.door_at(place);
        let threads = self
            .block
            .generics
            .lifetimes()
            .next()
            .is_none()
            .then(|| quote_spanned!(place=> #door::Send + #door::Sync +));
        quote_spanned!(place=> #ty: #threads 'static)
    }

    /// One hidden function for each tool.
    ///
    /// NB. a single body with 200 futures takes the compiler far longer than 200 bodies.
    fn calls(&self, tools: &[Tool]) -> TokenStream {
        let (door, ty, bounds) = (self.about.runtime.door(), &self.block.ty, self.bounds());
        let (generics, _, clause) = self.block.generics.split_for_impl();
        let conditions = &self.conditions;
        let calls = tools.iter().map(|tool| {
            let (name, conditions) = (self.call_name(tool), &tool.conditions);
            let future = expand::future(tool, &self.callee(tool), true);
            quote! {
                #(#conditions)*
                #[doc(hidden)]
                fn #name(__this: #door::Arc<Self>, __call: #door::Call) -> #door::BoxFuture
                where
                    #bounds,
                {
                    #future
                }
            }
        });
        quote! {
            #(#conditions)*
            #[doc(hidden)]
            #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #generics #ty #clause { #(#calls)* }
        }
    }

    /// The user's method.
    fn callee(&self, tool: &Tool) -> TokenStream {
        let ident = &tool.ident;
        match &self.block.of {
            Some(path) => quote!(<Self as #path>::#ident),
            None => quote!(Self::#ident),
        }
    }

    /// NB. several blocks of one type may have methods of one name.
    fn call_name(&self, tool: &Tool) -> Ident {
        let last = |path: &syn::Path| path.segments.last().map(|last| last.ident.clone());
        let part = self.about.part.as_ref().and_then(last);
        let of = self.block.of.as_ref().and_then(last);
        let block: String = [part, of]
            .into_iter()
            .flatten()
            .map(|name| format!("{}_", name.unraw().to_string().to_lowercase()))
            .collect();
        let place = at(tool.ident.span());
        format_ident!("__tool_{}{}", block, tool.ident.unraw(), span = place)
    }

    /// The lines that hand the tools over.
    fn registration(&self, tools: &[Tool]) -> TokenStream {
        let door = self.about.runtime.door();
        let lines = tools.iter().map(|tool| {
            let (name, conditions, about) = (self.call_name(tool), &tool.conditions, tool.about());
            quote! {
                #(#conditions)*
                {
                    let __this = #door::Clone::clone(&self);
                    #door::Registry::add(__to, #about, move |__call| {
                        Self::#name(#door::Clone::clone(&__this), __call)
                    });
                }
            }
        });
        let end = (!self.about.may_be_empty).then(|| {
            let name = self.block.ty.to_token_stream().to_string().replace(' ', "");
            quote! { #door::Registry::end_of_block(__to, __before, #name); }
        });
        quote! {
            let __before = #door::Registry::count(__to);
            #(#lines)*
            #end
        }
    }

    /// The trait that makes the type mountable.
    fn served(&self, registration: &TokenStream) -> TokenStream {
        let (door, ty, bounds) = (self.about.runtime.door(), &self.block.ty, self.bounds());
        let (generics, _, clause) = self.block.generics.split_for_impl();
        let predicates = clause.map(|clause| {
            let each = clause.predicates.iter();
            quote!(#(#each,)*)
        });
        let part = match &self.about.part {
            Some(part) => part.to_token_stream(),
            None => quote!(#door::Main),
        };
        let instructions = match &self.about.instructions {
            Some(text) => {
                // What is no text is told at the text, and not at what stands around it.
                let place = at(text.span());
                let door = self.about.runtime.door_at(place);
                quote_spanned!(place=> {
                    let __text: &'static #door::str = #text;
                    #door::Some(__text)
                })
            }
            None => quote!(#door::None),
        };
        let conditions = &self.conditions;
        quote! {
            #(#conditions)*
            #[doc(hidden)]
            #[allow(unused_variables, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
            impl #generics #door::Serve<#part> for #ty
            where
                #predicates
                #bounds,
            {
                const INSTRUCTIONS: #door::Option<&'static #door::str> = #instructions;
                fn register(self: #door::Arc<Self>, __to: &mut #door::Registry) {
                    #registration
                }
            }
        }
    }
}
