//! Plays a script over HTTP.
//!
//! In: a script and the address of a server. Out: the codes of all errors that came, or the line that
//! did not hold, with what was expected and what came.
//!
//! Each line that a script sends is a POST. The next line does not wait for its response, with three
//! exceptions: a client knows its session only when `initialize` is answered, a notification counts
//! as sent when it is accepted, and a request has a moment to begin before the next one follows.
//! A call of the modern revision is cancelled by closing its connection, as that revision says.
//!
//! Within one response order counts: a message fits a line only when all before it have been taken.
//! Between responses there is no order: a line is held by the next message of any of them. At the end
//! each message has been taken by a line, each request has been answered exactly once, last in its
//! response (or never, when it was cancelled), and each response had the status of `super::status`.

use std::collections::{BTreeSet, VecDeque};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use super::client::Head;
use super::lines::{Kind, Line, Session, post};
use super::posts::{Came, Posts};
use super::status;
use crate::play::{Failure, after, each_step, shown, sound};
use crate::script::fit::{Memory, brief, fits};
use crate::script::node::Node;
use crate::script::words::expand;
use crate::script::{Act, Script, Transport};

/// How long a message that must come may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long a request has to begin before the next one is sent.
const BEGINNING: Duration = Duration::from_millis(100);
/// How long is waited for the end of a request that was cancelled before it is cancelled again.
const AGAIN: Duration = Duration::from_secs(1);
/// How long is waited for what should not come.
const QUIET: Duration = Duration::from_millis(20);

/// Plays the whole script; the codes of the errors that came.
pub fn play(script: &Script, address: SocketAddr) -> Result<BTreeSet<i64>, Failure> {
    play_within(script, address, PATIENCE)
}

/// The same with another patience: how long a message that must come may take.
pub fn play_within(
    script: &Script,
    address: SocketAddr,
    patience: Duration,
) -> Result<BTreeSet<i64>, Failure> {
    let mut player = Player {
        posts: Posts::new(address, patience + Duration::from_secs(1)),
        sent: Vec::new(),
        session: Session::default(),
        memory: Memory::new(),
        patience,
        half: Vec::new(),
        codes: BTreeSet::new(),
    };
    let last = each_step(script, Transport::Http, |act| player.act(act))?;
    player.farewell().map_err(|message| after(last, &message))?;
    Ok(player.codes)
}

/// A POST, and what has come for it.
struct Post {
    line: Line,
    in_session: bool,
    at: Instant,
    head: Option<Head>,
    /// What no line of the script has taken yet.
    waiting: VecDeque<(Vec<u8>, Node)>,
    finals: usize,
    last: Option<Node>,
    whole: bool,
    cancelled: bool,
    left: bool,
}

impl Post {
    fn opens(&self) -> bool {
        matches!(&self.line.kind, Kind::Request { method: Some(method), .. } if method == "initialize")
    }

    fn runs(&self) -> bool {
        !self.whole && matches!(self.line.kind, Kind::Request { .. } | Kind::Batch)
    }
}

struct Player {
    posts: Posts,
    sent: Vec<Post>,
    session: Session,
    memory: Memory,
    patience: Duration,
    half: Vec<u8>,
    codes: BTreeSet<i64>,
}

impl Player {
    fn act(&mut self, act: &Act) -> Result<(), String> {
        match act {
            Act::Send(text) => {
                let text = expand(text, &self.memory)?;
                self.send(text.as_bytes())
            }
            Act::SendRaw(bytes) => self.raw(bytes),
            Act::Expect(pattern) => self.group(&[(0, pattern.clone())]),
            Act::ExpectRaw(bytes) => self.exactly(bytes),
            Act::Group(patterns) => self.group(patterns),
            Act::Silence(pause) => self.silence(*pause),
            Act::Wait(pause) => {
                std::thread::sleep(*pause);
                Ok(())
            }
            Act::End | Act::Close | Act::Log { .. } => {
                Err("over HTTP there is no end of input and no log; say `not over http: …`".into())
            }
        }
    }

