//! Compares the types of arguments with the declarations of a function before it is called, as cel-go does.
//! For lists and maps it checks the first element.
//!
//! ```text
//! cidr('::/0').containsIP(dyn(1))     no such overload: containsIP(net.CIDR, int)
//! ```
//!
//! Functions with one implementation for all their overloads (operators, `size`, `matches`, `sort` …) are not
//! guarded: they, or the receiver, reject arguments that they do not accept.

use crate::decls;
use crate::decls::Overload;
use crate::eval::function::Function;
use crate::eval::value::{Library, Map, Value};
use crate::types::{Type, TypeId, TypeStore};

/// The types of the parameters of an overload.
pub(in crate::eval) type Signature = &'static [TypeId];

/// Returns the signatures of which one must match when the function is called: those that the checker found
/// or, if there are several, all that the server has. None for a function without guards.
pub(in crate::eval) fn signatures(
    function: Function,
    candidates: &[&'static Overload],
    server: u8,
) -> Vec<Signature> {
    if !is_guarded(function) {
        return Vec::new();
    }
    match candidates {
        [only] => vec![only.params],
        _ => decls::find_any(function.name())
            .map_or(&[][..], |function| function.overloads)
            .iter()
            .filter(|overload| {
                let servers = overload.first_server..=overload.last_server;
                servers.contains(&server) && overload.since <= server
            })
            .map(|overload| overload.params)
            .collect(),
    }
}

fn is_guarded(function: Function) -> bool {
    use Function as F;
    !matches!(
        function,
        F::Not
            | F::Negate
            | F::In
            | F::NotStrictlyFalse
            | F::NotEquals
            | F::Modulo
            | F::Multiply
            | F::Add
            | F::Subtract
            | F::Divide
            | F::LessEquals
            | F::Less
            | F::Equals
            | F::GreaterEquals
            | F::Greater
            | F::Size
            | F::Type
            | F::Dyn
            | F::Matches
            | F::Contains
            | F::StartsWith
            | F::EndsWith
            | F::Flatten
            | F::Sort
            | F::SortByKeys
    )
}

/// Checks whether the arguments match one of the signatures.
pub(in crate::eval) fn fits(signatures: &[Signature], args: &[Value<'_>]) -> bool {
    let takes = |(param, arg): (&TypeId, &Value<'_>)| takes(*param, arg);
    signatures.is_empty()
        || signatures
            .iter()
            .any(|signature| signature.len() == args.len() && signature.iter().zip(args).all(takes))
}

/// Checks whether a parameter accepts a value.
fn takes(param: TypeId, value: &Value<'_>) -> bool {
    let Some(param_type) = TypeStore::base(param) else {
        return true;
    };
    match (param_type, value) {
        (Type::Dyn | Type::Any | Type::Param(_), _)
        | (Type::Bool, Value::Bool(_))
        | (Type::Int, Value::Int(_))
        | (Type::Uint, Value::Uint(_))
        | (Type::Double, Value::Double(_))
        | (Type::String, Value::String(_))
        | (Type::Bytes, Value::Bytes(_))
        | (Type::Duration, Value::Duration(_))
        | (Type::Timestamp, Value::Timestamp(_))
        | (Type::Optional(_), Value::Optional(_)) => true,
        (Type::List(element), Value::List(list)) => {
            takes_any(element) || list.get(0).is_none_or(|first| takes(element, &first))
        }
        (Type::Map(key, element), Value::Map(Map::Owned(map))) => {
            let mut entries = map.iter();
            entries.next().is_none_or(|(first, value)| {
                (takes_any(key) || takes(key, &first.value())) && takes(element, value)
            })
        }
        (Type::Map(..), Value::Map(_) | Value::Object(_)) => true,
        (Type::Object(_), Value::Library(library)) => param == type_of(library),
        _ => false,
    }
}

fn takes_any(param: TypeId) -> bool {
    matches!(
        TypeStore::base(param),
        None | Some(Type::Dyn | Type::Any | Type::Param(_))
    )
}

fn type_of(library: &Library) -> TypeId {
    match library {
        Library::Quantity(_) => TypeId::QUANTITY,
        Library::Ip(_) => TypeId::IP,
        Library::Cidr(_) => TypeId::CIDR,
        Library::Url(_) => TypeId::URL,
        Library::Format(_) => TypeId::FORMAT,
        Library::Semver(_) => TypeId::SEMVER,
    }
}
