//! The types that the pass is tried on.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

macro_rules! types {
    ($($item:item)*) => {
        $(#[derive(Deserialize, JsonSchema, Debug)] #[allow(dead_code)] $item)*
    };
}

types! {
    pub(super) struct Empty {}
    pub(super) struct Unit;
    pub(super) struct Newtype(u8);
    pub(super) struct Page { no: u32, size: u32 }

    /// How loud.
    #[derive(PartialEq, Eq, Hash)]
    pub(super) enum Level {
        /// quiet
        Low,
        /// loud
        High,
    }

    #[serde(rename_all = "snake_case")]
    pub(super) enum Plain { FastLane, SlowLane }

    #[serde(tag = "op", rename_all = "snake_case")]
    pub(super) enum Command {
        /// Makes one.
        Create { name: String, note: Option<String> },
        /// Removes one.
        Delete { id: u32 },
        Reset,
    }

    pub(super) enum Shape { Point, Circle(f64), Line { from: i32, to: i32 } }

    pub(super) enum Measure { Width(u8), Height(u8) }

    #[serde(untagged)]
    pub(super) enum Either { Number(u32), Name(String), Page(Page) }

    #[serde(untagged)]
    pub(super) enum Way { ById { id: u32 }, ByName { name: String } }

    #[serde(tag = "t", content = "c")]
    pub(super) enum Adjacent { One(u8), Two { x: bool }, Three }

    #[serde(tag = "kind", rename_all = "snake_case")]
    pub(super) enum By { Name { name: String }, Id { id: u32 } }

    pub(super) struct Find { limit: u32, #[serde(flatten)] by: By }

    pub(super) struct FindMaybe { limit: u32, #[serde(flatten)] page: Option<Page> }

    pub(super) struct Open { a: u32, #[serde(flatten)] rest: HashMap<String, Value> }

    pub(super) struct Paged { q: String, #[serde(flatten)] page: Page }

    pub(super) struct Node { name: String, #[serde(default)] kids: Vec<Node> }

    pub(super) struct Trees { root: Node, alt: Option<Box<Node>> }

    #[serde(deny_unknown_fields)]
    pub(super) struct Strict { a: u8 }

    #[serde(rename_all = "camelCase")]
    pub(super) struct Renamed { user_id: u32, #[serde(rename(serialize = "out", deserialize = "in"))] v: String }

    pub(super) struct Limits {
        #[schemars(range(min = 1, max = 50))] n: u32,
        #[schemars(length(min = 1, max = 3))] s: String,
        #[schemars(regex(pattern = "^[a-z]+$"))] word: String,
        #[schemars(length(min = 1), inner(range(max = 9)))] list: Vec<u8>,
    }

    pub(super) struct Options {
        lang: Option<String>, n: Option<u32>, tags: Option<Vec<String>>, level: Option<Level>,
        page: Option<Page>, #[serde(default)] count: u8, must: Option<bool>,
    }

    pub(super) struct Anything { v: Value, o: serde_json::Map<String, Value>, l: Vec<Value> }

    #[serde(tag = "type")]
    pub(super) enum Wrapped { Page(Page), Limits(Limits) }

    pub(super) struct Outer { inner: Command, list: Vec<Shape> }

    #[serde(untagged)]
    pub(super) enum Tree { Leaf(i32), Branch(Vec<Tree>) }
}

/// Calls a macro with each type, a name for it, and the widenings that its listed schema has.
macro_rules! each {
    ($call:ident) => {
        $call! {
            bool => [];
            String => [];
            i8 => []; i16 => []; i32 => []; i64 => []; isize => [];
            u8 => []; u16 => []; u32 => []; u64 => []; usize => [];
            i128 => []; u128 => []; f32 => []; f64 => []; char => [];
            () => [];
            Option<u32> => [];
            Vec<String> => [];
            Vec<Option<u32>> => [];
            (f64, f64) => [];
            (String, u32) => [Tuple];
            [u8; 3] => [];
            HashMap<String, f64> => [];
            HashMap<String, Option<u32>> => [];
            BTreeMap<u32, String> => [MapKeys];
            BTreeMap<i32, bool> => [MapKeys];
            HashMap<Level, u8> => [];
            HashSet<u8> => [];
            Value => [];
            Vec<Value> => [];
            Empty => [];
            Unit => [];
            Newtype => [];
            Page => [];
            Level => [];
            Plain => [];
            Command => [MergedEnum];
            Shape => [MergedEnum];
            Measure => [MergedEnum];
            Either => [];
            Way => [MergedEnum];
            Adjacent => [MergedEnum];
            Find => [MergedEnum];
            FindMaybe => [];
            Open => [];
            Paged => [];
            Node => [];
            Trees => [];
            Strict => [];
            Renamed => [];
            Limits => [];
            Options => [];
            Anything => [];
            Wrapped => [MergedEnum];
            Outer => [MergedEnum];
            Tree => [];
            NonZeroU32 => [];
            NonZeroI32 => [Exclusion];
            std::net::IpAddr => [Format];
            std::time::Duration => [];
            std::ops::Range<u32> => [];
            std::result::Result<u8, String> => [MergedEnum];
            std::ops::Bound<u8> => [MergedEnum];
        }
    };
}
pub(super) use each;
