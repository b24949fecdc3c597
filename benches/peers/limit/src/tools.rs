//! The tools: typed arguments enter, the text of a result is appended.

use std::borrow::Cow;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::protocol::{Refusal, read};

#[derive(Deserialize)]
struct Add {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct Echo<'a> {
    #[serde(borrow)]
    text: Cow<'a, str>,
}

#[derive(Deserialize)]
struct Search<'a> {
    #[serde(borrow)]
    query: Cow<'a, str>,
    limit: u32,
    #[serde(borrow)]
    tags: Vec<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Many<'a> {
    a: i64,
    #[serde(borrow)]
    b: Cow<'a, str>,
    c: Option<f64>,
}

#[derive(Serialize)]
struct Found {
    items: Vec<Item>,
    total: usize,
}

#[derive(Serialize)]
struct Item {
    id: u64,
    title: String,
    score: f64,
    tags: Vec<String>,
}

const LIST: &str = concat!(
    r#"{"tools":[{"name":"add","description":"Adds two integers.","inputSchema":{"type":"object","#,
    r#""properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}},"#,
    r#"{"name":"echo","description":"Says it again.","inputSchema":{"type":"object","#,
    r#""properties":{"text":{"type":"string"}},"required":["text"]}},"#,
    r#"{"name":"search","description":"Finds documents.","inputSchema":{"type":"object","#,
    r#""properties":{"query":{"type":"string"},"limit":{"type":"integer","minimum":0},"#,
    r#""tags":{"type":"array","items":{"type":"string"}}},"required":["query","limit","tags"]}}]"#,
);

/// The list that is asked for: of these tools, or of so many others as the program's argument says.
static LISTED: LazyLock<String> = LazyLock::new(|| match std::env::args().nth(1) {
    None => LIST.to_owned(),
    Some(many) => {
        let numbered = (0..many.parse().unwrap_or(0)).map(numbered);
        format!("{{\"tools\":[{}]", numbered.collect::<Vec<_>>().join(","))
    }
});

fn numbered(at: usize) -> String {
    format!(
        concat!(
            r#"{{"name":"t{:03}","description":"Puts three values into a sentence.","#,
            r#""inputSchema":{{"type":"object","properties":{{"#,
            r#""a":{{"description":"A number.","type":"integer"}},"#,
            r#""b":{{"description":"A text.","type":"string"}},"#,
            r#""c":{{"description":"A number that may be left out.","type":"number"}}}},"#,
            r#""required":["a","b"]}}}}"#,
        ),
        at
    )
}

/// Appends the list of tools.
pub(crate) fn list(modern: bool, out: &mut Vec<u8>) {
    out.extend_from_slice(LISTED.as_bytes());
    if modern {
        out.extend_from_slice(br#","resultType":"complete","ttlMs":0,"cacheScope":"public""#);
    }
    out.push(b'}');
}

/// Appends the result of one call.
pub(crate) fn call(
    name: &str,
    arguments: &str,
    modern: bool,
    out: &mut Vec<u8>,
) -> Result<(), Refusal> {
    out.extend_from_slice(br#"{"content":[{"type":"text","text":"#);
    let mut structured = None;
    match name {
        "add" => {
            let Add { a, b } = read(arguments)?;
            out.push(b'"');
            out.extend_from_slice(itoa::Buffer::new().format(a.wrapping_add(b)).as_bytes());
            out.push(b'"');
        }
        "echo" => quote(&read::<Echo>(arguments)?.text, out)?,
        "search" => {
            let found = serde_json::to_string(&search(&read(arguments)?)).map_err(unwritten)?;
            quote(&found, out)?;
            structured = Some(found);
        }
        _ => match read(arguments) {
            Ok(Many { a, b, c }) if name.starts_with('t') => quote(&format!("{a} {b} {c:?}"), out)?,
            _ => return Err(Refusal(-32602, "Unknown tool")),
        },
    }
    out.extend_from_slice(b"}]");
    if let Some(found) = structured {
        out.extend_from_slice(br#","structuredContent":"#);
        out.extend_from_slice(found.as_bytes());
    }
    out.extend_from_slice(br#","isError":false"#);
    if modern {
        out.extend_from_slice(br#","resultType":"complete""#);
    }
    out.push(b'}');
    Ok(())
}

fn search(asked: &Search) -> Found {
    let total = asked.limit.min(100) as usize;
    let tag = |i: usize| match asked.tags.get(i % asked.tags.len().max(1)) {
        Some(tag) => tag.to_string(),
        None => "none".to_owned(),
    };
    let item = |i: usize| Item {
        id: i as u64,
        title: format!("{} no. {i}", asked.query),
        score: 1.0 / (i + 1) as f64,
        tags: vec![tag(i), tag(i + 1)],
    };
    Found {
        items: (0..total).map(item).collect(),
        total,
    }
}

fn quote(text: &str, out: &mut Vec<u8>) -> Result<(), Refusal> {
    serde_json::to_writer(out, text).map_err(unwritten)
}

fn unwritten(_: serde_json::Error) -> Refusal {
    Refusal(-32603, "Internal error")
}
