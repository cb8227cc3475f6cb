//! Text in constants: comparison, messages, did-you-mean.

/// The names on a plain path: `.spec.replicas` is `["spec", "replicas"]`.
pub type Path = &'static [&'static str];

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

    /// A message that starts with a text.
    pub(super) const fn new(text: &str) -> Self {
        Message::NEW.text(text)
    }

    /// The message with more text.
    pub(super) const fn text(mut self, text: &str) -> Self {
        let mut rest = text.as_bytes();
        // A text that does not fit is left out as a whole, which keeps the message valid UTF-8.
        if self.length + rest.len() > Message::CAPACITY {
            return self;
        }
        while let [first, tail @ ..] = rest {
            if let Some((_, place)) = self.bytes.split_at_mut_checked(self.length)
                && let Some((place, _)) = place.split_first_mut()
            {
                *place = *first;
                self.length += 1;
            }
            rest = tail;
        }
        self
    }

    /// The message with a name in backticks.
    pub(super) const fn name(self, name: &str) -> Self {
        self.text("`").text(name).text("`")
    }

    /// The message with a path in backticks.
    pub(super) const fn path(self, path: Path) -> Self {
        let mut message = self.text("`");
        let mut rest = path;
        while let [name, tail @ ..] = rest {
            if !same(name, "[]") && !same(name, "[*]") {
                message = message.text(".");
            }
            message = message.text(name);
            rest = tail;
        }
        message.text("`")
    }

    /// The message with a whole number.
    pub(super) const fn number(self, value: i128) -> Self {
        let mut digits = [b'0'; 40];
        let mut first = digits.len();
        let mut rest = value.unsigned_abs();
        loop {
            first -= 1;
            if let Some((_, place)) = digits.split_at_mut_checked(first)
                && let Some((place, _)) = place.split_first_mut()
            {
                *place = b'0' + (rest % 10) as u8;
            }
            rest /= 10;
            if rest == 0 || first == 0 {
                break;
            }
        }
        let message = if value < 0 { self.text("-") } else { self };
        match digits.split_at_checked(first) {
            Some((_, digits)) => match core::str::from_utf8(digits) {
                Ok(digits) => message.text(digits),
                Err(_) => message,
            },
            None => message,
        }
    }

    /// The message with a bound, which is a whole number more often than not.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "only where nothing is lost"
    )]
    pub(super) const fn bound(self, value: f64) -> Self {
        let whole = value as i64;
        if whole as f64 - value < 1e-9 && value - (whole as f64) < 1e-9 {
            return self.number(whole as i128);
        }
        let fraction = ((value - whole as f64) * 1000.0) as i64;
        let message = if whole == 0 && value < 0.0 {
            self.text("-0.")
        } else {
            self.number(whole as i128).text(".")
        };
        let fraction = fraction.unsigned_abs();
        let message = if fraction < 100 {
            message.text("0")
        } else {
            message
        };
        let message = if fraction < 10 { message.text("0") } else { message };
        message.number(fraction as i128)
    }

    /// The text.
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

/// Whether two texts are the same.
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

/// How many characters a text has.
pub(super) const fn characters(text: &str) -> usize {
    let mut rest = text.as_bytes();
    let mut count = 0;
    while let [first, tail @ ..] = rest {
        if *first & 0xC0 != 0x80 {
            count += 1;
        }
        rest = tail;
    }
    count
}

/// The best candidate so far of what was meant by a word.
#[derive(Clone, Copy)]
pub(super) struct Meant {
    wrong: &'static str,
    best: &'static str,
    distance: usize,
}

impl Meant {
    /// Nothing is guessed. The compiler counts letters slowly, so guesses are made once something is missing.
    pub(super) const NOTHING: Meant = Meant::new("");

    pub(super) const fn new(wrong: &'static str) -> Self {
        let allowed = if wrong.len() < 6 { 2 } else { wrong.len() / 3 + 1 };
        Meant {
            wrong,
            best: "",
            distance: allowed,
        }
    }

    /// Whether a guess is wanted.
    pub(super) const fn is_asked(&self) -> bool {
        !self.wrong.is_empty()
    }

    /// Whether a candidate is near enough.
    pub(super) const fn has_guess(&self) -> bool {
        !self.best.is_empty()
    }

    /// With one more candidate.
    pub(super) const fn or(self, candidate: &'static str) -> Self {
        if !self.is_asked() {
            return self;
        }
        let distance = distance(self.wrong, candidate);
        if distance < self.distance {
            Meant {
                best: candidate,
                distance,
                ..self
            }
        } else {
            self
        }
    }

    /// ``"; did you mean `x`?"``, or nothing.
    pub(super) const fn say(self, message: Message) -> Message {
        if self.best.is_empty() {
            message
        } else {
            message.text("; did you mean ").name(self.best).text("?")
        }
    }
}

/// The longest word that is compared.
const LONGEST: usize = 48;

/// Levenshtein distance without regard to ASCII case; an adjacent swap counts one.
#[expect(
    clippy::indexing_slicing,
    reason = "indexes stay within LONGEST + 1, and const evaluation has no `get`"
)]
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

const fn least(a: usize, b: usize) -> usize {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::{Meant, Message, distance, same};

    #[test]
    fn messages() {
        let message = Message::new("a ")
            .name("b")
            .text(" ")
            .number(-120)
            .text(" ")
            .bound(1.5)
            .text(" ")
            .bound(-3.0);
        assert_eq!(message.as_str(), "a `b` -120 1.500 -3");
        assert_eq!(Message::new(&"x".repeat(961)).as_str(), "");
        assert_eq!(
            Message::new("0").number(i128::from(u64::MAX)).as_str(),
            "018446744073709551615"
        );
    }

    #[test]
    fn texts() {
        assert!(same("abc", "abc") && !same("abc", "abd") && !same("ab", "abc"));
        assert_eq!(Message::new("a ").path(&["b", "c"]).as_str(), "a `.b.c`");
        assert_eq!(distance("nme", "name"), 1);
        assert_eq!(distance("tpye", "type"), 1);
        assert_eq!(
            Meant::new("nme")
                .or("other")
                .or("name")
                .say(Message::NEW)
                .as_str(),
            "; did you mean `name`?"
        );
        assert_eq!(Meant::new("x").or("other").say(Message::NEW).as_str(), "");
    }
}
