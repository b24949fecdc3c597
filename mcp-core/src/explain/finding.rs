//! One thing that is wrong with a message, or worth knowing about it.
//!
//! In: a code, a place, and what is known. Out: a [`Finding`], whose words come out in any
//! language. It holds names, numbers and types of a message, never a long text of it.

use std::borrow::Cow;
use std::ops::Range;

use super::code::{Code, Severity};
use super::lang::{Lang, Words};
use crate::json::{Kind, Raw};
use crate::version::ProtocolVersion;

/// One thing that is wrong with a message, or worth knowing about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// What kind of finding it is.
    pub code: Code,
    /// The line of the log on which the message begins, from 1; 0 when it is not known.
    pub line: u64,
    /// The member, as a path in the message: `params.arguments.tags[2]`. Empty for the message
    /// itself.
    pub path: Cow<'static, str>,
    /// Which bytes of the frame it is about; none for the message as a whole.
    pub span: Option<Range<usize>>,
    args: Vec<(&'static str, Arg)>,
}

/// What stands for a `{name}` in the words of a finding.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::explain) enum Arg {
    /// The same in every language.
    Same(Cow<'static, str>),
    /// Words of a table.
    Words(Words),
    /// A type of JSON value.
    Kind(Kind),
    /// A text that was made in both languages.
    Both { en: String, ko: String },
}

impl Arg {
    /// A text that was made in both languages.
    pub(super) fn both(en: String, ko: String) -> Self {
        Arg::Both { en, ko }
    }

    fn in_lang(&self, lang: Lang) -> Cow<'_, str> {
        match (self, lang) {
            (Arg::Same(text), _) => Cow::Borrowed(text),
            (Arg::Words(words), _) => super::words::filled(words.in_lang(lang)),
            (Arg::Kind(kind), Lang::En) => Cow::Borrowed(kind.with_article()),
            (Arg::Kind(kind), Lang::Ko) => Cow::Borrowed(super::words::kind_ko(*kind)),
            (Arg::Both { en, .. }, Lang::En) => Cow::Borrowed(en),
            (Arg::Both { ko, .. }, Lang::Ko) => Cow::Borrowed(ko),
        }
    }
}

impl From<&'static str> for Arg {
    fn from(text: &'static str) -> Self {
        Arg::Same(text.into())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Self {
        Arg::Same(text.into())
    }
}

impl From<u64> for Arg {
    fn from(number: u64) -> Self {
        Arg::Same(number.to_string().into())
    }
}

impl From<Kind> for Arg {
    fn from(kind: Kind) -> Self {
        Arg::Kind(kind)
    }
}

impl From<Words> for Arg {
    fn from(words: Words) -> Self {
        Arg::Words(words)
    }
}

impl From<ProtocolVersion> for Arg {
    fn from(version: ProtocolVersion) -> Self {
        Arg::Same(version.as_str().into())
    }
}

impl Finding {
    pub(super) fn new(code: Code, line: u64) -> Self {
        Finding {
            code,
            line,
            path: "".into(),
            span: None,
            args: Vec::new(),
        }
    }

    /// Names the member.
    #[must_use]
    pub(super) fn at(mut self, path: impl Into<Cow<'static, str>>) -> Self {
        self.path = path.into();
        self
    }

    /// Gives the words something for `{name}`.
    #[must_use]
    pub(super) fn with(mut self, name: &'static str, arg: impl Into<Arg>) -> Self {
        self.args.push((name, arg.into()));
        self
    }

    /// How bad it is.
    pub fn severity(&self) -> Severity {
        self.code.severity()
    }

    /// What is wrong, in one sentence without a full stop.
    pub fn title(&self, lang: Lang) -> String {
        self.fill(self.code.0.title, lang)
    }

    /// What was there.
    pub fn found(&self, lang: Lang) -> String {
        self.fill(self.code.0.found, lang)
    }

    /// What should have been there.
    pub fn expected(&self, lang: Lang) -> String {
        self.fill(self.code.0.expected, lang)
    }

