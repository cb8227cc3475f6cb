use serde_json::json;

use super::{PitfallKind, pitfalls};
use crate::KubeVersion;
use crate::server::decode::decode_for;
use crate::yaml::read;

/// Returns the expressions that fail, and the strings that no value equals, in the rules of one object.
fn found(rules: &[&str]) -> Vec<String> {
    let rules: Vec<_> = rules.iter().map(|rule| json!({"rule": rule})).collect();
    let item = json!({
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}, "limit": {"type": "integer"}, "on": {"type": "boolean"}},
    });
    let mut schema = json!({
        "type": "object",
        "required": ["needed", "port", "named", "ports", "checked", "high"],
        "properties": {
            "needed": {"type": "integer"},
            "limit": {"type": "integer"},
            "other": {"type": "integer"},
            "flag": {"type": "boolean"},
            "defaulted": {"type": "integer", "default": 1},
            "mode": {"type": "string", "enum": ["Fast", "Slow"]},
            "level": {"type": "string", "enum": ["Low", "Medium", "High"]},
            "span": {"type": "string", "format": "duration", "default": "1h"},
            "inner": item,
            "list": {"type": "array", "items": item},
            "map": {"type": "object", "additionalProperties": item},
            "numbers": {"type": "array", "items": {"type": "integer"}, "default": []},
            "two": {"type": "array", "minItems": 2, "items": {"type": "integer"}, "default": [1, 2]},
            "few": {"type": "array", "maxItems": 3, "items": {"type": "integer"}},
            "share": {"type": "integer", "minimum": 1, "maximum": 100},
            "part": {"type": "number", "minimum": 5.5},
            "labels": {"type": "object", "additionalProperties": {"type": "string"}, "default": {}},
            "either": {
                "type": "object",
                "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
                "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
            },
            "a-b": {"type": "integer"},
            "text": {"type": "string", "default": ""},
            "memory": {"type": "string", "default": ""},
            "maxMemory": {"type": "string", "default": "1Gi", "pattern": "^[0-9]+[MG]i$"},
            "digits": {"type": "string", "default": "", "pattern": "^([0-9]{4})?$"},
            "window": {"type": "string", "default": "", "pattern": "^[0-9]+[smh]$"},
            "short": {"type": "string", "default": "", "maxLength": 1},
            "time": {"type": "string", "format": "date-time", "default": "2026-01-01T00:00:00Z"},
            "address": {"type": "string", "format": "ipv4", "default": "10.0.0.1"},
            "port": {"x-kubernetes-int-or-string": true},
            "high": {"x-kubernetes-int-or-string": true, "minimum": 1024},
            "named": {"x-kubernetes-int-or-string": true, "enum": ["http", "https"]},
            "ports": {"type": "array", "items": {"x-kubernetes-int-or-string": true}},
            "checked": {"x-kubernetes-int-or-string": true, "x-kubernetes-validations": [{"rule": "type(self) == int"}]},
        },
        "x-kubernetes-validations": rules,
    });
    let year = "^[0-9]{4}-[0-9]{2}$";
    let named = json!({
        "minSize": {"type": "integer", "default": 1},
        "maxSize": {"type": "number", "default": 2.5},
        "version": {"type": "string", "default": ""},
        "minVersion": {"type": "string", "default": ""},
        "yearVersion": {"type": "string", "default": "2026-01", "pattern": year},
        "retryInterval": {"type": "string", "default": ""},
        "timeout": {"type": "string", "default": ""},
        "phases": {"type": "integer", "enum": [1, 3], "default": 1},
        "namePattern": {"type": "string", "default": ""},
    });
    let properties = schema["properties"].as_object_mut().unwrap();
    properties.extend(named.as_object().unwrap().clone());
    let version = json!({"name": "v1", "schema": {"openAPIV3Schema": schema}});
    let text = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "spec": {"versions": [version]},
    });
    let read = read(text.to_string().as_bytes(), crate::yaml::Options::default());
    let crd = decode_for(&read.documents[0].root, KubeVersion::default())
        .crd
        .unwrap();
    let versions = crd.spec.versions.unwrap();
    let schema = versions[0]
        .schema
        .as_ref()
        .unwrap()
        .open_api_v3_schema
        .as_ref()
        .unwrap();
    let found = pitfalls(schema, KubeVersion::default());
    found
        .into_iter()
        .map(|pitfall| match pitfall.kind {
            PitfallKind::AbsentField { read, .. } | PitfallKind::AbsentElement { read, .. } => read,
            PitfallKind::IntOrString {
                operation,
                value,
                fails_with,
                ..
            } => format!("{operation} with {value}: {}", fails_with.unwrap_or("both")),
            PitfallKind::NegativeIndex { read } => format!("{read} is negative"),
            PitfallKind::DivisionByZero { division, .. } => division,
            PitfallKind::ConstantError { call, error, .. } => format!("{call}: {error}"),
            PitfallKind::TextOrder(order) => format!("{}: {}", order.comparison, order.example),
            PitfallKind::NeverEqual { text, .. } => format!("'{text}'"),
            PitfallKind::Optional(mistake)
            | PitfallKind::Comparison(mistake)
            | PitfallKind::AmountOrder(mistake) => mistake.message,
            PitfallKind::Failing(failure) | PitfallKind::FailingMessage(failure) => failure.part,
        })
        .collect()
}

