//! Clients that are killed: their servers must not go on without them.
//!
//! A client is this program again, told to start a server, call it and wait; or a shell, whose
//! other child keeps the server's input open after the shell is gone.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use tests::stress::peer::{Log, Peer};
use tests::stress::{call, vitals};

use super::row::Row;
use super::setting::Setting;
use super::table::{NoRow, Played};

/// As many are started, killed and looked for at once.
const BATCH: usize = 20;
/// How long a server may outlive its client.
const AFTER: Duration = Duration::from_secs(1);

/// Plays the client: starts the server, by a shell if told to, says which process serves, and
/// waits to be killed.
pub(crate) fn client(server: &str, way: Option<&str>) -> ExitCode {
    let mut command = Command::new(server);
    if way == Some("shell") {
        command = Command::new("sh");
        // NB. not its last command: a shell would become the server.
        command.args(["-c", "\"$0\"; exit $?", server]);
    }
    let Ok(mut peer) = Peer::greeted(&mut command, Log::Dropped) else {
        return ExitCode::FAILURE;
    };
    peer.send(&call(1, "slow", r#"{"ms":60000}"#));
    let serves = match way {
        Some("shell") => child_of(peer.id()),
        _ => Some(peer.id()),
    };
    println!("{}", serves.unwrap_or(0));
    let _gone = std::io::stdout().flush();
    std::thread::sleep(Duration::from_secs(60));
    ExitCode::FAILURE
}

/// The first child of a process.
fn child_of(process: u32) -> Option<u32> {
    let place = format!("/proc/{process}/task/{process}/children");
    let children = std::fs::read_to_string(place).ok()?;
    children.split_whitespace().next()?.parse().ok()
}

/// Starts a client; returns it with the process that serves it.
fn start(setting: &Setting, way: &str) -> Result<(Child, u32), NoRow> {
    let mut command = match way {
        "held open" => {
            let mut shell = Command::new("sh");
            // NB. the inner shell becomes the server, so its number is the server's.
            shell.args([
                "-c",
                "sleep 15 | sh -c 'echo $$ >&2; exec \"$0\" >/dev/null' \"$0\"",
            ]);
            shell.arg(&setting.server).stderr(Stdio::piped());
            shell
        }
        _ => {
            let mut client = Command::new(&setting.me);
            client.arg("client").arg(&setting.server).arg(way);
            client
        }
    };
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    match (way, child.stderr.take(), child.stdout.take()) {
        ("held open", Some(stderr), _) => BufReader::new(stderr).read_line(&mut line)?,
        (_, _, Some(stdout)) => BufReader::new(stdout).read_line(&mut line)?,
        _ => 0,
    };
    match line.trim().parse() {
        Ok(server @ 1..) => Ok((child, server)),
        _ => {
            let _gone = child.kill();
            let _reaped = child.wait();
            Err(NoRow::Failed(format!(
                "a client ({way}) has no server: `{line}`"
            )))
        }
    }
}

/// Whether a process is still our server, and no other that got its number.
fn is_ours(process: u32, server: &Path) -> bool {
    vitals::runs(process)
        && std::fs::read_link(format!("/proc/{process}/exe")).is_ok_and(|exe| exe == server)
}

/// Kills so many clients; how many servers outlive them.
fn killed_by(setting: &Setting, way: &str, count: usize) -> Result<usize, NoRow> {
    let mut left = 0;
    for _ in 0..count / BATCH {
        let mut both = Vec::new();
        for _ in 0..BATCH {
            both.push(start(setting, way)?);
        }
        std::thread::sleep(Duration::from_millis(300));
        for (client, _) in &mut both {
            client.kill()?;
            client.wait()?;
        }
        std::thread::sleep(AFTER);
        for (_, server) in both {
            if is_ours(server, &setting.server) {
                left += 1;
                let _gone = Command::new("kill")
                    .args(["-KILL", &server.to_string()])
                    .status();
            }
        }
    }
    Ok(left)
}

pub(crate) fn killed(setting: &Setting) -> Played {
    let count = setting.count(200, 20);
    let mut row = Row::new(format!(
        "kill -9 of {count} clients that started their server, of {count} that did so through \
         `sh -c`, and of {count} shells beside whom another process keeps the server's input open; \
         looked for after 1 s"
    ));
    row.exactly("servers left", killed_by(setting, "direct", count)?, 0);
    row.exactly("through a shell", killed_by(setting, "shell", count)?, 0);
    row.exactly(
        "input held open",
        killed_by(setting, "held open", count)?,
        0,
    );
    Ok(row)
}
