//! Rust values from JSON text: what is exact, what is refused, and how the refusal reads.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use mcp_core::json::{DeError, Raw, from_members, from_raw};
use serde::Deserialize;
use serde_json::{Value, json};

fn raw(text: &str) -> Raw<'_> {
    Raw::parse(text).unwrap()
}

fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, DeError> {
    from_raw(raw(text))
}

/// The refusal as one line: path, reason, what was there.
fn refused<'a, T: Deserialize<'a> + Debug>(text: &'a str) -> String {
    let error = read::<T>(text).expect_err(text);
    let got = match error.got.as_str() {
        "" => String::new(),
        got => format!(" (got {got})"),
    };
    format!("{error}{got}")
}

#[test]
fn an_integer_is_a_number_without_a_fraction_however_it_is_written() {
    for text in ["12", "12.0", "1.2e1", "120E-1"] {
        assert_eq!(read::<u8>(text), Ok(12));
        assert_eq!(read::<i64>(text), Ok(12));
        assert_eq!(read::<u128>(text), Ok(12));
    }
    assert_eq!(refused::<i64>("0.5"), "must be an integer (got 0.5)");
    assert_eq!(refused::<i64>("\"5\""), "must be an integer (got string)");
    assert_eq!(refused::<i64>("null"), "must be an integer (got null)");
    assert_eq!(refused::<u8>("true"), "must be an integer (got true)");
}

#[test]
fn an_integer_beyond_its_type_is_refused_with_the_limit_it_broke() {
    assert_eq!(read("255"), Ok(u8::MAX));
    assert_eq!(refused::<u8>("256"), "must be <= 255 (got 256)");
    assert_eq!(refused::<u8>("-1"), "must be >= 0 (got -1)");
    assert_eq!(refused::<i8>("-129.0"), "must be >= -128 (got -129.0)");
    assert_eq!(read("9223372036854775807"), Ok(i64::MAX));
    assert_eq!(read("-9223372036854775808"), Ok(i64::MIN));
    assert_eq!(
        refused::<i64>("9223372036854775808"),
        "must be <= 9223372036854775807 (got 9223372036854775808)"
    );
    assert_eq!(read("18446744073709551615"), Ok(u64::MAX));
    assert_eq!(
        refused::<u64>("18446744073709551616"),
        "must be <= 18446744073709551615 (got 18446744073709551616)"
    );
    assert_eq!(read(&u128::MAX.to_string()), Ok(u128::MAX));
    assert_eq!(read(&i128::MIN.to_string()), Ok(i128::MIN));
    assert_eq!(refused::<u8>("1e400"), "must be <= 255 (got 1e400)");
}

#[test]
fn a_float_neither_overflows_nor_rounds_an_integer() {
    assert_eq!(read("0.1"), Ok(0.1f64));
    assert_eq!(read("3"), Ok(3f64));
    assert_eq!(read("9007199254740992"), Ok(9_007_199_254_740_992f64));
    assert_eq!(
        refused::<f64>("9007199254740993"),
        "must be an integer that a 64-bit float holds exactly (got 9007199254740993)"
    );
    assert_eq!(
        refused::<f64>("1e400"),
        "must be a number in the range of a 64-bit float (got 1e400)"
    );
    assert_eq!(read("16777216"), Ok(16_777_216f32));
    assert_eq!(
        refused::<f32>("16777217"),
        "must be an integer that a 32-bit float holds exactly (got 16777217)"
    );
    assert_eq!(
        refused::<f32>("1e39"),
        "must be a number in the range of a 32-bit float (got 1e39)"
    );
    assert_eq!(refused::<f64>("\"1\""), "must be a number (got string)");
}

