//! What is wrong with arguments, in Korean: the checker says it in English.
//!
//! In: the reason, the expectation and the finding of an `ArgumentFault`. Out: the same in Korean.
//! A text that the checker does not make, as of another server, comes back as it is.

use super::faults::korean;

/// The reason of a fault, as it follows the name of the member: `must be <= 50`.
pub(in crate::explain) fn reason_ko(reason: &str) -> String {
    match reason {
        "is required" => return "필수입니다".to_owned(),
        "is not a parameter of this tool" => return "이 도구의 매개변수가 아닙니다".to_owned(),
        "must be given once" => return "한 번만 있어야 합니다".to_owned(),
        "must be left out" => return "없어야 합니다".to_owned(),
        "must not be empty" => return "비어 있으면 안 됩니다".to_owned(),
        "must not hold half of a surrogate pair" => {
            return "서로게이트 쌍의 한쪽만 들어 있으면 안 됩니다".to_owned();
        }
        "must not hold the same item twice" => {
            return "같은 항목이 두 번 들어 있으면 안 됩니다".to_owned();
        }
        "must have another name" => return "이름이 달라야 합니다".to_owned(),
        "must be a value of exactly one of several kinds" => {
            return "여러 종류 가운데 정확히 하나에만 맞아야 합니다".to_owned();
        }
        _ => {}
    }
    let rest = |start: &str| reason.strip_prefix(start);
    if let Some(of) = rest("is not a member of ") {
        return format!("{of}의 멤버가 아닙니다");
    }
    if let Some(when) = rest("must be left out when ") {
        let when = when.replacen(" is ", "의 값이 ", 1);
        return format!("{when}일 때는 없어야 합니다");
    }
    if let Some(pattern) = rest("must match the pattern ") {
        return format!("패턴 {pattern}에 맞아야 합니다");
    }
    if let Some(pattern) = rest("must have a name that matches the pattern ") {
        return format!("이름이 패턴 {pattern}에 맞아야 합니다");
    }
    if let Some(not) = rest("must not be ") {
        return format!("다음이면 안 됩니다: {}", expected_ko(not));
    }
    if let Some(amount) = rest("must have ").and_then(amount_ko) {
        return must_be(&amount);
    }
    if let Some(number) = rest("must be > ") {
        return format!("{number}보다 커야 합니다");
    }
    if let Some(number) = rest("must be < ") {
        return format!("{number}보다 작아야 합니다");
    }
    match rest("must be ") {
        Some(what) => must_be(&bound_ko(what).unwrap_or_else(|| expected_ko(what))),
        None => korean(reason),
    }
}

/// What was expected: `an integer`, `one of "a", "b"`.
pub(in crate::explain) fn expected_ko(expected: &str) -> String {
    if let Some(list) = expected.strip_prefix("one of ") {
        return format!("{} 중 하나", listed_ko(list));
    }
    if let Some(whole) = whole_ko(expected) {
        return whole;
    }
    listed_ko(expected)
}

/// What was there: a type, a value, or an amount.
pub(in crate::explain) fn got_ko(got: &str) -> String {
    let same = |text: &str| text.to_owned();
    match got {
        "string" => same("문자열"),
        "number" => same("숫자"),
        "boolean" => same("불리언"),
        "array" => same("배열"),
        "object" => same("객체"),
        "nothing" => same("없음"),
        "empty string" => same("빈 문자열"),
        "several values" => same("여러 개의 값"),
        "another name" => same("다른 이름"),
        _ => match got.strip_prefix("the same item at ") {
            Some(places) => format!("{}에 같은 항목", places.replacen(" and ", ", ", 1)),
            None => counted_ko(got).unwrap_or_else(|| same(got)),
        },
    }
}

/// `X이어야 합니다`, with the ending that X asks for.
fn must_be(what: &str) -> String {
    match what.chars().next_back() {
        Some(last @ '가'..='힣') => {
            let closed = (u32::from(last) - u32::from('가')) % 28 != 0;
            let ending = if closed { "이어야" } else { "여야" };
            format!("{what}{ending} 합니다")
        }
        _ => format!("다음이어야 합니다: {what}"),
    }
}

/// `>= 1`, `a multiple of 5`.
fn bound_ko(what: &str) -> Option<String> {
    if let Some(number) = what.strip_prefix(">= ") {
        return Some(format!("{number} 이상"));
    }
    if let Some(number) = what.strip_prefix("<= ") {
        return Some(format!("{number} 이하"));
    }
    let of = what.strip_prefix("a multiple of ")?;
    Some(format!("{of}의 배수"))
}

/// `at least 3 characters`, `exactly 2 items`.
fn amount_ko(amount: &str) -> Option<String> {
    let (exact, rest, end) = match amount {
        _ if amount.starts_with("at least ") => ("", amount.get(9..)?, " 이상"),
        _ if amount.starts_with("at most ") => ("", amount.get(8..)?, " 이하"),
        _ => ("정확히 ", amount.strip_prefix("exactly ")?, ""),
    };
    let (count, thing) = rest.split_once(' ')?;
    Some(match thing {
        "character" | "characters" => format!("{exact}{count}자{end}"),
        "item" | "items" => format!("항목이 {exact}{count}개{end}"),
        "member" | "members" => format!("멤버가 {exact}{count}개{end}"),
        _ => return None,
    })
}

