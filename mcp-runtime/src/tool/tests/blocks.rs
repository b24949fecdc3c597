//! Types whose methods are tools.

use super::*;
use crate::server;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU32, Ordering};

/// Mounts a value and builds its tools.
fn mounted<Part, M>(value: impl Mount<Part, M>) -> Result<Vec<Arc<BuiltTool>>, Vec<String>> {
    let mut registry = Registry::default();
    value.add(&mut registry);
    let faults = registry.take_faults();
    if !faults.is_empty() {
        return Err(faults);
    }
    Bench::default().build(registry.into_parts().0)
}

#[derive(Serialize, Deserialize, JsonSchema)]
struct Row {
    id: u32,
}
trait Store: Send + Sync + 'static {
    type Row: Serialize + JsonSchema;
    type Err: std::error::Error;
    fn row(&self) -> impl Future<Output = Result<Self::Row, Self::Err>> + Send;
}
struct Memory;
impl Store for Memory {
    type Row = Row;
    type Err = std::io::Error;
    async fn row(&self) -> Result<Row, std::io::Error> {
        Ok(Row { id: 5 })
    }
}
struct Words;
impl Store for Words {
    type Row = String;
    type Err = std::fmt::Error;
    async fn row(&self) -> Result<String, std::fmt::Error> {
        Err(std::fmt::Error)
    }
}
struct Notes<S, const N: usize> {
    store: S,
    calls: AtomicU32,
    name: String,
}
impl<S, const N: usize> Notes<S, N> {
    fn new(store: S) -> Self {
        Self {
            store,
            calls: AtomicU32::new(0),
            name: "notes".to_owned(),
        }
    }
}

#[server(crate = crate, instructions = concat!("Personal ", "notes."))]
impl<'a, S: Store, const N: usize> Notes<S, N>
where
    S: 'a,
{
    const TWICE: usize = N * 2;

    fn plain(&self) -> usize {
        Self::TWICE
    }

    /// One row.
    #[tool(read_only)]
    async fn row(
        &self,
        cx: &Context,
        #[arg(min_length = 1)] query: String,
    ) -> Result<S::Row, S::Err> {
        let _ = (cx, query);
        self.calls.fetch_add(1, Ordering::Relaxed);
        self.store.row().await
    }

    #[tool]
    fn sync(&self, n: usize) -> String {
        format!("{} {n}", self.plain())
    }

    #[tool]
    async fn name(&self) -> &str {
        tokio::task::yield_now().await;
        &self.name
    }

    #[cfg(any())]
    #[tool]
    async fn hidden(&self) {}

    #[tool(name = "either")]
    #[cfg(any())]
    async fn either(&self) -> bool {
        true
    }

    #[tool(name = "either")]
    #[cfg(not(any()))]
    async fn either(&self) -> bool {
        false
    }

    #[cfg_attr(all(), tool(read_only))]
    async fn conditional(&self) {}

    #[cfg_attr(any(), tool)]
    #[allow(dead_code)]
    async fn no_tool(&self) {}
}

#[server(crate = crate, part = Admin)]
impl<S: Store, const N: usize> Notes<S, N>
where
    S::Row: for<'de> Deserialize<'de> + Send,
{
    #[tool]
    async fn calls(&self) -> u32 {
        self.calls.load(Ordering::Relaxed)
    }

    #[tool(name = "name")]
    async fn name_again(&self, key: Wrap<S::Row>) -> u32 {
        let _ = key;
        0
    }
}

#[derive(Deserialize, JsonSchema)]
struct Wrap<T> {
    #[allow(dead_code)]
    inner: Option<T>,
}

