//! Objects that are no message at first sight: log records, archives.
//!
//! In: the place of an object. Out: the pieces in it.

use std::borrow::Cow;
use std::io::Read;

use mcp_core::explain::Carrier;
use mcp_core::json::Raw;

use super::format::Shape;
use super::made::{Known, Place};
use super::piece::AsideKind;
use super::prefix;
use super::reader::Reader;
use super::record::{self, Exchanged, Held, Record};
use super::sign::Sign;
use super::state::{BodyKind, Exchange, Style};

/// What a record was found to hold, without a borrow of it.
enum Picked {
    Part(Place),
    Message(String),
    Line(String),
}

/// `docker logs` cuts lines into parts of this size; only the last one has a line end.
const DOCKER_PART: usize = 16_000;

impl<R: Read> Reader<R> {
    /// A text that is an object, or looks like one: a message in this shape, or a record.
    pub(super) fn object(&mut self, place: Place, known: Known, shape: Shape) {
        let text = self.bytes(place);
        let raw = match prefix::has_key(text) {
            true => None,
            false => str::from_utf8(text)
                .ok()
                .and_then(|text| Raw::parse(text).ok()),
        };
        let record = raw.and_then(record::read);
        let alien = raw.is_some_and(|raw| !record::is_message(raw)) && known.from.is_none();
        let Some(record) = record else {
            if alien && self.style == Style::Styled && self.exchange.is_none() {
                return self.push_aside(place, known, AsideKind::Note);
            }
            if self.style == Style::Unknown {
                self.style = Style::Bare;
            }
            if self.exchange.is_none() {
                self.meet(shape);
            }
            return self.push_frame(place, known);
        };
        let Record { held, at, sign } = record;
        let picked = match held {
            Held::Plain(raw) => match record::within(text, raw.get()) {
                Some(range) => Picked::Part(place.part(range.start, range.end)),
                None => Picked::Message(raw.get().to_owned()),
            },
            Held::Quoted(text) => Picked::Message(text.into_owned()),
            Held::Line(text) => Picked::Line(text.into_owned()),
        };
        self.style = Style::Styled;
        self.meet(Shape::Wrapped);
        let at = at.map(|stamp| self.clock.resolve(stamp));
        if at.is_some() {
            self.meet(Shape::Times);
        }
        let known = Known {
            at: at.or(known.at),
            ..known
        };
        self.picked(picked, known, sign);
    }

    fn picked(&mut self, picked: Picked, mut known: Known, sign: Sign) {
        let place = match picked {
            Picked::Part(place) => place,
            Picked::Message(text) => self.keep(text.trim_ascii().as_bytes()),
            Picked::Line(text) => return self.stream_line(&text, known, sign),
        };
        if sign == Sign::Stderr {
            return self.push_aside(place, known, AsideKind::Stderr);
        }
        let message = match place.stored {
            true => self.store.get(place.from..place.to).unwrap_or(&[]),
            false => self.source.lend(place.from..place.to),
        };
        known.from = self.owner.sender(sign, message).or(known.from);
        if sign != Sign::None {
            self.meet(Shape::Arrows);
        }
        self.push_frame(place, known);
    }

    /// A line of a container's stream.
    fn stream_line(&mut self, text: &str, mut known: Known, sign: Sign) {
        let cut = !text.ends_with('\n') && text.len() >= DOCKER_PART;
        if cut || !self.part.is_empty() {
            if self.part.is_empty() {
                self.part_line = known.line;
            }
            self.part.extend_from_slice(text.as_bytes());
            if cut && self.part.len() <= self.limits.frame {
                return;
            }
            known.line = self.part_line;
        }
        let whole = std::mem::take(&mut self.part);
        let text = match whole.is_empty() {
            true => text.as_bytes(),
            false => &whole,
        };
        let text = text.trim_ascii_end();
        if text.is_empty() {
            return;
        }
        let place = self.keep(text);
        if sign == Sign::Stderr {
            return self.push_aside(place, known, AsideKind::Stderr);
        }
        let told = match text.starts_with(b"{") {
            true => None,
            false => prefix::read(text, self.limits.prefix).filter(|told| told.json),
        };
        let sign = told.map_or(sign, |told| match told.sign {
            Sign::None => sign,
            said => said,
        });
        known.from = self.owner.sender(sign, text);
        let from = told.map_or(0, |told| told.payload);
        self.push_frame(place.part(from, text.len()), known);
    }

    /// An entry of an HTTP archive.
    pub(super) fn entry(&mut self, place: Place, known: Known) {
        let bytes = self.bytes(place).to_vec();
        let raw = str::from_utf8(&bytes)
            .ok()
            .and_then(|text| Raw::parse(text).ok());
        let Some(entry) = raw.and_then(record::entry) else {
            return self.push_aside(place, known, AsideKind::Note);
        };
        for half in [entry.request, entry.response] {
            let line = half
                .written
                .and_then(|written| record::within(&bytes, written.get()));
            let before = line.and_then(|range| bytes.get(..range.start));
            let lines = before.map_or(0, |before| memchr::memchr_iter(b'\n', before).count());
            self.exchanged(half, known.line, known.line + lines as u64);
        }
        self.exchange = None;
    }

    fn exchanged(&mut self, half: Exchanged<'_>, line: u64, body_line: u64) {
        let known = Known {
            line,
            from: Some(half.from),
            at: half.at,
            carrier: Carrier::Body,
        };
        // A response with status 0 never came.
        if half.head.starts_with("HTTP/1.1 0") {
            return;
        }
        self.push_head(half.head.as_bytes(), known);
        let body: Cow<'_, str> = half.body.unwrap_or_default();
        self.exchange = Some(Exchange {
            from: half.from,
            at: half.at,
            kind: BodyKind::Json,
        });
        if half.events {
            for line in body.split('\n') {
                let line = line.strip_suffix('\r').unwrap_or(line);
                self.event_line(line.as_bytes(), body_line);
            }
            self.end_event(false);
        } else if !body.trim_ascii().is_empty() {
            let place = self.keep(body.as_bytes());
            self.push_frame(
                place,
                Known {
                    line: body_line,
                    ..known
                },
            );
        }
    }
}
