//! Go's standard library, as far as values and texts of the API server depend on it.
//!
//! Each function names the function of Go that it copies, including its leniency and its errors.
//!
//! | here | Go |
//! |---|---|
//! | `quote`, `unicode` | `strconv.Quote` (`%q`), the package `unicode`; from crd-cel |
//! | `float`, `float_json` | `strconv.FormatFloat`, as `%v` and `encoding/json` use it |
//! | `bad_value`, `verb_v` | values in `field.Error`; `%v` |
//! | `json`, `json_string` | `json.Marshal` |
//! | `base64` | `encoding/base64`; from crd-cel |
//! | `duration` | the syntax of `time.ParseDuration`, for the compiler |
//! | `time` | `time.Parse(time.RFC3339, …)` with its errors, and the JSON form of `metav1.Time` |
//! | `quantity` | `resource.ParseQuantity`, `Quantity.ScaledValue` |
//! | `parse_duration`, `format_duration`, `calendar` | `time.ParseDuration`, `Duration.String`, `time.Date`; from crd-cel |

pub(crate) mod duration;
#[cfg(feature = "check")]
mod fmt;
#[cfg(feature = "check")]
mod json;
#[cfg(feature = "check")]
mod number;
pub(crate) mod quantity;
#[cfg(feature = "check")]
pub(crate) mod time;

pub(crate) use crd_cel::go::{base64, format_duration, parse_duration};
#[cfg(feature = "check")]
pub(crate) use crd_cel::go::{quote, unicode};
#[cfg(feature = "check")]
pub(crate) use fmt::{sharp_v, verb_v};
#[cfg(feature = "check")]
pub(crate) use json::{json, json_string};
#[cfg(feature = "check")]
pub(crate) use number::{float, float_json};
