//! String functions for constants: comparison, messages, suggestions.

pub use crate::rust::shape::next::NamePath;

/// A message composed by the compiler: from a code, a template, and the arguments of its placeholders.
///
/// ```text
/// message!(DEFAULT_INVALID, "the default {} is outside `{}`", ["300", "u8"])
/// the default 300 is outside `u8` [CRD0312]
/// ```
macro_rules! message {
    ($code:ident, $text:literal $(, $parts:expr)? $(,)?) => {
        message!(@ concat!($text, code!($code)) $(, $parts)?)
    };
    ($text:literal $(, $parts:expr)? $(,)?) => {
        message!(@ $text $(, $parts)?)
    };
    (@ $text:expr) => {
        crate::rust::shape::check::text::Message::NEW.text($text)
    };
    (@ $text:expr, $parts:expr) => {
        crate::rust::shape::check::text::Message::NEW.say($text, &$parts)
    };
}

/// Runs a block for each element of a slice: a `for` loop, which constants do not have.
macro_rules! each {
    (for $element:pat_param in $first:ident $(. $member:ident)* $body:block) => {
        let mut rest: &[_] = $first $(. $member)*;
        while let [element, tail @ ..] = rest {
            rest = tail;
            let $element = element;
            $body
        }
    };
}

/// Whether a condition holds for an element of a slice: `iter().any`, which constants do not have.
macro_rules! any {
    ($element:pat_param in $first:ident $(. $member:ident)* => $condition:expr) => {{
        let mut rest: &[_] = $first $(. $member)*;
        loop {
            let [$element, tail @ ..] = rest else { break false };
            if $condition {
                break true;
            }
            rest = tail;
        }
    }};
}

/// Returns the message of a check that failed: the operator `?`, which constants do not have.
macro_rules! attempt {
    ($outcome:expr) => {
        if let Err(message) = $outcome {
            return Err(message);
        }
    };
}

/// A message composed by the compiler.
#[derive(Clone, Copy)]
pub struct Message {
    bytes: [u8; Message::CAPACITY],
    length: usize,
}

impl Message {
    /// Longer messages are cut.
    const CAPACITY: usize = 960;

    /// An empty message.
    pub(super) const NEW: Message = Message {
        bytes: [0; Message::CAPACITY],
        length: 0,
    };

    /// Appends a template, in which each `{}` is replaced by a part.
    #[inline]
    pub(super) const fn say(self, template: &str, parts: &[&str]) -> Self {
        let mut message = self;
        let mut template = template;
        each!(for part in parts {
            let (before, after) = split_at_hole(template);
            message = message.text(before).text(part);
            template = after;
        });
        message.text(template)
    }

    /// Appends text.
    #[inline]
    pub(super) const fn text(mut self, text: &str) -> Self {
        let bytes = text.as_bytes();
        // A text that does not fit is left out as a whole, which keeps the message valid UTF-8.
        if self.length + bytes.len() > Message::CAPACITY {
            return self;
        }
        each!(for byte in bytes {
            if let Some((_, [place, ..])) = self.bytes.split_at_mut_checked(self.length) {
                *place = *byte;
                self.length += 1;
            }
        });
        self
    }

    /// Formats a path.
    #[inline]
    pub(super) const fn path(path: NamePath) -> Self {
        let mut message = Message::NEW;
        each!(for name in path {
            if !same(name, "[]") && !same(name, "[*]") {
                message = message.text(".");
            }
            message = message.text(name);
        });
        message
    }

    /// Returns the text of a path without the leading dot.
    #[inline]
    pub(super) const fn without_dot(&self) -> &str {
        match self.as_str().split_at_checked(1) {
            Some((dot, path)) if same(dot, ".") => path,
            _ => self.as_str(),
        }
    }

