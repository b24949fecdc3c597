//! What functions return, and how it is sent. One test for each level of the lookup.

use super::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;

#[derive(Serialize, JsonSchema)]
struct Row {
    id: u32,
}
/// Serialises and displays, but has no schema.
#[derive(Serialize)]
struct Fraction(i32, i32);
impl Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.0, self.1)
    }
}
/// Has all: a schema comes before words.
#[derive(Serialize, JsonSchema)]
struct Both(u8);
impl Display for Both {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("words")
    }
}

/// Declares tools without parameters and says what each comes to.
macro_rules! returned {
    ($($name:ident: $type:ty = $value:expr => $said:expr, $schema:expr;)*) => {
        $(#[tool(crate = crate)] async fn $name() -> $type { $value })*
        #[tokio::test]
        async fn each_kind_of_value_is_sent_in_its_own_way() {
            $({
                let tool = one(tools![$name]);
                assert_eq!(said(&tool, "{}").await, $said, stringify!($name));
                let schema = output(&tool);
                assert_eq!(schema.is_some(), $schema, "{}: {schema:?}", stringify!($name));
            })*
        }
    };
}
returned! {
    a_str: &'static str = "hi" => "hi", false;
    a_string: String = "hi".to_owned() => "hi", false;
    a_cow: Cow<'static, str> = "hi".into() => "hi", false;
    a_number: f64 = 0.5 => "0.5", false;
    a_wide_number: u128 = u128::MAX => u128::MAX.to_string(), false;
    a_bool: bool = true => "true", false;
    a_char: char = 'é' => "é", false;
    a_unit: () = () => "", false;
    a_content: Content = Content::text("c") => "c", false;
    contents: Vec<Content> = vec![Content::text("c"), Content::text("d")] => "c|d", false;
    two_contents: [Content; 2] = [Content::text("c"), Content::text("d")] => "c|d", false;
    full: ToolResult = ToolResult::error("full") => "error: full", false;
    a_row: Row = Row { id: 1 } => r#"{"id":1}"#, true;
    rows: Vec<Row> = vec![Row { id: 1 }] => r#"[{"id":1}]"#, true;
    maybe_row: Option<Row> = None => "null", true;
    displayed: Fraction = Fraction(1, 2) => "1/2", false;
    both: Both = Both(1) => "1", true;
    forced_text: Text<Both> = Text(Both(1)) => "words", false;
    forced_json: Json<u8> = Json(1) => "1", true;
    an_impl: impl Serialize + JsonSchema = Row { id: 9 } => r#"{"id":9}"#, true;
    an_impl_display: impl Display = Fraction(3, 4) => "3/4", false;
    ok_text: Result<String, String> = Ok("fine".into()) => "fine", false;
    ok_row: Result<Row, std::io::Error> = Ok(Row { id: 2 }) => r#"{"id":2}"#, true;
    ok_json: Result<Json<u8>, Error> = Ok(Json(3)) => "3", true;
}

#[derive(Debug)]
struct NoteError(std::io::Error);
impl Display for NoteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("could not open notes")
    }
}
impl std::error::Error for NoteError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}
/// Words that show more in the alternate form.
struct Chain;
impl Display for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if f.alternate() {
            "outer: inner"
        } else {
            "outer"
        })
    }
}

