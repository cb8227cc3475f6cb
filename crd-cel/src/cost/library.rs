//! The costs of the functions of the lists, sets and Kubernetes libraries.

use crate::ast::{Kind, Literal, NodeId};
use crate::types::{Type, TypeId};

use super::estimate::divide_rounding_up;
use super::path::SliceStep;
use super::price::{CallEstimate, CostedCall, PATTERN, TRAVERSAL, known};
use super::{Estimate, Estimator, Operand, SizeSource};

/// The first server that charges `quantity`, `ip`, `cidr` and similar functions for the length of their text.
const PARSERS_SINCE: u8 = 30;
/// The first server with a cost for equality of the library types and for the length of a URL.
const LIBRARY_EQUALITY_SINCE: u8 = 32;
/// The longest pattern of a named format, from which the cost of `validate` is estimated.
const NAME_FORMAT_PATTERN: f64 = 128.0;
const MAX_FORMAT_SIZE: u64 = 64;
/// The size of an IP address in bytes.
const ADDRESS: Estimate = Estimate::new(4, 16);
const NEW_LIST: Estimate = Estimate::exactly(10);

/// The functions that cost 1 for all arguments.
const COST_ONE: [&str; 38] = [
    "serviceAccount",
    "path",
    "group",
    "resource",
    "subresource",
    "namespace",
    "name",
    "allowed",
    "reason",
    "error",
    "errored",
    "masked",
    "prefixLength",
    "family",
    "isUnspecified",
    "isLoopback",
    "isLinkLocalMulticast",
    "isLinkLocalUnicast",
    "isGlobalUnicast",
    "format.named",
    "sign",
    "asInteger",
    "isInteger",
    "asApproximateFloat",
    "isGreaterThan",
    "isLessThan",
    "compareTo",
    "add",
    "sub",
    "major",
    "minor",
    "patch",
    "getScheme",
    "getHostname",
    "getHost",
    "getPort",
    "getEscapedPath",
    "getQuery",
];

/// Estimates the functions of lists and sets whose overloads have estimators of their own.
pub(super) fn lists_and_sets<S: SizeSource + ?Sized>(
    estimator: &mut Estimator<'_, S>,
    call: &CostedCall<'_>,
) -> Option<CallEstimate> {
    let target = call.target;
    match (call.overload, call.arguments) {
        ("list_sets_contains_list" | "list_sets_intersects_list", [left, right]) => {
            Some(estimator.compare_all(*left, *right, 1.0))
        }
        ("list_sets_equivalent_list", [left, right]) => Some(estimator.compare_all(*left, *right, 2.0)),
        ("list_slice", [start, end]) => {
            let size = estimator.size(target?);
            let start = estimator.int_literal(start.node).unwrap_or(0);
            let end = estimator.int_literal(end.node).unwrap_or(size.max);
            Some(new_list(1.0, Estimate::exactly(end.wrapping_sub(start))))
        }
        ("list_flatten" | "list_flatten_int", arguments) => {
            let depth = match arguments {
                [] => 1,
                [depth, ..] => estimator.int_literal(depth.node).unwrap_or(u64::MAX),
            };
            let size = estimator.size(target?);
            #[expect(clippy::cast_precision_loss, reason = "the server computes in floating point")]
            Some(new_list(depth as f64, size))
        }
        ("lists_range", [count]) => {
            let count = estimator.int_literal(count.node).unwrap_or(u64::MAX);
            Some(new_list(1.0, Estimate::exactly(count)))
        }
        ("list_reverse", []) => Some(new_list(1.0, estimator.size(target?))),
        ("list_distinct", []) => {
            let size = estimator.size(target?);
            Some(new_list(2.0, size.times(size)))
        }
        (overload, arguments) => {
            let sorted = overload.strip_prefix("list_")?;
            let (keys, element) = match (sorted.strip_suffix("_sort"), arguments) {
                (Some(element), []) => (target?, element),
                _ => (*arguments.first()?, sorted.strip_suffix("_sortByAssociatedKeys")?),
            };
            let factor = if matches!(element, "string" | "bytes") {
                2.0 + TRAVERSAL
            } else {
                2.0
            };
            let size = estimator.size(keys);
            Some(new_list(factor, size.times(size)))
        }
    }
}

/// Returns the estimate of a call that creates a list of `size` elements.
fn new_list(factor: f64, size: Estimate) -> CallEstimate {
    CallEstimate::sized(size.scaled(factor).plus(Estimate::ONE).plus(NEW_LIST), size)
}