    /// Formats a whole number.
    #[inline]
    pub(super) const fn number(value: i128) -> Self {
        let mut digits = [b'0'; 40];
        let mut first = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            first -= 1;
            if let Some((_, [place, ..])) = digits.split_at_mut_checked(first) {
                *place = b'0' + (rest % 10) as u8;
            }
            rest /= 10;
            if rest == 0 || first == 0 {
                break;
            }
        }
        let message = if value < 0 { message!("-") } else { Message::NEW };
        match digits.split_at_checked(first) {
            Some((_, digits)) => match core::str::from_utf8(digits) {
                Ok(digits) => message.text(digits),
                Err(_) => message,
            },
            None => message,
        }
    }

    /// Formats a bound, which usually is a whole number.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "only where nothing is lost"
    )]
    #[inline]
    pub(super) const fn bound(value: f64) -> Self {
        if value.abs() >= 1e30 {
            let (mut mantissa, mut exponent) = (value, 0);
            while mantissa.abs() >= 10.0 {
                mantissa /= 10.0;
                exponent += 1;
            }
            let (mantissa, exponent) = (Message::bound(mantissa), Message::number(exponent));
            return message!("{}e{}", [mantissa.as_str(), exponent.as_str()]);
        }
        let whole = value as i128;
        if (whole as f64 - value).abs() < 1e-9 {
            return Message::number(whole);
        }
        let fraction = (((value - whole as f64) * 1000.0) as i64).unsigned_abs();
        let zeros = if fraction < 10 {
            "00"
        } else if fraction < 100 {
            "0"
        } else {
            ""
        };
        let sign = if value < 0.0 { "-" } else { "" };
        let (whole, fraction) = (Message::number(whole.abs()), Message::number(fraction as i128));
        message!("{}{}.{}{}", [sign, whole.as_str(), zeros, fraction.as_str()])
    }

    /// Returns the text.
    #[inline]
    pub const fn as_str(&self) -> &str {
        match self.bytes.split_at_checked(self.length) {
            Some((text, _)) => match core::str::from_utf8(text) {
                Ok(text) => text,
                Err(_) => "the message is not text",
            },
            None => "",
        }
    }
}

impl core::fmt::Debug for Message {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.as_str().fmt(f)
    }
}

impl core::fmt::Display for Message {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Splits a template at the first `{}`.
#[inline]
const fn split_at_hole(template: &str) -> (&str, &str) {
    let mut rest = template.as_bytes();
    let mut at = 0;
    while let [first, tail @ ..] = rest {
        if *first == b'{'
            && let [b'}', ..] = tail
            && let Some((before, after)) = template.split_at_checked(at)
            && let Some((_, after)) = after.split_at_checked(2)
        {
            return (before, after);
        }
        at += 1;
        rest = tail;
    }
    (template, "")
}

/// Whether two strings are equal.
#[inline]
pub(super) const fn same(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    while let ([x, rest_a @ ..], [y, rest_b @ ..]) = (a, b) {
        if *x != *y {
            return false;
        }
        (a, b) = (rest_a, rest_b);
    }
    true
}

/// Returns the number of characters of a string.
#[inline]
pub(super) const fn characters(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut count = 0;
    each!(for byte in bytes {
        if *byte & 0xC0 != 0x80 {
            count += 1;
        }
    });
    count
}

/// The best suggestion so far for a misspelled word.
#[derive(Clone, Copy)]
pub(super) struct Suggestion {
    wrong: &'static str,
    best: &'static str,
    distance: usize,
}

impl Suggestion {
    /// No suggestion is wanted. The compiler computes distances slowly, so suggestions are only collected after a
    /// lookup has failed.
    pub(super) const NOTHING: Suggestion = Suggestion::new("");

    #[inline]
    pub(super) const fn new(wrong: &'static str) -> Self {
        let allowed = if wrong.len() < 6 { 2 } else { wrong.len() / 3 + 1 };
        Suggestion {
            wrong,
            best: "",
            distance: allowed,
        }
    }

    /// Whether a suggestion is wanted.
    #[inline]
    pub(super) const fn is_asked(&self) -> bool {
        !self.wrong.is_empty()
    }

    /// Whether a candidate was similar enough.
    #[inline]
    pub(super) const fn has_guess(&self) -> bool {
        !self.best.is_empty()
    }

    /// Considers one more candidate.
    #[inline]
    pub(super) const fn or(self, candidate: &'static str) -> Self {
        if !self.is_asked() {
            return self;
        }
        let distance = distance(self.wrong, candidate);
        if distance < self.distance {
            Suggestion {
                best: candidate,
                distance,
                ..self
            }
        } else {
            self
        }
    }

