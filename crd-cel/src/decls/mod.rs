//! The functions of the Kubernetes environment, by compatibility version.

/// Creates a table of functions: `"name" { free "id" (PARAMS) -> RESULT for "A" since 30; }`.
macro_rules! table {
    ($($name:literal {
        $($style:ident $id:literal ($($param:ident),*) -> $result:ident
            $(for $type_params:literal)? $(since $since:literal)? $(from server $first:literal)?
            $(dropped by server $gone:literal)?;)*
    })*) => {
        &[$(Function { name: $name, overloads: &[$($crate::decls::Overload {
            id: $id,
            params: &[$($crate::types::TypeId::$param),*],
            result: $crate::types::TypeId::$result,
            type_params: concat!("" $(, $type_params)?),
            member: table!(@$style),
            since: 0 $(+ $since)?,
            first_server: 0 $(+ $first)?,
            last_server: u8::MAX $(- u8::MAX + $gone - 1)?,
        }),*] }),*]
    };
    (@member) => { true };
    (@free) => { false };
}

mod named;
mod operators;

use std::sync::LazyLock;

use crate::ast::{FIXED_TEXTS, Text};
use crate::mistake::CallStyle;
use crate::types::{Type, TypeId};
use crate::version::CompatVersion;

/// One signature of a function.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Overload {
    /// cel-go's overload id, such as `add_int64`.
    pub id: &'static str,
    /// Parameters; for a member function the receiver is the first.
    pub params: &'static [TypeId],
    /// The result.
    pub result: TypeId,
    /// The letters of its type parameters.
    pub type_params: &'static str,
    /// Whether call it as `receiver.function(…)`.
    pub member: bool,
    /// The first compatibility version (minor of 1.x) that has it; 0 if every version from 1.28 on does.
    pub since: u8,
    /// The first server (minor of 1.x) that has it, in any environment; 0 for all of them.
    pub first_server: u8,
    /// The last server that has it; 255 if no server has removed it.
    pub last_server: u8,
}

/// A function with all its signatures.
#[derive(Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Function {
    /// Name; namespaced functions include their namespace (`optional.of`), operators have cel-go's names (`_+_`).
    pub name: &'static str,
    /// Signatures in the order in which cel-go tries them.
    pub overloads: &'static [Overload],
}

impl Overload {
    /// Checks whether the environment has this signature.
    pub const fn is_in(&self, version: CompatVersion) -> bool {
        version.has(self.since)
            && version.server() >= self.first_server
            && version.server() <= self.last_server
    }

    /// Whether a call with arguments of these types may have this signature; for a member function the receiver is the first. `None` is
    /// a type that is not known. The types must have no parameters of their own.
    pub fn may_take(&self, arguments: &[Option<TypeId>]) -> bool {
        let takes = |parameter: TypeId, argument: Option<TypeId>| {
            let is_any = matches!(parameter.built_in(), Some(Type::Dyn | Type::Any | Type::Param(_)));
            argument.is_none_or(|of| parameter == of || is_any)
        };
        self.params.len() == arguments.len()
            && self
                .params
                .iter()
                .zip(arguments)
                .all(|(parameter, argument)| takes(*parameter, *argument))
    }

    /// Returns the form of its calls.
    pub(crate) const fn call_style(&self) -> CallStyle {
        if self.member {
            CallStyle::Method
        } else {
            CallStyle::Function
        }
    }
}

impl Function {
    /// Checks whether the environment has any signature.
    pub fn is_in(&self, version: CompatVersion) -> bool {
        self.overloads.iter().any(|overload| overload.is_in(version))
    }

    /// Returns the first compatibility version that has any signature.
    pub fn since(&self) -> u8 {
        let mut since = self.overloads.first().map_or(0, |overload| overload.since);
        for overload in self.overloads {
            since = since.min(overload.since);
        }
        since
    }
}

