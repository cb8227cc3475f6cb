//! The constant list of `in` as a set, so that membership tests take little time for lists of any length: they cost nothing.
//!
//! As on the server, a number is stored under each numeric type that it equals:
//!
//! ```text
//! [1, 2.5]                  int 1, uint 1, double 1.0, double 2.5
//! ```

use std::collections::BTreeSet;

use super::constant::{Constant, ConstantScalar};
use crate::eval::value::Value;

/// The elements of a constant list.
#[derive(Clone, Debug, Default)]
pub(in crate::eval) struct ConstantSet {
    plain: BTreeSet<Element>,
    /// The strings, sorted.
    texts: Box<[Box<str>]>,
}

/// A bool or number; a double is represented by its bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Element {
    Bool(bool),
    Int(i64),
    Uint(u64),
    Double(u64),
}

impl ConstantSet {
    /// Creates the set of a list of primitives other than bytes; `None` for any other constant.
    pub(in crate::eval) fn of(list: &Constant) -> Option<Self> {
        let Constant::List(items) = list else { return None };
        let mut set = BTreeSet::new();
        let mut texts: BTreeSet<&str> = BTreeSet::new();
        for item in items {
            let Constant::ConstantScalar(item) = item else {
                return None;
            };
            match item {
                ConstantScalar::Bool(value) => {
                    set.insert(Element::Bool(*value));
                }
                ConstantScalar::Int(value) => insert_int(&mut set, *value),
                ConstantScalar::Uint(value) => insert_uint(&mut set, *value),
                ConstantScalar::Double(value) => insert_double(&mut set, *value),
                ConstantScalar::String(text) => {
                    texts.insert(text);
                }
                ConstantScalar::Null | ConstantScalar::Bytes(_) => return None,
            }
        }
        Some(Self {
            plain: set,
            texts: texts.into_iter().map(Box::from).collect(),
        })
    }

    /// Checks whether a text is an element.
    pub(in crate::eval) fn contains_text(&self, text: &str) -> bool {
        self.texts.binary_search_by(|known| (**known).cmp(text)).is_ok()
    }

    /// Checks whether a value is an element.
    pub(in crate::eval) fn contains(&self, value: &Value<'_>) -> bool {
        let element = match value {
            Value::Bool(value) => Element::Bool(*value),
            Value::Int(value) => Element::Int(*value),
            Value::Uint(value) => Element::Uint(*value),
            Value::Double(value) if value.is_nan() => return false,
            Value::Double(value) => double(*value),
            Value::String(text) => return self.contains_text(text.as_str()),
            _ => return false,
        };
        self.plain.contains(&element)
    }
}

/// Creates the element for a double; both zeros are the same.
fn double(value: f64) -> Element {
    Element::Double((value + 0.0).to_bits())
}

#[expect(clippy::cast_precision_loss, reason = "the server converts with rounding")]
fn insert_int(set: &mut BTreeSet<Element>, value: i64) {
    set.insert(Element::Int(value));
    set.insert(double(value as f64));
    set.extend(u64::try_from(value).map(Element::Uint));
}

#[expect(clippy::cast_precision_loss, reason = "the server converts with rounding")]
fn insert_uint(set: &mut BTreeSet<Element>, value: u64) {
    set.insert(Element::Uint(value));
    set.insert(double(value as f64));
    set.extend(i64::try_from(value).map(Element::Int));
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    clippy::float_cmp,
    reason = "an integer is stored only if the conversion is exact"
)]
fn insert_double(set: &mut BTreeSet<Element>, value: f64) {
    set.insert(double(value));
    if value as i64 as f64 == value {
        set.insert(Element::Int(value as i64));
    }
    if value as u64 as f64 == value {
        set.insert(Element::Uint(value as u64));
    }
}
