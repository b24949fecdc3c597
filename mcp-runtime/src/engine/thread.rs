//! The thread on which a stdio connection lives.
//!
//! In: the process's stdin and stdout, a bell and a connection. Out: how it ended. The caller's
//! runtime is entered on the thread for handlers that are polled there, but runs nothing of the
//! connection: a handler that blocks the runtime's workers can't keep the connection from
//! reading, answering and ending.

use crate::isolate::Isolated;
use crate::transport::Engine;
use crate::transport::pump::{End, Pump};
use crate::transport::stdio::Stdio;
use crate::transport::stdio::serve::{Bell, serve};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::runtime::Handle;
use tokio::sync::oneshot;

pub(crate) async fn carry<E: Engine + Send + 'static>(
    stdio: Stdio,
    bell: Bell,
    pump: Pump<E>,
) -> io::Result<End> {
    let isolated = Isolated::take(!stdio.keep)?;
    let runtime = Handle::current();
    let (tell, told) = oneshot::channel();
    std::thread::Builder::new()
        .name("mcp-stdio".into())
        .spawn(move || {
            let served = live(&isolated, &bell, pump, &runtime);
            drop(isolated);
            let ended = served.as_ref().ok().copied();
            let _ = tell.send(served);
            if let Some(at_end) = stdio.at_end {
                at_end(ended);
            }
        })?;
    told.await.unwrap_or_else(|_| Err(broken()))
}

/// The whole life of the connection. All of it has ended when this returns, save calls that don't
/// end.
fn live<E: Engine>(
    isolated: &Isolated,
    bell: &Bell,
    mut pump: Pump<E>,
    runtime: &Handle,
) -> io::Result<End> {
    let (input, output) = isolated.streams()?;
    let _entered = runtime.enter();
    catch_unwind(AssertUnwindSafe(move || {
        serve(input, output, bell, &mut pump)
    }))
    .unwrap_or_else(|_| Err(broken()))
}

fn broken() -> io::Error {
    io::Error::other("the thread that served stdin and stdout failed")
}
