//! A number as it is written, converted only where nothing is lost.
//!
//! In: the text of a valid JSON number. Out: an integer when the number is one and fits (`12.0`
//! and `1.2e1` are 12), a float when it does not overflow, and exact comparisons. It never rounds
//! an integer and never wraps.

use std::cmp::Ordering;

/// The text of one JSON number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Number<'a>(&'a str);

impl<'a> Number<'a> {
    #[inline]
    pub(crate) const fn trusted(text: &'a str) -> Self {
        Number(text)
    }

    /// The text itself.
    #[inline]
    pub const fn get(self) -> &'a str {
        self.0
    }

    /// Whether it is written with digits alone: no fraction, no exponent.
    #[inline]
    pub fn is_plain(self) -> bool {
        !self.0.bytes().any(|b| matches!(b, b'.' | b'e' | b'E'))
    }

    /// Whether its value is an integer, of any size: `12.0` and `1e400` are.
    pub fn is_integer(self) -> bool {
        self.is_plain() || Decimal::of(self.0).is_integer()
    }

    /// Whether it is below zero (`-0` is not).
    pub fn is_negative(self) -> bool {
        self.0.starts_with('-') && !Decimal::of(self.0).is_zero()
    }

    /// The value, when it is an integer that fits.
    #[inline]
    pub fn as_i64_exact(self) -> Option<i64> {
        match self.0.parse() {
            Ok(value) => Some(value),
            Err(_) => i64::try_from(self.slow_integer()?).ok(),
        }
    }

    /// The value, when it is an integer that fits.
    #[inline]
    pub fn as_u64_exact(self) -> Option<u64> {
        match self.0.parse() {
            Ok(value) => Some(value),
            Err(_) => u64::try_from(self.slow_integer()?).ok(),
        }
    }

    /// The value, when it is an integer that fits.
    pub fn as_i128_exact(self) -> Option<i128> {
        match self.0.parse() {
            Ok(value) => Some(value),
            Err(_) => self.slow_integer(),
        }
    }

    /// The value, when it is an integer that fits.
    pub fn as_u128_exact(self) -> Option<u128> {
        if let Ok(value) = self.0.parse() {
            return Some(value);
        }
        let decimal = Decimal::of(self.0);
        match decimal.magnitude()? {
            0 => Some(0),
            value => (!decimal.negative).then_some(value),
        }
    }

    #[cold]
    fn slow_integer(self) -> Option<i128> {
        let decimal = Decimal::of(self.0);
        let magnitude = decimal.magnitude()?;
        if decimal.negative {
            0i128.checked_sub_unsigned(magnitude)
        } else {
            i128::try_from(magnitude).ok()
        }
    }

    /// The nearest float; none when the number overflows.
    #[inline]
    pub fn as_f64(self) -> Option<f64> {
        self.0.parse::<f64>().ok().filter(|value| value.is_finite())
    }

    /// The float, none when the number overflows or is written as an integer that no float equals.
    #[inline]
    pub fn as_f64_exact(self) -> Option<f64> {
        let value = self.as_f64()?;
        (!self.is_plain() || self.is_integer_of(value)).then_some(value)
    }

    /// Whether this plain integer, of which `value` is the nearest float, equals it.
    fn is_integer_of(self, value: f64) -> bool {
        const EXACT: f64 = 9_007_199_254_740_992.0;
        value.abs() < EXACT || self.cmp_exact(value).is_eq()
    }

    /// Compares with a finite float that is an integer, digit by digit.
    pub(crate) fn cmp_exact(self, value: f64) -> Ordering {
        // NB. This form prints all the digits, not the shortest text that reads back.
        Decimal::of(self.0).cmp(&Decimal::of(&format!("{value:.0}")))
    }

    /// Compares exactly.
    pub fn cmp_i128(self, other: i128) -> Ordering {
        match self.0.parse::<i128>() {
            Ok(value) => value.cmp(&other),
            Err(_) => Decimal::of(self.0).cmp(&Decimal::of(&other.to_string())),
        }
    }

    /// Compares with the shortest decimal that stands for the float, which is how it is written in
    /// JSON: `0.1` equals `0.1f64`. A NaN is greater than everything.
    pub fn cmp_f64(self, other: f64) -> Ordering {
        const EXACT: i64 = 1 << 53;
        if let Ok(value) = self.0.parse::<i64>()
            && (-EXACT..=EXACT).contains(&value)
        {
            // Both are exact as floats.
            return (value as f64).partial_cmp(&other).unwrap_or(Ordering::Less);
        }
        if other.is_finite() {
            return Decimal::of(self.0).cmp(&Decimal::of(&format!("{other:e}")));
        }
        match other == f64::NEG_INFINITY {
            true => Ordering::Greater,
            false => Ordering::Less,
        }
    }
}

