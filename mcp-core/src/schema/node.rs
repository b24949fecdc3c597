//! A compiled schema: the rules that stand at each place, in a form that is quick to follow.
//!
//! In: nothing; these are the tables that the compiler fills and the checks read. They hold no
//! reference to the schema they came from and nothing of the values that are checked.

use serde_json::Value;

use super::Pattern;
use super::number::Bound;
use crate::json::{Head, Kind, Name, Raw};

/// The place of a node in the table.
pub(super) type Id = usize;

/// A set of JSON Schema types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Types(u8);

impl Types {
    pub(super) const NONE: Self = Self(0);
    pub(super) const NULL: Self = Self(1);
    pub(super) const BOOLEAN: Self = Self(1 << 1);
    pub(super) const INTEGER: Self = Self(1 << 2);
    /// Numbers, whole ones included.
    pub(super) const NUMBER: Self = Self(1 << 3 | 1 << 2);
    pub(super) const STRING: Self = Self(1 << 4);
    pub(super) const ARRAY: Self = Self(1 << 5);
    pub(super) const OBJECT: Self = Self(1 << 6);
    pub(super) const ALL: Self = Self(0x7f);

    /// Each type with its name in a sentence, in the order in which they are said.
    const NAMES: [(Self, &'static str); 7] = [
        (Self(1 << 3), "a number"),
        (Self::INTEGER, "an integer"),
        (Self::STRING, "a string"),
        (Self::BOOLEAN, "a boolean"),
        (Self::ARRAY, "an array"),
        (Self::OBJECT, "an object"),
        (Self::NULL, "null"),
    ];

    /// The type that a schema calls by this name.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => return None,
        })
    }

    /// The types that a value of this kind may be of.
    pub(super) fn of(kind: Kind) -> Self {
        match kind {
            Kind::Null => Self::NULL,
            Kind::Bool => Self::BOOLEAN,
            Kind::Number => Self::NUMBER,
            Kind::String => Self::STRING,
            Kind::Array => Self::ARRAY,
            Kind::Object => Self::OBJECT,
        }
    }

    /// The types that a value may be of whose text starts with this byte.
    #[inline(always)]
    pub(super) fn starting_with(first: u8) -> Self {
        const TABLE: [Types; 256] = {
            let mut table = [Types::NUMBER; 256];
            table[b'n' as usize] = Types::NULL;
            table[b't' as usize] = Types::BOOLEAN;
            table[b'f' as usize] = Types::BOOLEAN;
            table[b'"' as usize] = Types::STRING;
            table[b'[' as usize] = Types::ARRAY;
            table[b'{' as usize] = Types::OBJECT;
            table
        };
        TABLE[usize::from(first)]
    }

    pub(super) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(super) fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether numbers with a fractional part are in the set.
    pub(super) fn has_fractions(self) -> bool {
        self.0 & (1 << 3) != 0
    }

    /// The set in words: `an integer or null`.
    pub(super) fn words(self) -> Vec<&'static str> {
        if self == Self::ALL {
            return vec!["any value"];
        }
        let fractions = self.has_fractions();
        let named = Self::NAMES
            .iter()
            .filter(|(kind, _)| self.meets(*kind) && !(fractions && *kind == Self::INTEGER));
        named.map(|(_, name)| *name).collect()
    }
}

/// The rules for one place.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) types: Types,
    /// The types of which nothing but the type is asked; [`settle`](Self::settle) says which.
    pub(super) free: Types,
    pub(super) number: Option<Box<NumberRules>>,
    pub(super) text: Option<Box<TextRules>>,
    pub(super) array: Option<Box<ArrayRules>>,
    pub(super) object: Option<Box<ObjectRules>>,
    pub(super) allowed: Option<Box<Allowed>>,
    pub(super) unions: Vec<Union>,
    /// Schemas that must hold as well: `allOf`, `$ref` beside other keywords.
    pub(super) all: Vec<Id>,
    pub(super) not: Option<Id>,
}

impl Node {
    /// A node that any value fits.
    pub(super) fn any() -> Self {
        Self {
            types: Types::ALL,
            free: Types::NONE,
            number: None,
            text: None,
            array: None,
            object: None,
            allowed: None,
            unions: Vec::new(),
            all: Vec::new(),
            not: None,
        }
    }

    /// Says which types are free, once all rules are there. Arrays and objects never are: they may
    /// hold no name twice.
    pub(super) fn settle(&mut self) {
        if self.allowed.is_some() || self.has_branches() {
            return;
        }
        let mut free = Types::NULL.0 | Types::BOOLEAN.0;
        if self.number.is_none() && self.types.has_fractions() {
            free |= Types::NUMBER.0;
        }
        if self.text.is_none() {
            free |= Types::STRING.0;
        }
        self.free = Types(free & self.types.0);
    }

    /// Whether another schema speaks for the same value.
    pub(super) fn has_branches(&self) -> bool {
        !self.unions.is_empty() || !self.all.is_empty() || self.not.is_some()
    }
}

/// Rules for numbers.
#[derive(Debug, Default)]
pub(super) struct NumberRules {
    pub(super) low: Vec<Bound>,
    pub(super) high: Vec<Bound>,
    pub(super) step: Option<Bound>,
}

