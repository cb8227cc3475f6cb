//! `intstr.IntOrString`: an integer or a string.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::rust::shape::{Kind, Schema, Shape};

/// An integer or a string, such as a port by number or by name (`intstr.IntOrString`).
///
/// On a field of this type `minimum` restricts numbers only, and `pattern` strings only.
///
/// ```
/// use crd_core::types::IntOrString;
///
/// let port: IntOrString = serde_json::from_str("\"http\"")?;
/// assert_eq!(port, IntOrString::from("http"));
/// assert_eq!(serde_json::to_string(&IntOrString::Int(80))?, "80");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum IntOrString {
    /// A number.
    Int(i64),
    /// A text, such as a port name or a percentage.
    String(String),
}

impl Schema for IntOrString {
    const SHAPE: Shape = Shape::new("IntOrString", Kind::IntOrString);
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(IntOrString);
}

impl Default for IntOrString {
    fn default() -> Self {
        IntOrString::Int(0)
    }
}

impl From<i32> for IntOrString {
    fn from(int: i32) -> Self {
        IntOrString::Int(int.into())
    }
}

impl From<&str> for IntOrString {
    fn from(text: &str) -> Self {
        IntOrString::String(text.to_owned())
    }
}

impl From<String> for IntOrString {
    fn from(text: String) -> Self {
        IntOrString::String(text)
    }
}

impl fmt::Display for IntOrString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntOrString::Int(int) => int.fmt(f),
            IntOrString::String(text) => text.fmt(f),
        }
    }
}