#[track_caller]
fn check(rule: &str, expected: &[&str]) {
    assert_eq!(found(&[rule]), expected, "{rule}");
}

#[test]
fn fields_that_may_be_absent() {
    check("self.needed > 0 && self.defaulted > 0", &[]);
    check("self.limit > 0", &["self.limit"]);
    check("self.a__dash__b > 0", &["self.a__dash__b"]);
    check("self.limit > 0 && self.limit < 10", &["self.limit"]);
    check("self.needed > 0 && self.limit > 0", &["self.limit"]);
    check("self.flag", &["self.flag"]);
    check("size(string(self.limit)) > 0", &["self.limit"]);
    check("self.limit == self.other", &["self.limit", "self.other"]);
    check("self.limit == oldSelf.limit", &["self.limit"]);
    check("self.needed < oldSelf.limit", &["oldSelf.limit"]);
}

#[test]
fn optionals_without_a_value() {
    check("self.?limit.value() > 0", &["self.?limit.value()"]);
    check("self.?limit.hasValue() && self.?limit.value() > 0", &[]);
    check("!has(self.limit) || self.?limit.value() > 0", &[]);
    check("self.?needed.value() > 0", &[]);
    check("self.?inner.name.value() != ''", &["self.?inner.name.value()"]);
    check("!has(self.inner) || self.?inner.name.value() != ''", &[]);
    check("self.?map['a'].name.value() != ''", &[]);
    check("self.?inner.optMap(i, i.limit > 0).orValue(true)", &["i.limit"]);
    check("self.?limit.or(self.?needed).value() > 0", &[]);
    check(
        "self.?inner.on.orValue(false) || self.inner.name != ''",
        &["self.inner"],
    );
    check("self.?inner.on.orValue(true) || self.inner.name != ''", &[]);
    check("self.?limit.orValue(1) > 0", &[]);
}

#[test]
fn guards() {
    for rule in [
        "has(self.limit) && self.limit > 0",
        "self.limit > 0 && has(self.limit)",
        "!has(self.limit) || self.limit > 0",
        "self.limit > 0 || !has(self.limit)",
        "has(self.limit) ? self.limit > 0 : true",
        "has(self.limit) == false || self.limit > 0",
        "self.?limit.orValue(1) > 0",
        "self.?limit.hasValue() && self.limit > 0",
        "!self.?limit.hasValue() || self.limit > 0",
        // An error is absorbed if the other operand determines the result.
        "self.limit > 0 || self.needed > 0",
        "self.needed > 3 ? self.limit > 0 : true",
        "self.limit > 0 || self.other > 0",
        "self.?inner.limit.orValue(1) > 0",
        "self.?limit.orValue(0) > 0 && self.limit < 9",
        "self.?limit != optional.none() && self.limit > 0",
        "self.?inner.limit.hasValue() && self.inner.limit > 0",
        "self.?inner.optMap(i, !has(i.limit) || i.limit > 0).orValue(true)",
        "has(self.limit) && has(self.other) ? self.limit < self.other : true",
    ] {
        check(rule, &[]);
    }
    check("has(self.limit) || self.limit > 0", &["self.limit"]);
    check("!has(self.limit) && self.limit > 0", &["self.limit"]);
    check(
        "(has(self.limit) ? self.limit > 0 : true) && self.limit < 9",
        &["self.limit"],
    );
}

