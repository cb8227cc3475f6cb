//! Names of expressions. Expressions with the same name have the same value in all rules of a node.
//!
//! ```text
//! self.a.b   self.a['b']            self.a.b
//! size(self.a)   self.a.size()      size(self.a)
//! duration(self.timeout)            duration(self.timeout)
//! self.all(x, x.a > 1)              self.[].a, for one element
//! self.map(x, x.a).all(a, a > 1)    self.[].a, for one element
//! ```

use std::sync::Arc;

use super::known::{ELEMENT, LIST_ELEMENT, MAP_VALUE};
use crate::ast::{Ast, Comprehension, Kind, Literal, NodeId, Text};

/// Functions and operators, in order, whose result depends on their arguments alone, and is never a number that is not equal to itself.
const FUNCTIONS: [&str; 52] = [
    "_%_",
    "asInteger",
    "charAt",
    "cidr",
    "compareTo",
    "contains",
    "containsCIDR",
    "containsIP",
    "duration",
    "endsWith",
    "family",
    "getDate",
    "getDayOfMonth",
    "getDayOfWeek",
    "getDayOfYear",
    "getEscapedPath",
    "getFullYear",
    "getHost",
    "getHostname",
    "getHours",
    "getMilliseconds",
    "getMinutes",
    "getMonth",
    "getPort",
    "getScheme",
    "getSeconds",
    "indexOf",
    "int",
    "ip",
    "isCIDR",
    "isGreaterThan",
    "isIP",
    "isInteger",
    "isLessThan",
    "isQuantity",
    "isSemver",
    "isURL",
    "lastIndexOf",
    "lowerAscii",
    "matches",
    "quantity",
    "replace",
    "semver",
    "sign",
    "startsWith",
    "string",
    "substring",
    "timestamp",
    "trim",
    "type",
    "upperAscii",
    "url",
];

/// Returns the name of an expression; `None` if its value may not be the same everywhere.
pub(super) fn key(ast: &Ast, id: NodeId) -> Option<String> {
    if let Some(of) = size_operand(ast, id) {
        return Some(size_key(&key(ast, of)?).to_string());
    }
    if let Some(of) = operand(ast, id) {
        return Some(member_key(&of));
    }
    if let Some(of) = tested(ast, id) {
        return Some(has_key(&of).to_string());
    }
    let Kind::Call {
        function,
        target,
        args,
    } = ast.kind(id)
    else {
        return None;
    };
    let function = ast.text(function);
    let is_element = function == "_[_]";
    if !is_element && FUNCTIONS.binary_search(&function).is_err() {
        return None;
    }
    let mut name = format!("{function}(");
    for arg in target.iter().chain(ast.nodes(args)) {
        name.push_str(&literal(ast, *arg).or_else(|| key(ast, *arg))?);
        name.push(',');
    }
    name.push(')');
    Some(name)
}

fn literal(ast: &Ast, id: NodeId) -> Option<String> {
    match ast.kind(id) {
        Kind::Literal(Literal::String(text)) => Some(format!("{:?}", ast.text(text))),
        Kind::Literal(Literal::Int(number)) => Some(number.to_string()),
        Kind::Literal(Literal::Bool(value)) => Some(value.to_string()),
        _ => None,
    }
}

pub(super) fn member_key(names: &[&str]) -> String {
    let mut key = String::with_capacity(MEMBER_KEY);
    push_member(&mut key, names);
    key
}

pub(super) fn has_key(member: &[&str]) -> Arc<str> {
    let mut key = String::with_capacity(MEMBER_KEY);
    key.push_str("has(");
    push_member(&mut key, member);
    key.push(')');
    key.into()
}

/// The number of bytes that most names of members have at most.
const MEMBER_KEY: usize = 64;

fn push_member(key: &mut String, names: &[&str]) {
    key.push_str("self");
    for name in names {
        key.push('.');
        key.push_str(name);
    }
}

pub(super) fn size_key(of: &str) -> Arc<str> {
    format!("size({of})").into()
}

/// Returns the names on the way from `self` to the value of an expression.
pub(super) fn operand(ast: &Ast, id: NodeId) -> Option<Vec<&str>> {
    if is_self(ast, id) {
        return Some(Vec::new());
    }
    let (of, name) = match ast.kind(id) {
        Kind::Select {
            operand,
            field,
            test_only: false,
        } if is_plain(ast.text(field)) => (operand, ast.text(field)),
        Kind::Ident(_) => {
            let lap = lap_of(ast, id)?;
            if let (None, Some(mapped)) = (lap.iter_var2, ast.mapped_list(lap.iter_range)) {
                return operand(ast, mapped.element);
            }
            match lap.iter_var2 {
                None => (lap.iter_range, LIST_ELEMENT),
                Some(second) => (lap.iter_range, is_named(ast, id, second).then_some(ELEMENT)?),
            }
        }
        _ => match ast.plain_call(id)? {
            ("_[_]", [of, name]) => match ast.kind(*name) {
                Kind::Ident(_) => (*of, selected_by_variable(ast, *of, *name)?),
                _ => (*of, ast.string_literal(*name).filter(|name| is_plain(name))?),
            },
            _ => return None,
        },
    };
    let mut names = operand(ast, of)?;
    names.push(name);
    Some(names)
}

