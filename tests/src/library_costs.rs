//! Rules that call every function of the CEL library, and their costs on every server.
//!
//! ```text
//! the declaration  "quantity" { free "string_to_quantity" (STRING) -> QUANTITY; }
//! gives the rules  [quantity(self.s)].size() == 1
//!                  quantity(self.s) == quantity(self.s)
//! and the line     {"rule":"quantity(self.s) == quantity(self.s)","4":[[29,…],[32,…]],"40":…,"none":…}
//! ```
//!
//! `[[29,7],[32,3]]` means: 7 on 1.29, 3 from 1.32 on. A cost of -1 means that the rule does not compile, -2 a cost of
//! 2⁶³ or more.

use std::collections::BTreeMap;

use crd_cel::{Overload, TypeStore, functions};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// The servers, as minors of 1.x.
pub const SERVERS: std::ops::RangeInclusive<u8> = 29..=37;

/// The bounds of every string, list and map: `maxLength`, `maxItems`, `maxProperties`.
pub const BOUNDS: [Option<u64>; 3] = [Some(4), Some(40), None];

/// One line of the fixture.
#[derive(Debug, Deserialize, PartialEq, Eq, Serialize)]
pub struct CostLine {
    /// The rule.
    pub rule: String,
    /// By the bound ([`name`]): each cost that differs from the previous server's, with the first server that has it.
    #[serde(flatten)]
    pub costs: BTreeMap<String, Vec<(u8, i64)>>,
}

/// Returns the name of a bound in the fixture.
pub fn name(bound: Option<u64>) -> String {
    bound.map_or_else(|| "none".to_owned(), |bound| bound.to_string())
}

/// Returns the costs of all servers, without those that equal the cost of the previous server.
pub fn changes(costs: impl IntoIterator<Item = (u8, i64)>) -> Vec<(u8, i64)> {
    let mut changes: Vec<(u8, i64)> = Vec::new();
    for (server, cost) in costs {
        if changes.last().is_none_or(|(_, before)| *before != cost) {
            changes.push((server, cost));
        }
    }
    changes
}

/// Returns the schema of the rules.
pub fn schema(bound: Option<u64>) -> Value {
    let bounded = |mut schema: Value, keyword: &str| {
        if let (Some(bound), Some(schema)) = (bound, schema.as_object_mut()) {
            schema.insert(keyword.to_owned(), json!(bound));
        }
        schema
    };
    let text = || bounded(json!({"type": "string"}), "maxLength");
    let list = |items: Value| bounded(json!({"type": "array", "items": items}), "maxItems");
    json!({"type": "object", "properties": {
        "b": {"type": "boolean"},
        "n": {"type": "integer"},
        "d": {"type": "number"},
        "s": text(),
        "y": bounded(json!({"type": "string", "format": "byte"}), "maxLength"),
        "u": {"type": "string", "format": "duration"},
        "t": {"type": "string", "format": "date-time"},
        "x": {"x-kubernetes-int-or-string": true},
        "bs": list(json!({"type": "boolean"})),
        "ns": list(json!({"type": "integer"})),
        "ds": list(json!({"type": "number"})),
        "ss": list(text()),
        "us": list(json!({"type": "string", "format": "duration"})),
        "ts": list(json!({"type": "string", "format": "date-time"})),
        "ys": list(bounded(json!({"type": "string", "format": "byte"}), "maxLength")),
        "m": bounded(json!({"type": "object", "additionalProperties": text()}), "maxProperties"),
    }})
}

/// Returns all rules, without duplicates.
pub fn rules() -> Vec<String> {
    let mut rules = Vec::new();
    for function in functions() {
        for overload in function.overloads {
            if let Some(call) = call(function.name, overload) {
                rules.extend(rules_of(&call, &type_text(overload.result)));
            }
        }
    }
    rules.extend(OTHERS.iter().map(|rule| (*rule).to_owned()));
    let mut seen = std::collections::BTreeSet::new();
    rules.retain(|rule| seen.insert(rule.clone()));
    rules
}

/// Returns rules with a call: one whose cost is only that of the call, and some whose cost depends on the size of its result.
fn rules_of(call: &str, result: &str) -> Vec<String> {
    let mut rules = vec![format!("[{call}].size() == 1"), format!("{call} == {call}")];
    if result == "bool" {
        rules.push(call.to_owned());
    }
    if result.starts_with("list(") || result.starts_with("map(") {
        rules.push(format!("{call}.all(x, x == x)"));
    }
    if result == "string" {
        rules.push(format!("self.s.startsWith({call})"));
        rules.push(format!("{call}.contains('abc')"));
    }
    if matches!(result, "T" | "A" | "V" | "B") {
        rules.push(format!("string({call}).contains('abc')"));
    }
    rules
}

fn type_text(ty: crd_cel::TypeId) -> String {
    TypeStore::new().display(ty)
}