macro_rules! failed {
    ($($name:ident: $type:ty = $error:expr => $said:expr;)*) => {
        $(#[tool(crate = crate)] async fn $name() -> Result<Row, $type> { Err($error) })*
        #[tokio::test]
        async fn each_kind_of_error_is_told_in_its_own_way() {
            $(assert_eq!(said(&one(tools![$name]), "{}").await, $said, stringify!($name));)*
        }
    };
}
type Boxed = Box<dyn std::error::Error + Send + Sync>;
failed! {
    for_the_protocol: Error = Error::invalid_params("id", "is no note") => "fault: Invalid params: id is no note";
    with_a_cause: NoteError = NoteError(std::io::Error::other("disk on fire")) => "error: could not open notes: disk on fire";
    of_io: std::io::Error = std::io::Error::other("io") => "error: io";
    as_text: String = "words".to_owned() => "error: words";
    as_a_literal: &'static str = "words" => "error: words";
    boxed: Boxed = "boxed".into() => "error: boxed";
    alternate: Chain = Chain => "error: outer: inner";
}

#[tokio::test]
async fn a_value_alone_is_never_taken_for_a_result() {
    type Io<T> = std::io::Result<T>;
    #[tool(crate = crate)]
    async fn alias() -> Io<u32> {
        Err(std::io::Error::other("io"))
    }
    assert_eq!(said(&one(tools![alias]), "{}").await, "error: io");
}

#[test]
fn the_first_level_of_values_is_text_and_content() {
    let probe = Returned::of(&Some(String::new()));
    let _: returned::AsPlain = lookup_value!(probe);
}

#[test]
fn the_second_level_of_values_is_what_has_a_schema() {
    let probe = Returned::of(&Some(Both(1)));
    let _: returned::AsStructured = lookup_value!(probe);
}

#[test]
fn the_third_level_of_values_is_what_displays() {
    let probe = Returned::of(&Some(Fraction(1, 2)));
    let _: returned::AsDisplayed = lookup_value!(probe);
}

#[test]
fn the_first_level_of_errors_is_the_protocols_own() {
    let probe = Returned::of(&None::<Result<u8, Error>>);
    let _: returned::AsAnswer = lookup_error!(probe);
}

#[test]
fn the_second_level_of_errors_has_causes() {
    let probe = Returned::of(&None::<Result<u8, NoteError>>);
    let _: returned::AsCauses = lookup_error!(probe);
}

#[test]
fn the_third_level_of_errors_has_words() {
    let probe = Returned::of(&None::<Result<u8, Chain>>);
    let _: returned::AsWords = lookup_error!(probe);
}

/// The lookup as generated code writes it.
macro_rules! lookup_value {
    ($probe:expr) => {{
        #[allow(unused_imports)]
        use crate::__private::via::*;
        let split = $probe.__split();
        (&&&&split.value).__kind()
    }};
}
macro_rules! lookup_error {
    ($probe:expr) => {{
        #[allow(unused_imports)]
        use crate::__private::via::*;
        let split = $probe.__split();
        (&&&&split.error).__kind()
    }};
}
use {lookup_error, lookup_value};

#[tokio::test]
async fn the_output_schema_is_the_one_of_what_is_written() {
    #[derive(Serialize, serde::Deserialize, JsonSchema)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code)]
    struct Out {
        user_id: u32,
        #[serde(rename(serialize = "out", deserialize = "in"))]
        v: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        note: Option<String>,
        #[serde(skip_serializing, default)]
        secret: String,
        #[serde(default)]
        n: u32,
    }
    #[tool(crate = crate)]
    async fn echo(o: Out) -> Out {
        o
    }
    let tool = one(tools![echo]);
    let schema = output(&tool).expect("a schema");
    let names: Vec<_> = schema["properties"]
        .as_object()
        .expect("properties")
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, ["n", "note", "out", "userId"]);
    let mut required: Vec<_> = schema["required"].as_array().expect("required").clone();
    required.sort_by_key(ToString::to_string);
    assert_eq!(required, [json!("n"), json!("out"), json!("userId")]);
    let read = input(&tool)["properties"]["o"]["properties"].clone();
    let names: Vec<_> = read
        .as_object()
        .expect("properties")
        .keys()
        .cloned()
        .collect();
    assert_eq!(names, ["in", "n", "note", "secret", "userId"]);
    assert_eq!(
        said(&tool, r#"{"o":{"userId":1,"in":"x","secret":"s"}}"#).await,
        r#"{"userId":1,"out":"x","n":0}"#
    );
}

#[tokio::test]
async fn a_result_that_breaks_its_schema_is_a_fault_of_the_server() {
    #[derive(JsonSchema)]
    struct Liar {
        #[allow(dead_code)]
        id: u32,
    }
    impl Serialize for Liar {
        fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
            to.collect_map([("id", "text")])
        }
    }
    #[tool(crate = crate)]
    async fn lie() -> Liar {
        Liar { id: 1 }
    }
    let said_strict = said(&one(tools![lie]), "{}").await;
    assert!(
        said_strict.starts_with("fault: tool `lie` returned what its output schema"),
        "{said_strict}"
    );
    let mut bench = Bench::default();
    bench.settings.unchecked_outputs = true;
    let tool = bench.build(tools![lie]).expect("a tool").remove(0);
    assert_eq!(said(&tool, "{}").await, r#"{"id":"text"}"#);
}