    /// Bytes become POSTs at each line end; a line of white space is none.
    fn raw(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.half.extend_from_slice(bytes);
        while let Some(end) = self.half.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = self.half.drain(..=end).collect();
            if !line.iter().all(u8::is_ascii_whitespace) {
                self.send(&line[..end])?;
            }
        }
        Ok(())
    }

    fn send(&mut self, body: &[u8]) -> Result<(), String> {
        while self.sent.iter().any(|post| post.opens() && !post.whole) {
            self.pump(self.patience, "the answer to initialize")?;
        }
        self.let_begin()?;
        let line = post(body, &self.session);
        if let Kind::Notification { cancels: Some(id) } = &line.kind
            && self.cancel(id)
        {
            return Ok(());
        }
        let number = self.posts.send(&line.request)?;
        let waits = matches!(line.kind, Kind::Notification { .. } | Kind::Answer);
        self.sent.push(Post {
            in_session: self.session.id.is_some(),
            line,
            at: Instant::now(),
            head: None,
            waiting: VecDeque::new(),
            finals: 0,
            last: None,
            whole: false,
            cancelled: false,
            left: false,
        });
        while waits && !self.sent[number].whole {
            self.pump(self.patience, "the end of the response to a notification")?;
        }
        Ok(())
    }

    fn let_begin(&mut self) -> Result<(), String> {
        let begins = |post: &Post| {
            let age = post.at.elapsed();
            post.runs().then(|| BEGINNING.saturating_sub(age))
        };
        while let Some(rest) = self.sent.iter().filter_map(begins).max() {
            if rest.is_zero() {
                break;
            }
            self.hear(rest)?;
        }
        Ok(())
    }

    /// Notes that a request is cancelled; whether that was all that had to be done.
    fn cancel(&mut self, id: &Node) -> bool {
        let asked = |post: &&mut Post| {
            post.runs() && matches!(&post.line.kind, Kind::Request { id: own, .. } if own == id)
        };
        let number = self.sent.iter().position(|post| {
            post.runs() && matches!(&post.line.kind, Kind::Request { id: own, .. } if own == id)
        });
        let Some((number, post)) = number.zip(self.sent.iter_mut().find(asked)) else {
            return false;
        };
        post.cancelled = true;
        post.left = post.line.modern;
        if post.left {
            self.posts.hang_up(number);
        }
        post.left
    }

    /// Takes in the next thing that comes, which must come.
    fn pump(&mut self, within: Duration, wanted: &str) -> Result<(), String> {
        if self.hear(within)? {
            return Ok(());
        }
        Err(format!(
            "expected\n    {wanted}\n  but nothing came in {within:?}{}",
            self.untaken()
        ))
    }

    /// Takes in the next thing that comes, if something comes in time.
    fn hear(&mut self, within: Duration) -> Result<bool, String> {
        let Some((number, came)) = self.posts.next(within) else {
            return Ok(false);
        };
        let post = &mut self.sent[number];
        match came {
            Came::Head(head) => post.head = Some(head),
            Came::Message(text) => {
                let message = sound(&text)?;
                self.codes.extend(codes(&message));
                post.finals += usize::from(message.member("method").is_none());
                if post.opens() && message.member("result").is_some() {
                    self.session = session(post.head.as_ref(), &message);
                }
                post.last = Some(message.clone());
                post.waiting.push_back((text, message));
            }
            Came::Whole => {
                post.whole = true;
                check(post).map_err(|wrong| {
                    let asked = shown(&post.line.request.body);
                    format!("{wrong}, in the response to\n    {asked}")
                })?;
            }
            Came::Broken(_) if post.left => post.whole = true,
            Came::Broken(wrong) => return Err(wrong),
        }
        Ok(true)
    }

    /// What has come and was taken by no line.
    fn untaken(&self) -> String {
        let waiting = self.sent.iter().flat_map(|post| &post.waiting);
        let texts: Vec<String> = waiting
            .map(|(_, message)| format!("\n    {}", brief(message)))
            .collect();
        if texts.is_empty() {
            return String::new();
        }
        format!("; what came is{}", texts.concat())
    }

    /// Takes the first message at the front of a response that `fits`.
    fn take(
        &mut self,
        wanted: &str,
        mut fits: impl FnMut(&[u8], &Node, &mut Memory) -> bool,
    ) -> Result<(), String> {
        let deadline = Instant::now() + self.patience;
        loop {
            for post in &mut self.sent {
                if let Some((text, message)) = post.waiting.front()
                    && fits(text, message, &mut self.memory)
                {
                    post.waiting.pop_front();
                    return Ok(());
                }
            }
            if self.sent.iter().all(|post| post.whole) {
                return Err(format!(
                    "expected\n    {wanted}\n  but all responses are over{}",
                    self.untaken()
                ));
            }
            self.pump(deadline.saturating_duration_since(Instant::now()), wanted)?;
        }
    }

    fn group(&mut self, patterns: &[(usize, Node)]) -> Result<(), String> {
        let mut open: Vec<&(usize, Node)> = patterns.iter().collect();
        while !open.is_empty() {
            let wanted: Vec<String> = open.iter().map(|(_, one)| one.to_string()).collect();
            let wanted = wanted.join("\n    or ");
            self.take(&wanted, |_, message, memory| {
                let found = open
                    .iter()
                    .position(|(_, pattern)| fits(pattern, message, memory).is_ok());
                found.map(|at| open.remove(at)).is_some()
            })?;
        }
        Ok(())
    }

    fn exactly(&mut self, bytes: &[u8]) -> Result<(), String> {
        self.take(&shown(bytes), |text, _, _| text == bytes)
    }

    fn silence(&mut self, pause: Duration) -> Result<(), String> {
        let until = Instant::now() + pause.max(QUIET);
        while let Some(left) = until.checked_duration_since(Instant::now()) {
            self.hear(left)?;
        }
        match self.untaken() {
            untaken if untaken.is_empty() => Ok(()),
            untaken => Err(format!("expected nothing{untaken}")),
        }
    }

    /// Every response must be over, and nothing left of it.
    fn farewell(&mut self) -> Result<(), String> {
        let deadline = Instant::now() + self.patience;
        while let Some(open) = self.sent.iter().find(|post| !post.whole) {
            let wanted = format!(
                "the end of the response to {}",
                shown(&open.line.request.body)
            );
            let left = deadline.saturating_duration_since(Instant::now());
            if left > AGAIN && self.hear(AGAIN)? {
                continue;
            }
            if left <= AGAIN {
                self.pump(left, &wanted)?;
            } else {
                self.cancel_again()?;
            }
        }
        self.silence(Duration::ZERO)
    }

    /// On a busy machine a request may begin later than it is cancelled, which then goes unheard.
    fn cancel_again(&mut self) -> Result<(), String> {
        let unheard = |post: &Post| {
            let runs = post.cancelled && !post.left && post.runs();
            match (&post.line.kind, runs) {
                (Kind::Request { id, .. }, true) => Some(id.to_string()),
                _ => None,
            }
        };
        let ids: Vec<String> = self.sent.iter().filter_map(unheard).collect();
        for id in ids {
            let text = format!(
                r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#
            );
            self.send(text.as_bytes())?;
        }
        Ok(())
    }
}

