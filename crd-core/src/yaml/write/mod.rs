//! Writes any serde value as block-style YAML into one string.
//!
//! ```text
//! {"names": ["a", "yes"], "text": "two\nlines\n"}
//! names:
//! - a
//! - "yes"
//! text: |
//!   two
//!   lines
//! ```
//!
//! The layout is that of kubectl and controller-gen: two spaces for each level, lists not indented below
//! their key, and literal blocks for strings of several lines. Every YAML 1.1 and 1.2 reader reads the same
//! value back; `style` decides which strings are quoted.

mod key;
#[cfg(test)]
mod round_trip;
pub(super) mod style;
mod value;

use std::fmt::{self, Write as _};

use serde::ser::{self, Serialize};

/// Writes `value` as a YAML document, with a newline at its end. The same value always gives the same bytes.
///
/// Fails for values that JSON cannot express either: a float that is not finite, or a map key that is not a
/// string, number or boolean; and if a `Serialize` impl itself fails.
///
/// ```
/// let value = serde_json::json!({"kind": "Example", "args": ["yes", "no\nmore"], "empty": []});
/// assert_eq!(
///     crd_core::yaml::to_string(&value)?,
///     "args:\n- \"yes\"\n- |-\n  no\n  more\nempty: []\nkind: Example\n"
/// );
/// # Ok::<(), crd_core::yaml::WriteError>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String, WriteError> {
    let mut out = String::with_capacity(4096);
    value.serialize(Writer {
        out: &mut out,
        place: ValuePlace::Root,
        indent: 0,
    })?;
    if !out.ends_with('\n') {
        out.push('\n');
    }
    Ok(out)
}

/// The reason why a value cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(String);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

impl ser::Error for WriteError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        WriteError(message.to_string())
    }
}

/// The position of a value: the text that precedes it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ValuePlace {
    /// Nothing: it is the document.
    Root,
    /// `key:`.
    Key,
    /// `-`.
    Dash,
}

/// Writes one value. `indent` is the column of the keys or dashes around it.
struct Writer<'a> {
    out: &'a mut String,
    place: ValuePlace,
    indent: usize,
}

/// A list or an object being written. `indent` is the column of its own keys or dashes.
struct Collection<'a> {
    out: &'a mut String,
    place: ValuePlace,
    indent: usize,
    empty: bool,
    /// The text of the collection if it has no members.
    none: &'static str,
}

impl<'a> Writer<'a> {
    /// Writes the separator between a value and the key or dash before it.
    fn space(&mut self) {
        if self.place != ValuePlace::Root {
            self.out.push(' ');
        }
    }

    fn display(mut self, value: impl fmt::Display) -> Result<(), WriteError> {
        self.space();
        write!(self.out, "{value}").map_err(ser::Error::custom)
    }

    /// Writes a number as `text`, the shortest text that is read back as the number.
    fn float(mut self, value: f64, text: &str) -> Result<(), WriteError> {
        if !value.is_finite() {
            return Err(not_finite());
        }
        self.space();
        write_float(self.out, text);
        Ok(())
    }

    fn list(self) -> Collection<'a> {
        let indent = match self.place {
            ValuePlace::Root | ValuePlace::Key => self.indent,
            ValuePlace::Dash => self.indent + 2,
        };
        self.collection(indent, "[]")
    }

    fn object(self) -> Collection<'a> {
        let indent = match self.place {
            ValuePlace::Root => self.indent,
            ValuePlace::Key | ValuePlace::Dash => self.indent + 2,
        };
        self.collection(indent, "{}")
    }

    fn collection(self, indent: usize, none: &'static str) -> Collection<'a> {
        Collection {
            out: self.out,
            place: self.place,
            indent,
            empty: true,
            none,
        }
    }

    /// Writes `variant:`, to be followed by its content.
    fn variant(self, variant: &str) -> Writer<'a> {
        let mut object = self.object();
        object.start_member();
        write_key(object.out, object.indent, variant);
        Writer {
            out: object.out,
            place: ValuePlace::Key,
            indent: object.indent,
        }
    }
}