impl Function {
    /// Returns the first environment in which expressions can call it: that of the function or, if a server
    /// introduced it in all environments, the one before that server's own.
    pub(crate) fn since_in_call(&self) -> u8 {
        let mut since = u8::MAX;
        for overload in self.overloads {
            since = since.min(overload.since.max(overload.first_server.saturating_sub(1)));
        }
        since
    }
}

/// Returns all functions of all versions, by name in byte order.
///
/// ```
/// use crd_cel::{CompatVersion, functions};
///
/// let cidr = functions().find(|function| function.name == "cidr").unwrap();
/// assert_eq!(cidr.since(), 30);
/// assert!(!CompatVersion::new(29).has(cidr.since()));
/// ```
pub fn functions() -> impl Iterator<Item = &'static Function> {
    operators::OPERATORS.iter().chain(named::NAMED)
}

/// Checks whether functions of any version have names that begin with this name and a dot, such as `math` of `math.greatest`.
pub fn is_namespace(name: &str) -> bool {
    let next = named::NAMED.partition_point(|function| function.name <= name);
    let next = named::NAMED.get(next).map_or("", |function| function.name);
    next.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'))
}

/// Finds a function by name in any version.
pub(crate) fn find_any(name: &str) -> Option<&'static Function> {
    let table = if name.as_bytes().first().is_some_and(u8::is_ascii_lowercase) {
        named::NAMED
    } else {
        operators::OPERATORS
    };
    let at = table.binary_search_by(|function| function.name.cmp(name)).ok()?;
    table.get(at)
}

/// The former names of `in` and `@not_strictly_false`, which cel-go lists but no expression can call.
const FORMER: [&str; 2] = ["__not_strictly_false__", "_in_"];

/// Finds a function by name, if the version has it and expressions may call it.
pub(crate) fn find(name: &str, version: CompatVersion) -> Option<&'static Function> {
    find_any(name).filter(|function| function.is_in(version) && !FORMER.contains(&function.name))
}

/// Finds the function of a fixed handle.
pub(crate) fn find_fixed(name: Text, version: CompatVersion) -> Option<&'static Function> {
    static FIXED: LazyLock<[Option<&Function>; FIXED_TEXTS.len()]> = LazyLock::new(|| {
        let mut functions = [None; FIXED_TEXTS.len()];
        for (function, name) in functions.iter_mut().zip(FIXED_TEXTS) {
            *function = find_any(name);
        }
        functions
    });
    let function = (*FIXED.get(name.fixed()?)?)?;
    function.is_in(version).then_some(function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        let names: Vec<_> = functions().map(|function| function.name).collect();
        assert!(names.is_sorted());
        assert!(
            operators::OPERATORS
                .iter()
                .all(|function| !function.name.as_bytes()[0].is_ascii_lowercase())
        );
        for name in names {
            assert_eq!(find_any(name).unwrap().name, name);
        }
    }

    #[test]
    fn what_comes_and_goes_with_the_server() {
        let has = |version, name| find(name, version).is_some();
        assert!(!has(CompatVersion::of_server(32), "first") && has(CompatVersion::of_server(33), "first"));
        assert!(
            !has(CompatVersion::of_server(37), "includes") && has(CompatVersion::of_server(38), "includes")
        );
        assert!(has(CompatVersion::stored_of_server(37), "includes"));
        let from_int = |version: CompatVersion| {
            let duration = find("duration", version).unwrap();
            duration
                .overloads
                .iter()
                .any(|o| o.id == "int64_to_duration" && o.is_in(version))
        };
        assert!(from_int(CompatVersion::of_server(36)) && !from_int(CompatVersion::of_server(37)));
    }

    #[test]
    fn every_call_macros_make_is_declared() {
        for name in FIXED_TEXTS {
            let declared = find_any(name).is_some();
            let variable = matches!(*name, "@result" | "#unused" | "@__sortBy_input__");
            assert_eq!(declared, !variable, "{name}");
        }
    }
}