/// What a client learns from the answer to `initialize`.
pub(crate) fn session(head: Option<&Head>, message: &Node) -> Session {
    let agreed = message
        .member("result")
        .and_then(|result| result.member("protocolVersion"));
    Session {
        id: head
            .and_then(|head| head.header("mcp-session-id"))
            .map(str::to_owned),
        version: match agreed {
            Some(Node::Text(version)) => Some(version.clone()),
            _ => None,
        },
    }
}

/// The codes of a message, or of the messages of a batch.
fn codes(message: &Node) -> Vec<i64> {
    match message {
        Node::Array { items, .. } => items.iter().filter_map(status::code).collect(),
        one => status::code(one).into_iter().collect(),
    }
}

/// A response that is over: its status, and how many answers it held.
fn check(post: &Post) -> Result<(), String> {
    let head = post.head.as_ref().ok_or("a response without a head")?;
    let asks = matches!(post.line.kind, Kind::Request { .. });
    let wanted = match &post.last {
        _ if head.is_stream() => 200,
        Some(message) => status::of(&post.line, post.in_session, message),
        // NB. nothing can be said of a cancelled request: it may end in any quiet way.
        None if post.cancelled => head.status,
        None => 202,
    };
    if head.status != wanted {
        return Err(format!("status {} instead of {wanted}", head.status));
    }
    let is_final = |message: &Node| message.member("method").is_none();
    let answered = post.finals == 1 && post.last.as_ref().is_some_and(is_final);
    let unanswered = post.cancelled && post.finals == 0;
    if asks && !answered && !unanswered {
        return Err(format!(
            "{} answers instead of one, at the end",
            post.finals
        ));
    }
    if head.is_stream()
        && head
            .header("cache-control")
            .is_none_or(|v| !v.contains("no-cache"))
    {
        return Err("a stream that may be kept by a cache".to_owned());
    }
    Ok(())
}
