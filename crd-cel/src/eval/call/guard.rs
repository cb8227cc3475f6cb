//! What cel-go compares with the declarations of a function before it calls it: the types of the arguments, and of
//! lists and maps the first element.
//!
//! ```text
//! cidr('::/0').containsIP(dyn(1))     no such overload: containsIP(net.CIDR, int)
//! ```
//!
//! Functions that have one implementation for all their overloads (operators, `size`, `matches`, `sort` …) are not
//! guarded: they, or the receiver, refuse what they do not take.

use crate::decls::{self, Overload};
use crate::eval::function::Function;
use crate::eval::value::{Library, Map, MapKey, Value};
use crate::types::{Type, TypeId, TypeStore};

/// The types of the parameters of an overload.
pub(in crate::eval) type Signature = Vec<Param>;

/// What an argument is compared with.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::eval) enum Param {
    Any,
    Bool,
    Int,
    Uint,
    Double,
    String,
    Bytes,
    Duration,
    Timestamp,
    Optional,
    List(Box<Param>),
    Map(Box<Param>, Box<Param>),
    Library(TypeId),
    /// A type that no value has.
    Never,
}

/// The signatures of which one must fit when the function is called: those that the checker found or, where they are
/// several, all that the server has. None for a function without guards.
pub(in crate::eval) fn signatures(
    function: Function,
    candidates: &[&'static Overload],
    server: u8,
) -> Vec<Signature> {
    if !is_guarded(function) {
        return Vec::new();
    }
    let of = |overload: &Overload| overload.params.iter().map(|param| Param::of(*param)).collect();
    match candidates {
        [only] => vec![of(only)],
        _ => decls::find_any(function.name())
            .map_or(&[][..], |function| function.overloads)
            .iter()
            .filter(|overload| {
                let servers = overload.first_server..=overload.last_server;
                servers.contains(&server) && overload.since <= server
            })
            .map(of)
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

/// Whether the arguments fit one of the signatures.
pub(in crate::eval) fn fits(signatures: &[Signature], args: &[Value<'_>]) -> bool {
    signatures.is_empty()
        || signatures.iter().any(|signature| {
            signature.len() == args.len() && signature.iter().zip(args).all(|(param, arg)| param.takes(arg))
        })
}

impl Param {
    fn of(ty: TypeId) -> Self {
        match TypeStore::base(ty) {
            None | Some(Type::Dyn | Type::Any | Type::Param(_)) => Param::Any,
            Some(Type::Bool) => Param::Bool,
            Some(Type::Int) => Param::Int,
            Some(Type::Uint) => Param::Uint,
            Some(Type::Double) => Param::Double,
            Some(Type::String) => Param::String,
            Some(Type::Bytes) => Param::Bytes,
            Some(Type::Duration) => Param::Duration,
            Some(Type::Timestamp) => Param::Timestamp,
            Some(Type::Optional(_)) => Param::Optional,
            Some(Type::List(element)) => Param::List(Box::new(Param::of(element))),
            Some(Type::Map(key, element)) => {
                Param::Map(Box::new(Param::of(key)), Box::new(Param::of(element)))
            }
            Some(Type::Object(_)) => Param::Library(ty),
            Some(_) => Param::Never,
        }
    }

    fn takes(&self, value: &Value<'_>) -> bool {
        match (self, value) {
            (Param::Any, _)
            | (Param::Bool, Value::Bool(_))
            | (Param::Int, Value::Int(_))
            | (Param::Uint, Value::Uint(_))
            | (Param::Double, Value::Double(_))
            | (Param::String, Value::String(_))
            | (Param::Bytes, Value::Bytes(_))
            | (Param::Duration, Value::Duration(_))
            | (Param::Timestamp, Value::Timestamp(_))
            | (Param::Optional, Value::Optional(_)) => true,
            (Param::List(element), Value::List(list)) => {
                **element == Param::Any || list.get(0).is_none_or(|first| element.takes(&first))
            }
            (Param::Map(key, element), Value::Map(Map::Owned(map))) => map
                .iter()
                .next()
                .is_none_or(|(first, value)| key.takes_key(first) && element.takes(value)),
            (Param::Map(..), Value::Map(_) | Value::Object(_)) => true,
            (Param::Library(ty), Value::Library(library)) => *ty == type_of(library),
            _ => false,
        }
    }

    fn takes_key(&self, key: &MapKey) -> bool {
        *self == Param::Any || self.takes(&key.value())
    }
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
