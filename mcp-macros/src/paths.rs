//! Where the runtime is found from the user's crate.
//!
//! In: nothing, or the path after `crate =`. Out: tokens that name the runtime's private door.
//! Generated code names nothing by any other way, so that no import of the user can come between.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};

/// The path to the runtime crate.
#[derive(Clone)]
pub(crate) struct Runtime(TokenStream);

impl Runtime {
    /// The crate under its own name.
    pub(crate) fn usual() -> Self {
        Self(quote!(::mcp_runtime))
    }

    /// The crate under the name that the user gave.
    pub(crate) fn named(path: &syn::Path) -> Self {
        Self(path.to_token_stream())
    }

    /// The module with all that generated code may name.
    pub(crate) fn door(&self) -> TokenStream {
        let path = &self.0;
        quote!(#path::__private)
    }

    /// The same path, standing at a place of the user's: an error about what is called through it
    /// points there alone, and not from the attribute onwards.
    pub(crate) fn door_at(&self, place: Span) -> TokenStream {
        moved(self.door(), place)
    }
}

/// The same tokens at another place.
///
/// NB. each keeps its own hygiene: a `$crate` would be another crate without it.
pub(crate) fn moved(tokens: TokenStream, place: Span) -> TokenStream {
    let moved = tokens.into_iter().map(|mut token| {
        token.set_span(token.span().located_at(place));
        token
    });
    moved.collect()
}
