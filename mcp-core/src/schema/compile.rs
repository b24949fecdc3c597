//! From a schema to the table of rules that checks follow.
//!
//! In: a schema as a JSON value. Out: nodes, or the first place that can't be used and why. Every
//! keyword is either enforced, known to be an annotation, or refused by name: none is overlooked.
//! References are followed inside the schema only, never over a network.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::node::{
    Additional, Allowed, ArrayRules, Id, Matcher, Node, NumberRules, ObjectRules, Property,
    TextRules, Types, Union,
};
use super::number::Bound;
use super::read::{array, count, flag, inside, join, number, object, text, types};
use super::{Patterns, SchemaError, finish};
use crate::json::head_of;

/// How deep schemas may be nested.
const DEEPEST: usize = 64;
/// How many schemas there may be inside one.
const MOST: usize = 10_000;

/// Keywords that are read together with others of their kind.
const RULES: [&str; 20] = [
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
];

type Result<T> = std::result::Result<T, SchemaError>;

/// Compiles a schema; the root is node 0.
pub(super) fn compile(root: &Value, patterns: &dyn Patterns) -> Result<Vec<Node>> {
    let mut compiler = Compiler {
        root,
        patterns,
        nodes: vec![Node::any()],
        targets: HashMap::from([("#".to_owned(), 0)]),
        waiting: vec![(0, String::new(), root)],
        depth: 0,
    };
    while let Some((id, path, schema)) = compiler.waiting.pop() {
        compiler.fill(id, schema, &path)?;
    }
    finish::finish(&mut compiler.nodes)?;
    Ok(compiler.nodes)
}

struct Compiler<'s> {
    root: &'s Value,
    patterns: &'s dyn Patterns,
    nodes: Vec<Node>,
    /// What a reference leads to.
    targets: HashMap<String, Id>,
    /// Targets of references, still to be compiled.
    waiting: Vec<(Id, String, &'s Value)>,
    depth: usize,
}

