//! The lines of each call together, in the order of the requests.
//!
//! In: messages in the order of the log. Out: their lines, with those of a call under its request.
//! What is held back is bounded: a call that takes too long is printed as still open, and its later
//! lines say which request they belong to. It never holds a message back, only its lines.

use std::collections::{BTreeMap, VecDeque};

use mcp_core::explain::show::{self, Place, Run, Style};
use mcp_core::explain::{Outcome, Summary, What};
use mcp_core::method::{self, Side};

use crate::explain::words;

/// Calls that are held open at once.
pub(in crate::explain) const MOST_OPEN: usize = 256;
/// Bytes of lines that are held.
pub(in crate::explain) const MOST_HELD: usize = 4 * 1024 * 1024;
/// A call is held open for so many later messages.
pub(in crate::explain) const LONGEST: u64 = 1_000;
/// Buffers that are used again.
const MOST_SPARE: usize = 64;

/// Lines that are held until those before them are complete.
#[derive(Default)]
pub(in crate::explain) struct Blocks {
    items: VecDeque<Item>,
    /// The number of the first item that is held.
    first: u64,
    /// Where the lines of each open call go.
    calls: BTreeMap<u64, Seat>,
    /// The items of open calls, by age.
    open: Vec<u64>,
    held: usize,
    /// The item that grew since the held bytes were counted.
    grows: u64,
    frames: u64,
    /// The head of an HTTP request whose message has not come, at each depth.
    waiting: [String; 3],
    /// The call whose lines were printed last, while it was open.
    goes_on: Option<u64>,
    spare: Vec<String>,
}

/// Lines that are printed together.
#[derive(Default)]
struct Item {
    text: String,
    run: Option<Box<Run>>,
    /// The call that is open, and the frames that were read before it.
    open: Option<(u64, u64)>,
    /// The call whose lines these follow, which was printed as still open.
    behind: Option<u64>,
    /// Bytes that are counted as held.
    counted: usize,
}

impl Item {
    fn end_run(&mut self, style: &Style) {
        if let Some(run) = self.run.as_mut().filter(|run| !run.is_empty()) {
            run.finish(&mut self.text, style);
        }
    }
}

/// Where a line goes.
#[derive(Clone, Copy)]
struct Seat {
    item: u64,
    depth: usize,
}

impl Blocks {
    /// Adds the line of a message. What is said about it is appended to what comes back.
    pub(in crate::explain) fn add(
        &mut self,
        summary: &Summary<'_>,
        is_quiet: bool,
        style: &Style,
    ) -> &mut String {
        self.frames += 1;
        let is_head = matches!(summary.what, What::Http { .. });
        if is_quiet && is_head && summary.from == Some(Side::Client) {
            return self.wait(summary, style);
        }
        let seat = self.seat(summary);
        let place = Place::at_depth(seat.depth);
        let waiting = std::mem::take(&mut self.waiting);
        let item = self.item(seat);
        let run = is_quiet && seat.depth > 0 && waiting[0].is_empty();
        if run && item.run.get_or_insert_default().take(summary, place, style) {
            return &mut item.text;
        }
        item.end_run(style);
        if let Some(head) = waiting.get(seat.depth) {
            item.text.push_str(head);
        }
        show::line(&mut item.text, summary, place, style);
        &mut item.text
    }

    /// Keeps the head of an HTTP request for the message in its body.
    fn wait(&mut self, summary: &Summary<'_>, style: &Style) -> &mut String {
        self.end_wait();
        for (depth, head) in self.waiting.iter_mut().enumerate() {
            show::line(head, summary, Place::at_depth(depth), style);
        }
        &mut self.waiting[0]
    }

    /// Adds the head that waits: nothing came in its body.
    fn end_wait(&mut self) {
        let [head, ..] = std::mem::take(&mut self.waiting);
        if !head.is_empty() {
            let seat = self.new_item(None);
            self.item(seat).text.push_str(&head);
        }
    }

    /// The lines that were added last; new ones when those are printed already.
    pub(in crate::explain) fn last(&mut self) -> &mut String {
        match self.index(self.grows) {
            Some(index) if index < self.items.len() => &mut self.items[index].text,
            _ => self.text(),
        }
    }

    /// Adds lines that belong to no message.
    pub(in crate::explain) fn text(&mut self) -> &mut String {
        self.end_wait();
        let seat = self.new_item(None);
        &mut self.item(seat).text
    }

    /// Ends a call whose answer can't be read. What is said of that is appended to what comes back.
    pub(in crate::explain) fn end(&mut self, call: Option<u64>, style: &Style) -> &mut String {
        let known = call.and_then(|call| Some((call, *self.calls.get(&call)?)));
        let Some((call, seat)) = known else {
            return self.text();
        };
        self.end_wait();
        self.close(call, seat);
        let item = self.item(seat);
        item.end_run(style);
        &mut item.text
    }

    /// The item of a seat, which is about to grow.
    fn item(&mut self, seat: Seat) -> &mut Item {
        self.grows = seat.item;
        let index = self.index(seat.item);
        // A seat is given out for items that are held; there is none else.
        match index.filter(|index| *index < self.items.len()) {
            Some(index) => &mut self.items[index],
            None => {
                self.items.push_back(Item::default());
                let last = self.items.len() - 1;
                &mut self.items[last]
            }
        }
    }

    fn index(&self, item: u64) -> Option<usize> {
        usize::try_from(item.checked_sub(self.first)?).ok()
    }

