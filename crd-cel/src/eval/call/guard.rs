//! What cel-go compares with the declaration of a function when it is called: the types of the arguments, and of lists
//! and maps the first element.

use crate::decls::Overload;
use crate::eval::function::Function;
use crate::eval::value::{Map, Value};
use crate::types::{Type, TypeId, TypeStore};

/// Whether cel-go looks at the elements of the lists that a function takes.
pub(in crate::eval) fn is_guarded(function: Function, overload: Option<&str>) -> bool {
    use Function as F;
    let is_conversion = matches!(
        function,
        F::Bool | F::Bytes | F::Double | F::Duration | F::Int | F::String | F::Timestamp | F::Uint
    );
    is_conversion && overload.is_some()
        || matches!(
            function,
            F::IsSorted | F::Sum | F::Min | F::Max | F::Join | F::OptionalUnwrap | F::UnwrapOpt
        )
}

/// Whether the arguments fit a signature.
pub(in crate::eval) fn fits(overload: &Overload, args: &[Value<'_>]) -> bool {
    overload.params.len() == args.len()
        && overload
            .params
            .iter()
            .zip(args)
            .all(|(param, arg)| is_of(*param, arg))
}

fn is_of(ty: TypeId, value: &Value<'_>) -> bool {
    match (TypeStore::base(ty), value) {
        (None | Some(Type::Dyn | Type::Param(_)), _) => true,
        (Some(Type::List(element)), Value::List(list)) => {
            list.get(0).is_none_or(|first| is_of(element, &first))
        }
        (Some(Type::Map(_, element)), Value::Map(Map::Owned(map))) => {
            map.values().next().is_none_or(|first| is_of(element, first))
        }
        (Some(Type::Map(..)), Value::Map(_) | Value::Object(_)) => true,
        (Some(Type::Optional(_)), Value::Optional(_)) => true,
        (Some(Type::Bool), Value::Bool(_)) => true,
        (Some(Type::Int), Value::Int(_)) => true,
        (Some(Type::Uint), Value::Uint(_)) => true,
        (Some(Type::Double), Value::Double(_)) => true,
        (Some(Type::String), Value::String(_)) => true,
        (Some(Type::Bytes), Value::Bytes(_)) => true,
        (Some(Type::Duration), Value::Duration(_)) => true,
        (Some(Type::Timestamp), Value::Timestamp(_)) => true,
        (Some(Type::Object(_)), Value::Library(_)) => true,
        _ => false,
    }
}
