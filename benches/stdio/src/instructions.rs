//! Instructions and allocations per request, counted by callgrind.
//!
//! Two runs that differ in nothing but the number of requests: their difference holds no start and no
//! end. Every answer of both is judged.

use std::process::Command;

use crate::peer::{Peer, scratch};
use crate::profile::{self, Counted, Totals};
use crate::server::Server;
use crate::wire::Era;
use crate::work::Work;

impl Work {
    /// How many requests the two runs have, and how many of them wait at once.
    fn runs(self) -> (u64, u64, usize) {
        match self {
            Work::Add => (500, 2_500, 64),
            Work::Search => (200, 1_000, 64),
            Work::Echo => (2, 6, 1),
            Work::List => (5, 25, 1),
        }
    }
}

/// Counts what one request takes.
pub fn per_request(peer: &Peer, era: Era, work: Work) -> Result<Counted, String> {
    let (short, long, _) = work.runs();
    let requests = (long - short) as f64;
    let short = total(peer, era, work, short)?;
    Ok(total(peer, era, work, long)?.beyond(&short, requests))
}

/// All that a run with so many requests takes.
fn total(peer: &Peer, era: Era, work: Work, requests: u64) -> Result<Totals, String> {
    let (name, revision) = (work.name(), era.revision());
    let stem = format!("{}-{name}-{revision}-{requests}", peer.name);
    let (mut command, profile) = profile::watching(&scratch(), &stem)?;
    command.args(peer.words(work));

    let mut lines = vec![era.opening(), era.opened().to_owned()];
    lines.extend((1..=requests).map(|id| work.request(era, id)));
    let answers = exchange(command, &lines, requests, work.runs().2)?;
    let (opening, rest) = answers.split_once('\n').ok_or("no answer at all")?;
    era.judge_opening(opening)?;
    work.judge_all(era, rest, 1, requests)?;
    Totals::read(&profile)
}

/// Sends the requests, so many at once, and ends the input when all answers are there.
fn exchange(
    command: Command,
    lines: &[String],
    requests: u64,
    in_flight: usize,
) -> Result<String, String> {
    let mut server = Server::start(command)?;
    let mut lines = lines.iter();
    let mut answers = Vec::new();
    let (mut sent, mut answered) = (0, 0);
    while answered < requests as usize + 1 {
        while sent < answered + in_flight
            && let Some(line) = lines.next()
        {
            server.send(line.as_bytes())?;
            // A notification has no answer.
            sent += usize::from(line.contains("\"id\""));
        }
        answered += server.receive(&mut answers)?;
    }
    server.finish()?;
    String::from_utf8(answers).map_err(|error| error.to_string())
}