#[test]
fn optional_parents() {
    check("has(self.inner) && self.inner.limit > 0", &["self.inner.limit"]);
    check("!has(self.inner) || self.inner.name != ''", &[]);
    check("has(self.inner.limit) && self.inner.limit > 0", &["self.inner"]);
    check(
        "!has(self.inner) || !has(self.inner.limit) || self.inner.limit > 0",
        &[],
    );
}

#[test]
fn loops() {
    check("!has(self.list) || self.list.all(i, i.limit > 0)", &["i.limit"]);
    check(
        "!has(self.list) || self.list.all(i, has(i.limit) && i.limit > 0)",
        &[],
    );
    check(
        "!has(self.list) || self.list.all(i, !has(i.limit) || i.limit > 0)",
        &[],
    );
    // Another element may determine the result.
    check("!has(self.list) || self.list.exists(i, i.limit > 0)", &[]);
    check(
        "!has(self.list) || self.list.exists_one(i, i.limit > 0)",
        &["i.limit"],
    );
    check(
        "!has(self.list) || self.list.filter(i, i.limit > 0).size() > 0",
        &["i.limit"],
    );
    check(
        "!has(self.list) || self.list.filter(i, has(i.limit)).all(i, i.limit > 0)",
        &[],
    );
    check(
        "!has(self.list) || self.list.map(i, i.limit).size() > 0",
        &["i.limit"],
    );
    check(
        "!has(self.map) || self.map.all(k, self.map[k].limit > 0)",
        &["self.map[k].limit"],
    );
    check("!has(self.map) || self.map.all(k, v, v.limit > 0)", &["v.limit"]);
    check(
        "!has(self.list) || self.list.all(i, i.name != '' || i.limit > 0)",
        &[],
    );
    check("self.list.all(i, i.name != '')", &["self.list"]);
    // The list may be empty.
    check(
        "!has(self.list) || self.list.all(i, i.name != '' && self.limit > 0)",
        &[],
    );
}

#[test]
fn what_else_requires_a_field() {
    assert_eq!(
        found(&["self.limit > 0", "has(self.limit)"]),
        Vec::<String>::new()
    );
    check("!has(self.either) || self.either.a > 0", &[]);
}

#[test]
fn values_that_an_enum_lacks() {
    check("has(self.mode) && self.mode != 'fast'", &["'fast'"]);
    check("has(self.mode) && self.mode in ['Fast', 'Medium']", &["'Medium'"]);
    check(
        "has(self.mode) && self.mode == string(self.needed)",
        &["'string(self.needed)'"],
    );
    check("has(self.mode) && self.mode == string(self.text)", &[]);
    check(
        "has(self.mode) && self.mode == ['Idle', 'Busy'][self.needed % 2]",
        &["'Idle'"],
    );
    check(
        "has(self.mode) && self.mode == ['Idle', 'Slow'][self.needed % 2]",
        &[],
    );
    check("has(self.mode) && self.mode == 'Fast'", &[]);
    check("has(oldSelf.mode) && oldSelf.mode == 'Removed'", &[]);
    check("has(oldSelf.mode) && oldSelf.mode == 'Fast'", &[]);
    check("has(oldSelf.mode) && oldSelf.mode == 'fast'", &["'fast'"]);
    check("self.?mode.orValue('') == ''", &[]);
    check("(has(self.mode) ? self.mode : '') == ''", &[]);
}