impl Collection<'_> {
    /// Advances to the column where the next member starts.
    fn start_member(&mut self) {
        match (self.empty, self.place) {
            (true, ValuePlace::Root) => {}
            (true, ValuePlace::Dash) => self.out.push(' '),
            (true, ValuePlace::Key) | (false, _) => new_line(self.out, self.indent),
        }
        self.empty = false;
    }

    fn item<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        self.start_member();
        self.out.push('-');
        self.value(ValuePlace::Dash, value)
    }

    fn value<T: Serialize + ?Sized>(&mut self, place: ValuePlace, value: &T) -> Result<(), WriteError> {
        value.serialize(Writer {
            out: &mut *self.out,
            place,
            indent: self.indent,
        })
    }

    fn finish(self) {
        if self.empty {
            if self.place != ValuePlace::Root {
                self.out.push(' ');
            }
            self.out.push_str(self.none);
        }
    }
}

/// Ends the line, unless a literal block has done so, and indents the next one.
fn new_line(out: &mut String, indent: usize) {
    const SPACES: &str = "                                                                ";
    if !out.ends_with('\n') {
        out.push('\n');
    }
    let mut left = indent;
    while left > 0 {
        let step = left.min(SPACES.len());
        out.push_str(SPACES.get(..step).unwrap_or(SPACES));
        left -= step;
    }
}

/// Writes the key and its colon. Readers look for the colon only in the first 1024 characters, so a long key
/// takes the explicit form.
fn write_key(out: &mut String, indent: usize, key: &str) {
    if key.len() > 120 {
        out.push_str("? ");
        style::write_inline(out, key);
        new_line(out, indent);
    } else {
        style::write_inline(out, key);
    }
    out.push(':');
}

/// Writes a finite float with a point and a signed exponent, as YAML 1.1 requires.
fn write_float(out: &mut String, text: &str) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, ""));
    out.push_str(mantissa);
    if !mantissa.contains('.') {
        out.push_str(".0");
    }
    if !exponent.is_empty() {
        out.push_str(if exponent.starts_with('-') { "e" } else { "e+" });
        out.push_str(exponent);
    }
}

fn not_finite() -> WriteError {
    WriteError("a float that is not finite has no place in JSON; use a number or leave it out".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check<T: Serialize + ?Sized>(value: &T, expected: &str) {
        assert_eq!(to_string(value).unwrap(), expected);
    }

    #[test]
    fn layout() {
        check(
            &json!({"a": {"b": [1, {"c": true, "d": [null]}, [2, [3]], {}, []], "e": {}}, "f": []}),
            "a:\n  b:\n  - 1\n  - c: true\n    d:\n    - null\n  - - 2\n    - - 3\n  - {}\n  - []\n  e: {}\nf: []\n",
        );
        check(&json!({}), "{}\n");
        check(&json!([[], "x"]), "- []\n- x\n");
        check(&json!("x"), "x\n");
        check(&json!("x\ny"), "|-\n  x\n  y\n");
    }

    #[test]
    fn blocks_keep_their_line_ends() {
        check(
            &json!({"a": ["x\ny", "x\n", "x\n\ny\n\n\n"], "b": "x\n\n", "c": 1}),
            "a:\n- |-\n  x\n  y\n- |\n  x\n- |+\n  x\n\n  y\n\n\nb: |+\n  x\n\nc: 1\n",
        );
    }

    #[test]
    fn floats_have_a_point_and_a_signed_exponent() {
        check(
            &[1.0, -0.5, 1e21, 1.5e-7, f64::MAX],
            "- 1.0\n- -0.5\n- 1.0e+21\n- 1.5e-7\n- 1.7976931348623157e+308\n",
        );
        check(&[0.1f32], "- 0.1\n");
        assert!(to_string(&f64::NAN).is_err());
        assert!(to_string(&f32::INFINITY).is_err());
    }

    #[test]
    fn keys_are_strings() {
        check(
            &std::collections::BTreeMap::from([(1, "a"), (2, "b")]),
            "\"1\": a\n\"2\": b\n",
        );
        check(&std::collections::BTreeMap::from([(false, 1)]), "\"false\": 1\n");
        assert!(to_string(&std::collections::BTreeMap::from([((), 1)])).is_err());
        let long = "k".repeat(2000);
        check(
            &json!({"m": {long.as_str(): {"a": [1]}}}),
            &format!("m:\n  ? {long}\n  :\n    a:\n    - 1\n"),
        );
    }

    #[test]
    fn enums() {
        #[derive(serde::Serialize)]
        enum Shape {
            Unit,
            New(u8),
            Pair(u8, u8),
            Named { a: u8 },
        }
        check(
            &[
                Shape::Unit,
                Shape::New(1),
                Shape::Pair(2, 3),
                Shape::Named { a: 4 },
            ],
            "- Unit\n- New: 1\n- Pair:\n  - 2\n  - 3\n- Named:\n    a: 4\n",
        );
    }
}
