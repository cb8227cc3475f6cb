//! `resource.Quantity`: amounts with a unit, such as `500m` or `1.5Gi`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::parse_error;
use crate::go::quantity::{PATTERN, is_quantity};
use crate::rust::shape::{Attrs, Kind, Schema, Shape, Validation};

/// An amount such as `500m`, `1.5Gi` or `1e3` (`resource.Quantity`), kept as written.
///
/// A JSON number is read too, as Kubernetes does. `minimum` would restrict numbers only, so it is an error; a rule restricts
/// both forms: `#[crd(rule("quantity(string(self)).compareTo(quantity('1')) >= 0"))]`.
///
/// ```
/// use crd_core::types::Quantity;
///
/// let memory: Quantity = "1.5Gi".parse()?;
/// assert_eq!(memory.to_string(), "1.5Gi");
/// assert!("1.5 GB".parse::<Quantity>().is_err());
/// # Ok::<(), crd_core::types::ParseQuantityError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quantity(String);

impl Quantity {
    /// Returns the quantity as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Schema for Quantity {
    const SHAPE: Shape = Shape::new("Quantity", Kind::IntOrString).with(&Attrs {
        validation: &Validation {
            pattern: PATTERN,
            ..Validation::NONE
        },
        ..Attrs::NONE
    });
    const REF: &'static Shape = crate::rust::shape::std::at_one_place!(Quantity);
}

impl Default for Quantity {
    fn default() -> Self {
        Quantity("0".to_owned())
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

parse_error! {
    /// The error for text that is not a quantity.
    ParseQuantityError: "is not a quantity; write a number with an optional suffix, as in `500m` or `1.5Gi`"
}

impl FromStr for Quantity {
    type Err = ParseQuantityError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if is_quantity(text) {
            Ok(Quantity(text.to_owned()))
        } else {
            Err(ParseQuantityError(text.to_owned()))
        }
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Quantity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Quantity;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a quantity such as `500m` or `1.5Gi`")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Quantity, E> {
                text.parse()
                    .map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
            }

            fn visit_i64<E: de::Error>(self, int: i64) -> Result<Quantity, E> {
                Ok(Quantity(int.to_string()))
            }

            fn visit_u64<E: de::Error>(self, int: u64) -> Result<Quantity, E> {
                Ok(Quantity(int.to_string()))
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_kubernetes_reads() {
        for good in [
            "0", "1", "-1.5", "+2", "1.", ".5", "500m", "1Gi", "1e3", "1E-3", "1e+3.5", "12E",
        ] {
            assert_eq!(
                good.parse::<Quantity>().map(|q| q.to_string()).as_deref(),
                Ok(good)
            );
        }
        for bad in ["", "-", ".", "1 Gi", "1gi", "e3", "1e", "1KiB", "0x1", "--1"] {
            assert!(bad.parse::<Quantity>().is_err(), "{bad}");
        }
        assert_eq!(
            serde_json::from_str::<Quantity>("3").unwrap(),
            "3".parse().unwrap()
        );
    }
}
