//! Named functions between the values of two versions, each with its inverse: scaled numbers, durations, quantities, numbers as texts.
//!
//! `#[crd(next(by = …))]` takes one of them, or your own type that implements [`ConversionPair`]. So an inverse cannot be missing
//! or belong to another function.
//!
//! ```
//! # mod v1 {
//! use crd_core::Schema;
//! use crd_core::inverses::{Inverse, NumberAsText, SecondsAsDuration, Times};
//! use crd_core::types::Duration;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Schema, Serialize, Deserialize)]
//! #[crd(next = super::v2::Probe)]
//! #[serde(rename_all = "camelCase")]
//! pub struct Probe {
//!     /// 30 becomes "30s".
//!     #[crd(next(rename = "timeout", by = SecondsAsDuration))]
//!     pub timeout_seconds: i64,
//!     /// 2 becomes 2000.
//!     #[crd(next(rename = "delayMillis", by = Times<1000>))]
//!     pub delay_seconds: i64,
//!     /// "3" becomes 3.
//!     #[crd(next(by = Inverse<NumberAsText>))]
//!     pub retries: String,
//! }
//! # }
//! # mod v2 {
//! #     use crd_core::Schema;
//! #     use serde::{Deserialize, Serialize};
//! #     #[derive(Schema, Serialize, Deserialize)]
//! #     #[serde(rename_all = "camelCase")]
//! #     pub struct Probe {
//! #         pub timeout: crd_core::types::Duration,
//! #         pub delay_millis: i64,
//! #         pub retries: i64,
//! #     }
//! # }
//! # fn main() {}
//! ```

use std::marker::PhantomData;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::go::quantity::billionths;
use crate::rust::shape::Schema;
use crate::rust::types::{Duration, Quantity};

/// A function from a value of one version to that of the next, and its inverse.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pair of conversion functions [CRD0931]",
    label = "`by` needs a type of `crd_core::inverses`, or a type that implements \
        `crd_core::inverses::ConversionPair`"
)]
pub trait ConversionPair {
    /// The type in the older version.
    type Older: Schema + Serialize + DeserializeOwned;
    /// The type in the newer version.
    type Newer: Schema + Serialize + DeserializeOwned;
    /// Whether several values of one version become one value of the other. The original is kept in an annotation as long as its
    /// replacement is unchanged.
    const IS_LOSSY: bool;

    /// Returns the value in the newer version; `None` if that has no counterpart.
    fn up(older: Self::Older) -> Option<Self::Newer>;

    /// Returns the value in the older version; `None` if that has no counterpart.
    fn down(newer: Self::Newer) -> Option<Self::Older>;
}

/// The same functions in the opposite direction.
#[derive(Clone, Copy, Debug)]
pub struct Inverse<T>(PhantomData<T>);

impl<T: ConversionPair> ConversionPair for Inverse<T> {
    type Older = T::Newer;
    type Newer = T::Older;
    const IS_LOSSY: bool = T::IS_LOSSY;

    fn up(older: T::Newer) -> Option<T::Older> {
        T::down(older)
    }

    fn down(newer: T::Older) -> Option<T::Newer> {
        T::up(newer)
    }
}

/// A value that becomes the only element of a list. A list with another number of elements has no counterpart. The optional
/// fields of `T` need `skip_serializing_if`, because the value is read and written as `T`.
#[derive(Clone, Copy, Debug)]
pub struct OnlyElement<T>(PhantomData<T>);

impl<T: Schema + Serialize + DeserializeOwned> ConversionPair for OnlyElement<T> {
    type Older = T;
    type Newer = Vec<T>;
    const IS_LOSSY: bool = false;

    fn up(older: T) -> Option<Vec<T>> {
        Some(vec![older])
    }

    fn down(newer: Vec<T>) -> Option<T> {
        <[T; 1]>::try_from(newer).ok().map(|[only]| only)
    }
}

/// An integer that is multiplied by `N` in the newer version: `Times<1000>` converts seconds to milliseconds. Down, it is rounded
/// towards 0.
#[derive(Clone, Copy, Debug)]
pub struct Times<const N: i64>;

impl<const N: i64> ConversionPair for Times<N> {
    type Older = i64;
    type Newer = i64;
    const IS_LOSSY: bool = true;

    fn up(older: i64) -> Option<i64> {
        older.checked_mul(N)
    }

    fn down(newer: i64) -> Option<i64> {
        newer.checked_div(N)
    }
}

/// An integer that becomes a duration in Go's syntax, in units of `NANOS` nanoseconds. Down, it is rounded towards 0.
#[derive(Clone, Copy, Debug)]
pub struct UnitsAsDuration<const NANOS: i64>;