impl<'s> Compiler<'s> {
    /// Compiles a schema that stands inside another.
    fn schema(&mut self, schema: &'s Value, path: &str) -> Result<Id> {
        if let Value::Object(members) = schema
            && let Some(target) = members.get("$ref")
            && members.len() == 1
        {
            return self.reference(target, path);
        }
        let id = self.reserve(path)?;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(SchemaError::new(
                path,
                format!("schemas are nested more than {DEEPEST} deep"),
            ));
        }
        self.fill(id, schema, path)?;
        self.depth -= 1;
        Ok(id)
    }

    fn reserve(&mut self, path: &str) -> Result<Id> {
        if self.nodes.len() >= MOST {
            let problem = format!("there are more than {MOST} schemas inside this one");
            return Err(SchemaError::new(path, problem));
        }
        self.nodes.push(Node::any());
        Ok(self.nodes.len() - 1)
    }

    fn fill(&mut self, id: Id, schema: &'s Value, path: &str) -> Result<()> {
        let node = match schema {
            Value::Bool(true) => Node::any(),
            Value::Bool(false) => Node {
                types: Types::NONE,
                ..Node::any()
            },
            Value::Object(members) => self.node(members, path)?,
            _ => return Err(SchemaError::new(path, "a schema is an object or a boolean")),
        };
        if let Some(place) = self.nodes.get_mut(id) {
            *place = node;
        }
        Ok(())
    }

    fn node(&mut self, members: &'s Map<String, Value>, path: &str) -> Result<Node> {
        let mut node = Node::any();
        for (keyword, value) in members {
            let at = join(path, keyword);
            match keyword.as_str() {
                "type" => node.types = types(value, &at)?,
                "const" => node.allowed = Some(Box::new(Allowed::new(std::slice::from_ref(value)))),
                "enum" => node.allowed = Some(Box::new(Allowed::new(array(value, &at)?))),
                "allOf" => node.all.extend(self.list(value, &at)?),
                "anyOf" | "oneOf" => node.unions.push(Union {
                    cases: self.list(value, &at)?,
                    exactly_one: keyword == "oneOf",
                    tagged: None,
                }),
                "not" => node.not = Some(self.schema(value, &at)?),
                "$ref" => node.all.push(self.reference(value, &at)?),
                _ if RULES.contains(&keyword.as_str()) => {}
                _ if is_annotation(keyword) => {}
                _ => {
                    let problem = format!("the keyword `{keyword}` can't be enforced");
                    return Err(SchemaError::new(at, problem));
                }
            }
        }
        if node.allowed.is_some() && members.contains_key("const") && members.contains_key("enum") {
            return Err(SchemaError::new(
                path,
                "`const` and `enum` exclude each other",
            ));
        }
        node.number = number_rules(members, path)?;
        node.text = self.text_rules(members, path)?;
        node.array = self.array_rules(members, path)?;
        node.object = self.object_rules(members, path)?;
        Ok(node)
    }

    fn list(&mut self, value: &'s Value, path: &str) -> Result<Vec<Id>> {
        let schemas = array(value, path)?;
        if schemas.is_empty() {
            return Err(SchemaError::new(path, "at least one schema must be given"));
        }
        let numbered = schemas.iter().enumerate();
        numbered
            .map(|(index, schema)| self.schema(schema, &format!("{path}[{index}]")))
            .collect()
    }

    fn reference(&mut self, value: &'s Value, path: &str) -> Result<Id> {
        let target = text(value, path)?;
        if let Some(id) = self.targets.get(target) {
            return Ok(*id);
        }
        let Some(schema) = inside(self.root, target) else {
            let problem =
                format!("`{target}` is not a place in this schema, and none other is read");
            return Err(SchemaError::new(path, problem));
        };
        let id = self.reserve(path)?;
        self.targets.insert(target.to_owned(), id);
        let place = target.trim_start_matches(['#', '/']).replace('/', ".");
        self.waiting.push((id, place, schema));
        Ok(id)
    }

    fn matcher(&self, source: &str, path: &str) -> Result<Matcher> {
        let pattern = self
            .patterns
            .compile(source)
            .map_err(|problem| SchemaError::new(path, format!("pattern `{source}`: {problem}")))?;
        Ok(Matcher {
            source: source.into(),
            pattern,
        })
    }

    fn text_rules(
        &self,
        members: &Map<String, Value>,
        path: &str,
    ) -> Result<Option<Box<TextRules>>> {
        let rules = TextRules {
            least: count(members, "minLength", path)?.unwrap_or(0),
            most: count(members, "maxLength", path)?,
            pattern: match members.get("pattern") {
                Some(value) => {
                    let at = join(path, "pattern");
                    Some(self.matcher(text(value, &at)?, &at)?)
                }
                None => None,
            },
        };
        let empty = rules.least == 0 && rules.most.is_none() && rules.pattern.is_none();
        Ok((!empty).then(|| Box::new(rules)))
    }

    fn array_rules(
        &mut self,
        members: &'s Map<String, Value>,
        path: &str,
    ) -> Result<Option<Box<ArrayRules>>> {
        const WORDS: [&str; 5] = [
            "items",
            "prefixItems",
            "minItems",
            "maxItems",
            "uniqueItems",
        ];
        if !WORDS.iter().any(|word| members.contains_key(*word)) {
            return Ok(None);
        }
        let mut rules = ArrayRules {
            least: count(members, "minItems", path)?.unwrap_or(0),
            most: count(members, "maxItems", path)?,
            unique: flag(members, "uniqueItems", path)?,
            ..ArrayRules::default()
        };
        if let Some(value) = members.get("prefixItems") {
            rules.prefix = self.list(value, &join(path, "prefixItems"))?;
        }
        if let Some(value) = members.get("items") {
            rules.items = Some(self.schema(value, &join(path, "items"))?);
        }
        Ok(Some(Box::new(rules)))
    }

    fn object_rules(
        &mut self,
        members: &'s Map<String, Value>,
        path: &str,
    ) -> Result<Option<Box<ObjectRules>>> {
        const WORDS: [&str; 7] = [
            "properties",
            "required",
            "additionalProperties",
            "patternProperties",
            "propertyNames",
            "minProperties",
            "maxProperties",
        ];
        if !WORDS.iter().any(|word| members.contains_key(*word)) {
            return Ok(None);
        }
        let mut rules = ObjectRules {
            properties: Vec::new(),
            by_name: Vec::new(),
            required: 0,
            patterns: Vec::new(),
            additional: Additional::Open,
            names: None,
            least: count(members, "minProperties", path)?.unwrap_or(0),
            most: count(members, "maxProperties", path)?,
            null_is_absent: false,
        };
        self.properties(members, path, &mut rules)?;
        if let Some(value) = members.get("patternProperties") {
            let at = join(path, "patternProperties");
            for (source, schema) in object(value, &at)? {
                let matcher = self.matcher(source, &at)?;
                let node = self.schema(schema, &join(&at, source))?;
                rules.patterns.push((matcher, node));
            }
        }
        match members.get("additionalProperties") {
            None | Some(Value::Bool(true)) => {}
            Some(Value::Bool(false)) => rules.additional = Additional::Closed,
            Some(schema) => {
                let at = join(path, "additionalProperties");
                rules.additional = Additional::Fits(self.schema(schema, &at)?);
            }
        }
        if let Some(schema) = members.get("propertyNames") {
            rules.names = Some(self.schema(schema, &join(path, "propertyNames"))?);
        }
        rules.index();
        Ok(Some(Box::new(rules)))
    }

    fn properties(
        &mut self,
        members: &'s Map<String, Value>,
        path: &str,
        rules: &mut ObjectRules,
    ) -> Result<()> {
        if let Some(value) = members.get("properties") {
            let at = join(path, "properties");
            for (name, schema) in object(value, &at)? {
                rules.properties.push(Property {
                    name: name.as_str().into(),
                    head: head_of(name.as_bytes()),
                    node: Some(self.schema(schema, &join(&at, name))?),
                    required: false,
                });
            }
        }
        let Some(value) = members.get("required") else {
            return Ok(());
        };
        let at = join(path, "required");
        for name in array(value, &at)? {
            let name = text(name, &at)?;
            match rules.properties.iter_mut().find(|p| &*p.name == name) {
                Some(property) => property.required = true,
                None => rules.properties.push(Property {
                    name: name.into(),
                    head: head_of(name.as_bytes()),
                    node: None,
                    required: true,
                }),
            }
        }
        Ok(())
    }
}