/// Estimates the functions that Kubernetes' own estimator knows, by name.
pub(super) fn kubernetes<S: SizeSource + ?Sized>(
    estimator: &mut Estimator<'_, S>,
    call: &CostedCall<'_>,
) -> Option<CallEstimate> {
    let target = call.target;
    let first = call.arguments.first().copied();
    let one = Some(CallEstimate::cost(Estimate::ONE));
    match call.function {
        "check" => Some(CallEstimate::cost(Estimate::exactly(350_000))),
        "isSorted" | "sum" | "max" | "min" | "indexOf" | "lastIndexOf" => {
            Some(estimator.list_traversal(target?))
        }
        // Unlike the others, it accepts a value of any type in place of a list.
        "includes" => {
            let target = target?;
            if estimator.element_of(target).is_some() {
                Some(estimator.list_traversal(target))
            } else {
                Some(CallEstimate::cost(estimator.size(target)))
            }
        }
        "url" if estimator.server < LIBRARY_EQUALITY_SINCE => {
            Some(CallEstimate::cost(estimator.size(first?).scaled(TRAVERSAL)))
        }
        "url" => Some(estimator.same_size(first?)),
        "lowerAscii" | "upperAscii" | "substring" | "trim" => Some(estimator.same_size(target?)),
        "replace" => {
            let [from, to, ..] = call.arguments else {
                return None;
            };
            let text = estimator.size(target?);
            let size = replaced(text, estimator.size(*from), estimator.size(*to));
            Some(CallEstimate::sized(text.scaled(2.0 * TRAVERSAL), size))
        }
        "split" => {
            let text = estimator.size(target?);
            // A negative limit becomes a huge one.
            let limit = call
                .arguments
                .get(1)
                .and_then(|limit| estimator.raw_int_literal(limit.node));
            let size = Estimate::new(0, limit.map_or(text.max, i64::cast_unsigned));
            Some(CallEstimate::sized(text.scaled(2.0 * TRAVERSAL), size))
        }
        "join" => Some(estimator.joined(target?, first)),
        "find" | "findAll" => {
            let text = estimator.size(target?);
            let pattern = estimator.size(first?).scaled(PATTERN);
            let cost = text.plus(Estimate::ONE).scaled(TRAVERSAL).times(pattern);
            Some(CallEstimate::sized(cost, Estimate::new(0, text.max)))
        }
        "ip" if call.overload == "cidr_ip" => one,
        "cidr" | "isIP" | "isCIDR" | "ip" | "quantity" | "isQuantity" | "semver" | "isSemver"
            if estimator.server >= PARSERS_SINCE =>
        {
            Some(CallEstimate::cost(estimator.size(first?).scaled(TRAVERSAL)))
        }
        // Parsed, printed and compared.
        "ip.isCanonical" if estimator.server >= PARSERS_SINCE => {
            Some(CallEstimate::cost(estimator.size(first?).scaled(2.0 * TRAVERSAL)))
        }
        "containsIP" => {
            let cost = ADDRESS.plus(ADDRESS).scaled(TRAVERSAL);
            let parsed = estimator.parsed_address(call, "cidr_contains_ip_string");
            Some(CallEstimate::cost(cost.plus(parsed)))
        }
        "containsCIDR" => {
            // The range is masked and its bits are compared too.
            let compared = ADDRESS.plus(ADDRESS).scaled(TRAVERSAL);
            let cost = compared.plus(ADDRESS.scaled(TRAVERSAL)).plus(Estimate::ONE);
            let parsed = estimator.parsed_address(call, "cidr_contains_cidr_string");
            Some(CallEstimate::cost(cost.plus(parsed)))
        }
        "validate" => {
            let text = estimator.size(first?).scaled(TRAVERSAL);
            Some(CallEstimate::cost(text.scaled(NAME_FORMAT_PATTERN * PATTERN)))
        }
        function if COST_ONE.contains(&function) => one,
        "_==_" if estimator.server >= LIBRARY_EQUALITY_SINCE => estimator.library_equality(call),
        _ => None,
    }
}

/// Estimates the size of a text in which parts of size `from` are replaced by parts of size `to`.
fn replaced(text: Estimate, from: Estimate, to: Estimate) -> Estimate {
    // Replacing the empty text inserts the replacement around every character.
    let (most, kept_most) = if from.min == 0 {
        (text.max.saturating_add(1), text.max)
    } else if to.max <= from.min {
        (0, text.max)
    } else {
        (divide_rounding_up(text.max, from.min), 0)
    };
    let (fewest, kept_fewest) = if from.max == 0 {
        (text.min.saturating_add(1), text.min)
    } else if from.max <= to.min {
        (0, text.min)
    } else {
        (divide_rounding_up(text.min, from.max), 0)
    };
    Estimate::new(fewest, most)
        .times(to)
        .plus(Estimate::new(kept_fewest, kept_most))
}

