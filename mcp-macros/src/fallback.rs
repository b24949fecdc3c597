//! What is given back when something is wrong: the user's own code, so that no second error follows.
//!
//! In: an item and its faults. Out: the item without our attributes, the faults, and an inert
//! stand-in where other code may name the tool.

use crate::expand;
use crate::function::Function;
use crate::model::Tool;
use proc_macro2::TokenStream;
use quote::quote;

/// A function that is no tool.
pub(crate) fn free(mut function: Function, tool: &Tool, errors: &TokenStream) -> TokenStream {
    function.mend();
    let cleaned = function.cleaned();
    if function.sig.receiver().is_some() {
        return quote! { #cleaned #errors };
    }
    let twin = expand::twin(&function, tool);
    let stand_in = expand::implementation(tool, &quote!(loop {}), &quote!(_), &quote!(loop {}));
    quote! { #cleaned #errors #twin #stand_in }
}

/// An item that could not even be read.
pub(crate) fn unread(item: &TokenStream, error: &syn::Error) -> TokenStream {
    let error = error.to_compile_error();
    quote! { #item #error }
}