#[test]
fn elements_that_may_be_absent() {
    check("self.numbers[0] > 0", &["self.numbers[0]"]);
    check("self.needed > 0 && self.numbers[1] > 0", &["self.numbers[1]"]);
    check("self.two[1] > 0", &[]);
    check("self.two[2] > 0", &["self.two[2]"]);
    check("self.labels['k'] == 'b'", &["self.labels['k']"]);
    check("!has(self.list) || self.list[0].name == 'a'", &["self.list[0]"]);
    check("self.labels.k == 'b'", &["self.labels.k"]);
    check("self.labels.size() > 0 && self.labels.k == \"b\"", &[]);
    check("has(self.labels.k) && self.labels.k == 'b'", &[]);
    check("!has(self.labels.k) || self.labels[\"k\"] == 'b'", &[]);
    check("'k' in self.labels && self.labels.k == 'b'", &[]);
    check(
        "self.labels['k'] == self.labels['l'] && self.labels['k'] != ''",
        &["self.labels['k']", "self.labels['l']"],
    );
    check(
        "!('k' in self.labels) || self.labels['k'] == self.labels['l']",
        &[],
    );
    check("self.two[-1] > 0", &["self.two[-1] is negative"]);
    check(
        "size(self.numbers) > 0 && self.numbers[-2] > 0",
        &["self.numbers[-2] is negative"],
    );
    for guarded in [
        "size(self.numbers) > 0 && self.numbers[0] > 0",
        "self.numbers.size() == 0 || self.numbers[0] > 0",
        "self.numbers != [] && self.numbers[0] > 0",
        "self.numbers.exists(n, n > 3) && self.numbers[0] > 0",
        "3 in self.numbers && self.numbers[0] > 0",
        "self.numbers[?0].orValue(1) > 0",
        "self.needed > 3 || self.numbers[0] > 0",
        "'k' in self.labels && self.labels['k'] == 'b'",
        "!('k' in self.labels) || self.labels['k'] == 'b'",
        "has(self.labels.k) && self.labels['k'] == 'b'",
        "self.numbers.all(n, n < self.numbers[0])",
    ] {
        check(guarded, &[]);
    }
    assert_eq!(
        found(&["self.numbers[0] > 0", "size(self.numbers) > 0"]),
        Vec::<String>::new()
    );
}

#[test]
fn divisions_by_zero() {
    check("self.needed / 0 > 1", &["self.needed / 0"]);
    check("self.flag || self.needed % 0 > 1", &["self.needed % 0"]);
    check("self.needed / 10 > 0 && double(self.needed) / 0.0 > 1.0", &[]);
}

#[test]
fn int_or_strings_used_as_one_type() {
    check("self.port > 0", &["self.port > 0 with self.port: string"]);
    check("0 < self.port", &["0 < self.port with self.port: string"]);
    check(
        "self.port - 1 > self.needed",
        &["self.port - 1 with self.port: string"],
    );
    check(
        "self.port.startsWith('a')",
        &["self.port.startsWith('a') with self.port: int"],
    );
    check("size(self.port) > 0", &["size(self.port) with self.port: int"]);
    check("self.port.IntVal > 0", &["self.port.IntVal with self.port: both"]);
    check("self.port + 1 > 0.5", &["self.port + 1 with self.port: string"]);
    check(
        "self.port > oldSelf.needed",
        &["self.port > oldSelf.needed with self.port: string"],
    );
    check(
        "oldSelf.port < 5",
        &["oldSelf.port < 5 with oldSelf.port: string"],
    );
    check("self.ports.all(p, p > 0)", &["p > 0 with p: string"]);
    check(
        "self.ports.all(p, p.contains('a'))",
        &["p.contains('a') with p: int"],
    );
    check(
        "self.port > 0 && self.port.matches('a')",
        &[
            "self.port > 0 with self.port: string",
            "self.port.matches('a') with self.port: int",
        ],
    );
    check(
        "self.named.size() > 4 && self.named > 3",
        &["self.named > 3 with self.named: string"],
    );
    check(
        "self.port.isGreaterThan(quantity('1'))",
        &["self.port.isGreaterThan(quantity('1')) with self.port: both"],
    );
    for fine in [
        "type(self.port) == int && self.port > 0",
        "type(self.port) == int ? self.port > 0 : self.port.size() > 0",
        "type(self.port) == string || self.port > 0",
        "type(self.port) != int || self.port > 0",
        "type(self.port) == type(1) && self.port > 0",
        "self.port > 0 || self.port != 1",
        "self.port == 80 || self.port == 'http'",
        "string(self.port).size() > 0",
        "int(self.port) > 0",
        "self.port > self.named",
        "self.needed > 3 || self.port > 0",
        "self.ports.exists(p, p > 0)",
        "self.ports.all(p, type(p) == string || p > 0)",
        "self.ports.filter(p, type(p) == int).all(p, p > 0)",
        "dyn(self.port) == 5",
        "self.port in [1, 2]",
        "self.checked > 0",
        "[self.port, 'a'].all(p, p == 'a')",
    ] {
        check(fine, &[]);
    }
    assert_eq!(
        found(&["self.port > 0", "type(self.port) == int"]),
        Vec::<String>::new()
    );
    // Both fail, and neither rejects strings with a message of its own.
    assert_eq!(found(&["self.port > 0", "self.port < 9"]).len(), 2);
}

