//! All that generated code may name, and nothing else. Not part of the API: it changes with the
//! macros, without notice.

pub use crate::tool::{
    About, Args, Argument, BoxFuture, ByRef, Call, Done, Lend, Main, Mount, Outcome, Param, Plain,
    Registry, Returned, Serve, ToolFn, View, done, entry, finish, given, go, lend, lent, list,
    on_the_pool, take, take_all, take_view, via, view,
};
pub use std::boxed::Box;
pub use std::clone::Clone;
pub use std::file;
pub use std::marker::{Send, Sync};
pub use std::option::Option::{self, None, Some};
pub use std::primitive::str;
pub use std::sync::Arc;
