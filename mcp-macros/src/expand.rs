//! A tool as code. It can't fail: what is handed over has been understood.
//!
//! In: a tool. Out: one future that either describes the tool (when the server is built) or takes
//! the arguments and calls the user's function. Each type is named once, so that a mistake of the
//! user is one error, and schema and check can't drift apart. It never looks at the user's body.

use crate::attribute::at;
use crate::function::Function;
use crate::model::{Manner, Tool};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// The user's function and its twin: a type of the same name, which `tools![…]` finds.
pub(crate) fn free(function: &Function, tool: &Tool) -> TokenStream {
    let ident = &tool.ident;
    let (twin, about) = (twin(function, tool), tool.about());
    let future = future(tool, &quote!(#ident), false);
    let implementation = implementation(tool, &about, &quote!(__call), &future);
    let cleaned = function.cleaned();
    quote! { #cleaned #twin #implementation }
}

/// The type of the function's name. It has braces, so that it stands in the type namespace only.
pub(crate) fn twin(function: &Function, tool: &Tool) -> TokenStream {
    let (vis, ident, conditions) = (&function.vis, &tool.ident, &tool.conditions);
    let item = quote_spanned!(at(ident.span())=> struct #ident {});
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, unreachable_pub)]
        #vis #item
    }
}

/// The trait that makes the twin a tool.
pub(crate) fn implementation(
    tool: &Tool,
    about: &TokenStream,
    call: &TokenStream,
    future: &TokenStream,
) -> TokenStream {
    let (door, ident, conditions) = (tool.runtime.door(), &tool.ident, &tool.conditions);
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(deprecated, unused_qualifications, clippy::all, clippy::pedantic, clippy::nursery)]
        impl #door::ToolFn for #ident {
            fn about() -> #door::About { #about }
            fn run(#call: #door::Call) -> #door::BoxFuture { #future }
        }
    }
}

/// The future of one call, or of one description.
pub(crate) fn future(tool: &Tool, callee: &TokenStream, method: bool) -> TokenStream {
    let place = at(tool.ident.span());
    let door = tool.runtime.door_at(place);
    let body = body(tool, callee, method);
    match tool.manner {
        Manner::Pool => quote_spanned!(place=> #door::on_the_pool(__call, move |__call| { #body })),
        _ => quote_spanned!(place=> #door::Box::pin(async move { #body })),
    }
}

fn body(tool: &Tool, callee: &TokenStream, method: bool) -> TokenStream {
    let door = tool.runtime.door();
    let vars: Vec<_> = tool.params.iter().map(|param| &param.var).collect();
    let takes = tool.params.iter().map(|param| param.take(&tool.runtime));
    let passed = tool.params.iter().map(|param| param.pass(&door));
    let own = method.then(|| quote!(&__this,));
    let wait = (tool.manner == Manner::Async).then(|| quote!(.await));
    let end = end(tool);
    quote! {
        #[allow(unused_imports)]
        use #door::via::*;
        #(let #vars;)*
        let __done;
        // What reads the arguments is gone before the function is awaited.
        {
            #[allow(unused_mut)]
            let mut __args = #door::Args::of(&__call);
            #(#takes)*
            __done = #door::done(__args);
        }
        let __out = if #door::go(&__done) {
            #door::Some(#callee(#own #(#passed),*) #wait)
        } else {
            #door::None
        };
        #end
    }
}

/// What was returned? The most telling answer comes first; see `returned` in the runtime.
fn end(tool: &Tool) -> TokenStream {
    let place = at(tool.value_at);
    let door = tool.runtime.door_at(place);
    let error = quote_spanned! {at(tool.error_at)=>
        let __error = (&&&&__split.error).__kind();
    };
    quote_spanned! {place=>
        let __of = #door::Returned::of(&__out);
        let __split = __of.__split();
        let __value = (&&&&__split.value).__kind();
        #error
        #door::finish(&__call, __out, __done, __split, __value, __error)
    }
}