/// Seconds that become a duration: 90 and `1m30s`.
pub type SecondsAsDuration = UnitsAsDuration<1_000_000_000>;

/// Milliseconds that become a duration: 1500 and `1.5s`.
pub type MillisAsDuration = UnitsAsDuration<1_000_000>;

/// Minutes that become a duration: 90 and `1h30m0s`.
pub type MinutesAsDuration = UnitsAsDuration<60_000_000_000>;

impl<const NANOS: i64> ConversionPair for UnitsAsDuration<NANOS> {
    type Older = i64;
    type Newer = Duration;
    const IS_LOSSY: bool = true;

    fn up(older: i64) -> Option<Duration> {
        older.checked_mul(NANOS).map(Duration::from_nanos)
    }

    fn down(newer: Duration) -> Option<i64> {
        newer.as_nanos().checked_div(NANOS)
    }
}

/// Thousandths that become a quantity: 1500 and `1500m`, 2000 and `2`. Down, a quantity is rounded away from 0, as in Kubernetes.
#[derive(Clone, Copy, Debug)]
pub struct MillisAsQuantity;

impl ConversionPair for MillisAsQuantity {
    type Older = i64;
    type Newer = Quantity;
    const IS_LOSSY: bool = true;

    fn up(older: i64) -> Option<Quantity> {
        let text = if older % 1000 == 0 {
            (older / 1000).to_string()
        } else {
            format!("{older}m")
        };
        text.parse().ok()
    }

    fn down(newer: Quantity) -> Option<i64> {
        scaled(&newer, 1_000_000)
    }
}

/// An integer that becomes a quantity, such as bytes: 1024 and `1024`. Down, `1Ki` is 1024, and `100m` is rounded away from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub struct NumberAsQuantity;

impl ConversionPair for NumberAsQuantity {
    type Older = i64;
    type Newer = Quantity;
    const IS_LOSSY: bool = true;

    fn up(older: i64) -> Option<Quantity> {
        older.to_string().parse().ok()
    }

    fn down(newer: Quantity) -> Option<i64> {
        scaled(&newer, 1_000_000_000)
    }
}

/// An integer that becomes a string: 3 and `"3"`. Down, a string that is not an integer has no counterpart.
#[derive(Clone, Copy, Debug)]
pub struct NumberAsText;

impl ConversionPair for NumberAsText {
    type Older = i64;
    type Newer = String;
    const IS_LOSSY: bool = true;

    fn up(older: i64) -> Option<String> {
        Some(older.to_string())
    }

    fn down(newer: String) -> Option<i64> {
        newer.parse().ok()
    }
}

/// Returns a quantity in units of `unit` billionths, rounded away from 0.
fn scaled(quantity: &Quantity, unit: i128) -> Option<i64> {
    let value = billionths(quantity.as_str())?;
    let away = if value < 0 { 1 - unit } else { unit - 1 };
    i64::try_from(value.checked_add(away)? / unit).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_have_the_values_that_kubernetes_gives_them() {
        for (text, millis, number) in [
            ("0", 0, 0),
            ("1500m", 1500, 2),
            ("-1.5", -1500, -2),
            ("1.", 1000, 1),
            (".5", 500, 1),
            ("1Ki", 1_024_000, 1024),
            ("1.5Gi", 1_610_612_736_000, 1_610_612_736),
            ("2k", 2_000_000, 2000),
            ("1e3", 1_000_000, 1000),
            ("1E-3", 1, 1),
            ("1n", 1, 1),
            ("100u", 1, 1),
            (
                "1E",
                1_000_000_000_000_000_000_000_i128,
                1_000_000_000_000_000_000,
            ),
        ] {
            let quantity: Quantity = text.parse().unwrap();
            let down = MillisAsQuantity::down(quantity.clone());
            assert_eq!(down, i64::try_from(millis).ok(), "{text}");
            assert_eq!(NumberAsQuantity::down(quantity), Some(number), "{text}");
        }
        assert_eq!(NumberAsQuantity::down("9999Ei".parse().unwrap()), None);
        assert_eq!(NumberAsQuantity::down("1e99".parse().unwrap()), None);
    }

    #[test]
    fn what_has_no_counterpart_is_none() {
        assert_eq!(Times::<1000>::up(i64::MAX), None);
        assert_eq!(Times::<0>::down(1), None);
        assert_eq!(SecondsAsDuration::up(i64::MAX), None);
        assert_eq!(NumberAsText::down("three".to_owned()), None);
    }
}
