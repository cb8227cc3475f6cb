//! Expressions from outside: their types, values, costs and errors.

mod check;
#[cfg(feature = "eval")]
mod eval;
#[cfg(feature = "eval")]
mod eval_format;
#[cfg(feature = "eval")]
mod eval_go_values;
#[cfg(feature = "eval")]
mod eval_hostile;
#[cfg(feature = "eval")]
mod eval_names;
#[cfg(feature = "eval")]
mod eval_servers;
#[cfg(feature = "eval")]
mod eval_sums;
mod hostile;
mod other_languages;