/// The parts of a number as written: `-whole.fraction e exponent`.
struct Decimal<'a> {
    negative: bool,
    whole: &'a str,
    fraction: &'a str,
    exponent: i64,
}

/// Beyond any length of text, and far from overflow when lengths are added.
const FAR: i64 = i64::MAX / 4;

impl<'a> Decimal<'a> {
    fn of(text: &'a str) -> Self {
        let (negative, text) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let exponent = match exponent.parse::<i64>() {
            Ok(value) => value.clamp(-FAR, FAR),
            Err(_) if exponent.starts_with('-') => -FAR,
            Err(_) => FAR,
        };
        Decimal {
            negative,
            whole,
            fraction,
            exponent,
        }
    }

    fn digits(&self) -> impl DoubleEndedIterator<Item = u8> + '_ {
        self.whole.bytes().chain(self.fraction.bytes())
    }

    /// The digits from the first to the last that is not zero.
    fn significant(&self) -> impl Iterator<Item = u8> + '_ {
        let zeros = self.leading_zeros();
        self.digits()
            .skip(zeros)
            .take(self.significant_count(zeros))
    }

    fn leading_zeros(&self) -> usize {
        self.digits().take_while(|&digit| digit == b'0').count()
    }

    fn significant_count(&self, leading: usize) -> usize {
        let trailing = self
            .digits()
            .rev()
            .take_while(|&digit| digit == b'0')
            .count();
        (self.whole.len() + self.fraction.len()).saturating_sub(leading + trailing)
    }

    fn is_zero(&self) -> bool {
        self.digits().all(|digit| digit == b'0')
    }

    /// The power of ten such that the value is `0.DIGITS` times it.
    fn point(&self) -> i64 {
        (self.whole.len() as i64 - self.leading_zeros() as i64) + self.exponent
    }

    fn is_integer(&self) -> bool {
        self.is_zero() || self.point() >= self.significant_count(self.leading_zeros()) as i64
    }

    /// The absolute value, when it is an integer that fits.
    fn magnitude(&self) -> Option<u128> {
        const LONGEST: i64 = 39;
        if self.is_zero() {
            return Some(0);
        }
        let point = self.point();
        if !self.is_integer() || point > LONGEST {
            return None;
        }
        self.significant()
            .chain(std::iter::repeat(b'0'))
            .take(point as usize)
            .try_fold(0u128, |value, digit| {
                value.checked_mul(10)?.checked_add(u128::from(digit - b'0'))
            })
    }

    fn cmp(&self, other: &Decimal<'_>) -> Ordering {
        let sign = |d: &Decimal<'_>| match (d.is_zero(), d.negative) {
            (true, _) => 0,
            (_, true) => -1,
            (_, false) => 1,
        };
        let (mine, theirs) = (sign(self), sign(other));
        if mine != theirs || mine == 0 {
            return mine.cmp(&theirs);
        }
        let larger = self
            .point()
            .cmp(&other.point())
            .then_with(|| self.significant().cmp(other.significant()));
        if mine < 0 { larger.reverse() } else { larger }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number<'_> {
        Number::trusted(text)
    }

    #[test]
    fn an_integer_may_be_written_with_a_fraction_or_an_exponent() {
        for text in ["12", "12.0", "1.2e1", "120e-1", "0.12E+2", "12.000e0"] {
            assert_eq!(number(text).as_i64_exact(), Some(12), "{text}");
            assert_eq!(number(text).as_u64_exact(), Some(12), "{text}");
            assert_eq!(number(text).as_i128_exact(), Some(12), "{text}");
            assert_eq!(number(text).as_u128_exact(), Some(12), "{text}");
        }
        for text in ["0.5", "1.2e0", "1e-1", "12.0000000000000000000001"] {
            assert_eq!(number(text).as_i64_exact(), None, "{text}");
            assert!(!number(text).is_integer(), "{text}");
        }
    }

    #[test]
    fn the_ends_of_each_type_are_exact_and_one_more_does_not_fit() {
        assert_eq!(number("9223372036854775807").as_i64_exact(), Some(i64::MAX));
        assert_eq!(
            number("-9223372036854775808").as_i64_exact(),
            Some(i64::MIN)
        );
        assert_eq!(number("9223372036854775808").as_i64_exact(), None);
        assert_eq!(
            number("18446744073709551615").as_u64_exact(),
            Some(u64::MAX)
        );
        assert_eq!(number("18446744073709551616").as_u64_exact(), None);
        assert_eq!(number("-1").as_u64_exact(), None);
        assert_eq!(number("-0").as_u64_exact(), Some(0));
        let most = u128::MAX.to_string();
        assert_eq!(number(&most).as_u128_exact(), Some(u128::MAX));
        assert_eq!(
            number(&format!("{most}.0")).as_u128_exact(),
            Some(u128::MAX)
        );
        assert_eq!(number(&format!("{most}0")).as_u128_exact(), None);
        let least = i128::MIN.to_string();
        assert_eq!(
            number(&format!("{least}.0")).as_i128_exact(),
            Some(i128::MIN)
        );
        assert_eq!(number("1e400").as_i64_exact(), None);
        assert_eq!(number("1e99999999999999999999").as_i64_exact(), None);
        assert_eq!(number("0e99999999999999999999").as_i64_exact(), Some(0));
    }

    #[test]
    fn a_float_never_overflows_and_an_exact_one_never_rounds_an_integer() {
        assert_eq!(number("1e400").as_f64(), None);
        assert_eq!(number("1e-400").as_f64(), Some(0.0));
        assert_eq!(number("9007199254740993").as_f64_exact(), None);
        assert_eq!(
            number("9007199254740992").as_f64_exact(),
            Some(2f64.powi(53))
        );
        assert_eq!(
            number("18446744073709551616").as_f64_exact(),
            Some(2f64.powi(64))
        );
        assert_eq!(number("18446744073709551617").as_f64_exact(), None);
        assert_eq!(number("0.1").as_f64_exact(), Some(0.1));
    }

    #[test]
    fn comparisons_are_exact_however_the_number_is_written() {
        use Ordering::{Equal, Greater, Less};
        assert_eq!(number("0.1").cmp_f64(0.1), Equal);
        assert_eq!(number("0.10000000000000000001").cmp_f64(0.1), Greater);
        assert_eq!(number("9007199254740993").cmp_f64(2f64.powi(53)), Greater);
        assert_eq!(number("1e400").cmp_f64(f64::MAX), Greater);
        assert_eq!(number("-1e400").cmp_f64(f64::MIN), Less);
        assert_eq!(number("100.0").cmp_i128(100), Equal);
        assert_eq!(number("99.999").cmp_i128(100), Less);
        assert_eq!(number("-0.0").cmp_i128(0), Equal);
        assert_eq!(number("-5e0").cmp_i128(-4), Less);
        assert_eq!(number("1e-400").cmp_i128(0), Greater);
        assert_eq!(number("1").cmp_f64(f64::INFINITY), Less);
        assert_eq!(number("1e30").cmp_f64(f64::NEG_INFINITY), Greater);
    }
}
