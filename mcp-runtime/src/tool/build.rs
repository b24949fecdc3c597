//! From a tool as it was written to one that can be listed and called.
//!
//! In: a tool, the server's choices and what it lends. Out: the built tool, or sentences about
//! all that is wrong with it. This is where a tool is asked what it is; nothing of the user's is
//! called but `Deserialize` impls and defaults.

use super::about::{About, Written};
use super::call::{Call, Outcome};
use super::check::Check;
use super::describe::{Described, Description};
use super::plan::{Plan, Planned};
use super::schema::{self, Parameter, Schemas};
use super::{BuiltTool, Made, Mirrored, Tool, headers, names, ordered};
use crate::context::Context;
use crate::settings::Settings;
use crate::states::States;
use mcp_core::tool::SchemaText;
use serde_json::{Map, Value};
use std::any::TypeId;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::task::{Poll, Waker};

/// Builds a tool; `None` when something is wrong with it.
pub(crate) fn build(
    tool: Tool,
    settings: &Arc<Settings>,
    states: &Arc<States>,
    faults: &mut Vec<String>,
) -> Option<BuiltTool> {
    let mut wrong = tool.about.faults.clone();
    names::check(&tool.about.name, settings.odd_names, &mut wrong);
    let name = tool.about.name.clone();
    let built = assemble(tool, settings, states, &mut wrong);
    let sound = wrong.is_empty();
    let said = wrong
        .into_iter()
        .map(|fault| format!("tool `{}`: {fault}", name.escape_debug()));
    faults.extend(said);
    built.filter(|_| sound)
}

fn assemble(
    tool: Tool,
    settings: &Settings,
    states: &Arc<States>,
    wrong: &mut Vec<String>,
) -> Option<BuiltTool> {
    let Tool {
        about,
        run,
        made,
        #[cfg(feature = "tower")]
        layers,
    } = tool;
    let mut description = match made {
        Made::Written => described(&run, wrong)?,
        Made::ByHand => Description::default(),
    };
    wrong.append(&mut description.faults);
    needs(&description, states, wrong);
    let wants_context = made == Made::ByHand
        || description
            .needs
            .iter()
            .any(|need| need.id == TypeId::of::<Context>());
    let output = output(&about, description.output.take(), wrong);
    let input = input(&about, &mut description, made, settings, wrong)?;
    let mut listed = mcp_core::tool::Tool::new(about.name.to_string(), input.listed);
    listed.title = about.title.clone();
    listed.description = about.words();
    listed.annotations = about.annotations();
    listed.icons = about.icons.clone();
    listed.meta = about.meta.clone();
    let (output_schema, output) = output.map_or((None, None), |(text, check)| (Some(text), check));
    listed.output_schema = output_schema;
    Some(BuiltTool {
        listed,
        plan: input.plan,
        output: output.filter(|_| !settings.unchecked_outputs),
        run,
        states: states.clone(),
        timeout: about.timeout,
        inline: about.inline,
        blocking: about.blocking,
        wants_context,
        mirrored: input.mirrored,
        place: about.place,
        polls: Default::default(),
        #[cfg(feature = "tower")]
        layers,
        #[cfg(feature = "tower")]
        layered: false,
    })
}

/// Asks a tool what it is. Its future is ready at once, since nothing is awaited before arguments
/// are there.
fn described(run: &super::call::Run, wrong: &mut Vec<String>) -> Option<Description> {
    let asked = catch_unwind(AssertUnwindSafe(|| {
        let mut context = std::task::Context::from_waker(Waker::noop());
        run(Call::describe()).as_mut().poll(&mut context)
    }));
    match asked {
        Ok(Poll::Ready(Outcome::Described(description))) => Some(*description),
        Ok(_) => {
            wrong.push("it can't be described; was its code made by another version?".to_owned());
            None
        }
        Err(_) => {
            wrong.push("it panics while it is described: look at its defaults".to_owned());
            None
        }
    }
}

