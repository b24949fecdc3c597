//! The ranges of Rust's number types, written as bounds.
//!
//! In: a schema with one of the formats that `schemars` gives to numbers (`uint32`, `double`).
//! Out: the same without the format, and with the type's own bounds where they are not there yet or
//! are tighter. These formats are in no standard, and clients stumble over them.

use serde_json::{Number, Value, json};

use super::walk::Schema;

/// Replaces a number format by its bounds; with `bounds` false it is only dropped.
pub(super) fn replace_format(schema: &mut Schema, bounds: bool) {
    let Some(range) = schema.get("format").and_then(Value::as_str).and_then(range) else {
        return;
    };
    schema.remove("format");
    if !bounds {
        return;
    }
    let [low, high] = match range {
        Range::None => return,
        Range::Whole(low, high) => [("minimum", json!(low)), ("maximum", json!(high))],
        Range::Natural(high) => [("minimum", json!(0)), ("maximum", json!(high))],
        // NB. The ends of the 128 bit types are no JSON numbers that others read exactly, but these
        // powers of two are.
        Range::Whole128 => [
            ("minimum", json!(-(2_f64.powi(127)))),
            ("exclusiveMaximum", json!(2_f64.powi(127))),
        ],
        Range::Natural128 => [
            ("minimum", json!(0)),
            ("exclusiveMaximum", json!(2_f64.powi(128))),
        ],
        Range::Single => [
            ("minimum", json!(f64::from(f32::MIN))),
            ("maximum", json!(f64::from(f32::MAX))),
        ],
    };
    tighten(schema, low.0, low.1);
    tighten(schema, high.0, high.1);
}

enum Range {
    None,
    Whole(i64, i64),
    Natural(u64),
    Whole128,
    Natural128,
    Single,
}

fn range(format: &str) -> Option<Range> {
    let whole = |low: i64, high: i64| Range::Whole(low, high);
    Some(match format {
        "int8" => whole(i8::MIN.into(), i8::MAX.into()),
        "int16" => whole(i16::MIN.into(), i16::MAX.into()),
        "int32" => whole(i32::MIN.into(), i32::MAX.into()),
        "int64" => whole(i64::MIN, i64::MAX),
        "int" => whole(isize::MIN as i64, isize::MAX as i64),
        "int128" => Range::Whole128,
        "uint8" => Range::Natural(u8::MAX.into()),
        "uint16" => Range::Natural(u16::MAX.into()),
        "uint32" => Range::Natural(u32::MAX.into()),
        "uint64" => Range::Natural(u64::MAX),
        "uint" => Range::Natural(usize::MAX as u64),
        "uint128" => Range::Natural128,
        "float" => Range::Single,
        "double" => Range::None,
        _ => return None,
    })
}

/// Puts a bound in unless a tighter one is there.
fn tighten(schema: &mut Schema, keyword: &str, bound: Value) {
    let lower = keyword.ends_with("inimum");
    let (inclusive, exclusive) = if lower {
        ("minimum", "exclusiveMinimum")
    } else {
        ("maximum", "exclusiveMaximum")
    };
    let is_tighter = |there: &Number| {
        let tighter = compare(there, &bound);
        if lower {
            tighter.is_ge()
        } else {
            tighter.is_le()
        }
    };
    let there = [inclusive, exclusive].map(|word| schema.get(word).and_then(Value::as_number));
    if there.into_iter().flatten().any(is_tighter) {
        return;
    }
    schema.remove(inclusive);
    schema.insert(keyword.to_owned(), bound);
}

/// Compares two numbers of a schema; exact for those of 64 bits.
fn compare(a: &Number, b: &Value) -> std::cmp::Ordering {
    let whole = |n: &Number| {
        n.as_i64()
            .map(i128::from)
            .or_else(|| n.as_u64().map(i128::from))
    };
    let b = b.as_number();
    match (whole(a), b.and_then(whole)) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => {
            let float = |n: Option<&Number>| n.and_then(Number::as_f64).unwrap_or_default();
            float(Some(a)).total_cmp(&float(b))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(value: Value) -> Value {
        let mut schema = value.as_object().unwrap().clone();
        replace_format(&mut schema, true);
        Value::Object(schema)
    }

    #[test]
    fn every_integer_type_lists_its_own_minimum_and_maximum() {
        let bounds = |format: &str| {
            let schema = replaced(json!({"type": "integer", "format": format}));
            assert!(schema.get("format").is_none());
            (schema["minimum"].clone(), schema["maximum"].clone())
        };
        assert_eq!(bounds("int8"), (json!(-128), json!(127)));
        assert_eq!(bounds("int64"), (json!(i64::MIN), json!(i64::MAX)));
        assert_eq!(bounds("uint64"), (json!(0), json!(u64::MAX)));
        assert_eq!(bounds("uint"), (json!(0), json!(usize::MAX)));
        let wide = replaced(json!({"type": "integer", "format": "uint128"}));
        assert_eq!(wide["exclusiveMaximum"], json!(2_f64.powi(128)));
    }

    #[test]
    fn a_tighter_bound_that_is_there_stays() {
        let schema =
            json!({"type": "integer", "format": "uint8", "minimum": 1, "exclusiveMaximum": 9});
        assert_eq!(
            replaced(schema),
            json!({"type": "integer", "minimum": 1, "exclusiveMaximum": 9})
        );
        let wide = json!({"type": "integer", "format": "uint8", "minimum": -5, "maximum": 900});
        assert_eq!(
            replaced(wide),
            json!({"type": "integer", "minimum": 0, "maximum": 255})
        );
    }

    #[test]
    fn other_formats_stay() {
        let schema = json!({"type": "string", "format": "date-time"});
        assert_eq!(replaced(schema.clone()), schema);
    }
}