#[cfg(feature = "eval")]
#[test]
fn calls_with_constants_that_always_fail() {
    for (rule, call) in [
        (
            "quantity(self.text).isLessThan(quantity('5 GB'))",
            "quantity('5 GB')",
        ),
        (
            "self.text == '' || ip(self.text) == ip('10.0.0.256')",
            "ip('10.0.0.256')",
        ),
        ("cidr('10.0.0.0/33').containsIP(self.text)", "cidr('10.0.0.0/33')"),
        (
            "cidr('10.0.0.0/8').containsIP('10.0.0')",
            "cidr('10.0.0.0/8').containsIP('10.0.0')",
        ),
        (
            "cidr(self.text).containsIP('10.0.0')",
            "cidr(self.text).containsIP('10.0.0')",
        ),
        ("url('example.com').getHost() == self.text", "url('example.com')"),
        ("semver(self.text).isLessThan(semver('1.2'))", "semver('1.2')"),
        ("self.text.substring(-1) == 'a'", "self.text.substring(-1)"),
        ("self.text.substring(5, 3) == 'a'", "self.text.substring(5, 3)"),
        ("self.text.charAt(-1) == 'a'", "self.text.charAt(-1)"),
        ("self.numbers.slice(-1, 2) == [1]", "self.numbers.slice(-1, 2)"),
        (
            "!has(self.list) || self.list.all(x, x.name.substring(-1) == 'a')",
            "x.name.substring(-1)",
        ),
        (
            "self.time.getHours('Europe/Nowhere') > 8",
            "self.time.getHours('Europe/Nowhere')",
        ),
        (
            "!format.named('dns1124Label').value().validate(self.text).hasValue()",
            "format.named('dns1124Label').value()",
        ),
    ] {
        let found = found(&[rule]);
        let [finding] = found.as_slice() else {
            panic!("{rule}: {found:?}");
        };
        assert!(finding.starts_with(&format!("{call}: ")), "{rule}: {finding}");
    }
    for rule in [
        "quantity(self.text).isLessThan(quantity('5G'))",
        "self.text.substring(1) == 'a'",
        "self.text.substring(3, 5) == 'ab'",
        "self.text.charAt(0) == 'a'",
        "self.text.indexOf('a', 4) == 4",
        "self.numbers.slice(0, 2) == [1, 2]",
        "isQuantity('5 GB') || self.text == ''",
        "self.time.getHours('Europe/Paris') > 8",
        "self.time.getHours() > 8",
        "self.text.split(',', -1).size() > 1",
        "self.text.replace('a', 'b', -1) == 'b'",
        "!format.dns1123Label().validate(self.text).hasValue()",
        // Reported as a division by zero.
        "self.numbers.all(n, n / 2 > 1)",
    ] {
        assert_eq!(found(&[rule]), [""; 0], "{rule}");
    }
}

#[test]
fn texts_longer_than_values() {
    let longer = ["no value is `'ab'`: `maxLength` is 1"];
    check("self.flag || self.short == 'ab'", &longer);
    check("self.short in ['a', 'ab']", &longer);
    check("self.short == 'é' || self.text == 'ab'", &[]);
    check("oldSelf.short == 'ab'", &[]);
}