/// Is all there that the tool takes by reference?
fn needs(description: &Description, states: &States, wrong: &mut Vec<String>) {
    for need in &description.needs {
        let known =
            need.id == TypeId::of::<Context>() || states.has(need.id) || states.has(need.shared);
        if !known {
            let name = need.name;
            wrong.push(format!(
                "it takes `&{name}`, but no `.state(…)` of that type was given; take it by value if the caller sends it"
            ));
        }
    }
}

/// The input side of a tool.
struct Input {
    listed: SchemaText,
    plan: Plan,
    mirrored: Vec<Mirrored>,
}

fn input(
    about: &About,
    description: &mut Description,
    made: Made,
    settings: &Settings,
    wrong: &mut Vec<String>,
) -> Option<Input> {
    let definitions = description.definitions();
    let params = std::mem::take(&mut description.params);
    let schemas = match schema::arguments(params.iter().map(parameter).collect(), definitions) {
        Ok(schemas) => schemas,
        Err(faults) => {
            wrong.extend(faults);
            return None;
        }
    };
    for widened in &schemas.widened {
        tracing::debug!(tool = %about.name, path = %widened.path, way = ?widened.way, "listed wider");
    }
    if let Some(written) = &about.input {
        return by_hand(written, params, made, settings, wrong);
    }
    let mirrored = headers::check(&schemas.listed, wrong);
    let listed = ordered::arguments(&schemas.listed, &schemas.order);
    let listed = said(SchemaText::parse(&listed), wrong)?;
    let sound = wrong.len();
    let params = planned(params, &schemas, settings, wrong);
    if wrong.len() > sound {
        return None;
    }
    let whole = Check::whole(&schemas.precise, &schemas.order, settings.duplicate_keys);
    let plan = Plan {
        by_the_whole: params.iter().any(|param| param.flat),
        closed: schemas.listed.get("additionalProperties") == Some(&Value::Bool(false)),
        params,
        whole: said(whole, wrong)?,
        schema: schemas.precise,
        names: schemas.order,
        duplicate_keys: settings.duplicate_keys,
        lenient: settings.lenient,
    };
    Some(Input {
        listed,
        plan,
        mirrored,
    })
}

/// Arguments under a schema that was written by hand: that schema alone decides.
fn by_hand(
    written: &Written,
    params: Vec<Described>,
    made: Made,
    settings: &Settings,
    wrong: &mut Vec<String>,
) -> Option<Input> {
    let listed = said(SchemaText::parse(written.text()), wrong)?;
    let whole = said(Check::by_hand(written, "input_schema", true), wrong)?;
    let value = written.value().unwrap_or_default();
    if value.get("type") != Some(&Value::from("object")) {
        wrong.push("its input schema must say `\"type\": \"object\"` at the root".to_owned());
    }
    let mirrored = match &value {
        Value::Object(members) => headers::check(members, wrong),
        _ => Vec::new(),
    };
    let names = ordered::keys(written.text(), "properties");
    if made == Made::Written {
        for param in params.iter().filter(|param| !param.flat) {
            if !names.iter().any(|known| known == param.name) {
                let name = param.name;
                wrong.push(format!(
                    "its input schema, written by hand, has no property for the parameter `{name}`"
                ));
            }
        }
    }
    let plan = Plan {
        params: params.into_iter().map(bare).collect(),
        whole,
        names,
        by_the_whole: true,
        closed: false,
        schema: value,
        duplicate_keys: settings.duplicate_keys,
        lenient: settings.lenient,
    };
    Some(Input {
        listed,
        plan,
        mirrored,
    })
}