/// Rules for strings; lengths count Unicode scalar values.
#[derive(Debug, Default)]
pub(super) struct TextRules {
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    pub(super) pattern: Option<Matcher>,
}

/// A pattern and its source.
#[derive(Debug)]
pub(super) struct Matcher {
    pub(super) source: Box<str>,
    pub(super) pattern: Box<dyn Pattern>,
}

/// Rules for arrays.
#[derive(Debug, Default)]
pub(super) struct ArrayRules {
    pub(super) prefix: Vec<Id>,
    pub(super) items: Option<Id>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    pub(super) unique: bool,
}

/// Rules for objects.
#[derive(Debug)]
pub(super) struct ObjectRules {
    /// In the order in which faults are told.
    pub(super) properties: Vec<Property>,
    /// Positions in `properties`, by name.
    pub(super) by_name: Vec<usize>,
    /// A bit for each of the first 128 properties that is required.
    pub(super) required: u128,
    pub(super) patterns: Vec<(Matcher, Id)>,
    pub(super) additional: Additional,
    pub(super) names: Option<Id>,
    pub(super) least: usize,
    pub(super) most: Option<usize>,
    /// `null` for a member that is not required counts as its absence.
    pub(super) null_is_absent: bool,
}

/// A named member of an object.
#[derive(Debug)]
pub(super) struct Property {
    pub(super) name: Box<str>,
    /// The first bytes of the name.
    pub(super) head: Head,
    /// Its schema; none when it is only required.
    pub(super) node: Option<Id>,
    pub(super) required: bool,
}

/// What becomes of members that are not named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Additional {
    Open,
    Closed,
    Fits(Id),
}

impl ObjectRules {
    /// The position of the property of that name.
    pub(super) fn position(&self, name: &str) -> Option<usize> {
        if self.properties.len() <= 8 {
            return self.properties.iter().position(|p| &*p.name == name);
        }
        let name_at = |position: &usize| self.properties.get(*position).map(|p| &*p.name);
        let found = self
            .by_name
            .binary_search_by(|p| name_at(p).cmp(&Some(name)));
        found.ok().and_then(|at| self.by_name.get(at).copied())
    }

    /// The position of the property of that name, which is written so and begins so.
    pub(super) fn position_of(&self, name: Name<'_>, head: Head) -> Option<usize> {
        if name.escaped || self.properties.len() > 8 {
            return self.position(&name.decoded());
        }
        // One comparison for most names.
        let is = |property: &Property| {
            property.head == head
                && property.name.len() == name.written.len()
                && (name.written.len() <= size_of::<Head>() || *property.name == *name.written)
        };
        self.properties.iter().position(is)
    }

    /// Sorts the names for [`position`](Self::position), and marks who is required.
    pub(super) fn index(&mut self) {
        let mut by_name: Vec<usize> = (0..self.properties.len()).collect();
        by_name.sort_by_key(|at| self.properties.get(*at).map(|p| &*p.name));
        self.by_name = by_name;
        let bits = self.properties.iter().take(128).enumerate();
        let required = bits.map(|(at, property)| u128::from(property.required) << at);
        self.required = required.fold(0, |all, bit| all | bit);
    }
}

/// Schemas of which one must hold.
#[derive(Debug)]
pub(super) struct Union {
    pub(super) cases: Vec<Id>,
    /// `oneOf`: no second one may hold.
    pub(super) exactly_one: bool,
    /// The cases told apart by the value of one member.
    pub(super) tagged: Option<Tagged>,
}

/// Cases told apart by one required member, whose value is a string of its own in each.
#[derive(Debug)]
pub(super) struct Tagged {
    pub(super) tag: Box<str>,
    pub(super) values: Vec<(Box<str>, Id)>,
}

/// The values of `enum` or `const`.
#[derive(Debug, Default)]
pub(super) struct Allowed {
    /// The strings, in the schema's order.
    pub(super) texts: Vec<Box<str>>,
    /// The same, sorted, when they are many.
    pub(super) sorted: Vec<Box<str>>,
    pub(super) others: Vec<Value>,
}

impl Allowed {
    pub(super) fn new(values: &[Value]) -> Self {
        let mut out = Self::default();
        for value in values {
            match value {
                Value::String(text) => out.texts.push(text.as_str().into()),
                other => out.others.push(other.clone()),
            }
        }
        if out.texts.len() > 16 {
            out.sorted = out.texts.clone();
            out.sorted.sort_unstable();
        }
        out
    }

    pub(super) fn has_text(&self, text: &str) -> bool {
        if self.sorted.is_empty() {
            self.texts.iter().any(|t| &**t == text)
        } else {
            self.sorted.binary_search_by(|t| (**t).cmp(text)).is_ok()
        }
    }

    pub(super) fn has(&self, value: Raw<'_>) -> bool {
        match value.kind() {
            Kind::String => value.string().is_ok_and(|text| self.has_text(&text)),
            _ => self
                .others
                .iter()
                .any(|other| super::equal::same_value(value, other)),
        }
    }

    /// All values, strings first.
    pub(super) fn values(&self) -> impl Iterator<Item = Value> + '_ {
        let texts = self.texts.iter().map(|t| Value::from(&**t));
        texts.chain(self.others.iter().cloned())
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len() + self.others.len()
    }
}
