//! The two promises between what is listed and what is accepted, tried on random values.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::num::{NonZeroI32, NonZeroU32};

use mcp_core::json::{Text, from_raw};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::Value;

use super::samples::{Dice, sample, without_absent};
use super::types::*;
use super::*;

/// Whether the type is really made of the value.
fn taken<T: DeserializeOwned>(checker: &Checker, arguments: &Value) -> bool {
    let text = Text::from_serialize(arguments).unwrap();
    checker.accepts(text.as_raw())
        && text
            .as_raw()
            .member("p")
            .is_some_and(|p| from_raw::<T>(p).is_ok())
}

/// How many values were taken and refused.
#[derive(Default)]
struct Count {
    taken: usize,
    refused: usize,
}

/// Whether the type has rules that its generated schema does not tell; what breaks them is refused
/// by the type itself.
fn own_rules(name: &str) -> bool {
    // The names of variants as keys of a map, when the variants are documented.
    name == "HashMap<Level, u8>"
        // The nanoseconds are added to the seconds, which may be too many then.
        || name == "std::time::Duration"
}

fn hold<T: JsonSchema + DeserializeOwned>(name: &str, widened: &[Widening]) {
    let schemas = of::<T>();
    widened_as_told(name, &schemas, widened);
    let checker = checker(&schemas);
    let listed = Value::Object(schemas.listed.clone());
    let listed_validator = jsonschema::validator_for(&listed).unwrap();
    let precise_validator = jsonschema::validator_for(&schemas.precise).unwrap();
    let outcome = runner().run(&any::<u64>(), |seed| {
        let mut dice = Dice(seed | 1);
        let from = if dice.once_in(2) {
            &listed
        } else {
            &schemas.precise
        };
        let value = sample(from, from, &mut dice, 0);
        let Value::Object(_) = value else {
            return Ok(());
        };
        let text = Text::from_serialize(&value).unwrap();
        prop_assert_eq!(
            checker.accepts(text.as_raw()),
            precise_validator.is_valid(&value),
            "{}: the checker and an independent validator differ on {}",
            name,
            value
        );
        let taken = taken::<T>(&checker, &value);
        if taken {
            let kept = without_absent(&listed, &value);
            let is_listed = listed_validator.is_valid(&kept);
            prop_assert!(is_listed, "{}: taken, but not listed: {}", name, value);
        }
        if widened.is_empty() && !own_rules(name) && listed_validator.is_valid(&value) {
            prop_assert!(taken, "{}: listed, but not taken: {}", name, value);
        }
        Ok(())
    });
    if let Err(error) = outcome {
        let precise = &schemas.precise;
        panic!("{error}\nlisted: {listed:#}\nprecise: {precise:#}");
    }
    both_happen::<T>(name, &schemas.precise, &checker);
}

/// The listing is widened in these ways, and in no other.
fn widened_as_told(name: &str, schemas: &Schemas, widened: &[Widening]) {
    let ways: Vec<Widening> = schemas.widened.iter().map(|w| w.way).collect();
    for way in widened {
        assert!(
            ways.contains(way),
            "{name} is not widened by {way:?}: {ways:?}"
        );
    }
    for way in &ways {
        assert!(
            widened.contains(way),
            "{name} is widened by {way:?} at {:?}",
            schemas.widened
        );
    }
}

/// The same values in each run.
fn runner() -> TestRunner {
    let config = Config {
        cases: 300,
        failure_persistence: None,
        ..Config::default()
    };
    let algorithm = proptest::test_runner::RngAlgorithm::ChaCha;
    let dice = proptest::test_runner::TestRng::deterministic_rng(algorithm);
    TestRunner::new_with_rng(config, dice)
}

/// The promises say nothing if nothing is ever taken, or nothing refused.
fn both_happen<T: DeserializeOwned>(name: &str, precise: &Value, checker: &Checker) {
    let mut count = Count::default();
    for seed in 1..400_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let value = sample(precise, precise, &mut dice, 0);
        if taken::<T>(checker, &value) {
            count.taken += 1;
        } else {
            count.refused += 1;
        }
    }
    assert!(
        count.taken >= 20,
        "{name}: only {} values were taken",
        count.taken
    );
    assert!(
        count.refused >= 5,
        "{name}: only {} values were refused",
        count.refused
    );
}

macro_rules! hold_each {
    ($($type:ty => [$($way:ident),*];)*) => {
        /// Each type with its promises.
        const TYPES: &[(&str, fn(&str, &[Widening]), &[Widening])] =
            &[$((stringify!($type), hold::<$type>, &[$(Widening::$way),*])),*];
    };
}

each!(hold_each);

#[test]
fn what_is_taken_is_listed_and_what_is_listed_is_taken_save_the_known_widenings() {
    assert!(TYPES.len() >= 40);
    let mut broken = 0;
    for (name, hold, widened) in TYPES {
        let name = name.replace(' ', "").replace(",", ", ");
        broken += usize::from(std::panic::catch_unwind(|| hold(&name, widened)).is_err());
    }
    assert_eq!(broken, 0, "types whose promises are broken");
}
