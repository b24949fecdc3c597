//! A function as the user wrote it.
//!
//! In: the tokens of a function. Out: its attributes and signature, parsed; its body, untouched.
//! The body is never parsed, so that what is half typed there gets the compiler's own error only.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, FnArg, Signature, Token, Type, Visibility, parse_quote};

/// Clippy minds functions with more parameters.
const MANY: usize = 7;

/// A function with an unparsed body.
pub(crate) struct Function {
    /// Attributes and docs, ours among them.
    pub(crate) attrs: Vec<Attribute>,
    /// Who may call it.
    pub(crate) vis: Visibility,
    /// Name, parameters and return type.
    pub(crate) sig: Signature,
    body: TokenStream,
}

impl Function {
    /// Reads what follows the attributes.
    pub(crate) fn after(attrs: Vec<Attribute>, input: ParseStream<'_>) -> syn::Result<Self> {
        let vis = input.parse()?;
        let sig = input.parse()?;
        if input.peek(Token![;]) {
            return Err(
                input.error("a tool needs a body: put `#[tool]` where the function is written")
            );
        }
        let body = input.parse::<TokenTree>()?.into();
        Ok(Self {
            attrs,
            vis,
            sig,
            body,
        })
    }

    /// The function without what is ours.
    pub(crate) fn cleaned(&self) -> TokenStream {
        let attrs = self.attrs.iter().filter(|attr| !is_tool(attr));
        let (vis, body) = (&self.vis, &self.body);
        let mut sig = self.sig.clone();
        for input in &mut sig.inputs {
            if let FnArg::Typed(typed) = input {
                typed.attrs.retain(|attr| !is_ours(attr));
            }
        }
        // Its parameters are for callers of the tool, who name them. NB. first, so that the user's
        // own attribute has the last word.
        let many = (sig.inputs.len() > MANY).then(|| quote!(#[allow(clippy::too_many_arguments)]));
        quote! { #many #(#attrs)* #vis #sig #body }
    }

    /// Takes out of the signature what was refused, and what the compiler would refuse once more.
    pub(crate) fn mend(&mut self) {
        self.sig.abi = None;
        self.sig.variadic = None;
        for input in &mut self.sig.inputs {
            if let FnArg::Typed(typed) = input
                && has_no_size(&typed.ty)
            {
                // NB. a box, so that the body still fits.
                let ty = &typed.ty;
                typed.ty = parse_quote!(::std::boxed::Box<#ty>);
            }
        }
    }

    /// The conditions under which the function is there.
    pub(crate) fn conditions(&self) -> Vec<Attribute> {
        conditions(&self.attrs)
    }
}

impl Parse for Function {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let ahead = input.fork();
        ahead.parse::<Visibility>()?;
        if !starts_function(&ahead) {
            return Err(ahead.error("`#[tool]` belongs on a function"));
        }
        Self::after(attrs, input)
    }
}

/// Do the next tokens begin a function?
pub(crate) fn starts_function(input: ParseStream<'_>) -> bool {
    let ahead = input.fork();
    for _ in 0..6 {
        if ahead.peek(Token![fn]) {
            return true;
        }
        let qualifier = ahead.peek(Token![async])
            || ahead.peek(Token![const])
            || ahead.peek(Token![unsafe])
            || ahead.peek(Token![extern])
            || ahead.peek(syn::LitStr);
        if !qualifier || ahead.parse::<TokenTree>().is_err() {
            return false;
        }
    }
    false
}

/// Do the tokens show that a value of this type has no size?
pub(crate) fn has_no_size(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

/// `#[tool]`, by whatever path.
pub(crate) fn is_tool(attr: &Attribute) -> bool {
    attr.path()
        .segments
        .last()
        .is_some_and(|last| last.ident == "tool")
}

/// Attributes of a parameter that only the macro understands, and those that may become one:
/// the compiler takes neither on a parameter.
fn is_ours(attr: &Attribute) -> bool {
    let ours = |name: &str| name == "doc" || name == "arg";
    let conditional = attr.path().is_ident("cfg_attr");
    let inside = || attr.meta.to_token_stream().into_iter().flat_map(inner);
    attr.path()
        .get_ident()
        .is_some_and(|name| ours(&name.to_string()))
        || (conditional && inside().any(|token| ours(&token.to_string())))
}

fn inner(token: TokenTree) -> TokenStream {
    match token {
        TokenTree::Group(group) => group.stream(),
        _ => TokenStream::new(),
    }
}

/// The `cfg`s among some attributes.
pub(crate) fn conditions(attrs: &[Attribute]) -> Vec<Attribute> {
    attrs
        .iter()
        .filter(|attr| attr.path().is_ident("cfg"))
        .cloned()
        .collect()
}