#[test]
fn a_value_keeps_every_number_exactly_or_refuses_it() {
    for text in [
        "0",
        "-1",
        "18446744073709551615",
        "-9223372036854775808",
        "12.0",
        "1e2",
        "-0",
    ] {
        assert_eq!(
            read(text),
            Ok(serde_json::from_str::<Value>(text).unwrap()),
            "{text}"
        );
    }
    assert_eq!(
        read::<Value>("18446744073709551616"),
        Ok(json!(2f64.powi(64)))
    );
    let refused_here = "must be a number that can be kept exactly (an integer of 64 bits, or a \
                        float) (got 18446744073709551617)";
    assert_eq!(refused::<Value>("18446744073709551617"), refused_here);
    assert_eq!(
        refused::<Value>("{\"a\":[1,18446744073709551617]}"),
        format!("a[1] {refused_here}")
    );
    assert!(read::<Value>("1e400").is_err());
}

#[test]
fn text_is_borrowed_unless_it_has_escapes() {
    assert!(matches!(read::<Cow<'_, str>>("\"a\""), Ok(text) if text == "a"));
    assert_eq!(read::<&str>("\"plain\""), Ok("plain"));
    assert_eq!(
        refused::<&str>(r#""\n""#),
        "must be a string without escapes (got string)"
    );
    assert_eq!(
        read::<String>(r#""\ud83d\ude00\u0000""#),
        Ok("😀\0".to_owned())
    );
    assert_eq!(
        refused::<String>(r#""\ud83d""#),
        "must not hold half of a surrogate pair (got half of a surrogate pair)"
    );
    assert_eq!(read::<char>("\"é\""), Ok('é'));
    assert_eq!(
        refused::<char>("\"ab\""),
        "must be a string of one character (got string)"
    );
}

#[derive(Deserialize, PartialEq, Debug)]
struct Order {
    name: String,
    #[serde(default)]
    tags: Vec<Tag>,
    at: Option<(i32, i32)>,
}

#[derive(Deserialize, PartialEq, Debug)]
struct Tag {
    name: String,
    kind: Kind,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Plain,
    Sized(u8),
    Boxed { w: u8, h: u8 },
    Pair(u8, u8),
}

#[test]
fn a_refusal_names_the_place() {
    let order = |tags: &str| format!(r#"{{"name":"n","tags":{tags}}}"#);
    assert_eq!(
        refused::<Order>(&order(
            r#"[{"name":"a","kind":"plain"},{"name":7,"kind":"plain"}]"#
        )),
        "tags[1].name must be a string (got 7)"
    );
    assert_eq!(
        refused::<Order>(&order(r#"[{"name":"a"}]"#)),
        "tags[0].kind is required"
    );
    assert_eq!(
        refused::<Order>(&order("{}")),
        "tags must be an array (got object)"
    );
    assert_eq!(
        refused::<Order>(&order("[[]]")),
        "tags[0] must be an object (got array)"
    );
    assert_eq!(refused::<Order>("{}"), "name is required");
    assert_eq!(refused::<Order>("[\"n\"]"), "must be an object (got array)");
    assert_eq!(
        refused::<Order>(r#"{"name":"a","name":"b"}"#),
        "name must be given once"
    );
    assert_eq!(
        refused::<Order>(r#"{"name":"a","at":[1]}"#),
        "at must have 2 items (got 1 item)"
    );
    assert_eq!(
        refused::<Order>(r#"{"name":"a","at":[1,2,3]}"#),
        "at must have 2 items (got 3 items)"
    );
    assert_eq!(
        refused::<Order>(r#"{"name":"a","at":[1,"2"]}"#),
        "at[1] must be an integer (got string)"
    );
    assert_eq!(
        refused::<Order>(r#"{"name":"a","at":1}"#),
        "at must be an array of 2 items (got 1)"
    );
    assert_eq!(
        refused::<Vec<Vec<u8>>>("[[1],[2,300]]"),
        "[1][1] must be <= 255 (got 300)"
    );
}

#[test]
fn an_enum_is_a_name_or_an_object_with_one_member() {
    assert_eq!(read("\"plain\""), Ok(Kind::Plain));
    assert_eq!(read("{\"plain\":null}"), Ok(Kind::Plain));
    assert_eq!(read("{\"sized\":3}"), Ok(Kind::Sized(3)));
    assert_eq!(
        read("{\"boxed\":{\"w\":1,\"h\":2}}"),
        Ok(Kind::Boxed { w: 1, h: 2 })
    );
    assert_eq!(read("{\"pair\":[1,2]}"), Ok(Kind::Pair(1, 2)));
    let list = "must be one of \"plain\", \"sized\", \"boxed\", \"pair\"";
    assert_eq!(
        refused::<Kind>("\"plein\""),
        format!("{list} (got \"plein\")")
    );
    assert_eq!(refused::<Kind>("7"), format!("{list} (got 7)"));
    assert_eq!(refused::<Kind>("{}"), format!("{list} (got object)"));
    assert_eq!(
        refused::<Kind>("{\"sized\":1,\"pair\":2}"),
        format!("{list} (got object)")
    );
    assert_eq!(
        refused::<Kind>("{\"sized\":-1}"),
        "sized must be >= 0 (got -1)"
    );
    assert_eq!(
        refused::<Kind>("{\"boxed\":{\"w\":1}}"),
        "boxed.h is required"
    );
    assert_eq!(
        refused::<Kind>("{\"pair\":[1]}"),
        "pair must have 2 items (got 1 item)"
    );
    let error = read::<Kind>("\"plein\"").unwrap_err();
    assert_eq!(error.allowed, ["plain", "sized", "boxed", "pair"]);
    let long = format!("\"{}\"", "x".repeat(100));
    assert_eq!(refused::<Kind>(&long), format!("{list} (got string)"));
}

#[test]
fn null_is_none_and_only_there_a_missing_member_is_one_too() {
    assert_eq!(read::<Option<u8>>("null"), Ok(None));
    assert_eq!(read::<Option<u8>>("1"), Ok(Some(1)));
    assert_eq!(read::<Order>(r#"{"name":"n","at":null}"#).unwrap().at, None);
    assert_eq!(
        refused::<Order>(r#"{"name":null}"#),
        "name must be a string (got null)"
    );
    assert_eq!(read::<()>("null"), Ok(()));
    assert_eq!(refused::<()>("0"), "must be null (got 0)");
}

#[test]
fn the_keys_of_a_map_may_be_integers() {
    let map = BTreeMap::from([(1u32, "a".to_owned()), (20, "b".to_owned())]);
    assert_eq!(read(r#"{"1":"a","20":"b"}"#), Ok(map));
    type Map = BTreeMap<u32, String>;
    assert_eq!(
        refused::<Map>(r#"{"1":"a","x":"b"}"#),
        "x must be an integer as a member name (got \"x\")"
    );
    assert_eq!(
        refused::<Map>(r#"{"-1":"a"}"#),
        "-1 must be >= 0 as a member name (got \"-1\")"
    );
    assert!(read::<Map>(r#"{" 1":"a"}"#).is_err());
    assert_eq!(
        read::<HashMap<bool, u8>>(r#"{"true":1}"#),
        Ok(HashMap::from([(true, 1)]))
    );
    assert_eq!(
        read::<BTreeMap<Option<String>, u8>>(r#"{"a":1}"#)
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        refused::<HashMap<String, u8>>(r#"{"\ud800":1}"#),
        "\u{fffd} must not hold half of a surrogate pair (got half of a surrogate pair)"
    );
}

#[derive(Deserialize, PartialEq, Debug)]
struct Page {
    limit: u32,
    #[serde(flatten)]
    by: By,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(tag = "by", rename_all = "snake_case")]
enum By {
    Id { id: i64 },
    Size { size: f64 },
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(untagged)]
enum Loose {
    Count(u8),
    Words(Vec<String>),
}

#[test]
fn flattened_tagged_and_untagged_types_work_through_the_buffer_of_serde() {
    let page: Page = read(r#"{"limit":1.0,"by":"id","id":12.0,"more":[true]}"#).unwrap();
    assert_eq!(page.by, By::Id { id: 12 });
    assert_eq!(page.rest["more"], json!([true]));
    let page: Page = read(r#"{"limit":1,"by":"size","size":12.0}"#).unwrap();
    assert_eq!(page.by, By::Size { size: 12.0 });
    assert_eq!(read("3.0"), Ok(Loose::Count(3)));
    assert_eq!(read("[\"a\"]"), Ok(Loose::Words(vec!["a".to_owned()])));
    assert_eq!(refused::<Loose>("300"), "must be one of the forms of Loose");
    assert_eq!(
        refused::<Page>(r#"{"limit":1,"by":"id","id":"x"}"#),
        "must be an integer (got string)"
    );
    assert_eq!(refused::<Page>(r#"{"limit":1}"#), "by is required");
}

#[derive(Deserialize, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Closed {
    a: u8,
}

#[test]
fn an_unknown_member_of_a_closed_type_is_named_once() {
    assert_eq!(
        refused::<Closed>(r#"{"a":1,"b":2}"#),
        "b is not a known member"
    );
    assert_eq!(
        read::<Closed>(r#"{"a":1,"b":2}"#).unwrap_err().allowed,
        ["a"]
    );
    assert_eq!(
        refused::<Vec<Closed>>(r#"[{"a":1,"b":2}]"#),
        "[0].b is not a known member"
    );
}

#[derive(PartialEq, Debug)]
struct Weekday;

impl<'de> Deserialize<'de> for Weekday {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        serde_json::from_str::<u8>(&text).map_err(serde::de::Error::custom)?;
        Ok(Weekday)
    }
}

#[test]
fn what_a_type_says_itself_passes_without_line_and_column() {
    let error = read::<Vec<Weekday>>("[\"1\",\"mon\"]").unwrap_err();
    assert_eq!(error.to_string(), "[1] expected value");
    assert_eq!(error.reason(), "must be valid: expected value");
}

#[test]
fn chosen_members_read_like_an_object() {
    let members = [
        (Cow::Borrowed("name"), raw("\"n\"")),
        (Cow::Borrowed("at"), raw("[1,2]")),
    ];
    let order: Order = from_members(&members).unwrap();
    assert_eq!(order.at, Some((1, 2)));
    assert_eq!(
        from_members::<Order>(&members[1..])
            .unwrap_err()
            .to_string(),
        "name is required"
    );
    assert_eq!(from_members::<Option<Order>>(&[]), Ok(None));
    assert_eq!(
        from_members::<Kind>(&[(Cow::Borrowed("sized"), raw("1"))]),
        Ok(Kind::Sized(1))
    );
    let wrong = [(Cow::Owned("at".to_owned()), raw("[1,true]"))];
    assert_eq!(
        from_members::<Order>(&wrong).unwrap_err().to_string(),
        "at[1] must be an integer"
    );
}

#[test]
fn bytes_come_from_a_string_or_an_array() {
    #[derive(Debug, PartialEq)]
    struct Bytes(Vec<u8>);
    impl<'de> Deserialize<'de> for Bytes {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            struct V;
            impl<'de> serde::de::Visitor<'de> for V {
                type Value = Bytes;
                fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                    f.write_str("bytes")
                }
                fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Bytes, E> {
                    Ok(Bytes(bytes.to_vec()))
                }
                fn visit_seq<A: serde::de::SeqAccess<'de>>(
                    self,
                    mut seq: A,
                ) -> Result<Bytes, A::Error> {
                    let mut bytes = Vec::new();
                    while let Some(byte) = seq.next_element()? {
                        bytes.push(byte);
                    }
                    Ok(Bytes(bytes))
                }
            }
            deserializer.deserialize_bytes(V)
        }
    }
    assert_eq!(read("\"ab\""), Ok(Bytes(b"ab".to_vec())));
    assert_eq!(read("[97,98]"), Ok(Bytes(b"ab".to_vec())));
    assert_eq!(
        refused::<Bytes>("1"),
        "must be a string or an array of bytes (got 1)"
    );
}
