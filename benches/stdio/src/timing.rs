//! What depends on the machine and the moment: processor time, calls a second, start, memory.
//!
//! Servers take turns within each round, so that a busy neighbour meets all of them; the medians of
//! the rounds count. Answers are kept and judged after the clock has stopped.

use std::time::{Duration, Instant};

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

use crate::peer::{PEERS, Peer};
use crate::samples::{Samples, in_turns};
use crate::server::Server;
use crate::wire::Era;
use crate::work::{PROSE, Work};

const WARM_UP: u64 = 500;
const ONE_BY_ONE: u64 = 4_000;
const PIPELINED: u64 = 20_000;
const IN_FLIGHT: u64 = 64;
const STARTS: usize = 8;
const ECHOES: u64 = 12;
const LISTS: u64 = 20;

/// The measurements of one server, one of each per round.
#[derive(Default)]
pub struct Timings {
    /// Processor time per call in µs, one by one, for each era.
    pub cpu: [Samples; 2],
    /// Processor time per call in µs, many in flight, for each era.
    pub cpu_pipelined: [Samples; 2],
    /// Calls a second, one by one, for each era.
    pub rate: [Samples; 2],
    /// Calls a second, many in flight, for each era.
    pub rate_pipelined: [Samples; 2],
    /// From the start of the process to the answer to `initialize`, in ms.
    pub start: Samples,
    /// Resident memory after the handshake, in KiB.
    pub memory: Samples,
    /// Long texts said again, one by one.
    pub echo: Echo,
    /// Lists of many tools.
    pub list: List,
}

/// What long texts take.
#[derive(Default)]
pub struct Echo {
    /// MB of text a second, each in and out again.
    pub rate: Samples,
    /// Processor time for each text, in ms.
    pub cpu: Samples,
    /// The most memory that was resident, in KiB.
    pub memory: Samples,
}

/// What lists of many tools take.
#[derive(Default)]
pub struct List {
    /// From the start of the process to the answer to `initialize`, in ms.
    pub start: Samples,
    /// The first list, in ms.
    pub first: Samples,
    /// Each of those that follow, in ms.
    pub again: Samples,
    /// The length of the answer in bytes.
    pub size: Samples,
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
    for _ in 0..STARTS {
        let started = Instant::now();
        let server = Server::open(peer.command(Work::Add), Era::Legacy)?;
        timings.start.push(started.elapsed().as_secs_f64() * 1e3);
        std::thread::sleep(Duration::from_millis(20));
        timings.memory.push(server.memory()? as f64);
    }
    for (era, place) in Era::ALL.into_iter().zip(0..) {
        let (rate, cpu) = on_one_core(|| calls(peer, era, ONE_BY_ONE, 1))?;
        timings.rate[place].push(rate);
        timings.cpu[place].push(cpu);
        let (rate, cpu) = calls(peer, era, PIPELINED, IN_FLIGHT)?;
        timings.rate_pipelined[place].push(rate);
        timings.cpu_pipelined[place].push(cpu);
    }
    on_one_core(|| echoes(peer, &mut timings.echo))?;
    on_one_core(|| lists(peer, &mut timings.list))
}

/// Long texts, one by one.
fn echoes(peer: &Peer, echo: &mut Echo) -> Result<(), String> {
    let mut server = Server::open(peer.command(Work::Echo), Era::Legacy)?;
    exchange(&mut server, Work::Echo, Era::Legacy, 1, 2, 1)?;
    let before = server.cpu()?;
    let took = exchange(&mut server, Work::Echo, Era::Legacy, 3, ECHOES, 1)?;
    let cpu = server.cpu()?.saturating_sub(before);
    let bytes = (ECHOES as usize * PROSE) as f64;
    echo.rate.push(bytes / took.as_secs_f64() / 1e6);
    echo.cpu.push(cpu as f64 / ECHOES as f64 / 1e6);
    echo.memory.push(server.most_memory()? as f64);
    Ok(())
}

/// A list of many tools, for the first time and again.
fn lists(peer: &Peer, list: &mut List) -> Result<(), String> {
    let started = Instant::now();
    let mut server = Server::open(peer.command(Work::List), Era::Legacy)?;
    list.start.push(started.elapsed().as_secs_f64() * 1e3);
    let request = Work::List.request(Era::Legacy, 1);
    let started = Instant::now();
    let answer = server.ask(&request)?;
    list.first.push(started.elapsed().as_secs_f64() * 1e3);
    list.size.push(answer.len() as f64);
    Work::List.judge_all(Era::Legacy, &answer, 1, 1)?;
    let took = exchange(&mut server, Work::List, Era::Legacy, 2, LISTS, 1)?;
    list.again.push(took.as_secs_f64() * 1e3 / LISTS as f64);
    Ok(())
}

/// Runs `work` with this thread, and what it starts, on one core: a wake-up across cores costs more
/// than a call, and says nothing about a server.
fn on_one_core<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let all = sched_getaffinity(None).map_err(|error| error.to_string())?;
    let mut one = CpuSet::new();
    if let Some(cpu) = (0..CpuSet::MAX_CPU).rev().find(|&cpu| all.is_set(cpu)) {
        one.set(cpu);
    }
    sched_setaffinity(None, &one).map_err(|error| error.to_string())?;
    let done = work();
    sched_setaffinity(None, &all).map_err(|error| error.to_string())?;
    done
}

/// Calls a second, and processor time per call in µs.
fn calls(peer: &Peer, era: Era, count: u64, in_flight: u64) -> Result<(f64, f64), String> {
    let mut server = Server::open(peer.command(Work::Add), era)?;
    exchange(&mut server, Work::Add, era, 1, WARM_UP, in_flight)?;
    let before = server.cpu()?;
    let took = exchange(&mut server, Work::Add, era, WARM_UP + 1, count, in_flight)?;
    let cpu = server.cpu()?.saturating_sub(before);
    let count = count as f64;
    Ok((count / took.as_secs_f64(), cpu as f64 / count / 1e3))
}

/// Makes the requests, so many at once, and judges the answers.
fn exchange(
    server: &mut Server,
    work: Work,
    era: Era,
    first: u64,
    count: u64,
    in_flight: u64,
) -> Result<Duration, String> {
    let mut requests = String::new();
    let mut ends = vec![0];
    for id in first..first + count {
        requests.push_str(&work.request(era, id));
        ends.push(requests.len());
    }
    let mut answers = Vec::with_capacity(count as usize * 160);
    let (mut sent, mut answered) = (0, 0);
    let started = Instant::now();
    while answered < count as usize {
        let next = (answered + in_flight as usize).min(count as usize);
        server.send(&requests.as_bytes()[ends[sent]..ends[next]])?;
        sent = next;
        answered += server.receive(&mut answers)?;
    }
    let took = started.elapsed();
    let answers = String::from_utf8(answers).map_err(|error| error.to_string())?;
    work.judge_all(era, &answers, first, count)?;
    Ok(took)
}
