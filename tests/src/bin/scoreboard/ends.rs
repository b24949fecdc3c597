//! The end: of the input, and by signals.

use std::time::{Duration, Instant};

use tests::stress::call;
use tests::stress::peer::PATIENCE;

use super::output::code;
use super::row::{Amount, Row};
use super::setting::Setting;
use super::table::Played;

/// Ends the input while calls of a tool run: the time to the end, the exit code, the answers that
/// are results, and those that are errors.
fn ended_during(
    setting: &Setting,
    calls: &[(&str, u64)],
) -> std::io::Result<(Duration, i32, usize, usize)> {
    let mut peer = setting.start()?;
    for (id, (tool, ms)) in (1..).zip(calls) {
        peer.send(&call(id, tool, format!("{{\"ms\":{ms}}}")));
    }
    std::thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    peer.close_input();
    let lines = peer.until(|_| false, PATIENCE);
    let ended = code(peer.ended(PATIENCE));
    let took = begun.elapsed();
    let messages = lines.iter().filter_map(|line| line.message());
    let (results, errors): (Vec<_>, Vec<_>) = messages.partition(|m| m["result"].is_object());
    Ok((took, ended, results.len(), errors.len()))
}

pub(crate) fn of_input(setting: &Setting) -> Played {
    let mut row = Row::new(
        "with nothing running; with a call of 1 s; with calls of 60 s: one that waits, one that \
         blocks, and as many async ones that block as there are threads",
    );
    let (idle, code, ..) = ended_during(setting, &[])?;
    row.exactly("exit code, idle", code, 0);
    row.at_most("idle", idle.into(), Amount::Ms(100.0));
    let (short, code, results, errors) = ended_during(setting, &[("slow", 1000)])?;
    row.exactly("exit code, 1 s", code, 0);
    row.exactly("answered", (results, errors) == (1, 0), true);
    row.at_most("1 s", short.into(), Amount::Ms(1300.0));
    let stuck: [(&str, &[(&str, u64)]); 3] = [
        ("waiting", &[("slow", 60_000)]),
        ("blocking", &[("block", 60_000)]),
        ("async blocking", &[("block_async", 60_000); 8]),
    ];
    for (name, calls) in stuck {
        let (took, code, results, errors) = ended_during(setting, calls)?;
        row.exactly("exit code", code, 0);
        row.exactly("told of it", (results, errors) == (0, calls.len()), true);
        row.at_most(name, took.into(), Amount::Ms(1700.0));
    }
    Ok(row)
}

pub(crate) fn told_to_stop(setting: &Setting) -> Played {
    const CALLS: u64 = 100;
    let mut peer = setting.start()?;
    for id in 1..=CALLS {
        peer.send(&call(id, "slow", r#"{"ms":1000}"#));
    }
    std::thread::sleep(Duration::from_millis(200));
    let begun = Instant::now();
    peer.signal("TERM")?;
    let lines = peer.until(|_| false, PATIENCE);
    let ended = code(peer.ended(PATIENCE));
    let took = begun.elapsed();
    let messages = lines.iter().filter_map(|line| line.message());
    let answered = messages.filter(|m| m["result"].is_object()).count() as u64;
    let mut row = Row::new(format!("{CALLS} calls of 1 s, the signal after 0.2 s"));
    row.exactly("answered", answered, CALLS);
    row.exactly("exit code", ended, 0);
    row.at_most("until the end", took.into(), Amount::Ms(1500.0));
    Ok(row)
}

pub(crate) fn told_twice(setting: &Setting) -> Played {
    let mut peer = setting.start()?;
    peer.send(&call(1, "slow", r#"{"ms":60000}"#));
    std::thread::sleep(Duration::from_millis(200));
    peer.signal("TERM")?;
    std::thread::sleep(Duration::from_millis(200));
    let patient = peer.ended(Duration::ZERO).is_none();
    let begun = Instant::now();
    peer.signal("TERM")?;
    let ended = code(peer.ended(PATIENCE));
    let took = begun.elapsed();
    let mut row = Row::new("a call of 60 s; the second signal 0.2 s after the first");
    row.exactly("the first is patient", patient, true);
    row.exactly("exit code", ended, 128 + 15);
    row.at_most("until the end", took.into(), Amount::Ms(100.0));
    Ok(row)
}
