//! What is written for you: the attributes `#[tool]` and `#[server]`.
//!
//! In: functions and `impl` blocks. Out: the same code, unchanged, with calls into the runtime
//! beside it. The macros generate calls and never logic, parse no body, and name everything by
//! its full path. Use them through the runtime crate, which re-exports them with their docs.

mod attribute;
mod block;
mod docs;
mod errors;
mod expand;
mod fallback;
mod function;
mod limits;
mod model;
mod names;
mod param;
mod paths;
mod server;
#[cfg(test)]
mod snapshots;

use errors::Faults;
use function::Function;
use model::{Place, Tool};
use proc_macro2::TokenStream;

/// Makes a tool of a function.
#[proc_macro_attribute]
pub fn tool(
    words: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    free(words.into(), item.into()).into()
}

/// Makes tools of the methods of a type.
#[proc_macro_attribute]
pub fn server(
    words: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    block(words.into(), item.into()).into()
}

/// An `impl` block under `#[server]`.
fn block(words: TokenStream, item: TokenStream) -> TokenStream {
    match syn::parse2(item.clone()) {
        Ok(block) => server::expand(words, block),
        Err(error) => fallback::unread(&item, &error),
    }
}

/// A free function under `#[tool]`.
fn free(words: TokenStream, item: TokenStream) -> TokenStream {
    let function: Function = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => return fallback::unread(&item, &error),
    };
    let mut faults = Faults::default();
    let tool = Tool::of(
        words,
        &function,
        Place::Free,
        paths::Runtime::usual(),
        &mut faults,
    );
    match faults.finish() {
        Some(errors) => fallback::free(&function, &tool, &errors),
        None => expand::free(&function, &tool),
    }
}
