//! The types of random expressions, and the functions that return them.

use crd_cel::{CompatVersion, Overload, Type, TypeId, TypeStore, functions};

/// A type of CEL.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ty {
    /// `dyn`
    Dyn,
    /// `null_type`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    Text,
    /// `bytes`
    Bytes,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// `type`
    Type,
    /// A type of a library, or one of the objects of the schema, by its name.
    Named(String),
    /// `list(T)`
    List(Box<Ty>),
    /// `map(K, V)`
    Map(Box<Ty>, Box<Ty>),
    /// `optional_type(T)`
    Optional(Box<Ty>),
    /// A parameter of a declaration.
    Param(u8),
}

impl Ty {
    /// Returns `list(element)`.
    pub fn list(element: Ty) -> Ty {
        Ty::List(Box::new(element))
    }

    /// Returns `map(string, value)`.
    pub fn map(value: Ty) -> Ty {
        Ty::Map(Box::new(Ty::Text), Box::new(value))
    }

    /// Returns a named type.
    pub fn named(name: &str) -> Ty {
        Ty::Named(name.to_owned())
    }

    /// Converts the type of a declaration; `None` for a type of which CRDs have no values.
    fn of(store: &TypeStore, id: TypeId) -> Option<Ty> {
        let of = |id| Ty::of(store, id).map(Box::new);
        Some(match store.get(id) {
            Type::Dyn => Ty::Dyn,
            Type::Null => Ty::Null,
            Type::Bool => Ty::Bool,
            Type::Int => Ty::Int,
            Type::Uint => Ty::Uint,
            Type::Double => Ty::Double,
            Type::String => Ty::Text,
            Type::Bytes => Ty::Bytes,
            Type::Duration => Ty::Duration,
            Type::Timestamp => Ty::Timestamp,
            Type::Type(_) => Ty::Type,
            Type::List(element) => Ty::List(of(element)?),
            Type::Map(key, value) => Ty::Map(of(key)?, of(value)?),
            Type::Optional(value) => Ty::Optional(of(value)?),
            Type::Object(object) => {
                let name = store.object_type(object).name();
                let is_value =
                    !name.starts_with("kubernetes.authorization") && name != "google.protobuf.Empty";
                is_value.then(|| Ty::Named(name.to_owned()))?
            }
            Type::Param(letter) => Ty::Param(letter),
            _ => return None,
        })
    }

    /// Finds the type parameters of `self` with which it equals `wanted`.
    pub fn bind(&self, wanted: &Ty, bound: &mut Vec<(u8, Ty)>) -> bool {
        match (self, wanted) {
            (Ty::Param(letter), wanted) => {
                if let Some((_, ty)) = bound.iter().find(|(known, _)| known == letter) {
                    ty == wanted
                } else {
                    bound.push((*letter, wanted.clone()));
                    true
                }
            }
            (Ty::List(a), Ty::List(b)) | (Ty::Optional(a), Ty::Optional(b)) => a.bind(b, bound),
            (Ty::Map(k, v), Ty::Map(wanted_k, wanted_v)) => {
                k.bind(wanted_k, bound) && v.bind(wanted_v, bound)
            }
            (a, b) => a == b,
        }
    }

    /// Returns the type with its parameters replaced.
    #[must_use]
    pub fn with(&self, bound: &[(u8, Ty)]) -> Ty {
        match self {
            Ty::Param(letter) => bound
                .iter()
                .find(|(known, _)| known == letter)
                .map_or(Ty::Int, |(_, ty)| ty.clone()),
            Ty::List(element) => Ty::list(element.with(bound)),
            Ty::Map(key, value) => Ty::Map(Box::new(key.with(bound)), Box::new(value.with(bound))),
            Ty::Optional(value) => Ty::Optional(Box::new(value.with(bound))),
            other => other.clone(),
        }
    }

    /// Collects the letters of the type parameters in it.
    pub fn letters(&self, letters: &mut Vec<u8>) {
        match self {
            Ty::Param(letter) => letters.push(*letter),
            Ty::List(inner) | Ty::Optional(inner) => inner.letters(letters),
            Ty::Map(key, value) => {
                key.letters(letters);
                value.letters(letters);
            }
            _ => {}
        }
    }
}

/// One signature of a function.
#[derive(Clone, Debug)]
pub struct Call {
    /// The function's name.
    pub name: &'static str,
    /// Whether the first parameter is the receiver.
    pub is_member: bool,
    /// The parameters.
    pub params: Vec<Ty>,
    /// The result.
    pub result: Ty,
}

/// Returns every call that a server declares, including operators.
pub fn calls(server: u8) -> Vec<Call> {
    let version = CompatVersion::stored_of_server(server);
    let store = TypeStore::new();
    let mut calls = Vec::new();
    for function in functions() {
        let is_operator = function.name.contains('_') && !function.name.contains('.');
        let is_internal = function.name.contains('@') && function.name != "@in";
        if is_internal || is_operator && operator(function.name, &["", "", ""]).is_none() {
            continue;
        }
        for overload in function.overloads {
            if overload.is_in(version) {
                calls.extend(call(&store, function.name, overload));
            }
        }
    }
    calls
}

fn call(store: &TypeStore, name: &'static str, overload: &Overload) -> Option<Call> {
    let params = overload.params.iter().map(|param| Ty::of(store, *param));
    Some(Call {
        name,
        is_member: overload.member,
        params: params.collect::<Option<_>>()?,
        result: Ty::of(store, overload.result)?,
    })
}

/// Returns an operator with its operands; `None` if the function is not an operator.
pub fn operator(name: &str, operands: &[&str]) -> Option<String> {
    Some(match (name, operands) {
        ("_[_]", [a, b, ..]) => format!("{a}[{b}]"),
        ("_[?_]", [a, b, ..]) => format!("{a}[?{b}]"),
        ("_?_:_", [a, b, c, ..]) => format!("({a} ? {b} : {c})"),
        ("!_", [a, ..]) => format!("!{a}"),
        ("-_", [a, ..]) => format!("-({a})"),
        ("@in", [a, b, ..]) => format!("({a} in {b})"),
        (name, [a, b, ..]) => {
            let sign = name.strip_prefix('_')?.strip_suffix('_')?;
            if sign.contains('_') || sign.starts_with('?') {
                return None;
            }
            format!("({a} {sign} {b})")
        }
        _ => return None,
    })
}