#[test]
fn texts_of_times_and_order_of_names() {
    check(
        "string(self.time) == '2026-05-01'",
        &[
            "`string(self.time) == '2026-05-01'` is never true: the result of `string` has a date and a time, such as `2026-01-31T00:00:00Z`",
        ],
    );
    check(
        "'2h' != string(self.span)",
        &["`'2h' != string(self.span)` is always true: the result of `string` is in seconds, such as `90s`"],
    );
    check("string(self.time) == '2026-05-01T00:00:00Z'", &[]);
    check("string(self.span) == '7200s'", &[]);
    check("string(self.text) == '2h'", &[]);
    let order = |rule: &str, result: bool| {
        let part = rule.rsplit_once("|| ").unwrap().1;
        let message = format!(
            "`{part}` is {result} for `High`: texts are compared by their characters, not in the order of the `enum`"
        );
        check(rule, &[&message]);
    };
    order("!has(self.level) || self.level > 'Low'", false);
    order("!has(self.level) || 'Low' >= self.level", true);
    check("!has(self.mode) || self.mode < 'Slow'", &[]);
}

#[test]
fn order_of_texts() {
    for (rule, example) in [
        ("self.text > '9m'", "10m"),
        ("'9m' <= self.text", "10m"),
        ("self.text < '10m'", "100m"),
        ("self.text >= '500Mi'", "1000Mi"),
        ("self.text >= '1.5Gi'", ""),
        ("self.text >= '2.5Gi'", "10.5Gi"),
        ("self.text >= '1.10.0'", "1.9.0"),
        ("self.text >= 'v1.10'", "v1.9"),
        ("self.text > '5'", "10"),
        ("self.text < '10.0.0.255'", "9.0.0.255"),
        ("self.address < '10.0.0.255'", "9.0.0.255"),
        ("self.address > '1.0.0.0'", ""),
        ("string(self.port) < '1000'", "999"),
        ("string(self.needed) >= '10'", "9"),
        ("has(self.share) && string(self.share) > '9'", "10"),
        ("has(self.share) && string(self.share) > '99'", "100"),
        ("string(self.time) > '2026-01-01T00:00:00Z'", ""),
        ("self.window > '9m'", "10m"),
        ("!has(self.list) || self.list.all(x, x.name < '10')", "9"),
        // Of these texts, no number has another order.
        ("self.digits > '2024'", ""),
        ("self.short > '5'", ""),
        ("self.text > 'a'", ""),
        ("self.text > '2024-01-01'", ""),
        ("self.text > ''", ""),
        ("self.text == '9m'", ""),
        ("self.text > self.window", ""),
        ("self.text.size() > 9", ""),
    ] {
        let wanted: Vec<String> = match example {
            "" => Vec::new(),
            example => {
                let comparison = rule.rsplit(", ").next().unwrap().trim_end_matches(')');
                let comparison = if rule.contains("all(") { comparison } else { rule };
                let comparison = comparison.trim_start_matches("has(self.share) && ");
                vec![format!("{comparison}: {example}")]
            }
        };
        assert_eq!(found(&[rule]), wanted, "{rule}");
    }
}

#[test]
fn texts_of_numbers() {
    let text = ["`'80'` does not equal the integer `80`, which the value may be"];
    check("self.port == '80' || self.port == '443'", &text);
    check("self.port in ['http', '80']", &text);
    check("self.port == '80' || self.port == 80", &[]);
    check("type(self.port) == int || self.port == '80'", &[]);
    check("string(self.port) == '80'", &[]);
    check("self.port != 'http'", &[]);
    check("self.high != '80'", &[]);
}

#[test]
fn order_of_numbers_as_texts() {
    check(
        "string(self.port) <= string(self.named)",
        &["`string(self.port) <= string(self.named)` compares texts, not numbers: `9` is after `10`"],
    );
    check(
        "self.memory <= self.maxMemory && self.memory < self.text",
        &["`self.memory <= self.maxMemory` compares texts, not numbers: `9Gi` is after `10Gi`"],
    );
    check(
        "self.version >= self.minVersion",
        &["`self.version >= self.minVersion` compares texts, not versions: `9.0.0` is after `10.0.0`"],
    );
    check(
        "self.retryInterval < self.timeout",
        &["`self.retryInterval < self.timeout` compares texts, not durations: `9m` is after `10m`"],
    );
    check(
        "self.version > self.yearVersion || self.version > self.timeout",
        &[],
    );
    check("self.minSize <= self.maxSize", &[]);
    check("self.memory == self.maxMemory || self.text < self.digits", &[]);
    check("string(self.time) < string(self.time)", &[]);
    check("string(self.port) == string(self.named)", &[]);
}