/// Returns a call of a signature; `None` if CRDs have no values of its types.
fn call(function: &str, overload: &Overload) -> Option<String> {
    let mut arguments = Vec::new();
    for param in overload.params {
        arguments.push(argument(&type_text(*param))?);
    }
    let at = |index: usize| arguments.get(index).copied();
    let all = arguments.join(", ");
    Some(match function {
        "!_" => format!("(!{})", at(0)?),
        "-_" => format!("(-{})", at(0)?),
        "@in" => format!("({} in {})", at(0)?, at(1)?),
        "_[_]" => format!("{}[{}]", at(0)?, at(1)?),
        "_[?_]" => format!("{}[?{}]", at(0)?, at(1)?),
        "_?_:_" => format!("({} ? {} : {})", at(0)?, at(1)?, at(2)?),
        "_?._" => "self.?s".to_owned(),
        "optional.none" => "optional.none()".to_owned(),
        _ if function.starts_with(['@', '_']) => match function.strip_prefix('_')?.strip_suffix('_') {
            Some(sign) if !sign.starts_with(['_', 'i']) => format!("({} {sign} {})", at(0)?, at(1)?),
            _ => return None,
        },
        _ if overload.member => {
            let (receiver, rest) = arguments.split_first()?;
            format!("{receiver}.{function}({})", rest.join(", "))
        }
        _ => format!("{function}({all})"),
    })
}

/// Returns a value of a type.
fn argument(ty: &str) -> Option<&'static str> {
    Some(match ty {
        "bool" => "self.b",
        "int" => "self.n",
        "uint" => "uint(self.n)",
        "double" => "self.d",
        "string" | "A" | "B" | "T" | "V" | "K" => "self.s",
        "bytes" => "self.y",
        "duration" => "self.u",
        "timestamp" => "self.t",
        "dyn" => "self.x",
        "kubernetes.URL" => "url(self.s)",
        "kubernetes.Quantity" => "quantity(self.s)",
        "kubernetes.Semver" => "semver(self.s)",
        "kubernetes.NamedFormat" => "format.dns1123Label()",
        "net.IP" => "ip(self.s)",
        "net.CIDR" => "cidr(self.s)",
        "list(bool)" => "self.bs",
        "list(int)" => "self.ns",
        "list(uint)" => "[uint(self.n)]",
        "list(double)" => "self.ds",
        "list(string)" | "list(A)" | "list(T)" | "list(V)" => "self.ss",
        "list(bytes)" => "self.ys",
        "list(duration)" => "self.us",
        "list(timestamp)" => "self.ts",
        "list(dyn)" | "list(list(T))" => "[self.ss]",
        "list(optional_type(V))" => "[self.?s]",
        "map(A, B)" | "map(K, V)" => "self.m",
        "optional_type(V)" => "self.?s",
        "optional_type(list(V))" => "self.?ss",
        "optional_type(map(K, V))" => "self.?m",
        _ => return None,
    })
}

