//! The times that logs write down.
//!
//! In: the beginning of a text. Out: the time that stands there, and how long it is. It knows no
//! clock and no calendar but that of its input; a time zone that is not written is taken for UTC.

use std::time::Duration;

/// A time of a log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stamp {
    /// Since a fixed moment.
    Fixed(Duration),
    /// Since midnight.
    OfDay(Duration),
}

const DAY: u64 = 86_400;

/// Makes times of day grow over midnight.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    days: u64,
    last: Duration,
}

impl Clock {
    /// The time since a fixed moment.
    pub(super) fn resolve(&mut self, stamp: Stamp) -> Duration {
        let time = match stamp {
            Stamp::Fixed(time) => return time,
            Stamp::OfDay(time) => time,
        };
        if time + Duration::from_secs(DAY / 2) < self.last {
            self.days += 1;
        }
        self.last = time;
        time + Duration::from_secs(self.days * DAY)
    }
}

/// The time at the beginning of a text, in brackets or not, and where what follows begins.
pub(super) fn leading(text: &[u8]) -> Option<(Stamp, usize)> {
    let open = matches!(text.first(), Some(b'[' | b'('));
    let mut at = usize::from(open);
    let first = *text.get(at)?;
    if !first.is_ascii_digit() && !first.is_ascii_uppercase() {
        return None;
    }
    let (stamp, length) = bare(text.get(at..)?)?;
    at += length;
    match text.get(at) {
        Some(b']' | b')') if open => at += 1,
        _ if open => return None,
        Some(b' ' | b'\t' | b':' | b'|' | b',' | b']' | b'{') | None => {}
        Some(_) => return None,
    }
    if text.get(at) == Some(&b':') {
        at += 1;
    }
    Some((stamp, at))
}

/// What stands behind the time at the beginning of a text; the text when there is none.
pub(super) fn passed(text: &[u8]) -> &[u8] {
    match leading(text) {
        Some((_, length)) => text.get(length..).unwrap_or(&[]).trim_ascii_start(),
        None => text,
    }
}

/// The time that is the whole of a text.
pub(super) fn whole(text: &[u8]) -> Option<Stamp> {
    let (stamp, length) = bare(text)?;
    (length == text.len()).then_some(stamp)
}

/// The time of a number: seconds, milliseconds, microseconds or nanoseconds since 1970.
pub(super) fn number(text: &[u8]) -> Option<Stamp> {
    epoch(text)
        .filter(|(_, length)| *length == text.len())
        .map(|(stamp, _)| stamp)
}

fn bare(text: &[u8]) -> Option<(Stamp, usize)> {
    if !text.first()?.is_ascii_digit() {
        return syslog(text);
    }
    date_time(text)
        .or_else(|| of_day(text).map(|(time, length)| (Stamp::OfDay(time), length)))
        .or_else(|| epoch(text))
}

/// `2026-11-30T10:00:00.123+09:00`, `2026/11/30 10:00:00,123`.
fn date_time(text: &[u8]) -> Option<(Stamp, usize)> {
    let year = digits(text, 0, 4)?;
    let month = digits(text, 5, 2)?;
    let day = digits(text, 8, 2)?;
    let dashes = (text.get(4)?, text.get(7)?);
    if !matches!(dashes, (b'-', b'-') | (b'/', b'/')) || !(1..=12).contains(&month) || day > 31 {
        return None;
    }
    let gap = match text.get(10)? {
        b'T' | b't' | b' ' | b'_' => 11,
        b',' if text.get(11) == Some(&b' ') => 12,
        _ => return None,
    };
    let (time, length) = of_day(text.get(gap..)?)?;
    let mut end = gap + length;
    let (offset, length) = zone(text.get(end..)?);
    end += length;
    let seconds = days_since_1970(year, month, day)? * DAY;
    let utc = (Duration::from_secs(seconds) + time).as_nanos() as i128
        - i128::from(offset) * 1_000_000_000;
    let utc = u128::try_from(utc).ok()?;
    let time = Duration::new((utc / 1_000_000_000) as u64, (utc % 1_000_000_000) as u32);
    Some((Stamp::Fixed(time), end))
}

/// The seconds by which a zone is ahead of UTC, and how long it is written.
fn zone(text: &[u8]) -> (i64, usize) {
    match text.first() {
        Some(b'Z' | b'z') => return (0, 1),
        Some(b' ') if text.starts_with(b" UTC") => return (0, 4),
        Some(b' ') if matches!(text.get(1), Some(b'+' | b'-')) => {
            let (seconds, length) = zone(text.get(1..).unwrap_or(&[]));
            return if length == 5 { (seconds, 6) } else { (0, 0) };
        }
        _ => {}
    }
    let sign = match text.first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return (0, 0),
    };
    let colon = usize::from(text.get(3) == Some(&b':'));
    match (digits(text, 1, 2), digits(text, 3 + colon, 2)) {
        (Some(hours), Some(minutes)) => (sign * (hours * 3600 + minutes * 60) as i64, 5 + colon),
        _ => (0, 0),
    }
}