#[test]
fn comparisons_beyond_bounds() {
    let message = |part: &str, bound: &str| format!("`{part}` is never true: {bound}");
    for (rule, expected) in [
        (
            "!has(self.few) || self.few.size() > 3",
            message("self.few.size() > 3", "the schema allows 0 to 3"),
        ),
        (
            "!has(self.few) || 3 < size(self.few)",
            message("3 < size(self.few)", "the schema allows 0 to 3"),
        ),
        (
            "!has(self.few) || size(self.few) == 4",
            message("size(self.few) == 4", "the schema allows 0 to 3"),
        ),
        (
            "!has(self.share) || self.share > 100",
            message("self.share > 100", "the schema allows 1 to 100"),
        ),
        (
            "self.text == 'a' || self.time.getHours() >= 24",
            message("self.time.getHours() >= 24", "`getHours` returns 0 to 23"),
        ),
        (
            "!has(self.share) || self.share < 1",
            message("self.share < 1", "the schema allows 1 to 100"),
        ),
        (
            "self.text == 'a' || self.time.getMonth() <= 12",
            message("self.time.getMonth() <= 12", "`getMonth` returns 0 to 11").replace("never", "always"),
        ),
        (
            "!has(self.share) || self.share in [100, 101]",
            "`self.share` is never `101`: the schema allows 1 to 100".to_owned(),
        ),
    ] {
        check(rule, &[&expected]);
    }
    for (rule, quotient) in [
        (
            "!has(self.share) || self.share / self.needed > 0.5",
            "self.share / self.needed",
        ),
        (
            "size(self.two) / self.needed < 1.5",
            "size(self.two) / self.needed",
        ),
    ] {
        let of_fraction = found(&[rule]);
        assert!(
            of_fraction
                .iter()
                .any(|found| found.starts_with(&format!("`{quotient}` is an integer"))),
            "{rule}: {of_fraction:?}"
        );
    }
    for rule in [
        "!has(self.part) || self.part / 2.0 > 0.5",
        "!has(self.few) || self.few.size() > 2",
        "!has(self.few) || self.few.size() >= 3",
        "!has(self.share) || self.share >= 100",
        "!has(self.share) || self.share != 101",
        "!has(self.share) || self.share == 0",
        "!has(self.share) || self.share in [0, 100]",
        // The server may admit 5, to which it cuts the bound.
        "!has(self.part) || self.part < 5.3",
        "!has(self.share) || !has(oldSelf.share) || oldSelf.share > 100",
    ] {
        check(rule, &[]);
    }
}

#[test]
fn integers_that_an_enum_lacks() {
    check("self.phases == 2 || self.needed > 1", &["'2'"]);
    check("self.phases != 4 || self.needed > 1", &["'4'"]);
    check("self.phases in [1, 2] || self.needed > 1", &["'2'"]);
    check("self.phases == 3 && self.phases != 1 && self.needed == 2", &[]);
    // An earlier version of the schema may have had other values.
    check("oldSelf.phases != 2 || self.needed > 1", &[]);
}

/// Only `matches` reads patterns.
#[test]
fn parts_that_are_meant_as_patterns() {
    let message =
        |function, text| format!("`{function}` looks for `{text}` itself, not for texts that match it");
    check("!self.text.contains('[A-Z]')", &[&message("contains", "[A-Z]")]);
    check(
        "self.text.startsWith('^tls-')",
        &[&message("startsWith", "^tls-")],
    );
    check("self.text.endsWith('-tls$')", &[&message("endsWith", "-tls$")]);
    check(
        "self.text.startsWith('[a-z]')",
        &[&message("startsWith", "[a-z]")],
    );
    for rule in [
        "!self.text.contains('[')",
        "!self.text.contains('^a')",
        "!self.text.startsWith('^')",
        "!self.text.endsWith('$')",
        "self.namePattern.startsWith('^a')",
        "!self.namePattern.contains('[A-Z]')",
    ] {
        check(rule, &[]);
    }
}