impl<S: SizeSource + ?Sized> Estimator<'_, S> {
    /// Returns the size of an operand: the size recorded with it, or else the current size of its path.
    fn size(&mut self, operand: Operand) -> Estimate {
        operand
            .size
            .or_else(|| self.size_at(operand.path, operand.node))
            .unwrap_or(Estimate::UNKNOWN)
    }

    /// Estimates a function that traverses a text and returns one of the same size.
    fn same_size(&mut self, text: Operand) -> CallEstimate {
        let size = self.size(text);
        CallEstimate::sized(size.scaled(TRAVERSAL), size)
    }

    fn compare_all(&mut self, left: Operand, right: Operand, factor: f64) -> CallEstimate {
        let pairs = self.size(left).times(self.size(right));
        CallEstimate::cost(pairs.scaled(factor).plus(Estimate::ONE))
    }

    fn list_traversal(&mut self, target: Operand) -> CallEstimate {
        let Some((element, size)) = self.element_of(target) else {
            return CallEstimate::cost(self.size(target).scaled(TRAVERSAL));
        };
        let mut each = Estimate::ONE;
        if matches!(element, Type::String | Type::Bytes) {
            each = each.plus(size.scaled(TRAVERSAL));
        }
        CallEstimate::cost(self.size(target).times(each))
    }

    fn joined(&mut self, list: Operand, separator: Option<Operand>) -> CallEstimate {
        let count = self.size(list);
        let mut size = match self.element_of(list) {
            Some((_, element)) => count.times(element),
            None => Estimate::ZERO,
        };
        if let Some(separator) = separator {
            let gaps = Estimate::new(count.min.saturating_sub(1), count.max.saturating_sub(1));
            size = size.plus(self.size(separator).times(gaps));
        }
        CallEstimate::sized(size.scaled(TRAVERSAL), size)
    }

    /// Returns the type and size of a list's elements. The elements of a literal list are not examined.
    fn element_of(&mut self, list: Operand) -> Option<(Type, Estimate)> {
        let element = first_parameter(self.checked.type_of(list.node))?;
        let size = if list.path.is_empty() {
            None
        } else {
            // A copy of the path, so that no shared step is overwritten.
            let copy = self.paths.copy(list.path);
            let path = self.paths.append(copy, SliceStep::Items);
            self.size_at(path, list.node)
        };
        Some((self.checked.get(element), size.unwrap_or(Estimate::UNKNOWN)))
    }

    /// Returns the cost of parsing the argument, in the overload that takes text.
    fn parsed_address(&mut self, call: &CostedCall<'_>, of_text: &str) -> Estimate {
        match call.arguments.first() {
            Some(text) if call.overload == of_text => self.size(*text).scaled(TRAVERSAL),
            _ => Estimate::ZERO,
        }
    }

    fn library_equality(&self, call: &CostedCall<'_>) -> Option<CallEstimate> {
        let [left, right] = call.arguments else {
            return None;
        };
        let id = self.checked.type_id(left.node);
        if id != self.checked.type_id(right.node) {
            return None;
        }
        let cost = match id {
            TypeId::IP | TypeId::CIDR | TypeId::QUANTITY | TypeId::SEMVER => Estimate::ONE,
            TypeId::FORMAT => Estimate::new(1, MAX_FORMAT_SIZE).scaled(TRAVERSAL),
            // The server uses only the size of the right side.
            TypeId::URL => Estimate::new(1, right.size.map_or(1, |_| known(*right).max)).scaled(TRAVERSAL),
            _ => return None,
        };
        Some(CallEstimate::cost(cost))
    }

    /// Returns the value of an integer literal; negative ones count as 0.
    fn int_literal(&self, node: NodeId) -> Option<u64> {
        self.raw_int_literal(node)
            .map(|value| u64::try_from(value).unwrap_or(0))
    }

    fn raw_int_literal(&self, node: NodeId) -> Option<i64> {
        match self.ast().kind(node) {
            Kind::Literal(Literal::Int(value)) => Some(value),
            _ => None,
        }
    }
}

fn first_parameter(ty: Type) -> Option<TypeId> {
    match ty {
        Type::List(first) | Type::Map(first, _) | Type::Optional(first) | Type::Type(Some(first)) => {
            Some(first)
        }
        _ => None,
    }
}