    /// Returns ``"; did you mean `'x'`?"`` for a text in a rule, or an empty message.
    #[inline]
    pub(super) const fn text(self) -> Message {
        if self.best.is_empty() {
            return Message::NEW;
        }
        message!("; did you mean `'{}'`?", [self.best])
    }

    /// Returns ``"; did you mean `x`?"``, or an empty message.
    #[inline]
    pub(super) const fn message(self) -> Message {
        if self.best.is_empty() {
            Message::NEW
        } else if is_in_snake_case(self.best, self.wrong) {
            message!(
                "; its name is `{}`, because its type has no `#[serde(rename_all = \"camelCase\")]`",
                [self.best]
            )
        } else {
            message!("; did you mean `{}`?", [self.best])
        }
    }
}

/// Whether a name in snake case is the same as another in camel case, such as `time_zone` and `timeZone`.
#[inline]
pub(super) const fn is_in_snake_case(snake: &str, camel: &str) -> bool {
    let (mut snake, mut camel) = (snake.as_bytes(), camel.as_bytes());
    if snake.len() == camel.len() {
        return false;
    }
    loop {
        match (snake, camel) {
            ([b'_', s, rest @ ..], [c, others @ ..]) if s.to_ascii_uppercase() == *c => {
                (snake, camel) = (rest, others);
            }
            ([s, rest @ ..], [c, others @ ..]) if *s == *c => (snake, camel) = (rest, others),
            (rest, others) => return rest.is_empty() && others.is_empty(),
        }
    }
}

/// Maximum length of a word that is compared, in bytes.
const LONGEST: usize = 48;

/// Levenshtein distance that ignores ASCII case; swapping two adjacent letters counts as one edit.
#[expect(
    clippy::indexing_slicing,
    reason = "indexes stay within LONGEST + 1, and const evaluation has no `get`"
)]
#[inline]
const fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() > LONGEST || b.len() > LONGEST {
        return usize::MAX;
    }
    let mut before = [0; LONGEST + 1];
    let mut previous = [0; LONGEST + 1];
    let mut column = 0;
    while column <= b.len() {
        previous[column] = column;
        column += 1;
    }
    let mut row = 0;
    while row < a.len() {
        let mut current = [0; LONGEST + 1];
        current[0] = row + 1;
        let mut column = 0;
        while column < b.len() {
            let equal = a[row].eq_ignore_ascii_case(&b[column]);
            let mut best = previous[column] + if equal { 0 } else { 1 };
            best = least(best, least(previous[column + 1] + 1, current[column] + 1));
            if row > 0 && column > 0 && a[row] == b[column - 1] && a[row - 1] == b[column] {
                best = least(best, before[column - 1] + 1);
            }
            current[column + 1] = best;
            column += 1;
        }
        before = previous;
        previous = current;
        row += 1;
    }
    previous[b.len()]
}

#[inline]
const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::{Message, Suggestion, distance, same};

    #[test]
    fn messages() {
        assert_eq!(message!("a `{}` {}", ["b", "c"]).as_str(), "a `b` c");
        assert_eq!(Message::NEW.text(&"x".repeat(961)).as_str(), "");
        for (number, text) in [
            (-120, "-120"),
            (0, "0"),
            (i128::from(u64::MAX), "18446744073709551615"),
        ] {
            assert_eq!(Message::number(number).as_str(), text);
        }
        for (bound, text) in [
            (1.5, "1.500"),
            (-3.0, "-3"),
            (-0.05, "-0.050"),
            (-2.5, "-2.500"),
            (1e39, "1e39"),
            (9_223_372_036_854_775_808.0, "9223372036854775808"),
        ] {
            assert_eq!(Message::bound(bound).as_str(), text);
        }
    }

    #[test]
    fn texts() {
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("ab", "abc"));
        assert_eq!(Message::path(&["b", "c"]).as_str(), ".b.c");
        assert_eq!(distance("nme", "name"), 1);
        assert_eq!(distance("tpye", "type"), 1);
        assert_eq!(
            Suggestion::new("nme").or("other").or("name").message().as_str(),
            "; did you mean `name`?"
        );
        assert_eq!(Suggestion::new("x").or("other").message().as_str(), "");
        assert_eq!(
            Suggestion::new("timeZone").or("time_zone").message().as_str(),
            "; its name is `time_zone`, because its type has no `#[serde(rename_all = \"camelCase\")]`"
        );
    }
}
