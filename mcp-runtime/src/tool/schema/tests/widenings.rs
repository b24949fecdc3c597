//! The table of widenings: what the listed schema allows and a tool still refuses, each with the
//! message that it is refused with. A row is added here together with its test.

use std::collections::{BTreeMap, HashMap};

use super::types::*;
use super::*;

/// One way in which a listed schema allows more.
struct Row {
    way: Widening,
    /// Whether the type is widened in this way.
    widened: Vec<Widening>,
    /// Listed, but refused.
    value: Value,
    listed: Value,
    refusals: Vec<String>,
    /// The beginning of the first refusal.
    message: &'static str,
}

fn row<T: JsonSchema + DeserializeOwned>(
    way: Widening,
    value: Value,
    message: &'static str,
) -> Row {
    let schemas = of::<T>();
    Row {
        way,
        widened: schemas.widened.iter().map(|w| w.way).collect(),
        refusals: refusals::<T>(&value),
        value,
        listed: Value::Object(schemas.listed),
        message,
    }
}

#[derive(serde::Deserialize, JsonSchema)]
#[schemars(extend("oneOf" = [{"type": "integer"}, {"type": "number"}]))]
struct Exactly(#[allow(dead_code)] Value);

fn table() -> Vec<Row> {
    use Widening::*;
    vec![
        // A member of another variant than the one that was chosen.
        row::<Command>(
            MergedEnum,
            json!({"op": "delete", "id": 1, "name": "x"}),
            r#"p.name must be left out when `op` is "delete""#,
        ),
        // A member that the chosen variant needs.
        row::<Command>(MergedEnum, json!({"op": "create"}), "p.name is required"),
        // Two variants at once, and none.
        row::<Measure>(
            MergedEnum,
            json!({"Width": 1, "Height": 2}),
            "p must be an object with `Width` or an object with `Height`",
        ),
        row::<Measure>(
            MergedEnum,
            json!({}),
            "p must be an object with `Width` or an object with `Height`",
        ),
        // The right kinds in the wrong places.
        row::<(String, u32)>(Tuple, json!([1, "a"]), "p[0] must be a string"),
        row::<BTreeMap<u32, String>>(
            MapKeys,
            json!({"x": "y"}),
            r"p.x must have a name that matches the pattern `^\d+$`",
        ),
        // Formats are hints: the type itself refuses.
        row::<std::net::IpAddr>(Format, json!("nowhere"), "p invalid IP address syntax"),
        row::<std::num::NonZeroI32>(Exclusion, json!(0), "p must not be 0"),
        row::<Exactly>(
            OneOf,
            json!(1),
            "p must be a value of exactly one of several kinds",
        ),
    ]
}

#[test]
fn each_widening_is_listed_refused_and_told() {
    for row in table() {
        assert!(
            row.widened.contains(&row.way),
            "{:?}: {:?}",
            row.way,
            row.widened
        );
        let arguments = json!({"p": row.value});
        assert!(
            valid(&row.listed, &arguments),
            "{:?} is not listed for {arguments}: {}",
            row.way,
            row.listed
        );
        let first = row.refusals.first().map(String::as_str).unwrap_or("taken");
        assert!(first.starts_with(row.message), "{first}");
    }
}

/// No schema can say which numbers a type holds exactly: `{"type": "number"}` lists them all. What
/// would be rounded or lost is refused by the type, with the message beside it.
#[test]
fn numbers_that_would_be_rounded_or_lost_are_listed_refused_and_told() {
    fn row<T: JsonSchema + DeserializeOwned>(number: &str, message: &str) {
        let listed = listed::<T>();
        let any = listed.get("type").is_none();
        assert!(any || listed["type"] == "number", "{number}: {listed}");
        let most = listed["maximum"].as_f64();
        let below = most.is_none_or(|most| number.parse::<f64>().is_ok_and(|n| n <= most));
        assert!(below, "{number}: {listed}");
        assert_eq!(refusals_of::<T>(number), [message]);
    }
    row::<f64>(
        "9007199254740993",
        "p must be an integer that a 64-bit float holds exactly",
    );
    row::<f64>("1e400", "p must be a number in the range of a 64-bit float");
    row::<f32>(
        "16777217",
        "p must be an integer that a 32-bit float holds exactly",
    );
    row::<Value>(
        "18446744073709551617",
        "p must be a number that can be kept exactly (an integer of 64 bits, or a float)",
    );
    row::<Value>("1e400", "p must be a number in the range of a 64-bit float");
    row::<Value>(
        r#"[0, {"a": -1e400}]"#,
        "p[1].a must be a number in the range of a 64-bit float",
    );
}

#[test]
fn each_way_of_widening_stands_in_the_table() {
    // A new way makes this match incomplete.
    let number = |way: Widening| match way {
        Widening::MergedEnum => 0,
        Widening::Tuple => 1,
        Widening::MapKeys => 2,
        Widening::Format => 3,
        Widening::Exclusion => 4,
        Widening::OneOf => 5,
    };
    let mut ways: Vec<usize> = table().into_iter().map(|row| number(row.way)).collect();
    ways.dedup();
    assert_eq!(ways, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn what_only_a_type_itself_can_tell_is_refused_by_the_type() {
    let keys = refusals::<HashMap<Level, u8>>(&json!({"Medium": 1}));
    assert!(
        keys[0].contains("Medium") || keys[0].contains("Low"),
        "{keys:?}"
    );
    let long = refusals::<std::time::Duration>(&json!({"secs": u64::MAX, "nanos": u32::MAX}));
    assert_eq!(long.len(), 1);
}
