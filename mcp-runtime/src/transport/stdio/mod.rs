//! Serving over a process's own stdin and stdout.
//!
//! In: nothing. Out: the [`Transport`] that stands for the two. How bytes move is said in
//! [`serve`]; who keeps prints and children away from them is said in `isolate`.

#[cfg(unix)]
pub(crate) mod descriptor;
#[cfg(unix)]
pub(crate) mod serve;

use super::{Link, Transport, Way, kind};
use std::fmt;

/// The process's own stdin and stdout, as a [`Transport`].
///
/// While a server is served over it, `println!` and child processes write to stderr, and whatever
/// else reads stdin finds its end. One server at a time can have it. On Windows prints are not
/// kept away.
#[derive(Default)]
pub struct Stdio {
    /// Whether stdin and stdout return to the process at the end.
    pub(crate) keep: bool,
    /// Called on the connection's thread as the very last thing.
    pub(crate) at_end: Option<AtEnd>,
}

pub(crate) type AtEnd = Box<dyn FnOnce(Option<super::pump::End>) + Send>;

/// The process's own stdin and stdout, to [serve](crate::Server::serve) over.
pub fn stdio() -> Stdio {
    Stdio::default()
}

impl Transport<kind::Named> for Stdio {
    #[cfg(unix)]
    fn into_link(self) -> Link {
        Link(Way::Process(self))
    }

    #[cfg(not(unix))]
    fn into_link(self) -> Link {
        (tokio::io::stdin(), tokio::io::stdout()).into_link()
    }
}

impl fmt::Debug for Stdio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Stdio")
    }
}
