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

/// Makes a tool of a function, or, inside a `#[server]` block, of a method.
///
/// The function stays what it is and can still be called. Beside it stands a hidden type of its
/// name, by which `tools![…]` finds it: a module or a type of that name can't be in the same scope
/// (rename the function, and say `#[tool(name = "…")]`).
///
/// The doc comment is the description that a model reads. A parameter taken by value comes from
/// the caller, under its own name (a leading `_` is left out), checked before the function runs.
/// A parameter taken by reference comes from the server: `&Context`, and `&T` for what was given
/// with `.state(…)`; `&str` and `&[T]` are views of what the caller sent. An `async fn` is
/// awaited; a plain `fn` runs on a pool of threads, where it may block.
///
/// # Words
///
/// | Word | What it says |
/// |---|---|
/// | `name = "…"` | the name on the wire; otherwise the function's |
/// | `title = "…"` | the name for people |
/// | `description = expr` | the description; wins over the doc comment |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints for hosts; `= false` denies one |
/// | `inline` | a plain `fn` that is quick: it runs where it is polled, and not on the pool |
/// | `timeout = "30s"` | the longest time for a call (`ms`, `s`, `m`, `h`); then an error result |
/// | `icons = expr` | an address, an `Icon`, or several |
/// | `meta = expr` | `_meta` of its entry: JSON text or a value |
/// | `input_schema = expr`, `output_schema = expr` | a schema by hand: JSON text, whose order is kept, or a value (feature `hand-schemas`) |
/// | `crate = path` | where the runtime is, when it is not `::mcp_runtime` |
///
/// # Words of parameters: `#[arg(…)]`
///
/// | Word | For | What it says |
/// |---|---|---|
/// | `description = expr` | all | the description; wins over the doc comment |
/// | `rename = "…"` | all | the name on the wire |
/// | `flatten` | structs, maps | its fields are arguments themselves; with `default` they may be left out together |
/// | `default = expr` | all | the value when none was sent, or null |
/// | `example = expr` | all | a value that is shown in the schema |
/// | `min`, `max`, `exclusive_min`, `exclusive_max`, `multiple_of` | numbers | limits |
/// | `min_length`, `max_length` | texts | how many characters |
/// | `pattern = "…"` | texts | what is found in it, as the `regex` crate understands it |
/// | `format = "…"` | texts | what kind of text it is; tells, does not check |
/// | `min_items`, `max_items` | lists | how many items |
/// | `unique` | lists | no two items are equal |
/// | `header = "…"` | texts, whole numbers, booleans | the HTTP header that mirrors it |
///
/// What is optional, the type says: whatever deserialises from nothing (`Option<T>`, a struct with
/// `#[serde(default)]`). `Option<Option<T>>` tells null from absent.
///
/// # What may be returned
///
/// Text, numbers, `Content`, `Vec<Content>`, `()`, `ToolResult`; else a value that is `Serialize`
/// and `JsonSchema`, which gets an output schema; else what is `Display`; or a `Result` of these.
/// The error of a `Result`: the runtime's `Error` is a JSON-RPC error, any other is told to the
/// model, with its causes where it is a `std::error::Error`.
///
/// # Mistakes
///
/// Each is one error, on the word that is wrong, and all are told at once.
#[proc_macro_attribute]
pub fn tool(
    words: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    free(words.into(), item.into()).into()
}

/// Makes tools of the methods of a type that are marked with `#[tool]`.
///
/// It stands on an `impl` block, of a type or of a trait for a type; generics, lifetimes and
/// where-clauses work. The methods take `&self`. The type is given to a server with `.mount(…)`,
/// itself or as an `Arc`.
///
/// | Word | What it says |
/// |---|---|
/// | `instructions = expr` | what a model should know to use these tools |
/// | `part = Name` | a second block of the same type; makes the type `Name`, for `.mount_part::<Name, _>(…)` |
/// | `empty` | the block may be without tools, which is otherwise a mistake |
/// | `crate = path` | where the runtime is, when it is not `::mcp_runtime` |
///
/// `#[cfg]` works on the block and on its methods, `#[cfg_attr(…, tool)]` on its methods. A call of
/// a macro inside of the block is refused, since it is expanded too late: let the macro write the
/// whole block.
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
        Some(errors) => fallback::free(function, &tool, &errors),
        None => expand::free(&function, &tool),
    }
}