#[tokio::test]
async fn methods_of_a_generic_type_are_tools() {
    let tools = mounted::<Main, _>(Notes::<_, 3>::new(Memory)).expect("tools");
    let names: Vec<_> = tools.iter().map(|tool| tool.name()).collect();
    assert_eq!(names, ["row", "sync", "name", "either", "conditional"]);
    assert_eq!(said(&tools[0], r#"{"query":"q"}"#).await, r#"{"id":5}"#);
    assert_eq!(
        said(&tools[0], r#"{"query":""}"#).await,
        "wrong: query must not be empty"
    );
    assert_eq!(said(&tools[1], r#"{"n":1}"#).await, "6 1");
    assert_eq!(said(&tools[2], "{}").await, "notes");
    assert_eq!(said(&tools[3], "{}").await, "false");
    assert!(tools[4].listed().annotations.is_some());
}

#[tokio::test]
async fn two_instances_of_a_generic_type_have_schemas_of_their_own() {
    let rows = mounted::<Main, _>(Notes::<_, 1>::new(Memory)).expect("tools");
    let words = mounted::<Main, _>(Notes::<_, 1>::new(Words)).expect("tools");
    let kind = |tool: &Arc<BuiltTool>| output(tool).expect("a schema")["type"].clone();
    assert_eq!(
        (kind(&rows[0]), kind(&words[0])),
        (json!("object"), json!("string"))
    );
    assert_eq!(
        said(&words[0], r#"{"query":"q"}"#).await,
        format!("error: {}", std::fmt::Error)
    );
}

#[tokio::test]
async fn a_second_block_of_a_type_is_a_part_of_its_own() {
    let notes = Arc::new(Notes::<_, 1>::new(Memory));
    let all = mounted::<Main, _>(notes.clone()).expect("tools");
    let admin = mounted::<Admin, _>(notes).expect("tools");
    assert_eq!(said(&all[0], r#"{"query":"q"}"#).await, r#"{"id":5}"#);
    assert_eq!(said(&admin[0], "{}").await, "1", "both share one value");
    assert_eq!(said(&admin[1], r#"{"key":{"inner":{"id":1}}}"#).await, "0");
}

#[tokio::test]
async fn instructions_come_with_the_mount() {
    let mut registry = Registry::default();
    Mount::<Main, _>::add(Notes::<_, 1>::new(Memory), &mut registry);
    assert_eq!(registry.into_parts().1, ["Personal notes."]);
}

struct Borrowed<'a>(&'a str);
#[server(crate = crate)]
impl<'a> Borrowed<'a> {
    #[tool]
    async fn it(&self) -> &str {
        tokio::task::yield_now().await;
        self.0
    }

    #[tool]
    async fn im(&self) -> impl std::fmt::Display {
        self.0.to_owned()
    }
}

struct Tuple<T>(T);
#[server(crate = crate)]
impl<T> Tuple<T>
where
    T: std::fmt::Display,
{
    #[tool]
    async fn show(&self) -> String {
        self.0.to_string()
    }

    #[tool]
    async fn borrowed(&self) -> &T {
        &self.0
    }
}

mod named {
    pub(super) trait Named {
        async fn name(&self) -> String;
    }
}
struct Named;
#[server(crate = crate)]
impl named::Named for Named {
    #[tool]
    async fn name(&self) -> String {
        "n".to_owned()
    }
}

struct M;
mod elsewhere {
    use crate::{Content, Error, server};
    #[server(crate = crate)]
    impl super::M {
        #[tool]
        async fn here(&self, #[arg(default = "x")] a: String) -> Result<Vec<Content>, Error> {
            Ok(vec![Content::text(a)])
        }
    }
}

#[tokio::test]
async fn blocks_of_every_form_can_be_mounted() {
    let tools = mounted::<Main, _>(Borrowed("x")).expect("tools");
    assert_eq!(said(&tools[0], "{}").await, "x");
    assert_eq!(said(&tools[1], "{}").await, "x");
    let tools = mounted::<Main, _>(Tuple(1_u8)).expect("tools");
    assert_eq!(said(&tools[0], "{}").await, "1");
    assert_eq!(said(&tools[1], "{}").await, "1");
    let tools = mounted::<Main, _>(Named).expect("tools");
    assert_eq!(said(&tools[0], "{}").await, "n");
    let tools = mounted::<Main, _>(Arc::new(M)).expect("tools");
    assert_eq!(said(&tools[0], "{}").await, "x");
}

#[test]
fn a_block_whose_tools_are_all_conditioned_away_is_told() {
    struct S;
    #[server(crate = crate)]
    impl S {
        #[cfg(any())]
        #[tool]
        async fn danger(&self) {}
    }
    let faults = mounted::<Main, _>(S).err().expect("faults");
    assert!(
        faults[0].starts_with("`S` has no tools in this build"),
        "{faults:?}"
    );
}

#[test]
fn a_block_may_be_empty_when_it_says_so() {
    struct S;
    #[server(crate = crate, empty)]
    impl S {}
    assert!(mounted::<Main, _>(S).is_ok());
}

#[test]
fn a_condition_on_the_block_is_one_on_all_of_it() {
    #[allow(dead_code)]
    struct S;
    #[cfg(any())]
    #[server(crate = crate)]
    impl S {
        #[tool]
        async fn never(&self) {}
    }
    #[server(crate = crate, part = Other)]
    #[cfg(any())]
    impl S {
        #[tool]
        async fn never(&self) {}
    }
    #[server(crate = crate)]
    impl S {
        #[tool]
        async fn always(&self) {}
    }
    assert_eq!(mounted::<Main, _>(S).expect("tools").len(), 1);
}
