//! Tools and servers that a user's own macros make, whose types, names and limits come from
//! different places.

use mcp_runtime::prelude::*;

macro_rules! tool_of {
    ($(#[$attr:meta])* $vis:vis $name:ident($($arg:ident: $type:ty = $default:expr),*) -> $result:ty $body:block) => {
        $(#[$attr])*
        #[tool(title = stringify!($name))]
        $vis async fn $name($(#[arg(default = $default)] $arg: $type),*) -> $result $body
    };
}

tool_of! {
    /// Adds.
    pub(crate) add(a: i64 = 1, b: i64 = 2) -> i64 { a + b }
}
tool_of! {
    join(words: Vec<String> = Vec::new(), between: String = ", ".to_owned()) -> String {
        words.join(&between)
    }
}

macro_rules! limited {
    ($name:ident, $type:ty, $word:ident = $limit:expr, $pattern:literal) => {
        /// Limits from outside.
        #[tool]
        async fn $name(
            #[arg($word = $limit)] n: $type,
            #[arg(pattern = $pattern)] text: &str,
        ) -> $type {
            let _ = text;
            n
        }
    };
}
const MOST: u8 = 9;
limited!(most, u8, max = MOST, "^a");
limited!(least, f64, exclusive_min = -1, r"\d");

/// What is lent, sent and returned comes through invisible groups.
macro_rules! lending {
    ($name:ident, $lent:ty, $view:ty) => {
        /// Lends.
        #[tool]
        async fn $name(lent: &$lent, view: $view, slice: &[$lent]) -> usize {
            let _ = (lent, view);
            slice.len()
        }
    };
}
lending!(lend_text, String, &str);

macro_rules! served {
    ($type:ident { $($tool:ident => $answer:expr),* }) => {
        struct $type;

        #[server]
        impl $type {
            $(
                /// Answers.
                #[tool]
                async fn $tool(&self) -> u8 {
                    $answer
                }
            )*
        }
    };
}
served!(Answers { one => 1, two => 2 });

#[test]
fn macros_of_the_users_can_make_tools_and_servers() {
    let server = Server::new("s", "1")
        .state(String::new())
        .tools(tools![add, join, most, least, lend_text])
        .mount(Answers)
        .build();
    let said = server.as_ref().err().map(ToString::to_string);
    let names: Vec<_> = server.iter().flat_map(|s| s.tool_names()).collect();
    assert_eq!(
        names,
        ["add", "join", "most", "least", "lend_text", "one", "two"],
        "{said:?}"
    );
}