/// What a call has to know of each parameter.
fn planned(
    params: Vec<Described>,
    schemas: &Schemas,
    settings: &Settings,
    wrong: &mut Vec<String>,
) -> Vec<Planned> {
    let definitions = schemas.precise.get("$defs").cloned();
    let flats = params.iter().filter(|param| param.flat).count();
    params
        .into_iter()
        .map(|param| {
            let name = param.name;
            let (plain, shown) = (param.plain, param.shown.clone());
            let own = match param.flat {
                true => param.schema.clone(),
                false => property(&schemas.precise, name),
            };
            let fields = (param.flat && flats > 1).then(|| fields(&own)).flatten();
            let own = with_definitions(own, definitions.as_ref());
            let check = match param.flat {
                true => Check::fields(&own, settings.duplicate_keys),
                false => Check::part(&own, settings.duplicate_keys),
            };
            let check = match check {
                Ok(check) => Some(check),
                Err(error) => {
                    wrong.push(format!("parameter `{name}`: {error}"));
                    None
                }
            };
            for (what, value) in shown {
                fits(name, what, &value, check.as_ref(), wrong);
            }
            Planned {
                check,
                plain,
                fields,
                ..bare(param)
            }
        })
        .collect()
}

fn bare(param: Described) -> Planned {
    Planned {
        name: param.name.to_owned(),
        flat: param.flat,
        required: param.required,
        check: None,
        plain: false,
        fields: None,
        default: param.default,
    }
}

/// A default or an example must be what a caller could send.
fn fits(name: &str, what: &str, value: &Value, check: Option<&Check>, wrong: &mut Vec<String>) {
    let text = value.to_string();
    let (Some(check), Ok(raw)) = (check, mcp_core::json::Raw::parse(&text)) else {
        return;
    };
    // NB. `default = None` says in other words that nothing is sent.
    if raw.is_null() || check.accepts(raw) {
        return;
    }
    let faults: Vec<_> = check
        .faults(raw)
        .into_iter()
        .map(|fault| {
            format!(
                "{}{}, got {}",
                fault.field,
                if fault.field.is_empty() {
                    fault.reason
                } else {
                    format!(" {}", fault.reason)
                },
                fault.got
            )
        })
        .collect();
    wrong.push(format!(
        "parameter `{name}`: `{what}` {}",
        faults.join("; ")
    ));
}

/// The precise schema of one argument.
fn property(precise: &Value, name: &str) -> Value {
    precise
        .get("properties")
        .and_then(|properties| properties.get(name))
        .cloned()
        .unwrap_or(Value::Bool(true))
}

/// The names of an object's properties, when no others are allowed.
fn fields(schema: &Value) -> Option<Vec<String>> {
    let properties = schema.get("properties")?.as_object()?;
    Some(properties.keys().cloned().collect())
}

fn with_definitions(mut schema: Value, definitions: Option<&Value>) -> Value {
    if let (Value::Object(members), Some(definitions)) = (&mut schema, definitions) {
        members.insert("$defs".to_owned(), definitions.clone());
    }
    schema
}

fn parameter(param: &Described) -> Parameter {
    Parameter {
        name: param.name.to_owned(),
        schema: param.schema.clone(),
        required: param.required,
        keeps_null: param.keeps_null,
        flat: param.flat,
    }
}

/// The schema of the result as it is listed, and its check.
fn output(
    about: &About,
    generated: Option<(Value, Map<String, Value>)>,
    wrong: &mut Vec<String>,
) -> Option<(SchemaText, Option<Check>)> {
    if let Some(written) = &about.output {
        let listed = said(SchemaText::parse(written.text()), wrong)?;
        let check = said(Check::by_hand(written, "output_schema", false), wrong)?;
        return Some((listed, Some(check)));
    }
    let (schema, definitions) = generated?;
    let output = match schema::output(schema, definitions) {
        Ok(output) => output,
        Err(fault) => {
            wrong.push(fault);
            return None;
        }
    };
    let listed = said(SchemaText::try_from(&output.schema), wrong)?;
    let check = said(Check::part(&output.schema, true), wrong)?;
    Some((listed, Some(check)))
}

fn said<T, E: std::fmt::Display>(result: Result<T, E>, wrong: &mut Vec<String>) -> Option<T> {
    result.map_err(|error| wrong.push(error.to_string())).ok()
}
