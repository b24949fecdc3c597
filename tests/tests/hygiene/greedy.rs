//! Traits that give every type the methods that generated code could call.

use mcp_runtime::prelude::*;
use std::borrow::Borrow as _;
use std::convert::Into as _;

trait Greedy {
    fn take(&self) -> u8 {
        1
    }
    fn take_all(&self) {}
    fn lend(&self) {}
    fn done(&self) -> u8 {
        1
    }
    fn go(&self) -> u8 {
        1
    }
    fn named(&self, _: &str) {}
    fn doc(&self, _: &str) {}
    fn min(&self, _: u8) -> u8 {
        1
    }
    fn default(&self) {}
    fn add(&self) {}
    fn count(&self) {}
    fn about(&self) {}
    fn run(&self) {}
    fn kind(&self) -> u8 {
        1
    }
    fn __nothing(&self) {}
}
impl<T: ?Sized> Greedy for T {}

/// Has the name of what generated code calls.
#[tool(title = "T")]
async fn finish(
    /// Words.
    #[arg(min = 1, default = 3)]
    done: u8,
    cx: &Context,
) -> Result<u8, String> {
    Ok(done + "".kind() + done.borrow().go() + u8::from(cx.take() == 0))
}

struct S;

#[server]
impl S {
    /// Adds.
    #[tool]
    async fn add(&self, #[arg(max = 9)] named: u8) -> u16 {
        named.into()
    }
}

#[test]
fn no_trait_of_the_users_comes_between() {
    let server = Server::new("s", "1").tools(tools![finish]).mount(S).build();
    assert!(server.is_ok_and(|server| server.tool_names().eq(["finish", "add"])));
    // What the trait is for.
    1_u8.take_all();
    1_u8.lend();
    1_u8.named("");
    1_u8.doc("");
    1_u8.add();
    1_u8.count();
    1_u8.about();
    1_u8.run();
    1_u8.__nothing();
    Greedy::default(&1_u8);
    assert_eq!(Greedy::min(&1_u8, 1) + 1_u8.done(), 2);
}
