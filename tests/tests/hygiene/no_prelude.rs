//! No prelude, and everything that generated code could name by accident means something else.

#![no_implicit_prelude]
#![allow(dead_code, non_camel_case_types, non_snake_case)]

mod std {}
mod core {}
mod alloc {}
mod serde {}
mod serde_json {}
mod schemars {}
mod tokio {}
mod mcp_core {}
struct String2;
struct Result;
struct Option;
struct Some;
struct None;
struct Box;
struct Vec;
struct Arc;
struct Future;
struct bool;
struct str;
struct u64;
struct usize;
fn Ok() {}
fn Err() {}
trait Clone {}
trait Send {}
trait Sync {}
trait Fn {}
trait Default {}
trait Into {}

/// Adds.
#[::mcp_runtime::tool]
async fn add(
    /// Left.
    #[arg(min = 1, default = 2)]
    a: i32,
    cx: &::mcp_runtime::Context,
    b: ::std::string::String,
    view: &::core::primitive::str,
    list: &[i32],
) -> i32 {
    let _ = (cx, b, view, list);
    a
}

/// Fails.
#[::mcp_runtime::tool(title = "Fail", read_only, timeout = "5s", meta = "{}")]
fn fail() -> ::std::result::Result<(), ::std::string::String> {
    ::std::result::Result::Ok(())
}

struct S;

#[::mcp_runtime::server(instructions = Self::WORDS)]
impl S {
    const WORDS: &'static ::core::primitive::str = "words";

    /// Gets.
    #[tool]
    async fn get(&self, a: i32) -> i32 {
        a
    }

    /// Got.
    #[tool(inline)]
    fn got(
        &self,
        #[arg(pattern = "a+", max_length = 3)] a: ::std::string::String,
    ) -> ::std::string::String {
        a
    }
}

macro_rules! make {
    ($name:ident, $type:ty, $result:ty) => {
        /// Made by a macro.
        #[::mcp_runtime::tool]
        async fn $name(a: $type, s: &::core::primitive::str) -> $result {
            let _ = s;
            a
        }
    };
}
make!(one, i32, i32);
make!(two, i64, i64);

#[test]
fn tools_need_no_prelude_and_no_name_of_the_users() {
    let server = ::mcp_runtime::Server::new("s", "1")
        .tools(::mcp_runtime::tools![add, fail, one, two])
        .mount(S)
        .build();
    ::std::assert!(server.is_ok());
}