/// Keywords that say something about a value without restricting it.
fn is_annotation(keyword: &str) -> bool {
    const ANNOTATIONS: [&str; 16] = [
        "$comment",
        "$defs",
        "$id",
        "$schema",
        "contentEncoding",
        "contentMediaType",
        "default",
        "definitions",
        "deprecated",
        "description",
        "example",
        "examples",
        "format",
        "readOnly",
        "title",
        "writeOnly",
    ];
    ANNOTATIONS.binary_search(&keyword).is_ok() || keyword.starts_with("x-")
}

fn number_rules(members: &Map<String, Value>, path: &str) -> Result<Option<Box<NumberRules>>> {
    let mut rules = NumberRules::default();
    let put = |word: &str, exclusive: bool| -> Result<Option<Bound>> {
        let Some(value) = members.get(word) else {
            return Ok(None);
        };
        Ok(Some(Bound::new(
            number(value, &join(path, word))?,
            exclusive,
        )))
    };
    rules.low.extend(put("minimum", false)?);
    rules.low.extend(put("exclusiveMinimum", true)?);
    rules.high.extend(put("maximum", false)?);
    rules.high.extend(put("exclusiveMaximum", true)?);
    rules.step = put("multipleOf", false)?;
    if rules
        .step
        .as_ref()
        .is_some_and(|step| !step.is_above_zero())
    {
        let problem = "`multipleOf` must be above 0";
        return Err(SchemaError::new(join(path, "multipleOf"), problem));
    }
    let empty = rules.low.is_empty() && rules.high.is_empty() && rules.step.is_none();
    Ok((!empty).then(|| Box::new(rules)))
}
