//! One rule each of how bodies are read.

use super::*;
use http_body_util::Full;
use std::collections::VecDeque;
use tokio::sync::Mutex;

/// Bodies of more than one piece share the process's room.
static ALONE: Mutex<()> = Mutex::const_new(());

enum Step {
    Piece(&'static [u8]),
    /// Nothing for a while.
    Wait(Duration),
    Broken,
    /// The same piece for ever.
    Endless(&'static [u8]),
}

#[derive(Default)]
struct Fed {
    steps: VecDeque<Step>,
    waiting: Option<Pin<Box<Sleep>>>,
}

fn fed(steps: impl IntoIterator<Item = Step>) -> Fed {
    let steps = steps.into_iter().collect();
    Fed {
        steps,
        waiting: None,
    }
}

impl Body for Fed {
    type Data = Bytes;
    type Error = std::io::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        loop {
            if let Some(waiting) = &mut self.waiting {
                ready!(waiting.as_mut().poll(cx));
                self.waiting = None;
            }
            let data = match self.steps.pop_front() {
                Some(Step::Wait(time)) => {
                    self.waiting = Some(Box::pin(tokio::time::sleep(time)));
                    continue;
                }
                Some(Step::Broken) => {
                    return Poll::Ready(Some(Err(std::io::Error::other("bad chunk size"))));
                }
                Some(Step::Endless(piece)) => {
                    self.steps.push_front(Step::Endless(piece));
                    piece
                }
                Some(Step::Piece(piece)) => piece,
                None => return Poll::Ready(None),
            };
            return Poll::Ready(Some(Ok(Frame::data(Bytes::from_static(data)))));
        }
    }
}

/// The bytes alone, without their room.
async fn read<B>(body: B, headers: &HeaderMap, bounds: &Bounds) -> Result<Bytes, Unread>
where
    B: Body,
    B::Error: Into<Box<dyn StdError + Send + Sync>>,
{
    let text = super::read(body, headers, bounds).await;
    text.map(|text| text.bytes.clone())
}

fn bounds(bytes: usize) -> Bounds {
    Bounds::new(bytes, &HttpLimits::default())
}

fn with_length(length: &str) -> HeaderMap {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_LENGTH, length.parse().expect("a value"));
    headers
}

#[tokio::test]
async fn a_body_in_one_piece_is_not_copied() {
    let sent = Bytes::from(vec![b'x'; 100]);
    let body = Full::new(sent.clone());
    let got = read(body, &with_length("100"), &bounds(100)).await;
    assert_eq!(got.expect("a body").as_ptr(), sent.as_ptr());
}

