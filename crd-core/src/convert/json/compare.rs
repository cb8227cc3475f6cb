//! Equality of values independent of their spelling: the API server writes members in another order, and numbers and strings
//! in another form.

use std::collections::BTreeMap;
use std::hash::Hasher;

use super::{Json, Kind};

/// Values nested deeper than this are compared by their text.
const DEEPEST: usize = 100;

/// If there are more members than this, they are sorted before they are searched.
const MANY: usize = 32;

/// Whether two values are equal.
pub(crate) fn equal(a: Json<'_>, b: Json<'_>) -> bool {
    equal_at(a, b, 0)
}

fn equal_at(a: Json<'_>, b: Json<'_>, depth: usize) -> bool {
    if a.raw() == b.raw() {
        return true;
    }
    if a.kind() != b.kind() || depth > DEEPEST {
        return false;
    }
    match a.kind() {
        Kind::Null => true,
        Kind::Boolean => false,
        Kind::String => a.string() == b.string(),
        Kind::Number => number(a.raw()) == number(b.raw()),
        Kind::List => {
            let (mut a, mut b) = (a.elements(), b.elements());
            loop {
                match (a.next(), b.next()) {
                    (None, None) => return true,
                    (Some(a), Some(b)) if equal_at(a, b, depth + 1) => {}
                    _ => return false,
                }
            }
        }
        Kind::Object => {
            // Usually both have the same members in the same order.
            let (mut one, mut other) = (a.members(), b.members());
            loop {
                match (one.next(), other.next()) {
                    (None, None) => return true,
                    (Some((name, one)), Some((same, other))) if name == same => {
                        if !equal_at(one, other, depth + 1) {
                            return false;
                        }
                    }
                    _ => break,
                }
            }
            let same = |name: &str| match (a.get(name), b.get(name)) {
                (Some(one), Some(other)) => equal_at(one, other, depth + 1),
                _ => false,
            };
            if a.members().nth(MANY).is_none() {
                return b.members().all(|(name, _)| a.get(&name).is_some())
                    && a.members().all(|(name, _)| same(&name));
            }
            let (a, b): (BTreeMap<_, _>, BTreeMap<_, _>) = (a.members().collect(), b.members().collect());
            a.len() == b.len()
                && a.iter()
                    .zip(&b)
                    .all(|((a, one), (b, other))| a == b && equal_at(*one, *other, depth + 1))
        }
    }
}

/// A number as the API server decodes it: a 64-bit integer, or else a double.
#[derive(Clone, Copy, PartialEq)]
enum Number {
    Integer(i64),
    Double(f64),
}

fn number(raw: &str) -> Number {
    if let Ok(integer) = raw.parse() {
        return Number::Integer(integer);
    }
    let double: f64 = raw.parse().unwrap_or(f64::NAN);
    // The server writes 1.0 as 1, and decodes that as an integer.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "whole and within the range of exact doubles"
    )]
    if double.fract() == 0.0 && double.abs() < 9_007_199_254_740_992.0 {
        return Number::Integer(double as i64);
    }
    Number::Double(double)
}

/// Returns a hash of a value, which is equal for equal values and the same in every release and on every machine.
pub(crate) fn fingerprint(value: Json<'_>) -> u64 {
    let mut hasher = Fnv::default();
    hash(value, &mut hasher, 0);
    hasher.finish()
}

fn hash(value: Json<'_>, hasher: &mut Fnv, depth: usize) {
    if depth > DEEPEST {
        hasher.write(value.raw().as_bytes());
        return;
    }
    match value.kind() {
        Kind::Null => hasher.write(b"n"),
        Kind::Boolean => hasher.write(value.raw().as_bytes()),
        Kind::String => hash_text(&value.string().unwrap_or_default(), hasher),
        Kind::Number => match number(value.raw()) {
            Number::Integer(integer) => hasher.write(&integer.to_le_bytes()),
            Number::Double(double) => hasher.write(&double.to_bits().to_le_bytes()),
        },
        Kind::List => {
            hasher.write(b"[");
            for element in value.elements() {
                hash(element, hasher, depth + 1);
            }
            hasher.write(b"]");
        }
        Kind::Object => {
            hasher.write(b"{");
            let members: BTreeMap<_, _> = value.members().collect();
            for (name, member) in members {
                hash_text(&name, hasher);
                hash(member, hasher, depth + 1);
            }
            hasher.write(b"}");
        }
    }
}

fn hash_text(text: &str, hasher: &mut Fnv) {
    hasher.write(b"\"");
    hasher.write(text.as_bytes());
    hasher.write(b"\"");
}

/// The hash function FNV-1a.
pub(crate) struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// Returns the hash of a text.
pub(crate) fn hash_of(text: &str) -> u64 {
    let mut hasher = Fnv::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{equal, fingerprint};
    use crate::convert::json::Document;

    fn same(a: &str, b: &str) -> bool {
        let (a, b) = (Document::read(a).unwrap(), Document::read(b).unwrap());
        let equal = equal(a.root(), b.root());
        assert!(!equal || fingerprint(a.root()) == fingerprint(b.root()));
        equal
    }

    #[test]
    fn spelling_does_not_matter() {
        assert!(same(
            r#"{"a":1,"b":[1.0,"\u0041"]}"#,
            r#"{ "b": [1, "A"], "a": 1e0 }"#
        ));
        let members = |numbers: &mut dyn Iterator<Item = usize>| {
            let members: Vec<String> = numbers.map(|number| format!("\"m{number}\":{number}")).collect();
            format!("{{{}}}", members.join(","))
        };
        for count in [3, 100] {
            assert!(same(&members(&mut (0..count)), &members(&mut (0..count).rev())));
        }
        assert!(same("[]", "[ ]") && same("{}", "{ }") && same("2.50", "2.5"));
    }

    #[test]
    fn values_do() {
        for (a, b) in [
            ("1", "2"),
            ("1", "\"1\""),
            ("[1,2]", "[2,1]"),
            ("[1]", "[1,1]"),
            (r#"{"a":1}"#, r#"{"a":1,"b":null}"#),
            (r#"{"a":1,"a":1}"#, r#"{"b":1,"a":1}"#),
            (r#"{"b":2,"a":1}"#, r#"{"a":1,"b":1}"#),
            ("true", "false"),
            ("9007199254740993", "9007199254740992"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