    fn new_item(&mut self, call: Option<u64>) -> Seat {
        let item = self.first + self.items.len() as u64;
        let text = self.spare.pop().unwrap_or_default();
        let open = call.map(|call| (call, self.frames));
        self.items.push_back(Item {
            text,
            open,
            ..Item::default()
        });
        if let Some(call) = call {
            self.calls.insert(call, Seat { item, depth: 1 });
            self.open.push(item);
        }
        Seat { item, depth: 0 }
    }

    /// Where the line of a message goes; opens and closes calls.
    fn seat(&mut self, summary: &Summary<'_>) -> Seat {
        let known = summary
            .call
            .and_then(|call| Some((call, *self.calls.get(&call)?)));
        match (&summary.what, known) {
            (What::Request { goes_on: false, .. }, _) => self.seat_request(summary),
            (What::Answer { outcome, .. }, Some((call, seat))) => {
                if !matches!(outcome, Outcome::Asks { .. }) {
                    self.close(call, seat);
                }
                seat
            }
            (What::Notification { method, .. }, Some((call, seat))) => {
                if method == method::CANCELLED {
                    self.close(call, seat);
                }
                seat
            }
            (_, Some((_, seat))) => seat,
            (What::Notification { method, .. }, None)
                if method == method::LOG_MESSAGE && summary.call.is_none() =>
            {
                match self.only_open() {
                    Some(item) => Seat { item, depth: 1 },
                    None => self.new_item(None),
                }
            }
            // The head of a response comes before the answer in its body.
            (What::Http { .. }, None) if summary.from == Some(Side::Server) => {
                match self.only_open() {
                    Some(item) => Seat { item, depth: 1 },
                    None => self.new_item(None),
                }
            }
            _ => self.seat_late(summary),
        }
    }

    fn seat_request(&mut self, summary: &Summary<'_>) -> Seat {
        let What::Request { method, .. } = &summary.what else {
            return self.new_item(None);
        };
        // A server asks while it works on a call; with one call open it is that one.
        let asks = [method::ELICIT, method::CREATE_MESSAGE, method::ROOTS_LIST];
        if summary.from == Some(Side::Server)
            && asks.contains(&&**method)
            && let (Some(item), Some(call)) = (self.only_open(), summary.call)
        {
            self.calls.insert(call, Seat { item, depth: 2 });
            return Seat { item, depth: 1 };
        }
        self.new_item(summary.call)
    }

    /// A line whose call is no longer held: right behind its lines, or alone.
    fn seat_late(&mut self, summary: &Summary<'_>) -> Seat {
        let behind =
            self.items.is_empty() && summary.call.is_some() && summary.call == self.goes_on;
        let seat = self.new_item(None);
        if behind {
            self.item(seat).behind = summary.call;
        }
        let depth = usize::from(behind);
        Seat { depth, ..seat }
    }

    /// The item of the only open call.
    fn only_open(&self) -> Option<u64> {
        match self.open.as_slice() {
            [item] => Some(*item),
            _ => None,
        }
    }

    fn close(&mut self, call: u64, seat: Seat) {
        self.calls.remove(&call);
        let index = self.index(seat.item);
        let Some(item) = index.and_then(|index| self.items.get_mut(index)) else {
            return;
        };
        if item.open.is_some_and(|(open, _)| open == call) {
            item.open = None;
            self.open.retain(|open| *open != seat.item);
        }
    }

    /// Moves out what is complete, and what can't be held any longer.
    pub(in crate::explain) fn drain(&mut self, out: &mut String, style: &Style) {
        self.count();
        while let Some(front) = self.items.front() {
            let too_long = front.open.is_some_and(|(_, since)| {
                self.frames - since > LONGEST
                    || self.open.len() > MOST_OPEN
                    || self.held > MOST_HELD
            });
            match front.open {
                Some(_) if too_long => {
                    self.shift(out, words::STILL_OPEN.in_lang(style.lang), style)
                }
                Some(_) => return,
                None => self.shift(out, "", style),
            }
        }
    }

    /// Counts what the last item grew by.
    fn count(&mut self) {
        let index = self.index(self.grows);
        if let Some(item) = index.and_then(|index| self.items.get_mut(index)) {
            self.held += item.text.len().saturating_sub(item.counted);
            item.counted = item.text.len();
        }
    }

    /// Moves out everything that is held, as it is; of open calls it says `state`.
    pub(in crate::explain) fn drain_all(&mut self, out: &mut String, state: &str, style: &Style) {
        self.end_wait();
        while !self.items.is_empty() {
            self.shift(out, state, style);
        }
    }

    fn shift(&mut self, out: &mut String, state: &str, style: &Style) {
        let Some(mut item) = self.items.pop_front() else {
            return;
        };
        let number = self.first;
        self.first += 1;
        item.end_run(style);
        // A finding that stands alone begins with an empty line, unless there is one.
        let alone = item.text.strip_prefix('\n');
        let parted = out.is_empty() || out.ends_with("\n\n");
        out.push_str(alone.filter(|_| parted).unwrap_or(&item.text));
        self.goes_on = item.open.map(|(call, _)| call).or(item.behind);
        if item.open.is_some() {
            self.open.retain(|open| *open != number);
            self.calls.retain(|_, seat| seat.item != number);
            if !state.is_empty() {
                show::remark(out, state, Place::at_depth(1), style);
            }
        }
        self.held = self.held.saturating_sub(item.counted);
        item.text.clear();
        if self.spare.len() < MOST_SPARE {
            self.spare.push(item.text);
        }
    }
}

#[cfg(test)]
mod tests;
