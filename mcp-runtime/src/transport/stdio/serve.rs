//! The thread of a stdio connection: one wait, then what can be moved.
//!
//! In: two descriptors (pipes, sockets, files or terminals) and a connection. Out: when it ended
//! and how. The thread waits in one call for input, for room in the output and for its bell, so
//! it costs three system calls a message one by one, and two reads and writes for a whole batch
//! when many come at once. It never waits in a read or write, and nothing on it is asynchronous.

use super::descriptor::{Descriptor, Moved, Waits};
use crate::transport::Engine;
use crate::transport::pump::{End, Pump};
use crate::transport::stop::Wake;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Instant;

/// What ends the wait of the thread: a socket pair with a byte in it.
pub(crate) struct Bell(UnixStream);

impl Bell {
    /// A bell, and what rings it.
    pub(crate) fn new() -> io::Result<(Self, Wake)> {
        let (ringer, bell) = UnixStream::pair()?;
        ringer.set_nonblocking(true)?;
        bell.set_nonblocking(true)?;
        // NB. when the pair is full there are bytes enough in it.
        let ring = move || drop((&ringer).write(&[1]));
        Ok((Self(bell), Arc::new(ring)))
    }

    fn silence(&self) {
        let mut rings = [0; 64];
        while (&self.0).read(&mut rings).is_ok_and(|n| n == rings.len()) {}
    }
}

/// Serves until one of the sides ends. An error is one of the machine's: a full disk behind the
/// output, say; a peer that went away is none.
pub(crate) fn serve<E: Engine>(
    input: OwnedFd,
    output: OwnedFd,
    bell: &Bell,
    pump: &mut Pump<E>,
) -> io::Result<End> {
    let input = Descriptor::for_reading(input);
    let output = Descriptor::for_writing(output);
    serve_over(&input, &output, bell, pump)
}

/// [`serve`], once it is known how the descriptors are moved bytes through.
pub(crate) fn serve_over<E: Engine>(
    input: &Descriptor,
    output: &Descriptor,
    bell: &Bell,
    pump: &mut Pump<E>,
) -> io::Result<End> {
    let mut blocked = false;
    loop {
        let (now, was_blocked) = (Instant::now(), blocked);
        let more = pump.work(now, blocked);
        if !blocked && !pump.output().is_empty() {
            blocked = !write_out(output, pump, now)?;
        }
        if let Some(end) = pump.end() {
            return Ok(end);
        }
        // What was just found to be blocked has more room than was used.
        let go_on = more && (!blocked || !was_blocked);
        if go_on || !pump.may_wait(blocked) {
            continue;
        }
        let ready = Waits {
            input: pump.wants_input().then_some(input),
            output,
            to_write: blocked,
            bell: bell.0.as_fd(),
            at_most: pump.patience(now),
        }
        .wait()?;
        if ready.rung {
            bell.silence();
        }
        if ready.output_over && !ready.output {
            pump.peer_gone();
        }
        blocked &= !ready.output;
        if ready.input {
            read_in(input, pump);
        }
    }
}

/// One read of what is there.
fn read_in<E: Engine>(input: &Descriptor, pump: &mut Pump<E>) {
    match input.read(pump.space()) {
        Ok(Moved::Bytes(bytes)) => pump.filled(bytes),
        Ok(Moved::NotNow) => {}
        // NB. what can't be read is at its end.
        Ok(Moved::Over) | Err(_) => pump.end_of_input(Instant::now()),
    }
}

/// Writes what waits. False when the output takes no more now.
fn write_out<E: Engine>(output: &Descriptor, pump: &mut Pump<E>, now: Instant) -> io::Result<bool> {
    while !pump.output().is_empty() {
        match output.write(pump.output())? {
            Moved::Bytes(bytes) => pump.written(bytes, now),
            Moved::NotNow => return Ok(false),
            Moved::Over => {
                pump.peer_gone();
                return Ok(true);
            }
        }
    }
    Ok(true)
}