    /// The rule that is broken, with its revision and chapter.
    pub fn rule(&self, lang: Lang) -> String {
        self.fill(self.code.0.rule, lang)
    }

    /// What to do next.
    pub fn next(&self, lang: Lang) -> String {
        self.fill(self.code.0.next, lang)
    }

    /// The words with each `{name}` replaced. A name that is not known stays as it is: a test
    /// looks for those. Korean particles take the form that fits the word before them.
    fn fill(&self, words: Words, lang: Lang) -> String {
        let text = words.in_lang(lang);
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            out.push_str(before);
            let known = after.split_once('}').and_then(|(name, behind)| {
                let arg = self.args.iter().find(|(known, _)| *known == name);
                let arg = arg.map(|(_, arg)| arg.in_lang(lang));
                arg.or_else(|| super::words::always(name))
                    .map(|arg| (arg, behind))
            });
            match known {
                Some((arg, behind)) => {
                    out.push_str(&arg);
                    rest = behind;
                }
                None => {
                    out.push('{');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        match lang {
            Lang::Ko => super::words::particles::settled(&out).into_owned(),
            Lang::En => out,
        }
    }
}

/// Where the findings about one frame are collected.
pub(super) struct Found<'a> {
    /// The text of the frame; empty when it is not UTF-8.
    text: &'a str,
    /// The message that is being read: the frame, or an entry of a batch.
    message: Raw<'a>,
    line: u64,
    list: Vec<Finding>,
    /// Where the findings about the message begin that is read now: a frame may hold several.
    begin: usize,
}

impl<'a> Found<'a> {
    /// No more findings about one frame are kept, whatever the limits allow.
    const MOST: usize = 1_000;

    pub(super) fn new(text: &'a str, line: u64) -> Self {
        Found {
            text,
            message: Raw::NULL,
            line,
            list: Vec::new(),
            begin: 0,
        }
    }

    /// What is said from here on is about this message.
    pub(super) fn reads(&mut self, message: Raw<'a>) {
        self.message = message;
    }

    /// The message that is being read.
    pub(super) fn message(&self) -> Raw<'a> {
        self.message
    }

    /// Another message of the frame is read from here on.
    pub(super) fn begin(&mut self) {
        self.begin = self.list.len();
    }

    /// The first error about the message that is read now.
    pub(super) fn first_error(&self) -> Option<&Finding> {
        self.errors().next()
    }

    /// Whether an error about this member was found already.
    pub(super) fn tells(&self, path: &str) -> bool {
        self.errors().any(|finding| finding.path == path)
    }

    /// Whether anything was found that is wrong with the message that is read now.
    pub(super) fn any_fault(&self) -> bool {
        let mut of_message = self.list.iter().skip(self.begin);
        of_message.any(|finding| finding.severity() > Severity::Note)
    }

    fn errors(&self) -> impl Iterator<Item = &Finding> {
        let of_message = self.list.iter().skip(self.begin);
        of_message.filter(|finding| finding.severity() == Severity::Error)
    }

    /// A finding about the frame as a whole; [`add`](Self::add) it when its words are complete.
    pub(super) fn of(&self, code: Code) -> Finding {
        Finding::new(code, self.line)
    }

    /// A finding about a value of the frame.
    pub(super) fn about(&self, code: Code, raw: Raw<'_>) -> Finding {
        let mut finding = self.of(code);
        finding.span = self.span(raw.get());
        finding
    }

    /// Where a slice of the frame stands in it.
    pub(super) fn span(&self, part: &str) -> Option<Range<usize>> {
        let start = (part.as_ptr().addr()).checked_sub(self.text.as_ptr().addr())?;
        let end = start.checked_add(part.len())?;
        (end <= self.text.len()).then_some(start..end)
    }

    /// More than a person reads was found: who looks at many members may stop.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= Self::MOST
    }

    pub(super) fn add(&mut self, finding: Finding) {
        if !self.is_full() {
            self.list.push(finding);
        }
    }

    pub(super) fn into_list(self) -> Vec<Finding> {
        self.list
    }
}
