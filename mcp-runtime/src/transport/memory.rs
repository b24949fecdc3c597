//! A connection inside one process: for tests, and for hosts that embed a server.
//!
//! In and out: bytes. What is written to one end is read from the other, in order; an end that is
//! dropped is end of input for the other. A pair holds a bounded number of bytes in each
//! direction, so a peer that does not read is felt as it is on a pipe. Needs no runtime.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, DuplexStream, ReadBuf};

/// As much as a Linux pipe holds.
const CAPACITY: usize = 64 * 1024;

/// One end of [`pair`].
#[derive(Debug)]
pub struct End(DuplexStream);

/// Two ends that are connected to each other.
///
/// ```
/// use tokio::io::{AsyncReadExt, AsyncWriteExt};
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> std::io::Result<()> {
/// let (mut client, mut server) = mcp_runtime::memory::pair();
/// client.write_all(b"{}\n").await?;
/// drop(client);
/// let mut seen = String::new();
/// server.read_to_string(&mut seen).await?;
/// assert_eq!(seen, "{}\n");
/// # Ok(())
/// # }
/// ```
pub fn pair() -> (End, End) {
    pair_with_capacity(CAPACITY)
}

/// Two connected ends that hold at most so many bytes in each direction until they are read.
pub fn pair_with_capacity(bytes: usize) -> (End, End) {
    let (one, other) = tokio::io::duplex(bytes.max(1));
    (End(one), End(other))
}

impl AsyncRead for End {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, into)
    }
}

impl AsyncWrite for End {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    #[tokio::test]
    async fn what_one_end_writes_the_other_reads_in_both_directions() {
        let (mut left, mut right) = pair();
        left.write_all(b"ping\n").await.expect("write");
        right.write_all(b"pong\n").await.expect("write");
        let mut bytes = [0; 5];
        right.read_exact(&mut bytes).await.expect("read");
        assert_eq!(&bytes, b"ping\n");
        left.read_exact(&mut bytes).await.expect("read");
        assert_eq!(&bytes, b"pong\n");
    }

    #[tokio::test]
    async fn an_end_that_shuts_down_can_still_read() {
        let (mut left, mut right) = pair();
        left.shutdown().await.expect("shutdown");
        assert_eq!(right.read(&mut [0; 1]).await.expect("end of input"), 0);
        right.write_all(b"late").await.expect("write");
        drop(right);
        let mut text = String::new();
        left.read_to_string(&mut text).await.expect("read");
        assert_eq!(text, "late");
    }

    #[tokio::test]
    async fn an_end_that_does_not_read_holds_the_writer() {
        let (mut left, _right) = pair_with_capacity(4);
        left.write_all(b"1234").await.expect("fits");
        let more = tokio::time::timeout(std::time::Duration::from_millis(20), left.write(b"5"));
        assert!(more.await.is_err());
    }
}
