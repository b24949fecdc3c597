//! What depends on the machine: processor time per call, memory of sessions, idle streams.
//!
//! Servers take turns within each round, so that a busy neighbour meets all of them; the medians of
//! the rounds count. Answers are judged after the clock has stopped.

use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use crate::client::{Link, Response};
use crate::peer::{PEERS, Peer};
use crate::samples::{Samples, in_turns};
use crate::wire::{Era, result_of};
use crate::work::Work;

const WARM_UP: u64 = 20;
const CALLS: u64 = 4_000;
/// How many connections there are at once, besides one alone.
pub const MANY: usize = 32;
/// Sessions that are there before the memory of the others is measured.
const FIRST_SESSIONS: usize = 500;
/// Sessions whose memory is measured.
pub const SESSIONS: usize = 4_000;
/// Streams that are opened, if the system lets a process have so many connections.
const STREAMS: usize = 10_000;
/// Descriptors that a process needs besides its connections.
const OTHER_FILES: u64 = 200;
const PINGS: u64 = 200;
/// How long idle streams are watched: as long as one of ours stays without a comment, and a bit.
const IDLE: Duration = Duration::from_secs(16);

/// The measurements of one server, one of each per round.
#[derive(Default)]
pub struct Timings {
    /// Processor time per call in µs, one connection, for each era.
    pub cpu: [Samples; 2],
    /// Processor time per call in µs, many connections, for each era.
    pub cpu_many: [Samples; 2],
    /// Calls a second, many connections, for each era.
    pub rate_many: [Samples; 2],
    /// Memory of one session, in KiB.
    pub session: Option<f64>,
    /// What idle streams take.
    pub streams: Option<Streams>,
}

/// Many idle streams.
#[derive(Clone, Copy)]
pub struct Streams {
    /// How many they were.
    pub count: usize,
    /// Memory of one, with its connection and its session, in KiB.
    pub each: f64,
    /// How long a ping takes while they are there, in ms: the middle one.
    pub ping: f64,
    /// The longest.
    pub slowest: f64,
    /// Processor time that they take, in ms a second, while nothing is said on them.
    pub cpu: f64,
}

/// Measures the chosen servers in so many rounds.
pub fn measure(chosen: &[usize], rounds: usize) -> Result<[Timings; PEERS.len()], String> {
    let mut timings: [Timings; PEERS.len()] = Default::default();
    in_turns(chosen, rounds, |index| {
        let peer = &PEERS[index];
        one_round(peer, &mut timings[index]).map_err(|error| format!("{}: {error}", peer.name))
    })?;
    Ok(timings)
}

fn one_round(peer: &Peer, timings: &mut Timings) -> Result<(), String> {
    for (era, place) in Era::ALL.into_iter().zip(0..) {
        let (_, cpu) = calls(peer, era, 1)?;
        timings.cpu[place].push(cpu);
        let (rate, cpu) = calls(peer, era, MANY)?;
        timings.rate_many[place].push(rate);
        timings.cpu_many[place].push(cpu);
    }
    Ok(())
}

/// Calls a second, and processor time per call in µs: each connection has one call under way.
fn calls(peer: &Peer, era: Era, connections: usize) -> Result<(f64, f64), String> {
    let server = peer.start()?;
    let mut links = Vec::new();
    for _ in 0..connections {
        links.push(Link::open(server.address(), era)?);
    }
    turns(&mut links, era, 1, WARM_UP)?;
    let each = CALLS * links.len().min(8) as u64 / links.len() as u64;
    let before = server.cpu()?;
    let took = turns(&mut links, era, WARM_UP + 1, each)?;
    let cpu = server.cpu()?.saturating_sub(before);
    let count = (each * links.len() as u64) as f64;
    Ok((count / took.as_secs_f64(), cpu as f64 / count / 1e3))
}

/// Makes so many calls on each connection, and judges the answers.
fn turns(links: &mut [Link], era: Era, first: u64, each: u64) -> Result<Duration, String> {
    let mut answers: Vec<(u64, Response)> = Vec::with_capacity(links.len() * each as usize);
    let started = Instant::now();
    for id in first..first + each {
        for link in &mut *links {
            link.send(&link.call(Work::Add, era, id))?;
        }
        for link in &mut *links {
            answers.push((id, link.receive()?));
        }
    }
    let took = started.elapsed();
    for (id, answer) in answers {
        Work::Add.judge_all(era, &answer.text()?, id, 1)?;
    }
    Ok(took)
}

/// Memory of one session in KiB.
pub fn session(peer: &Peer) -> Result<f64, String> {
    let server = peer.start()?;
    let mut link = Link::connect(server.address())?;
    let begin = |link: &mut Link, count| {
        (0..count).try_for_each(|_| match link.begin(Era::Legacy)? {
            Some(_) => Ok(()),
            None => Err("no session".to_owned()),
        })
    };
    begin(&mut link, FIRST_SESSIONS)?;
    let before = server.memory()?;
    begin(&mut link, SESSIONS)?;
    Ok(server.memory()?.saturating_sub(before) as f64 / SESSIONS as f64)
}

/// As many streams as this process and the server may have, up to the number demanded.
pub fn possible_streams() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let most = limit.maximum.unwrap_or(u64::MAX);
    let wanted = most.min(STREAMS as u64 + OTHER_FILES);
    let raised = Rlimit {
        current: Some(wanted),
        maximum: limit.maximum,
    };
    // Where it cannot be raised, what there is counts.
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => wanted,
        Err(_) => limit.current.unwrap_or(wanted),
    };
    (current.saturating_sub(OTHER_FILES) as usize).min(STREAMS)
}

/// What so many idle streams take, each of a session of its own.
pub fn streams(peer: &Peer, count: usize) -> Result<Streams, String> {
    let server = peer.start()?;
    let mut caller = Link::open(server.address(), Era::Legacy)?;
    let before = server.memory()?;
    let mut open = Vec::with_capacity(count);
    for _ in 0..count {
        let mut link = Link::connect(server.address())?;
        let session = link.begin(Era::Legacy)?.ok_or("no session")?;
        link.listen(&session)?;
        open.push(link);
    }
    let each = server.memory()?.saturating_sub(before) as f64 / count as f64;
    let mut pings = Vec::new();
    for id in 1..=PINGS {
        let message = Era::Legacy.request(id, "ping", json!({}));
        let request = caller.post(Era::Legacy, "ping", None, &message);
        let started = Instant::now();
        let answer = caller.ask(&request)?;
        pings.push(started.elapsed().as_secs_f64() * 1e3);
        result_of(&answer.text()?, id)?;
    }
    pings.sort_by(f64::total_cmp);
    let (before, began) = (server.cpu()?, Instant::now());
    thread::sleep(IDLE);
    let cpu = server.cpu()?.saturating_sub(before) as f64 / 1e6;
    Ok(Streams {
        cpu: cpu / began.elapsed().as_secs_f64(),
        count,
        each,
        ping: pings[pings.len() / 2],
        slowest: pings.last().copied().unwrap_or(f64::NAN),
    })
}