/// `5 characters`, `1 item`.
fn counted_ko(text: &str) -> Option<String> {
    let (count, thing) = text.split_once(' ')?;
    count.parse::<u64>().ok()?;
    Some(match thing {
        "character" | "characters" => format!("{count}자"),
        "item" | "items" => format!("항목 {count}개"),
        "member" | "members" => format!("멤버 {count}개"),
        _ => return None,
    })
}

/// Expectations that are no list of kinds.
fn whole_ko(expected: &str) -> Option<String> {
    let same = |text: &str| Some(text.to_owned());
    match expected {
        "nothing" => return same("없음"),
        "one value" => return same("하나의 값"),
        "a value" => return same("값"),
        "a string that is not empty" => return same("비어 있지 않은 문자열"),
        "well-formed Unicode text" => return same("올바른 유니코드 텍스트"),
        "an array of different items" => return same("서로 다른 항목의 배열"),
        "a value of exactly one of several kinds" => {
            return same("여러 종류 가운데 정확히 하나에 맞는 값");
        }
        _ => {}
    }
    let rest = |start: &str| expected.strip_prefix(start);
    if let Some(not) = rest("anything but ") {
        return Some(format!("다음이 아닌 값: {}", expected_ko(not)));
    }
    if let Some(pattern) = rest("a string that matches the pattern ") {
        return Some(format!("패턴 {pattern}에 맞는 문자열"));
    }
    if let Some(pattern) = rest("a name that matches the pattern ") {
        return Some(format!("패턴 {pattern}에 맞는 이름"));
    }
    if let Some(name) = rest("a name that is ") {
        return Some(format!("다음 조건에 맞는 이름: {}", expected_ko(name)));
    }
    if let Some(amount) = rest("a string of ").and_then(amount_ko) {
        return Some(format!("{amount}인 문자열"));
    }
    if let Some(amount) = rest("an array of ").and_then(amount_ko) {
        return Some(format!("{amount}인 배열"));
    }
    if let Some(amount) = rest("an object of ").and_then(amount_ko) {
        return Some(format!("{amount}인 객체"));
    }
    if let Some(number) = rest("a number > ") {
        return Some(format!("{number}보다 큰 숫자"));
    }
    if let Some(number) = rest("a number < ") {
        return Some(format!("{number}보다 작은 숫자"));
    }
    if let Some(bound) = rest("a number ").and_then(bound_ko) {
        return Some(format!("{bound}인 숫자"));
    }
    rest("a multiple of ").and_then(|_| bound_ko(expected))
}

/// `an integer, "a" or null`: kinds and values, of which one is expected.
fn listed_ko(list: &str) -> String {
    let mut out = String::with_capacity(list.len());
    for (piece, behind) in pieces(list) {
        out.push_str(&kind_ko(piece));
        out.push_str(match behind {
            " or " => " 또는 ",
            " and " => " 및 ",
            other => other,
        });
    }
    out
}

fn kind_ko(piece: &str) -> String {
    let kind = match piece {
        "a number" => "숫자",
        "an integer" => "정수",
        "a string" => "문자열",
        "a boolean" => "불리언",
        "an array" => "배열",
        "an object" => "객체",
        "any value" => "아무 값",
        _ => "",
    };
    if !kind.is_empty() {
        return kind.to_owned();
    }
    if let Some(first) = piece.strip_prefix("an object with ") {
        return format!("다음 멤버를 가진 객체: {first}");
    }
    if let Some(first) = piece.strip_prefix("one of ") {
        return kind_ko(first);
    }
    match piece.strip_suffix(" more") {
        Some(count) if count.bytes().all(|b| b.is_ascii_digit()) => format!("그 밖의 {count}개"),
        _ => piece.to_owned(),
    }
}

/// The pieces of a list, each with what separates it from the next: separators inside of quotes
/// and backticks do not count.
fn pieces(list: &str) -> Vec<(&str, &str)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut quote = None;
    let mut escaped = false;
    for (at, letter) in list.char_indices() {
        match quote {
            Some(_) if escaped => escaped = false,
            Some('"') if letter == '\\' => escaped = true,
            Some(open) if letter == open => quote = None,
            Some(_) => {}
            None if matches!(letter, '"' | '`') => quote = Some(letter),
            None if at >= start => {
                let rest = list.get(at..).unwrap_or_default();
                let behind = [", ", " or ", " and "];
                if let Some(behind) = behind.iter().find(|behind| rest.starts_with(**behind)) {
                    out.push((list.get(start..at).unwrap_or_default(), *behind));
                    start = at + behind.len();
                }
            }
            None => {}
        }
    }
    out.push((list.get(start..).unwrap_or_default(), ""));
    out
}

#[cfg(test)]
mod tests;
