//! Tools that panic, in every way and place.

use tests::stress::call;
use tests::stress::peer::PATIENCE;

use super::frames::settled;
use super::row::{Amount, Row};
use super::setting::Setting;
use super::table::Played;

const KINDS: [&str; 5] = ["str", "string", "odd", "drop", "locked"];
const PLACES: [&str; 3] = ["boom", "boom_later", "boom_sync"];

pub(crate) fn mixed(setting: &Setting) -> Played {
    let count: usize = setting.count(1_000, 300);
    let mut peer = setting.start()?;
    // Each way once, so that what is made for panics is made.
    let before = peer.memory();
    for n in 0..count {
        let (place, kind) = (PLACES[n % 3], KINDS[n % 5]);
        let id = n as u64 * 2 + 1;
        peer.send(&call(id, place, format!("{{\"kind\":\"{kind}\"}}")));
        peer.send(&call(id + 1, "echo", r#"{"s":"good"}"#));
        // NB. not more at once than may run.
        if n % 50 == 49 {
            peer.send(&call(1_000_000 + id, "slow", r#"{"ms":1}"#));
        }
    }
    let (mut good, mut panicked, mut strange) = (0, 0, 0);
    let _lines = peer.until(
        |line| {
            let message = line.message().unwrap_or_default();
            match (message["id"].as_u64(), &message["error"]["code"]) {
                (Some(1_000_000..), _) => {}
                (Some(id), code) if id % 2 == 1 && *code == -32603 => panicked += 1,
                (Some(id), code) if id % 2 == 0 && code.is_null() => good += 1,
                _ => strange += 1,
            }
            good + panicked + strange == 2 * count
        },
        PATIENCE,
    );
    let mut row = Row::new(format!(
        "{count} panics among {count} good calls; payloads of text, of `String` and of another type, in `Drop`, with a lock held; at the first poll, later, and on the pool"
    ));
    row.exactly("panics answered", panicked, count);
    row.exactly("good calls answered", good, count);
    row.exactly("other answers", strange, 0);
    row.at_most("memory", settled(&peer, before, 4.0), Amount::MiB(4.0));
    Ok(row)
}