/// Macros, equality of the library's types, and arguments that are literals.
const OTHERS: &[&str] = &[
    "self.ss.all(x, x.contains('abc'))",
    "self.ss.exists(x, x.contains('abc'))",
    "self.ss.exists_one(x, x.contains('abc'))",
    "self.ss.all(i, x, x.size() > i)",
    "self.ss.exists(i, x, x.size() > i)",
    "self.ss.existsOne(i, x, x.size() > i)",
    "self.ss.filter(x, x == 'a').size() > 0",
    "self.ss.filter(x, x == 'a').all(y, y.contains('abc'))",
    "self.ss.filter(x, x == 'a').all(y, self.ss.exists(z, y == z))",
    "self.ss.filter(x, x == 'a') == self.ss",
    "self.ss.map(x, x).all(y, y.contains('abc'))",
    "self.ss.map(x, x + 'a').all(y, y.contains('abc'))",
    "self.ss.map(x, x == 'a', x).all(y, y.contains('abc'))",
    "self.ss.map(x, x.size()).all(y, y > 1)",
    "self.ss.map(x, x.size()).sum() > 1",
    "self.ss.map(x, x).join(',') == 'a'",
    "self.ss.map(x, x).map(y, y).all(z, z.contains('abc'))",
    "self.ss.map(x, {'a': x}).all(y, y['a'].contains('abc'))",
    "self.ss.map(x, [x]).all(y, y[0].contains('abc'))",
    "'a' in self.ss.map(x, x)",
    "self.ss.map(x, x) == self.ss",
    "self.ss.map(x, x) + self.ss == self.ss",
    "self.ss.map(x, x)[0].contains('abc')",
    "sets.contains(self.ss.map(x, x), self.ss)",
    "sets.equivalent(self.ss, self.ss.filter(x, x != 'a'))",
    "self.ss.all(x, x == 'a') == self.ss.exists(x, x == 'a')",
    "self.ss.exists_one(x, x == 'a') == self.b",
    "self.m.all(k, k.contains('abc'))",
    "self.m.all(k, v, k == v)",
    "self.m.map(k, self.m[k]).all(y, y.contains('abc'))",
    "self.m.map(k, k) == self.ss",
    "self.m.filter(k, k == 'a').size() > 0",
    "self.m.transformMap(k, v, v + 'a').all(k, k.contains('abc'))",
    "self.m.transformMap(k, v, v == 'a', v).all(k, v, v.contains('abc'))",
    "self.m.transformMapEntry(k, v, {v: k}).all(k, v, v.contains('abc'))",
    "self.m.transformList(k, v, v).all(y, y.contains('abc'))",
    "self.ss.transformList(i, v, v).all(y, y.contains('abc'))",
    "self.ss.transformList(i, v, i > 0, v + 'a').all(y, y.contains('abc'))",
    "self.ss.transformMap(i, v, v).all(i, v, v.contains('abc'))",
    "self.ss.sortBy(x, x.size()) == self.ss",
    "self.?s.optMap(x, x + 'a').orValue('').contains('abc')",
    "self.?s.optFlatMap(x, optional.of(x)).hasValue()",
    "self.?s.orValue('') == 'a'",
    "self.m[?'a'].orValue('').contains('abc')",
    "quantity(self.s) == quantity('1')",
    "quantity('1') == quantity(self.s)",
    "quantity(self.s) != quantity('1')",
    "quantity('1') == quantity('2')",
    "quantity(self.s) in [quantity('1')]",
    "[quantity(self.s)] == [quantity('1')]",
    "self.ss.all(x, quantity(x) == quantity('1'))",
    "self.ss.all(x, isQuantity(x) && quantity(x).isLessThan(quantity('1')))",
    "ip(self.s) == ip('127.0.0.1')",
    "ip(self.s) != ip('127.0.0.1')",
    "ip('127.0.0.1') == ip('::1')",
    "cidr(self.s) == cidr('10.0.0.0/8')",
    "cidr(self.s) != cidr('10.0.0.0/8')",
    "cidr(self.s).ip() == ip('127.0.0.1')",
    "cidr('10.0.0.0/8').containsIP(self.s)",
    "cidr('10.0.0.0/8').containsIP(ip(self.s))",
    "cidr('10.0.0.0/8').containsCIDR(self.s)",
    "url(self.s) == url('https://a')",
    "url(self.s) != url('https://a')",
    "url('https://a') == url(self.s)",
    "url(self.s).getHost() == self.s",
    "url(self.s).getQuery().size() > 0",
    "semver(self.s) == semver('1.0.0')",
    "format.dns1123Label() == format.uuid()",
    "format.named('uuid').hasValue()",
    "!format.dns1123Label().validate(self.s).hasValue()",
    "format.dns1123Label().validate(self.s).value().all(x, x.contains('abc'))",
    "isIP('127.0.0.1')",
    "ip.isCanonical(self.s)",
    "self.ss == ['a', 'b']",
    "self.ss == self.ss",
    "self.m == self.m",
    "self.m == {'a': 'b'}",
    "self.x == 1",
    "self.x == self.x",
    "dyn(self.s) == self.x",
    "self.s == 'abc'",
    "self.s < 'abc'",
    "self.s in ['a', 'b']",
    "self.s in self.ss",
    "self.s in self.m",
    "self.s.matches('^[a-z]+$')",
    "matches(self.s, '^[a-z]+$')",
    "self.s.find('[a-z]+') == 'a'",
    "self.s.findAll('[a-z]+').all(x, x.contains('abc'))",
    "self.s.findAll('[a-z]+', 2).all(x, x.contains('abc'))",
    "self.s.split(',').all(x, x.contains('abc'))",
    "self.s.split(',', 2).all(x, x.contains('abc'))",
    "self.s.replace('a', 'bcd').contains('abc')",
    "self.s.replace('a', 'bcd', 2).contains('abc')",
    "self.s.replace('', 'bcd').contains('abc')",
    "self.s.substring(1, 3).contains('abc')",
    "self.s.lowerAscii().trim().contains('abc')",
    "'%s'.format([self.s]) == 'a'",
    "'%s %d'.format([self.s, self.n]).contains('abc')",
    "self.ss.join(', ').contains('abc')",
    "(self.s + self.s).contains('abc')",
    "(self.b ? self.s : 'abc').contains('abc')",
    "(self.ss + self.ss).all(x, x.contains('abc'))",
    "[self.s, 'abc'].all(x, x.contains('abc'))",
    "{'a': self.s}.all(k, k.contains('abc'))",
    "self.ss.slice(1, 3).all(x, x.contains('abc'))",
    "[self.ss].flatten().all(x, x.contains('abc'))",
    "lists.range(10).all(i, i < 10)",
    "self.ss.distinct().size() > 1",
    "self.ss.reverse()[0].contains('abc')",
    "self.ss.sort()[0].contains('abc')",
    "self.ss.isSorted()",
    "self.ss.indexOf('a') > 0",
    "self.s.indexOf('a') > 0",
    "self.ns.sum() > 1",
    "self.ss.min().contains('abc')",
    "string(self.n) == 'a'",
    "string(self.y).contains('abc')",
    "bytes(self.s) == b'abc'",
    "duration('1h') == self.u",
    "timestamp('2026-01-01T00:00:00Z') == self.t",
    "type(self.s) == string",
    "has(self.s) && self.s.contains('abc')",
    "!has(self.s) || self.ss.all(x, has(self.m) && x in self.m)",
];
