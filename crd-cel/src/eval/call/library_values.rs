//! Functions of the values of Kubernetes' libraries: quantities, addresses, URLs, formats and versions.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::eval::equal::NO_OVERLOAD;
use crate::eval::function::Function;
use crate::eval::kubernetes::net::{Cidr, Ip};
use crate::eval::kubernetes::quantity::Quantity;
use crate::eval::kubernetes::semver::Semver;
use crate::eval::value::{Library, Map, MapKey, Value};
use crate::go::url::Url;

/// Calls a function of a library value; `None` if no overload accepts the other arguments.
pub(super) fn of_library<'a>(
    function: Function,
    library: &Arc<Library>,
    rest: &[Value<'a>],
    server: u8,
) -> Option<Value<'a>> {
    use Function as F;
    if let (F::OptionalOf | F::OptionalOfNonZero, []) = (function, rest) {
        return Some(Value::some(Value::Library(library.clone())));
    }
    let argument = match rest {
        [Value::Library(argument)] => Some(&**argument),
        _ => None,
    };
    match &**library {
        Library::Quantity(quantity) => of_quantity(function, quantity, argument, rest),
        Library::Ip(ip) => of_ip(function, ip, rest),
        Library::Cidr(cidr) => of_cidr(function, cidr, argument, rest, server),
        Library::Url(url) => of_url(function, url, rest),
        Library::Format(format) => match (function, rest) {
            (F::Validate, [Value::String(text)]) => {
                let faults = format.faults(text.as_str(), server);
                Some(if faults.is_empty() {
                    Value::Optional(None)
                } else {
                    Value::some(Value::list(faults.into_iter().map(Value::owned).collect()))
                })
            }
            _ => None,
        },
        Library::Semver(semver) => of_semver(function, semver, argument, rest),
    }
}

fn of_quantity<'a>(
    function: Function,
    quantity: &Quantity,
    argument: Option<&Library>,
    rest: &[Value<'a>],
) -> Option<Value<'a>> {
    use Function as F;
    let other = match (argument, rest) {
        (Some(Library::Quantity(other)), _) => Some(other.clone()),
        (None, [Value::Int(value)]) => Some(Quantity::from(*value)),
        _ => None,
    };
    let computed = |quantity: Quantity| Value::library(Library::Quantity(quantity));
    Some(match (function, rest) {
        (F::QuantityAdd, [_]) => computed(quantity.add(&other?)),
        (F::QuantitySub, [_]) => computed(quantity.sub(&other?)),
        (F::CompareTo, [_]) if argument.is_some() => Value::Int(order_number(quantity.compare(&other?))),
        (F::IsGreaterThan, [_]) if argument.is_some() => {
            Value::Bool(quantity.compare(&other?) == Ordering::Greater)
        }
        (F::IsLessThan, [_]) if argument.is_some() => {
            Value::Bool(quantity.compare(&other?) == Ordering::Less)
        }
        (F::Sign, []) => Value::Int(quantity.sign()),
        (F::IsInteger, []) => Value::Bool(quantity.as_integer().is_some()),
        (F::AsInteger, []) => quantity
            .as_integer()
            .map_or_else(|| Value::error("cannot convert value to integer"), Value::Int),
        (F::AsFloat, []) => Value::Double(quantity.as_approximate_float()),
        _ => return None,
    })
}

fn of_ip<'a>(function: Function, ip: &Ip, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    if !rest.is_empty() {
        return None;
    }
    Some(match function {
        F::Family => Value::Int(ip.family()),
        F::IsUnspecified => Value::Bool(ip.0.is_unspecified()),
        F::IsLoopback => Value::Bool(ip.0.is_loopback()),
        F::IsLinkLocalMulticast => Value::Bool(ip.is_link_local_multicast()),
        F::IsLinkLocalUnicast => Value::Bool(ip.is_link_local_unicast()),
        F::IsGlobalUnicast => Value::Bool(ip.is_global_unicast()),
        _ => return None,
    })
}

fn of_cidr<'a>(
    function: Function,
    cidr: &Cidr,
    argument: Option<&Library>,
    rest: &[Value<'a>],
    server: u8,
) -> Option<Value<'a>> {
    use Function as F;
    let contains = |other: &Cidr| match server {
        // These servers compare the address of the smaller range without masking it.
        ..=31 => cidr.contains_cidr(other) && cidr.masked().ip() == other.ip(),
        _ => cidr.contains_cidr(other),
    };
    Some(match (function, argument, rest) {
        (F::ContainsIp, Some(Library::Ip(ip)), _) => Value::Bool(cidr.contains_ip(ip)),
        (F::ContainsIp, None, [Value::String(text)]) => match Ip::parse(text.as_str()) {
            Ok(ip) => Value::Bool(cidr.contains_ip(&ip)),
            Err(_) => Value::error(NO_OVERLOAD),
        },
        (F::ContainsCidr, Some(Library::Cidr(other)), _) => Value::Bool(contains(other)),
        (F::ContainsCidr, None, [Value::String(text)]) => match Cidr::parse(text.as_str()) {
            Ok(other) => Value::Bool(contains(&other)),
            Err(error) => Value::error(error),
        },
        (F::Ip, None, []) => Value::library(Library::Ip(cidr.ip())),
        (F::Masked, None, []) => Value::library(Library::Cidr(cidr.masked())),
        (F::PrefixLength, None, []) => Value::Int(cidr.prefix_length()),
        _ => return None,
    })
}

fn of_url<'a>(function: Function, url: &Url, rest: &[Value<'a>]) -> Option<Value<'a>> {
    use Function as F;
    if !rest.is_empty() {
        return None;
    }
    Some(match function {
        F::GetScheme => Value::owned(url.scheme.as_str()),
        F::GetHost => Value::owned(url.host.as_str()),
        F::GetHostname => Value::owned(url.hostname()),
        F::GetPort => Value::owned(url.port()),
        F::GetEscapedPath => Value::owned(url.escaped_path()),
        F::GetQuery => {
            let entries = url.parameters().into_iter().map(|(name, values)| {
                let values = values.into_iter().map(Value::owned).collect();
                (MapKey::String(name.into()), Value::list(values))
            });
            let mut map = BTreeMap::new();
            map.extend(entries);
            Value::Map(Map::Owned(Rc::new(map)))
        }
        _ => return None,
    })
}

fn of_semver<'a>(
    function: Function,
    semver: &Semver,
    argument: Option<&Library>,
    rest: &[Value<'a>],
) -> Option<Value<'a>> {
    use Function as F;
    let [major, minor, patch] = semver.numbers;
    // Go reinterprets the bits.
    let number = |value: u64| Value::Int(value.cast_signed());
    Some(match (function, argument, rest) {
        (F::Major, _, []) => number(major),
        (F::Minor, _, []) => number(minor),
        (F::Patch, _, []) => number(patch),
        (F::CompareTo, Some(Library::Semver(other)), _) => Value::Int(order_number(semver.compare(other))),
        (F::IsGreaterThan, Some(Library::Semver(other)), _) => {
            Value::Bool(semver.compare(other) == Ordering::Greater)
        }
        (F::IsLessThan, Some(Library::Semver(other)), _) => {
            Value::Bool(semver.compare(other) == Ordering::Less)
        }
        _ => return None,
    })
}

fn order_number(order: Ordering) -> i64 {
    match order {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }
}