/// `10:00:00`, with a fraction or not.
fn of_day(text: &[u8]) -> Option<(Duration, usize)> {
    let hours = digits(text, 0, 2)?;
    let minutes = digits(text, 3, 2)?;
    let seconds = digits(text, 6, 2)?;
    let colons = text.get(2) == Some(&b':') && text.get(5) == Some(&b':');
    if !colons || hours > 23 || minutes > 59 || seconds > 60 {
        return None;
    }
    let (nanos, length) = fraction(text.get(8..).unwrap_or(&[]));
    let whole = hours * 3600 + minutes * 60 + seconds;
    Some((Duration::new(whole, nanos), 8 + length))
}

/// Digits behind a point or a comma, as nanoseconds.
fn fraction(text: &[u8]) -> (u32, usize) {
    if !matches!(text.first(), Some(b'.' | b',')) {
        return (0, 0);
    }
    let digits = text.iter().skip(1).take_while(|byte| byte.is_ascii_digit());
    let (mut nanos, mut unit, mut count) = (0, 100_000_000, 0);
    for digit in digits {
        nanos += u32::from(digit - b'0') * unit;
        unit /= 10;
        count += 1;
    }
    if count == 0 {
        (0, 0)
    } else {
        (nanos, 1 + count)
    }
}

/// `Nov 30 10:00:00`, since the beginning of the year.
fn syslog(text: &[u8]) -> Option<(Stamp, usize)> {
    const MONTHS: [&[u8]; 12] = [
        b"Jan", b"Feb", b"Mar", b"Apr", b"May", b"Jun", b"Jul", b"Aug", b"Sep", b"Oct", b"Nov",
        b"Dec",
    ];
    let name = text.get(..3)?;
    let month = MONTHS.iter().position(|month| *month == name)? as u64 + 1;
    let day = match text.get(4)? {
        b' ' => digits(text, 5, 1)?,
        _ => digits(text, 4, 2)?,
    };
    let (time, length) = of_day(text.get(7..)?)?;
    // A year with a 29th of February.
    let days = days_since_1970(2024, month, day)? - days_since_1970(2024, 1, 1)?;
    Some((
        Stamp::Fixed(Duration::from_secs(days * DAY) + time),
        7 + length,
    ))
}

/// `1764500000`, `1764500000.123`, `1764500000123`.
fn epoch(text: &[u8]) -> Option<(Stamp, usize)> {
    let count = text
        .iter()
        .take(20)
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let value = digits(text, 0, count)?;
    let (time, length) = match count {
        10 => {
            let (nanos, length) = fraction(text.get(10..).unwrap_or(&[]));
            (Duration::new(value, nanos), 10 + length)
        }
        13 => {
            let (_, length) = fraction(text.get(13..).unwrap_or(&[]));
            (Duration::from_millis(value), 13 + length)
        }
        16 => (Duration::from_micros(value), 16),
        19 => (Duration::from_nanos(value), 19),
        _ => return None,
    };
    Some((Stamp::Fixed(time), length))
}

fn digits(text: &[u8], from: usize, count: usize) -> Option<u64> {
    let mut value: u64 = 0;
    for byte in text.get(from..from + count)? {
        if !byte.is_ascii_digit() {
            return None;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
    }
    (count > 0).then_some(value)
}

/// Days since 1970-01-01 of a date of the Gregorian calendar.
fn days_since_1970(year: u64, month: u64, day: u64) -> Option<u64> {
    // The year is taken to begin in March, so that the leap day is its last.
    let year = if month <= 2 {
        year.checked_sub(1)?
    } else {
        year
    };
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day.checked_sub(1)?;
    let days = year * 365 + year / 4 - year / 100 + year / 400 + of_year;
    days.checked_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<(u128, usize)> {
        leading(text.as_bytes()).map(|(stamp, length)| match stamp {
            Stamp::Fixed(time) | Stamp::OfDay(time) => (time.as_millis(), length),
        })
    }

    #[test]
    fn times_are_read_in_the_forms_that_logs_have() {
        assert_eq!(at("1970-01-02T00:00:00.5Z x"), Some((86_400_500, 22)));
        assert_eq!(
            at("2026-11-30T10:00:00.123Z "),
            Some((1_796_032_800_123, 24))
        );
        assert_eq!(
            at("2026-11-30T19:00:00+09:00 "),
            Some((1_796_032_800_000, 25))
        );
        assert_eq!(
            at("2026/11/30 10:00:00,007 x"),
            Some((1_796_032_800_007, 23))
        );
        assert_eq!(at("[10:00:00.25] x"), Some((36_000_250, 13)));
        assert_eq!(at("10:00:00 x"), Some((36_000_000, 8)));
        assert_eq!(at("1796032800123 x"), Some((1_796_032_800_123, 13)));
        assert_eq!(at("1796032800.5 x"), Some((1_796_032_800_500, 12)));
        assert_eq!(at("Jan  2 00:00:01 host x"), Some((86_401_000, 15)));
    }

    #[test]
    fn what_is_no_time_is_not_read() {
        for text in [
            "2026 x",
            "10:00",
            "[10:00:00 x",
            "[info] x",
            "12345 x",
            "March x",
            "",
        ] {
            assert_eq!(at(text), None, "{text}");
        }
    }

    #[test]
    fn a_time_of_day_grows_over_midnight() {
        let mut clock = Clock::default();
        let late = clock.resolve(Stamp::OfDay(Duration::from_secs(DAY - 1)));
        let early = clock.resolve(Stamp::OfDay(Duration::from_secs(1)));
        assert_eq!(early - late, Duration::from_secs(2));
    }
}
