//! An `impl` block as the user wrote it.
//!
//! In: the tokens of an `impl`. Out: its header, parsed; its functions, with bodies untouched; all
//! else as it is. Which functions are tools is found here, `#[cfg_attr(…, tool)]` included. It
//! never changes what is not ours.

use crate::errors::Faults;
use crate::function::{Function, is_tool, starts_function};
use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, FnArg, Generics, ImplItem, Meta, Path, Token, Type, Visibility, braced};

/// An `impl` block with unparsed bodies.
pub(crate) struct Block {
    /// Its attributes.
    pub(crate) attrs: Vec<Attribute>,
    /// Its parameters and where-clause.
    pub(crate) generics: Generics,
    /// The trait it implements, if any.
    pub(crate) of: Option<Path>,
    /// The type.
    pub(crate) ty: Type,
    /// What stands in it.
    pub(crate) items: Vec<Item>,
}

/// One thing in an `impl` block.
pub(crate) enum Item {
    /// A function.
    Function(Box<Function>),
    /// A call of a macro, which may become anything.
    Macro(Path),
    /// A constant, a type, or something that only the compiler knows.
    Other(TokenStream),
}

/// That a function is a tool.
pub(crate) struct Mark {
    /// What stood in the parentheses of `#[tool(…)]`.
    pub(crate) words: TokenStream,
    /// The `cfg` under which it is one.
    pub(crate) condition: Option<Attribute>,
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        if !input.peek(Token![impl]) {
            return Err(input.error("`#[server]` belongs on an `impl` block"));
        }
        input.parse::<Token![impl]>()?;
        let mut generics: Generics = if input.peek(Token![<]) {
            input.parse()?
        } else {
            Generics::default()
        };
        let mut ty: Type = input.parse()?;
        let mut of = None;
        if input.peek(Token![for]) {
            input.parse::<Token![for]>()?;
            of = match ty {
                Type::Path(path) => Some(path.path),
                other => return Err(syn::Error::new_spanned(other, "expected a trait")),
            };
            ty = input.parse()?;
        }
        generics.where_clause = input.parse()?;
        let content;
        braced!(content in input);
        let mut items = Vec::new();
        while !content.is_empty() {
            items.push(content.parse()?);
        }
        Ok(Self {
            attrs,
            generics,
            of,
            ty,
            items,
        })
    }
}

impl Parse for Item {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ahead = input.fork();
        ahead.call(Attribute::parse_outer)?;
        ahead.parse::<Visibility>()?;
        if starts_function(&ahead) {
            let attrs = input.call(Attribute::parse_outer)?;
            return Function::after(attrs, input)
                .map(|function| Self::Function(Box::new(function)));
        }
        let item: ImplItem = input.parse()?;
        Ok(match &item {
            ImplItem::Macro(call) => Self::Macro(call.mac.path.clone()),
            _ => Self::Other(item.to_token_stream()),
        })
    }
}

/// Takes the mark of a tool off a function, if it has one.
pub(crate) fn take_mark(function: &mut Function, faults: &mut Faults) -> Option<Mark> {
    let mut found: Option<Mark> = None;
    let mut kept = Vec::new();
    for attr in std::mem::take(&mut function.attrs) {
        let Some((mark, rest)) = mark(&attr) else {
            kept.push(attr);
            continue;
        };
        if found.is_some() {
            faults.at(&attr, "one `#[tool]` is enough: put all its words into it");
        }
        found = found.or(Some(mark));
        kept.extend(rest);
    }
    function.attrs = kept;
    if found.is_none() {
        stray_words(function, faults);
    }
    found
}

/// Words about parameters of what is no tool.
fn stray_words(function: &Function, faults: &mut Faults) {
    for input in &function.sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        for attr in typed
            .attrs
            .iter()
            .filter(|attr| attr.path().is_ident("arg"))
        {
            faults.at(
                attr,
                "`#[arg]` describes a parameter of a tool, and this function has no `#[tool]`",
            );
        }
    }
}

/// Does the attribute make a tool, and what is left of it?
fn mark(attr: &Attribute) -> Option<(Mark, Option<Attribute>)> {
    if is_tool(attr) {
        let mark = Mark {
            words: words(&attr.meta),
            condition: None,
        };
        return Some((mark, None));
    }
    if !attr.path().is_ident("cfg_attr") {
        return None;
    }
    let (condition, metas) = conditional(attr)?;
    let tool = metas.iter().find(|meta| names_tool(meta))?;
    let mark = Mark {
        words: words(tool),
        condition: Some(syn::parse_quote!(#[cfg(#condition)])),
    };
    let others: Vec<&Meta> = metas.iter().filter(|meta| !names_tool(meta)).collect();
    let rest =
        (!others.is_empty()).then(|| syn::parse_quote!(#[cfg_attr(#condition, #(#others),*)]));
    Some((mark, rest))
}

fn names_tool(meta: &Meta) -> bool {
    meta.path()
        .segments
        .last()
        .is_some_and(|last| last.ident == "tool")
}

fn words(meta: &Meta) -> TokenStream {
    match meta {
        Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// `#[cfg_attr(condition, one, two)]`, taken apart.
fn conditional(attr: &Attribute) -> Option<(TokenStream, Vec<Meta>)> {
    let Meta::List(list) = &attr.meta else {
        return None;
    };
    let parse = |input: ParseStream<'_>| {
        let mut condition = TokenStream::new();
        while !input.peek(Token![,]) {
            condition.extend([input.parse::<TokenTree>()?]);
        }
        input.parse::<Token![,]>()?;
        let metas = Punctuated::<Meta, Token![,]>::parse_terminated(input)?;
        Ok((condition, metas.into_iter().collect()))
    };
    parse.parse2(list.tokens.clone()).ok()
}

impl Block {
    /// The block with the given items, under the user's own attributes.
    pub(crate) fn cleaned(&self, items: &[TokenStream]) -> TokenStream {
        let (attrs, ty) = (&self.attrs, &self.ty);
        let (generics, _, clause) = self.generics.split_for_impl();
        let of = self.of.as_ref().map(|path| quote!(#path for));
        quote! { #(#attrs)* impl #generics #of #ty #clause { #(#items)* } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn marked(mut function: Function) -> (Option<Mark>, String) {
        let mark = take_mark(&mut function, &mut Faults::default());
        (mark, function.cleaned().to_string())
    }

    #[test]
    fn a_conditional_tool_is_a_tool_under_that_condition() {
        let (mark, rest) = marked(parse_quote! {
            #[cfg_attr(feature = "x", tool(read_only), must_use)]
            fn f(&self) {}
        });
        let mark = mark.expect("a tool");
        assert_eq!(mark.words.to_string(), "read_only");
        let condition = mark.condition.to_token_stream().to_string();
        assert_eq!(condition, "# [cfg (feature = \"x\")]");
        assert_eq!(
            rest,
            "# [cfg_attr (feature = \"x\" , must_use)] fn f (& self) { }"
        );
    }

    #[test]
    fn a_tool_by_any_path_is_a_tool() {
        let (mark, rest) = marked(parse_quote!(
            #[mcp_runtime::tool]
            fn f(&self) {}
        ));
        assert!(mark.is_some());
        assert_eq!(rest, "fn f (& self) { }");
    }

    #[test]
    fn other_conditional_attributes_are_left_alone() {
        let (mark, rest) = marked(parse_quote!(
            #[cfg_attr(test, must_use)]
            fn f(&self) {}
        ));
        assert!(mark.is_none());
        assert_eq!(rest, "# [cfg_attr (test , must_use)] fn f (& self) { }");
    }
}
