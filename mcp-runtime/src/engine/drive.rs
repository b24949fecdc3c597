//! Carries a connection over its transport until one of them ends.
//!
//! In: an open transport and something that makes the connection, once there is a queue to give
//! to it. Out: how it ended. Streams are driven here, on the caller's runtime; stdin and stdout
//! have a thread of their own. It never decides what is served or when: that is the pump's part.

use crate::outgoing::Outgoing;
use crate::transport::pump::{Bounds, End, Pump};
use crate::transport::stop::{Stop, Wake};
use crate::transport::{Engine, Link, Reader, Way, Writer};
use std::future::poll_fn;
use std::io;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::io::{AsyncWriteExt, ReadBuf};
use tokio::sync::Notify;
use tokio::time::Sleep;

/// So many reads may go ahead of a write.
const READS_AHEAD: u8 = 8;
/// How long the last flush may take.
const LAST_FLUSH: Duration = Duration::from_secs(1);

/// Serves one connection over `link`. Must be called in a tokio runtime; when the future is
/// dropped the connection ends at once.
pub(crate) async fn carry<E: Engine + Send + 'static>(
    link: Link,
    bounds: Bounds,
    stop: Arc<Stop>,
    make: impl FnOnce(Arc<Outgoing>) -> E,
) -> io::Result<End> {
    match link.0 {
        Way::Streams(reader, writer) => {
            let news = Arc::new(Notify::new());
            let bell = news.clone();
            let wake: Wake = Arc::new(move || bell.notify_one());
            let pump = wired(bounds, stop, wake, make);
            drive(reader, writer, pump, &news).await
        }
        #[cfg(all(unix, feature = "stdio"))]
        Way::Process(stdio) => {
            let (bell, wake) = crate::transport::stdio::serve::Bell::new()?;
            let pump = wired(bounds, stop.clone(), wake, make);
            let _end = EndWhenDropped(stop);
            super::thread::carry(stdio, bell, pump).await
        }
    }
}

/// A pump around a new connection, all of it woken by one wake-up.
fn wired<E: Engine>(
    bounds: Bounds,
    stop: Arc<Stop>,
    wake: Wake,
    make: impl FnOnce(Arc<Outgoing>) -> E,
) -> Pump<E> {
    stop.wakes(wake.clone());
    let outgoing = Outgoing::bounded(bounds.output, Box::new(move || wake()));
    Pump::new(make(outgoing), bounds, stop)
}

/// Nobody waits for the connection any more.
#[cfg(all(unix, feature = "stdio"))]
struct EndWhenDropped(Arc<Stop>);

#[cfg(all(unix, feature = "stdio"))]
impl Drop for EndWhenDropped {
    fn drop(&mut self) {
        self.0.ask(Duration::ZERO);
    }
}

/// The driver for streams. Nothing read or written is lost when the future is dropped between
/// two polls, because every byte is in the pump or not yet taken.
async fn drive<E: Engine>(
    reader: Reader,
    writer: Writer,
    mut pump: Pump<E>,
    news: &Notify,
) -> io::Result<End> {
    let mut streams = Streams {
        reader,
        writer,
        blocked: false,
        unflushed: false,
        reads: 0,
    };
    loop {
        let more = pump.work(Instant::now(), streams.blocked);
        if let Some(end) = pump.end() {
            streams.shut_down().await;
            return Ok(end);
        }
        let may_wait = (!more || streams.blocked) && pump.may_wait(streams.blocked);
        let mut notified = pin!(news.notified());
        let mut time_up = pin!(pump.patience(Instant::now()).map(tokio::time::sleep));
        poll_fn(|cx| {
            let mut moved = streams.turn(cx, &mut pump, more)?;
            moved |= notified.as_mut().poll(cx).is_ready();
            moved |= is_time_up(time_up.as_mut(), cx);
            match moved || !may_wait {
                true => Poll::Ready(io::Result::Ok(())),
                false => Poll::Pending,
            }
        })
        .await?;
    }
}

fn is_time_up(sleep: Pin<&mut Option<Sleep>>, cx: &mut Context<'_>) -> bool {
    sleep
        .as_pin_mut()
        .is_some_and(|sleep| sleep.poll(cx).is_ready())
}

struct Streams {
    reader: Reader,
    writer: Writer,
    /// The writer took nothing when last asked.
    blocked: bool,
    unflushed: bool,
    /// How many reads went ahead of a write.
    reads: u8,
}

impl Streams {
    /// Moves what can be moved now. Input goes first, so that the answers to all that is there
    /// leave in one write; but not for ever, and with `more` the output has to leave before there
    /// is room to go on.
    fn turn<E: Engine>(
        &mut self,
        cx: &mut Context<'_>,
        pump: &mut Pump<E>,
        more: bool,
    ) -> io::Result<bool> {
        let reads_first = self.reads < READS_AHEAD && (!more || self.blocked);
        if reads_first && pump.wants_input() && self.read(cx, pump) {
            self.reads += 1;
            return Ok(true);
        }
        self.reads = 0;
        let moved = self.write(cx, pump)?;
        // NB. a read that was passed over is not registered for a wake-up.
        Ok(moved || !reads_first)
    }

    fn read<E: Engine>(&mut self, cx: &mut Context<'_>, pump: &mut Pump<E>) -> bool {
        let mut into = ReadBuf::new(pump.space());
        let Poll::Ready(read) = self.reader.as_mut().poll_read(cx, &mut into) else {
            return false;
        };
        let bytes = into.filled().len();
        pump.filled(bytes);
        if read.is_err() || bytes == 0 {
            pump.end_of_input(Instant::now());
        }
        true
    }

    fn write<E: Engine>(&mut self, cx: &mut Context<'_>, pump: &mut Pump<E>) -> io::Result<bool> {
        let was_blocked = std::mem::take(&mut self.blocked);
        let mut moved = false;
        while !pump.output().is_empty() {
            match self.writer.as_mut().poll_write(cx, pump.output()) {
                Poll::Ready(Ok(bytes)) if bytes > 0 => {
                    pump.written(bytes, Instant::now());
                    self.unflushed = true;
                    moved = true;
                }
                Poll::Ready(result) => return peer_gone(result.map(drop), pump),
                Poll::Pending => {
                    self.blocked = true;
                    // NB. what was just found to be blocked has more room than was used.
                    return Ok(moved || !was_blocked);
                }
            }
        }
        if self.unflushed {
            match self.writer.as_mut().poll_flush(cx) {
                Poll::Ready(Ok(())) => self.unflushed = false,
                Poll::Ready(result) => return peer_gone(result, pump),
                Poll::Pending => {}
            }
        }
        Ok(moved)
    }

    /// A peer that holds up even this is not waited for.
    async fn shut_down(&mut self) {
        let shut = self.writer.shutdown();
        let _ = tokio::time::timeout(LAST_FLUSH, shut).await;
    }
}

/// A peer that went away is no error; anything else is one.
fn peer_gone<E: Engine>(result: io::Result<()>, pump: &mut Pump<E>) -> io::Result<bool> {
    use io::ErrorKind::{
        BrokenPipe, ConnectionAborted, ConnectionReset, NotConnected, UnexpectedEof, WriteZero,
    };
    if let Err(error) = result
        && !matches!(
            error.kind(),
            BrokenPipe
                | ConnectionAborted
                | ConnectionReset
                | NotConnected
                | UnexpectedEof
                | WriteZero
        )
    {
        return Err(error);
    }
    pump.peer_gone();
    Ok(true)
}
