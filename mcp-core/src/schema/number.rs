//! Numbers compared exactly, as decimal text.
//!
//! In: the text of a JSON number, and the bounds that a schema gives. Out: whether it is a whole
//! number, how it compares, whether it is a multiple. It never rounds: `9007199254740993` is not
//! `9007199254740992`, and `0.1` is exactly the bound `0.1`.

use std::cmp::Ordering;

/// A JSON number taken apart, without a copy: `digits × 10^exponent`, where `digits` are those of
/// `whole` and `fraction` in a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decimal<'a> {
    negative: bool,
    whole: &'a [u8],
    fraction: &'a [u8],
    exponent: i64,
}

impl<'a> Decimal<'a> {
    /// Takes the text of a valid JSON number apart.
    pub(super) fn read(text: &'a str) -> Self {
        let bytes = text.as_bytes();
        let (negative, bytes) = match bytes.split_first() {
            Some((b'-', rest)) => (true, rest),
            _ => (false, bytes),
        };
        let end = bytes
            .iter()
            .position(|b| matches!(b, b'e' | b'E'))
            .unwrap_or(bytes.len());
        let (mantissa, power) = bytes.split_at(end);
        let dot = mantissa
            .iter()
            .position(|b| *b == b'.')
            .unwrap_or(mantissa.len());
        let (whole, fraction) = mantissa.split_at(dot);
        let fraction = fraction.split_first().map_or(fraction, |(_, rest)| rest);
        Self {
            negative,
            whole,
            fraction,
            exponent: power_of(power),
        }
    }

    fn digits(self) -> impl Iterator<Item = u8> + 'a {
        self.whole.iter().chain(self.fraction).map(|b| b - b'0')
    }

    fn is_zero(self) -> bool {
        self.digits().all(|d| d == 0)
    }

    /// Whether the value has no fractional part: `12`, `12.0` and `1.2e1` have none.
    pub(super) fn is_whole(self) -> bool {
        let trailing = self.whole.iter().chain(self.fraction).rev();
        let zeros = trailing.take_while(|b| **b == b'0').count();
        if zeros == self.whole.len() + self.fraction.len() {
            return true;
        }
        let zeros = i64::try_from(zeros).unwrap_or(i64::MAX);
        let behind = i64::try_from(self.fraction.len()).unwrap_or(i64::MAX);
        self.exponent.saturating_add(zeros) >= behind
    }

    /// The power of ten just above the first digit that is not zero.
    fn height(self) -> i64 {
        let zeros = self.digits().take_while(|d| *d == 0).count();
        let lead = self.whole.len() as i64 - zeros as i64;
        self.exponent.saturating_add(lead)
    }

    /// Compares two values exactly.
    pub(super) fn compare(self, other: Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => return Ordering::Equal,
            (true, false) => return sign(other).reverse(),
            (false, true) => return sign(self),
            (false, false) => {}
        }
        if self.negative != other.negative {
            return sign(self);
        }
        let larger = self
            .height()
            .cmp(&other.height())
            .then_with(|| compare_digits(self, other));
        if self.negative {
            larger.reverse()
        } else {
            larger
        }
    }

    /// Whether the value is a whole multiple of `step`; `None` when one of the two has more digits
    /// than can be told exactly.
    pub(super) fn is_multiple_of(self, step: Self) -> Option<bool> {
        if self.is_zero() {
            return Some(true);
        }
        let (value, value_power) = self.scaled()?;
        let (step, step_power) = step.scaled()?;
        let step = u64::try_from(step).ok().filter(|step| *step > 0)?;
        match u64::try_from(value_power.checked_sub(step_power)?) {
            Ok(power) => {
                let rest = value % u128::from(step) * u128::from(ten_to_modulo(power, step));
                Some(rest % u128::from(step) == 0)
            }
            Err(_) => {
                let shift = ten_to(step_power.checked_sub(value_power)?);
                let step = shift.and_then(|shift| u128::from(step).checked_mul(shift));
                // Without one, the step is so coarse that no multiple but zero is in reach.
                Some(step.is_some_and(|step| value % step == 0))
            }
        }
    }

    /// The digits without trailing zeros as one number, and the power of ten to apply.
    fn scaled(self) -> Option<(u128, i64)> {
        let mut value: u128 = 0;
        let mut zeros: u32 = 0;
        for digit in self.digits() {
            if digit == 0 {
                zeros += 1;
                continue;
            }
            let shift = 10_u128.checked_pow(zeros + 1)?;
            value = match value {
                0 => u128::from(digit),
                _ => value.checked_mul(shift)?.checked_add(u128::from(digit))?,
            };
            zeros = 0;
        }
        let behind = i64::try_from(self.fraction.len()).ok()?;
        let power = self.exponent.checked_sub(behind)?;
        Some((value, power.checked_add(i64::from(zeros))?))
    }
}