#[tokio::test]
async fn a_body_in_pieces_is_put_together_and_gives_its_room_back() {
    let _alone = ALONE.lock().await;
    let pieces = ["{\"a\":", "", "1}"].map(|piece| Step::Piece(piece.as_bytes()));
    let got = read(fed(pieces), &HeaderMap::new(), &bounds(7)).await;
    assert_eq!(got.as_deref(), Ok(&b"{\"a\":1}"[..]));
    assert_eq!(HELD.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn an_empty_body_is_empty() {
    let got = read(Full::<Bytes>::default(), &HeaderMap::new(), &bounds(7)).await;
    assert_eq!(got, Ok(Bytes::new()));
}

#[tokio::test]
async fn a_length_over_the_limit_is_refused_before_anything_is_read() {
    for (announced, size) in [
        ("8", json!(8)),
        ("67108864", json!(67_108_864)),
        ("18446744073709551615", json!(u64::MAX)),
        ("99999999999999999999999", json!(null)),
    ] {
        let body = fed([Step::Endless(b"not to be read")]);
        let refused = read(body, &with_length(announced), &bounds(7)).await;
        let refused = refused.expect_err("too long");
        assert_eq!(refused.status(), 413);
        let error = refused.error();
        assert!(error.message.contains(announced) && error.message.contains("limit is 7"));
        assert_eq!(error.data, Some(json!({ "limit": 7, "size": size })));
    }
}

#[tokio::test]
async fn a_length_at_the_limit_is_read() {
    let body = Full::new(Bytes::from_static(b"1234567"));
    assert!(read(body, &with_length("7"), &bounds(7)).await.is_ok());
}

#[tokio::test]
async fn a_length_that_is_no_number_is_refused() {
    for length in ["", "+7", "-1", "7, 7", "0x7", "seven"] {
        let body = Full::new(Bytes::from_static(b"1234567"));
        let refused = read(body, &with_length(length), &bounds(7)).await;
        assert_eq!(refused.expect_err(length).status(), 400, "{length}");
    }
}

#[tokio::test]
async fn a_body_without_a_length_is_counted() {
    let _alone = ALONE.lock().await;
    let body = fed([Step::Endless(b"1234")]);
    let refused = read(body, &HeaderMap::new(), &bounds(7)).await;
    let refused = refused.expect_err("too long");
    assert_eq!(refused.status(), 413);
    assert!(
        refused
            .error()
            .message
            .starts_with("the body goes on; the limit is 7")
    );
}

#[tokio::test]
async fn a_body_longer_than_announced_is_counted_all_the_same() {
    let _alone = ALONE.lock().await;
    let body = fed([Step::Endless(b"1234")]);
    let refused = read(body, &with_length("5"), &bounds(7)).await;
    assert_eq!(refused.expect_err("too long").status(), 413);
}

#[tokio::test(start_paused = true)]
async fn a_body_that_drips_is_given_up_after_its_grace() {
    let _alone = ALONE.lock().await;
    let drops = (0..60).flat_map(|_| [Step::Piece(b"x"), Step::Wait(Duration::from_secs(1))]);
    let began = Instant::now();
    let refused = read(fed(drops), &with_length("60"), &bounds(100)).await;
    let refused = refused.expect_err("too slow");
    assert_eq!(refused.status(), 408);
    assert!(
        refused
            .error()
            .message
            .contains("less than 1024 bytes per second")
    );
    assert_eq!(refused.response().headers()[CONNECTION], "close");
    let took = began.elapsed().as_secs();
    assert!((10..=11).contains(&took), "{took}");
}

#[tokio::test(start_paused = true)]
async fn a_body_that_never_begins_is_given_up_after_its_grace() {
    let body = fed([Step::Wait(Duration::from_secs(3_600))]);
    let began = Instant::now();
    let refused = read(body, &with_length("7"), &bounds(7)).await;
    assert_eq!(refused.expect_err("too slow").status(), 408);
    assert_eq!(began.elapsed().as_secs(), 10);
}

#[tokio::test(start_paused = true)]
async fn a_long_body_that_is_fast_enough_may_take_longer_than_the_grace() {
    let _alone = ALONE.lock().await;
    const SECOND: &[u8] = &[b'x'; 2_048];
    let body = (0..60).flat_map(|_| [Step::Piece(SECOND), Step::Wait(Duration::from_secs(1))]);
    let got = read(fed(body), &HeaderMap::new(), &bounds(1 << 20)).await;
    assert_eq!(got.expect("a body").len(), 60 * 2_048);
}

#[tokio::test]
async fn bodies_over_the_room_of_the_process_are_told_to_come_again() {
    let _alone = ALONE.lock().await;
    let mut bounds = bounds(1 << 20);
    bounds.held = 6;
    let other = fed([Step::Piece(b"1234"), Step::Wait(Duration::from_secs(9))]);
    let headers = HeaderMap::new();
    let mut other = pin!(read(other, &headers, &bounds));
    assert!(poll_fn(|cx| Poll::Ready(other.as_mut().poll(cx).is_pending())).await);
    assert!(poll_fn(|cx| Poll::Ready(other.as_mut().poll(cx).is_pending())).await);

    let pieces = || fed([Step::Piece(b"12"), Step::Piece(b"34")]);
    let refused = read(pieces(), &HeaderMap::new(), &bounds).await;
    let refused = refused.expect_err("no room");
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.response().headers()[RETRY_AFTER], "1");
    assert_eq!(refused.error().code, ErrorCode::BUSY);
    // One piece needs no room.
    let whole = Full::new(Bytes::from_static(b"12345678"));
    assert!(read(whole, &HeaderMap::new(), &bounds).await.is_ok());
    assert_eq!(
        HELD.load(Ordering::Relaxed),
        4,
        "what was refused holds nothing"
    );
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused_with_the_cause() {
    let _alone = ALONE.lock().await;
    let body = fed([Step::Piece(b"12"), Step::Broken]);
    let refused = read(body, &HeaderMap::new(), &bounds(7)).await;
    let refused = refused.expect_err("broken");
    assert_eq!(refused.status(), 400);
    assert!(refused.error().message.contains("bad chunk size"));
    assert_eq!(HELD.load(Ordering::Relaxed), 0);
}

#[tokio::test]
async fn a_body_holds_its_room_until_its_message_is_read() {
    let _alone = ALONE.lock().await;
    let pieces = [Step::Piece(b"ab"), Step::Piece(b"cd")];
    let text = super::read(fed(pieces), &HeaderMap::new(), &bounds(10)).await;
    let text = text.expect("a body");
    assert_eq!((&*text, HELD.load(Ordering::Relaxed)), (&b"abcd"[..], 4));
    drop(text);
    assert_eq!(HELD.load(Ordering::Relaxed), 0);
}