/// Returns the innermost loop with a variable, if it has the elements of a list or a map.
fn lap_of(ast: &Ast, variable: NodeId) -> Option<&Comprehension> {
    let place = ast.node(variable).span;
    let contains = |id: NodeId| {
        let span = ast.node(id).span;
        span.start <= place.start && place.end <= span.end
    };
    let laps = ast.ids().filter_map(|id| match ast.kind(id) {
        Kind::Comprehension(lap) if contains(id) => Some((id, ast.comprehension(lap)?)),
        _ => None,
    });
    let has_variable = |lap: &Comprehension| {
        let second = lap.iter_var2.unwrap_or(lap.iter_var);
        [lap.iter_var, second, lap.accu_var]
            .into_iter()
            .any(|name| is_named(ast, variable, name))
    };
    let length = |id: NodeId| ast.node(id).span.end - ast.node(id).span.start;
    let (_, lap) = laps
        .filter(|(_, lap)| has_variable(lap) && !contains(lap.iter_range))
        .min_by_key(|(id, _)| length(*id))?;
    (!is_named(ast, variable, lap.accu_var)).then_some(lap)
}

fn is_named(ast: &Ast, id: NodeId, name: Text) -> bool {
    matches!(ast.kind(id), Kind::Ident(known) if ast.text(known) == ast.text(name))
}

/// Returns the name of the element of a list or a map at the index or key of the loop over it.
fn selected_by_variable(ast: &Ast, of: NodeId, variable: NodeId) -> Option<&'static str> {
    let lap = lap_of(ast, variable).filter(|lap| is_named(ast, variable, lap.iter_var))?;
    let range = operand(ast, lap.iter_range)?;
    (operand(ast, of)? == range).then_some(match lap.iter_var2 {
        None => MAP_VALUE,
        Some(_) => ELEMENT,
    })
}

/// Whether a name is the same in schemas and in rules, where others are escaped with two underscores.
fn is_plain(name: &str) -> bool {
    let mut previous = 0;
    name.bytes().all(|byte| {
        let is_escape = byte == b'_' && previous == b'_';
        previous = byte;
        byte.is_ascii_alphanumeric() || byte == b'_' && !is_escape
    })
}

/// Returns the names on the way to the member whose presence an expression is: `has(self.a.b)`.
pub(super) fn tested(ast: &Ast, id: NodeId) -> Option<Vec<&str>> {
    let Kind::Select {
        operand: of,
        field,
        test_only: true,
    } = ast.kind(id)
    else {
        return None;
    };
    let mut names = operand(ast, of)?;
    names.push(ast.text(field));
    is_plain(ast.text(field)).then_some(names)
}

/// Returns the member of a map whose presence an expression is: `'a' in self.map`.
pub(super) fn tested_key(ast: &Ast, key: NodeId, map: NodeId) -> Option<Vec<&str>> {
    let name = ast.string_literal(key).filter(|name| is_plain(name))?;
    let mut names = operand(ast, map)?;
    names.push(name);
    Some(names)
}

/// Whether an expression is `self`.
pub fn is_self(ast: &Ast, id: NodeId) -> bool {
    matches!(ast.kind(id), Kind::Ident(name) if ast.text(name) == "self")
}

/// Returns the expression whose size an expression is.
pub fn size_operand(ast: &Ast, id: NodeId) -> Option<NodeId> {
    let Kind::Call {
        function,
        target,
        args,
    } = ast.kind(id)
    else {
        return None;
    };
    match (target, ast.nodes(args)) {
        _ if ast.text(function) != "size" => None,
        (Some(target), []) => Some(target),
        (None, [of]) => Some(*of),
        _ => None,
    }
}

/// Returns the text of a string literal, or the name of a type: `type(self) == int`.
pub(super) fn constant_text(ast: &Ast, id: NodeId) -> Option<&str> {
    match ast.kind(id) {
        Kind::Ident(name) => {
            let name = ast.text(name);
            matches!(
                name,
                "bool" | "bytes" | "double" | "int" | "list" | "map" | "string" | "uint"
            )
            .then_some(name)
        }
        _ => ast.string_literal(id),
    }
}
