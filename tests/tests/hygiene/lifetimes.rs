//! Lifetimes that the user names: of a function, of a method, of an `impl`, and none at all.

use mcp_runtime::prelude::*;
use std::borrow::Cow;
use std::sync::Arc;

struct Db(String);

/// Lifetimes inside of what the caller sends.
#[tool]
async fn sent<'a>(
    db: &'a Db,
    one: Cow<'a, str>,
    two: Cow<'_, str>,
    views: &'a [Cow<'a, str>],
) -> String {
    format!("{}{one}{two}{}", db.0, views.concat())
}

/// The result lives as long as what the server lends, not as what the caller sent.
#[tool]
async fn lent<'a, 'b: 'a>(db: &'a Db, word: &'b str) -> Result<&'a str, String> {
    if word.is_empty() {
        return Err("no word".to_owned());
    }
    Ok(&db.0)
}

/// An `Arc` that was handed over can be lent as it is.
#[tool]
async fn shared(db: &Arc<Db>) -> usize {
    Arc::strong_count(db)
}

struct Words<'s>(Cow<'s, str>);

#[server]
impl<'s> Words<'s> {
    /// The longer one.
    #[tool]
    async fn longer<'a>(&'a self, other: Cow<'s, str>, view: &'a str) -> &'a str {
        if other.len() > view.len() {
            return &self.0;
        }
        view
    }
}

#[test]
fn lifetimes_of_the_users_may_stand_anywhere() {
    let server = Server::new("s", "1")
        .state(Arc::new(Db("db".to_owned())))
        .tools(tools![sent, lent, shared])
        .mount(Words("words".into()))
        .build();
    let names: Vec<_> = server.iter().flat_map(|s| s.tool_names()).collect();
    assert_eq!(names, ["sent", "lent", "shared", "longer"]);
}
