//! Limits that can be compared before the program runs, since they are literals.
//!
//! In: the words of one `#[arg]`. Out: a fault where two of them contradict each other.
//! Values that are not literals are left to `build()`.

use crate::attribute::Word;
use crate::errors::Faults;
use syn::{Expr, ExprLit, ExprUnary, GenericArgument, Ident, Lit, PathArguments, Type, UnOp};

/// Compares the limits with one another and the default with the limits.
pub(crate) fn check(words: &[Word], faults: &mut Faults) {
    let find = |name: &str| words.iter().find(|word| word.name() == name);
    ordered(find("min"), find("max"), true, faults);
    ordered(find("exclusive_min"), find("max"), false, faults);
    ordered(find("min"), find("exclusive_max"), false, faults);
    ordered(find("exclusive_min"), find("exclusive_max"), false, faults);
    ordered(find("min_length"), find("max_length"), true, faults);
    ordered(find("min_items"), find("max_items"), true, faults);
    for name in COUNTS {
        if let Some(word) = find(name) {
            count(word, faults);
        }
    }
    if let Some((word, step)) = find("multiple_of").and_then(measured)
        && step <= 0.0
    {
        faults.at(&word.value, "`multiple_of` must be above 0");
    }
    for name in ["default", "example"] {
        if let Some(word) = find(name) {
            inside(word, words, faults);
        }
    }
}

/// The words whose value is a number of things.
const COUNTS: [&str; 4] = ["min_length", "max_length", "min_items", "max_items"];

/// A literal that counts nothing.
fn count(word: &Word, faults: &mut Faults) {
    let counts = match &word.value {
        Some(Expr::Lit(ExprLit { lit, .. })) => matches!(lit, Lit::Int(_)),
        value => value.as_ref().and_then(number).is_none(),
    };
    if !counts {
        let words = format!(
            "`{}` counts: it takes a whole number from 0 on",
            word.name()
        );
        faults.at(&word.value, words);
    }
}

/// The lower limit must leave room below the upper one.
fn ordered(low: Option<&Word>, high: Option<&Word>, may_meet: bool, faults: &mut Faults) {
    let (Some((low, from)), Some((high, to))) = (low.and_then(measured), high.and_then(measured))
    else {
        return;
    };
    if from > to || (from == to && !may_meet) {
        let (low, name) = (low.name(), high.name());
        let words = format!("no value can be given: `{name}` leaves nothing above `{low}`");
        faults.at(&high.value, words);
    }
}

/// A default or an example must be a value that a caller could send.
fn inside(value: &Word, words: &[Word], faults: &mut Faults) {
    let name = value.name();
    let number = measured(value).map(|(_, number)| number);
    let length = length(value);
    for limit in words {
        let Some((_, bound)) = measured(limit) else {
            continue;
        };
        let broken = match (limit.name().as_str(), number, length) {
            ("min", Some(n), _) if n < bound => "must be >=",
            ("max", Some(n), _) if n > bound => "must be <=",
            ("exclusive_min", Some(n), _) if n <= bound => "must be >",
            ("exclusive_max", Some(n), _) if n >= bound => "must be <",
            ("multiple_of", Some(n), _) if bound > 0.0 && n % bound != 0.0 && whole(n, bound) => {
                "must be a multiple of"
            }
            ("min_length", _, Some(n)) if n < bound => "has fewer characters than",
            ("max_length", _, Some(n)) if n > bound => "has more characters than",
            _ => continue,
        };
        faults.at(
            &value.value,
            format!("`{name}` {broken} {bound}, as `{}` says", limit.name()),
        );
    }
}

/// NB. `0.3 % 0.1` is not 0: only whole numbers are compared here.
fn whole(a: f64, b: f64) -> bool {
    a.fract() == 0.0 && b.fract() == 0.0
}

/// A negative literal where the type, as it is written, has no negative values: the compiler would
/// say that `-` is missing, or advise another type for the literal.
pub(crate) fn negative(word: &Word, ty: &Type) -> Option<String> {
    let (_, value) = measured(word)?;
    let ty = unsigned(ty).filter(|_| value < 0.0)?;
    let name = word.name();
    Some(format!("`{name}` must not be negative: the type is `{ty}`"))
}

/// The unsigned type that this is, or that stands in this `Option`.
fn unsigned(ty: &Type) -> Option<&Ident> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    match &last.arguments {
        PathArguments::None => ["u8", "u16", "u32", "u64", "u128", "usize"]
            .iter()
            .any(|name| last.ident == name)
            .then_some(&last.ident),
        PathArguments::AngleBracketed(list) if last.ident == "Option" => match list.args.first() {
            Some(GenericArgument::Type(inner)) => unsigned(inner),
            _ => None,
        },
        _ => None,
    }
}

/// A word whose value is a number literal, and the number.
fn measured(word: &Word) -> Option<(&Word, f64)> {
    Some((word, number(word.value.as_ref()?)?))
}

fn number(expr: &Expr) -> Option<f64> {
    match expr {
        Expr::Lit(ExprLit {
            lit: Lit::Int(n), ..
        }) => n.base10_digits().parse().ok(),
        Expr::Lit(ExprLit {
            lit: Lit::Float(n), ..
        }) => n.base10_digits().parse().ok(),
        Expr::Unary(ExprUnary {
            op: UnOp::Neg(_),
            expr,
            ..
        }) => number(expr).map(|n| -n),
        Expr::Group(group) => number(&group.expr),
        Expr::Paren(paren) => number(&paren.expr),
        _ => None,
    }
}

fn length(word: &Word) -> Option<f64> {
    match word.value.as_ref()? {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => u32::try_from(text.value().chars().count())
            .ok()
            .map(f64::from),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attribute::{ARG, words};
    use quote::quote;

    fn said(tokens: proc_macro2::TokenStream) -> String {
        let mut faults = Faults::default();
        let words = words(tokens, &ARG, &mut faults);
        check(&words, &mut faults);
        faults
            .finish()
            .map(|tokens| tokens.to_string())
            .unwrap_or_default()
    }

    #[test]
    fn limits_that_leave_nothing_are_refused() {
        assert!(said(quote!(min = 5, max = 1)).contains("leaves nothing above `min`"));
        assert!(said(quote!(exclusive_min = 1, max = 1)).contains("leaves nothing"));
        assert!(said(quote!(min_length = 3, max_length = 2)).contains("leaves nothing"));
        assert_eq!(said(quote!(min = -1, max = -1)), "");
    }

    #[test]
    fn a_default_outside_of_the_limits_is_refused() {
        assert!(said(quote!(min = 1, default = 0)).contains("`default` must be >= 1"));
        assert!(said(quote!(exclusive_max = 1.5, default = 1.5)).contains("must be < 1.5"));
        assert!(said(quote!(max_length = 2, default = "abc")).contains("more characters than 2"));
        assert!(said(quote!(multiple_of = 5, example = 7)).contains("a multiple of 5"));
        assert_eq!(
            said(quote!(
                min = 1,
                max = 10,
                multiple_of = 0.1,
                default = 0.3 + 1.0
            )),
            ""
        );
    }

    #[test]
    fn values_that_are_no_literals_are_left_to_build() {
        assert_eq!(said(quote!(min = LOW, max = 1, default = LOW - 1)), "");
    }
}
