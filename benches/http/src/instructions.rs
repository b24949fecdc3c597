//! Instructions and allocations per request, counted by callgrind.
//!
//! One connection, one request at a time, two runs that differ in nothing but the number of requests:
//! their difference holds no start, no handshake and no end. Every answer of both is judged.

use crate::client::Link;
use crate::peer::{Peer, scratch};
use crate::profile::{self, Counted, Totals};
use crate::server::Server;
use crate::wire::Era;
use crate::work::Work;

/// How many requests the two runs have.
fn runs(work: Work) -> (u64, u64) {
    match work {
        Work::Add => (200, 1_200),
        _ => (100, 500),
    }
}

/// Counts what one request takes.
pub fn per_request(peer: &Peer, era: Era, work: Work) -> Result<Counted, String> {
    let (short, long) = runs(work);
    let fewer = total(peer, era, work, short)?;
    Ok(total(peer, era, work, long)?.beyond(&fewer, (long - short) as f64))
}

/// All that a run with so many requests takes.
fn total(peer: &Peer, era: Era, work: Work, requests: u64) -> Result<Totals, String> {
    let (name, revision) = (work.name(), era.revision());
    let stem = format!("{}-{name}-{revision}-{requests}", peer.name);
    let (mut command, profile) = profile::watching(&scratch(), &stem)?;
    command.arg(peer.program());

    let server = Server::start(command)?;
    let mut link = Link::open(server.address(), era)?;
    for id in 1..=requests {
        let answer = link.ask(&link.call(work, era, id))?.text()?;
        work.judge_all(era, &answer, id, 1)?;
    }
    drop(link);
    server.finish()?;
    Totals::read(&profile)
}
