//! The functions and macros that can be used with a value, and their syntax.

use crd_cel::editor::{Macro, macros};
use crd_cel::{Checked, CompatVersion, Function, Overload, Type, TypeId, TypeStore, functions};

/// The receivers with which the usages of collection macros begin.
const LISTS: [&str; 2] = ["list", "map"];

/// Whether a value of a type can be passed for a parameter.
pub(super) fn fits(checked: &Checked<'_>, found: TypeId, parameter: TypeId) -> bool {
    let wanted = checked.store().get(parameter);
    match (checked.get(found), wanted) {
        (Type::Dyn | Type::Error, _) | (_, Type::Dyn | Type::Param(_)) => true,
        (Type::List(found), Type::List(wanted)) | (Type::Optional(found), Type::Optional(wanted)) => {
            fits(checked, found, wanted)
        }
        (Type::Map(key, value), Type::Map(wanted_key, wanted_value)) => {
            fits(checked, key, wanted_key) && fits(checked, value, wanted_value)
        }
        (found, wanted) => found == wanted,
    }
}

/// Returns the methods of a value, with the signatures that match it.
pub(super) fn methods(
    checked: &Checked<'_>,
    receiver: TypeId,
    version: CompatVersion,
) -> Vec<(&'static Function, Vec<&'static Overload>)> {
    let mut found = Vec::new();
    for function in functions() {
        let fitting = function.overloads.iter().filter(|overload| {
            let first = overload.params.first();
            overload.member
                && overload.is_in(version)
                && first.is_some_and(|first| fits(checked, receiver, *first))
        });
        let fitting: Vec<&Overload> = fitting.collect();
        if is_written(function) && !fitting.is_empty() {
            found.push((function, fitting));
        }
    }
    found
}

/// Returns the functions that are called without a receiver, with their signatures.
pub(super) fn free(version: CompatVersion) -> Vec<(&'static Function, Vec<&'static Overload>)> {
    let mut found = Vec::new();
    for function in functions() {
        let fitting = function.overloads.iter();
        let fitting: Vec<&Overload> = fitting
            .filter(|overload| !overload.member && overload.is_in(version))
            .collect();
        if is_written(function) && !fitting.is_empty() {
            found.push((function, fitting));
        }
    }
    found
}

/// Whether the name can occur in expressions: operators and internal functions of macros have other characters.
fn is_written(function: &Function) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
    function.name.chars().all(is_plain) && !function.name.starts_with('_')
}

/// Returns the macros that iterate over a value or inspect it.
pub(super) fn macros_of(type_: Type, version: CompatVersion) -> Vec<Macro> {
    let fits = |usage: &str| {
        let of = usage.split('.').next().unwrap_or_default();
        match type_ {
            Type::List(_) => LISTS.contains(&of),
            Type::Map(..) => LISTS.contains(&of) && !usage.contains("sortBy"),
            Type::Optional(_) => of == "optional",
            _ => false,
        }
    };
    let known = macros(version).into_iter();
    known
        .filter(|known| known.is_method && fits(known.usage))
        .collect()
}

/// Formats a signature, with the offsets of its parameters: `string.substring(int, int) -> string`.
pub(super) fn signature(name: &str, overload: &Overload) -> (String, Vec<(usize, usize)>) {
    let types = TypeStore::new();
    let mut shown = overload
        .params
        .iter()
        .map(|parameter| types.describe(*parameter).as_str().to_owned());
    let mut text = String::new();
    if overload.member {
        text = format!("{}.", shown.next().unwrap_or_default());
    }
    text.push_str(name);
    text.push('(');
    let mut places = Vec::new();
    for (index, parameter) in shown.enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        places.push((text.len(), text.len() + parameter.len()));
        text.push_str(&parameter);
    }
    text.push_str(") -> ");
    text.push_str(types.describe(overload.result).as_str());
    (text, places)
}

/// Returns the version of Kubernetes that added a signature, if not all versions have it.
pub(super) fn since(overload: &Overload) -> Option<String> {
    // A server accepts additions in new rules one version later.
    let since = if overload.since > 0 {
        overload.since + 1
    } else {
        overload.first_server
    };
    (since > 0).then(|| format!("available in new rules since Kubernetes 1.{since}"))
}

/// Returns arguments for a call whose cost is estimated: the smallest values of the types.
pub(super) fn smallest_arguments(overload: &Overload, receiver: &str) -> String {
    let types = TypeStore::new();
    let skipped = usize::from(overload.member);
    let arguments = overload.params.iter().skip(skipped).map(|parameter| {
        let text = match types.get(*parameter) {
            Type::String => "''",
            Type::Int | Type::Dyn => "0",
            Type::Uint => "0u",
            Type::Double => "0.0",
            Type::Bool => "true",
            Type::Bytes => "b''",
            Type::List(_) if !overload.type_params.is_empty() => receiver,
            Type::List(_) => "[]",
            Type::Map(..) => "{}",
            Type::Duration => "duration('0s')",
            Type::Timestamp => "timestamp('2000-01-01T00:00:00Z')",
            _ => receiver,
        };
        text.to_owned()
    });
    let arguments: Vec<String> = arguments.collect();
    arguments.join(", ")
}