impl Decimal<'_> {
    /// Writes a text that is the same for all spellings of a value.
    pub(super) fn write_canonical(self, out: &mut String) {
        if self.is_zero() {
            out.push('0');
            return;
        }
        if self.negative {
            out.push('-');
        }
        out.push_str("0.");
        let from = out.len();
        let digits = self.digits().skip_while(|d| *d == 0);
        out.extend(digits.map(|d| char::from(b'0' + d)));
        let kept = out.get(from..).map_or(0, |d| d.trim_end_matches('0').len());
        out.truncate(from + kept);
        out.push('e');
        out.push_str(&self.height().to_string());
    }
}

fn sign(value: Decimal<'_>) -> Ordering {
    if value.negative {
        Ordering::Less
    } else {
        Ordering::Greater
    }
}

fn ten_to(power: i64) -> Option<u128> {
    10_u128.checked_pow(u32::try_from(power).ok()?)
}

/// The rest of 10^power divided by `modulus`.
fn ten_to_modulo(mut power: u64, modulus: u64) -> u64 {
    let modulus = u128::from(modulus);
    let (mut result, mut base) = (1 % modulus, 10 % modulus);
    while power > 0 {
        if power % 2 == 1 {
            result = result * base % modulus;
        }
        base = base * base % modulus;
        power /= 2;
    }
    // It is less than the modulus, which fits.
    u64::try_from(result).unwrap_or(0)
}

/// Compares the digits of two values of the same height, leading zeros skipped.
fn compare_digits(a: Decimal<'_>, b: Decimal<'_>) -> Ordering {
    let mut left = a.digits().skip_while(|d| *d == 0);
    let mut right = b.digits().skip_while(|d| *d == 0);
    loop {
        match (left.next(), right.next()) {
            (None, None) => return Ordering::Equal,
            (l, r) => match l.unwrap_or(0).cmp(&r.unwrap_or(0)) {
                Ordering::Equal => {}
                unequal => return unequal,
            },
        }
    }
}

/// The exponent in `e+12`, held at the ends of what counts for a comparison.
fn power_of(text: &[u8]) -> i64 {
    let Some((_, text)) = text.split_first() else {
        return 0;
    };
    let (negative, digits) = match text.split_first() {
        Some((b'-', rest)) => (true, rest),
        Some((b'+', rest)) => (false, rest),
        _ => (false, text),
    };
    let value = digits.iter().fold(0_i64, |sum, b| {
        sum.saturating_mul(10).saturating_add(i64::from(b - b'0'))
    });
    // Half of the range, so that adding the length of a text can't overflow.
    let value = value.min(i64::MAX / 2);
    if negative { -value } else { value }
}

/// A whole number written plainly, that fits 64 bits: nearly every number there is.
pub(super) fn small(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let (negative, digits) = match bytes.split_first() {
        Some((b'-', rest)) => (true, rest),
        _ => (false, bytes),
    };
    if digits.len() > 18 {
        return None;
    }
    let mut value: i64 = 0;
    for byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return None;
        }
        value = value * 10 + i64::from(digit);
    }
    Some(if negative { -value } else { value })
}

/// One end of a range, as a schema gives it.
#[derive(Clone, Debug)]
pub(super) struct Bound {
    /// The exact decimal text.
    exact: Box<str>,
    /// As the schema shows it.
    pub(super) shown: Box<str>,
    /// The value, if it is a whole number of 64 bits.
    whole: Option<i64>,
    /// The end itself is not allowed.
    pub(super) exclusive: bool,
}

impl Bound {
    pub(super) fn new(number: &serde_json::Number, exclusive: bool) -> Self {
        let shown = number.to_string();
        let exact = exact_text(number, &shown);
        Self {
            whole: exact.parse().ok(),
            exact: exact.into(),
            shown: shown.into(),
            exclusive,
        }
    }

    /// How a number, given as text and (if it is one) as a small whole number, compares to the end.
    pub(super) fn place_of(&self, text: &str, small: Option<i64>) -> Ordering {
        match (small, self.whole) {
            (Some(value), Some(end)) => value.cmp(&end),
            _ => {
                let float = as_float_text(text);
                let text = float.as_deref().unwrap_or(text);
                Decimal::read(text).compare(Decimal::read(&self.exact))
            }
        }
    }

