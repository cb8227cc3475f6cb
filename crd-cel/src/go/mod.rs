//! Text formats of Go's standard library, as far as CEL and the API server read or write them.
//!
//! Each function names the function of Go that it copies, including its leniency: it accepts and rejects the
//! same texts, with the same values.
//!
//! | here | Go |
//! |---|---|
//! | [`parse_duration`], [`format_duration`] | `time.ParseDuration`, `time.Duration.String` |
//! | [`parse_rfc3339`] | `time.Parse(time.RFC3339, …)` |
//! | [`parse_timestamp`], [`Timestamp`]'s `Display` | CEL's `timestamp(…)` and `string(timestamp)`, by the same |
//! | [`parse_uint`], [`parse_bool`], [`parse_float`] | `strconv.ParseUint`, `ParseBool`, `ParseFloat` |
//! | [`format_float`] | `fmt.Sprintf("%g", …)` |
//! | [`quote`] | `strconv.Quote` (`%q`) |
//! | [`unicode`] | `unicode.IsPrint`, `IsLetter`, `IsDigit`, `ToUpper`; `strings.ToLower` |
//! | [`jsonpath`] | the paths of printer columns, `k8s.io/client-go/util/jsonpath` |
//! | `url` | `net/url` |
//! | `netip`, `sort`, `fmt` | `netip.ParseAddr`, the order of `sort.Slice`, `fmt.Sprintf` without arguments |
//! | [`is_date`], [`is_date_time`], [`is_base64`] | formats of `k8s.io/kube-openapi/pkg/validation/strfmt` |
//! | [`base64`] | `encoding/base64` |
//! | [`calendar`] | the days of `time.Date` and `time.Time.Date` |

pub mod base64;
pub mod calendar;
mod duration;
#[cfg(any(feature = "eval", feature = "syntax-errors"))]
pub(crate) mod fmt;
#[cfg(feature = "expressions")]
mod formats;
#[cfg(feature = "expressions")]
pub mod jsonpath;
#[cfg(feature = "eval")]
pub(crate) mod netip;
#[cfg(feature = "expressions")]
pub(crate) mod quantity;
#[cfg(feature = "expressions")]
mod quote;
#[cfg(feature = "eval")]
pub(crate) mod sort;
mod strconv;
mod time;
#[cfg(feature = "expressions")]
pub mod unicode;
#[cfg(any(feature = "names", feature = "eval"))]
pub mod url;

pub use duration::{DurationError, format_duration, parse_duration};
#[cfg(feature = "expressions")]
pub use formats::{is_base64, is_date, is_date_time};
#[cfg(feature = "expressions")]
pub use quote::quote;
pub use strconv::{format_float, parse_bool, parse_float, parse_uint};
pub use time::{Timestamp, TimestampError, parse_rfc3339, parse_timestamp};

#[cfg(test)]
mod tests;
