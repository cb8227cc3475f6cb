//! A member that may be absent, null or a value, and is written as it was read.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::rust::shape::{Schema, Shape};

/// A member of an object that may be absent, null or a value. `Option` reads null as absence.
///
/// ```
/// # #[cfg(feature = "derive")] {
/// use crd_core::Schema;
/// use crd_core::types::Nullable;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Schema, Serialize, Deserialize)]
/// struct Storage {
///     #[crd(nullable, no_default)]
///     #[serde(default, skip_serializing_if = "Nullable::is_absent")]
///     class: Nullable<String>,
/// }
///
/// for text in ["{}", r#"{"class":null}"#, r#"{"class":"fast"}"#] {
///     let storage: Storage = serde_json::from_str(text).unwrap();
///     assert_eq!(serde_json::to_string(&storage).unwrap(), text);
/// }
/// # }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nullable<T> {
    /// The object does not have the member.
    #[default]
    Absent,
    /// The member is null.
    Null,
    /// The member has a value.
    Value(T),
}

impl<T> Nullable<T> {
    /// Whether the object does not have the member.
    pub fn is_absent(&self) -> bool {
        matches!(self, Nullable::Absent)
    }

    /// Returns the value, if there is one.
    pub fn value(&self) -> Option<&T> {
        match self {
            Nullable::Value(value) => Some(value),
            Nullable::Absent | Nullable::Null => None,
        }
    }

    /// Returns the value itself, if there is one.
    pub fn into_value(self) -> Option<T> {
        match self {
            Nullable::Value(value) => Some(value),
            Nullable::Absent | Nullable::Null => None,
        }
    }
}

impl<T> From<T> for Nullable<T> {
    fn from(value: T) -> Self {
        Nullable::Value(value)
    }
}

impl<T: Schema> Schema for Nullable<T> {
    const SHAPE: Shape = Shape {
        optional: true,
        nullable: true,
        ..T::SHAPE
    };
}

impl<T: Serialize> Serialize for Nullable<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Nullable::Value(value) => value.serialize(serializer),
            Nullable::Absent | Nullable::Null => serializer.serialize_none(),
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Option::deserialize(deserializer)?;
        Ok(value.map_or(Nullable::Null, Nullable::Value))
    }
}