    pub(super) fn is_above_zero(&self) -> bool {
        !self.exact.starts_with('-') && !self.decimal().is_zero()
    }

    /// Whether a number is a whole multiple of this one.
    pub(super) fn divides(&self, text: &str) -> bool {
        let exact = Decimal::read(text).is_multiple_of(self.decimal());
        exact.unwrap_or_else(|| match (text.parse::<f64>(), self.exact.parse::<f64>()) {
            (Ok(value), Ok(step)) => value % step == 0.0,
            _ => false,
        })
    }

    fn decimal(&self) -> Decimal<'_> {
        Decimal::read(&self.exact)
    }
}

/// From here on a binary float is always a whole number, and may not be the decimal it was
/// written as.
const WHOLE_FROM: f64 = 9_007_199_254_740_992.0;

/// The decimal text that a schema's number stands for.
///
/// NB. A large bound such as 2^128 stands in the schema as the shortest decimal that reads back as
/// the same binary number; its exact value is meant. A fraction such as 0.1 is meant as written.
fn exact_text(number: &serde_json::Number, shown: &str) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() && value.abs() >= WHOLE_FROM => format!("{value:.0}"),
        _ => shown.to_owned(),
    }
}

/// The exact value of a large number that was written as a float is written, if it is one: whoever
/// writes `3.4028234663852886e38` means the binary number, as with bounds.
fn as_float_text(text: &str) -> Option<String> {
    if !text.contains(['.', 'e', 'E']) {
        return None;
    }
    let value: f64 = text.parse().ok()?;
    (value.is_finite() && value.abs() >= WHOLE_FROM).then(|| format!("{value:.0}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compare(a: &str, b: &str) -> Ordering {
        Decimal::read(a).compare(Decimal::read(b))
    }

    #[test]
    fn whole_numbers_are_known_in_every_spelling() {
        for text in [
            "0", "-0", "12", "12.0", "1.2e1", "1E2", "0.0e-5", "120e-1", "1e400",
        ] {
            assert!(Decimal::read(text).is_whole(), "{text}");
        }
        for text in ["0.5", "1.25e1", "1e-1", "-3.01", "12e-1"] {
            assert!(!Decimal::read(text).is_whole(), "{text}");
        }
    }

    #[test]
    fn comparison_is_exact_beyond_what_a_float_can_hold() {
        assert_eq!(
            compare("9007199254740993", "9007199254740992"),
            Ordering::Greater
        );
        assert_eq!(compare("0.1", "0.10"), Ordering::Equal);
        assert_eq!(compare("100", "1e2"), Ordering::Equal);
        assert_eq!(compare("-1", "0"), Ordering::Less);
        assert_eq!(compare("-0", "0.0"), Ordering::Equal);
        assert_eq!(compare("-2", "-10"), Ordering::Greater);
        assert_eq!(compare("1e400", "1e399"), Ordering::Greater);
        assert_eq!(compare("1e99999999999999999999", "5"), Ordering::Greater);
        assert_eq!(compare("0.009", "0.01"), Ordering::Less);
    }

    #[test]
    fn multiples_are_told_exactly() {
        let of = |a: &str, b: &str| Decimal::read(a).is_multiple_of(Decimal::read(b));
        assert_eq!(of("19.99", "0.01"), Some(true));
        assert_eq!(of("19.995", "0.01"), Some(false));
        assert_eq!(of("12.0", "4"), Some(true));
        assert_eq!(of("10", "4"), Some(false));
        assert_eq!(of("1e20", "3"), Some(false));
        assert_eq!(of("0", "7"), Some(true));
        assert_eq!(of("1e300", "0.01"), Some(true));
        assert_eq!(of("1e-300", "0.01"), Some(false));
        assert_eq!(
            of("340282366920938463463374607431768211455", "3"),
            Some(true)
        );
    }

    #[test]
    fn a_bound_of_two_to_the_128_is_meant_exactly() {
        let end = serde_json::Number::from_f64(2_f64.powi(128)).unwrap();
        let bound = Bound::new(&end, true);
        let most = u128::MAX.to_string();
        assert_eq!(bound.place_of(&most, None), Ordering::Less);
        let over = "340282366920938463463374607431768211456";
        assert_eq!(bound.place_of(over, None), Ordering::Equal);
        let written = end.to_string();
        assert_eq!(bound.place_of(&written, None), Ordering::Equal);
    }

    #[test]
    fn small_takes_plain_whole_numbers_only() {
        assert_eq!(small("-12"), Some(-12));
        assert_eq!(small("12.0"), None);
        assert_eq!(small("1e2"), None);
        assert_eq!(small("9999999999999999999"), None);
    }
}
