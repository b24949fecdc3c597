//! The fields of an event, as a JSON object.
//!
//! In: an event. Out: the text of one object: numbers and booleans as such, errors with their
//! causes, all else as the text it prints. What the `log` crate says of an event's place is kept
//! apart. NB. printing runs code of the user's, so nothing may be locked meanwhile.

use crate::error::with_causes;
use mcp_core::json::write_str;
use std::error::Error;
use std::fmt;
use tracing::Event;
use tracing::field::{Field, FieldSet, Visit};

/// What an event says.
pub(super) struct Fields {
    data: Vec<u8>,
    all: &'static FieldSet,
    /// The target of an event that came through the `log` crate.
    target: Option<String>,
}

impl Fields {
    pub(super) fn of(event: &Event<'_>) -> Self {
        let mut fields = Self {
            data: Vec::with_capacity(128),
            all: event.metadata().fields(),
            target: None,
        };
        fields.data.push(b'{');
        event.record(&mut fields);
        fields.data.push(b'}');
        fields
    }

    pub(super) fn data(&self) -> &[u8] {
        &self.data
    }

    pub(super) fn target(&self) -> Option<&str> {
        self.target.as_deref()
    }

    /// Begins a member; false when the field is none.
    fn begin(&mut self, field: &Field) -> bool {
        let mut before = self.all.iter().take(field.index());
        // NB. a name can stand in one event twice, and in an object it must not.
        if field.name().starts_with("log.") || before.any(|f| f.name() == field.name()) {
            return false;
        }
        if self.data.len() > 1 {
            self.data.push(b',');
        }
        write_str(&mut self.data, field.name());
        self.data.push(b':');
        true
    }

    /// A value that is JSON as it prints.
    fn literal(&mut self, field: &Field, value: impl fmt::Display) {
        if self.begin(field) {
            self.data.extend_from_slice(value.to_string().as_bytes());
        }
    }

    fn text(&mut self, field: &Field, value: &str) {
        if self.begin(field) {
            write_str(&mut self.data, value);
        }
    }
}

impl Visit for Fields {
    fn record_i64(&mut self, field: &Field, value: i64) {
        self.literal(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.literal(field, value);
    }

    /// NB. more than most readers of JSON can hold in a number becomes text.
    fn record_i128(&mut self, field: &Field, value: i128) {
        match i64::try_from(value) {
            Ok(value) => self.record_i64(field, value),
            Err(_) => self.text(field, &value.to_string()),
        }
    }

    fn record_u128(&mut self, field: &Field, value: u128) {
        match u64::try_from(value) {
            Ok(value) => self.record_u64(field, value),
            Err(_) => self.text(field, &value.to_string()),
        }
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        match serde_json::Number::from_f64(value) {
            Some(number) => self.literal(field, number),
            None => self.text(field, &value.to_string()),
        }
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.literal(field, value);
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "log.target" {
            self.target = Some(value.to_owned());
        }
        self.text(field, value);
    }

    fn record_error(&mut self, field: &Field, value: &(dyn Error + 'static)) {
        self.text(field, &with_causes(value));
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.text(field, &format!("{value:?}"));
    }
}
