//! The checked types: one for each combination of serde and crd attributes that the derive supports.

#[expect(dead_code, reason = "some values are never made")]
mod enums;
#[expect(clippy::zero_sized_map_values, reason = "such maps are types too")]
mod scalars;
#[expect(
    dead_code,
    clippy::option_option,
    clippy::unnecessary_wraps,
    clippy::type_complexity,
    reason = "every type that serde supports is checked"
)]
mod structs;

use super::subject::Subject;

/// A type to check, by name.
type Entry = (&'static str, fn(&str) -> Result<Subject, String>);

/// Returns the subjects of all types.
///
/// # Errors
/// If one has no CRD that the server accepts.
pub fn all() -> Result<Vec<Subject>, String> {
    let mut failures = Vec::new();
    let mut subjects = Vec::new();
    let lists: [&[Entry]; 3] = [scalars::LIST, structs::LIST, enums::LIST];
    for (name, make) in lists.into_iter().flatten() {
        match make(name) {
            Ok(subject) => subjects.push(subject),
            Err(error) => failures.push(format!("{name}: {error}")),
        }
    }
    if failures.is_empty() {
        Ok(subjects)
    } else {
        Err(failures.join("\n"))
    }
}

/// `("Name", Subject::new::<Name>)` for each type.
macro_rules! subjects {
    ($($type:ty),* $(,)?) => { &[$((stringify!($type), $crate::serde_schema_parity::Subject::new::<$type>)),*] };
}
pub(crate) use subjects;

/// Declares a type with all derives.
macro_rules! type_ {
    ($($item:tt)*) => {
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        $($item)*
    };
}
pub(crate) use type_;
