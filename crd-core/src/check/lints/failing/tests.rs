use crate::check::test_manifest::widgets;
use crate::check::{self, Options};

/// Returns the messages about rules in a CRD with these properties of `spec`, which has the rule.
fn found(spec: &str, rule: &str) -> Vec<String> {
    found_with(spec, rule, "message: must be")
}

/// Returns the messages about a rule with this message.
fn found_with(spec: &str, rule: &str, message: &str) -> Vec<String> {
    let rules = format!("x-kubernetes-validations: [{{rule: \"{rule}\", {message}}}]");
    let manifest = widgets(&format!("spec: {{type: object, {spec}, {rules}}}"));
    let report = check::text(&manifest, &Options::default());
    assert!(report.is_accepted(), "{rule}: {:?}", report.findings);
    let findings = report.findings.iter().map(|finding| &finding.diagnostic);
    let of_rules = findings.filter(|diagnostic| diagnostic.message.contains("fails with"));
    of_rules
        .map(|diagnostic| format!("{}: {}", diagnostic.code, diagnostic.message))
        .collect()
}

const QUEUE: &str = "required: [name, type, replicas, needed], properties: {
    needed: {type: object, properties: {list: {type: array, maxItems: 5, items: {type: integer}}}},
    nested: {type: object, properties: {list: {type: array, maxItems: 5, items: {type: integer}}}},
    name: {type: string, minLength: 1, maxLength: 20}, note: {type: string, maxLength: 20}, type: {type: string, enum: [Classic, Quorum, Stream]},
    mode: {type: string, enum: [Default, Lazy]}, durable: {type: boolean},
    replicas: {type: integer, minimum: 1}, limit: {type: integer, minimum: 0}, size: {x-kubernetes-int-or-string: true},
    items: {type: array, maxItems: 5, items: {type: object, properties: {a: {type: integer}, b: {type: integer}}}},
    map: {type: object, maxProperties: 5, additionalProperties: {type: object, properties: {b: {type: integer}}}},
    labels: {type: object, maxProperties: 5, additionalProperties: {type: string, maxLength: 9}}}";

#[test]
fn only_a_field_gets_a_bound_against_zero() {
    for (divisor, expected) in [
        ("self.count", "write `self.count == 0 || …`, or set `minimum: 1`"),
        ("self.list.size()", "write `self.list.size() == 0 || …`"),
        ("(self.a - 1)", "write `(self.a - 1) == 0 || …`"),
    ] {
        assert_eq!(super::without_zero(divisor, ""), expected);
    }
}

/// `!has(self.min) || …` before a condition would be a part of it.
#[test]
fn a_test_before_a_condition() {
    for (rule, expected) in [
        ("self.min >= 0 ? self.enabled : true", "`has(self.min) && …`"),
        ("self.enabled ? self.min >= 0 : true", "`!has(self.min) || …`"),
    ] {
        let test = super::test_before("self.min", rule, "!has(self.min)", "has(self.min)");
        assert_eq!(test, expected, "{rule}");
    }
}

#[test]
fn absent_members_for_some_values() {
    let mode = |value| {
        format!("CRD0419: `self.mode` may be absent: the rule fails with `no such key: mode` for `{value}`")
    };
    let limit = |read, example| {
        format!("CRD0419: `{read}` may be absent: the rule fails with `no such key: limit` {example}")
    };
    for (rule, expected) in [
        ("self.mode != 'Lazy' || self.type == 'Classic'", mode("{type: Quorum}")),
        ("!(self.type == 'Stream' && self.mode == 'Lazy')", mode("{type: Stream}")),
        ("self.type == 'Stream' ? self.mode == 'Lazy' : true", mode("{type: Stream}")),
        ("!has(self.durable) || self.limit > 1", limit("self.limit", "for `{durable: false}`")),
        (
            "!has(self.limit) || self.limit >= oldSelf.limit",
            limit("oldSelf.limit", "if `{limit: 0}` replaces `{}`"),
        ),
        (
            "has(self.map) && 'a' in self.map && 'c' in self.map ? self.map.c.b > 1 : true",
            "CRD0419: `self.map.c.b` may be absent: the rule fails with `no such key: b` for `{map: {a: {}, c: {}}}`"
                .to_owned(),
        ),
        (
            "self.type == 'Stream' ? self.nested.list[0] > 1 : true",
            "CRD0419: `self.nested` may be absent: the rule fails with `no such key: nested` for `{type: Stream}`"
                .to_owned(),
        ),
        (
            "self.type == 'Stream' ? self.needed.list[0] > 1 : true",
            "CRD0419: `self.needed.list` may be absent: the rule fails with `no such key: list` for `{needed: {}, type: \
             Stream}`"
                .to_owned(),
        ),
        (
            "!has(self.map) || !('a' in self.map) || self.map['a'].b > self.map['c'].b",
            "CRD0419: `self.map['a'].b` may be absent: the rule fails with `no such key: b` for `{map: {a: {}}}`".to_owned(),
        ),
        (
            "!has(self.map) || self.map.exists(k, self.map[k].b > 1)",
            "CRD0419: `self.map[k].b` may be absent: the rule fails with `no such key: b` for `{map: {a: {}}}`".to_owned(),
        ),
        (
            "!has(self.map) || !('chair' in self.map) || self.map['chair'].b > 1",
            "CRD0419: `self.map['chair'].b` may be absent: the rule fails with `no such key: b` for `{map: {chair: {}}}`"
                .to_owned(),
        ),
        (
            "!has(self.items) || size(self.items) < 2 || self.items[1].a > 1",
            "CRD0419: `self.items[1].a` may be absent: the rule fails with `no such key: a` for `{items: [{}, {}]}`"
                .to_owned(),
        ),
        (
            "!has(self.items) || self.items.all(x, !has(x.a) || self.items.exists_one(y, y.a == x.a))",
            "CRD0419: `y.a` may be absent: the rule fails with `no such key: a` for `{items: [{a: 0}, {}]}`".to_owned(),
        ),
        (
            "!has(self.items) || self.items.all(x, !has(x.a) || x.a < x.b)",
            "CRD0419: `x.b` may be absent: the rule fails with `no such key: b` for `{items: [{a: 0}]}`".to_owned(),
        ),
        (
            "self.?mode.value() == 'Lazy' || self.type != 'Quorum'",
            "CRD0419: `self.?mode.value()` fails with `optional.none() dereference` for `{type: Quorum}`".to_owned(),
        ),
    ] {
        assert_eq!(found(QUEUE, rule), [expected], "{rule}");
    }
}

#[test]
fn updates_beside_a_pattern() {
    let spec = "required: [name], properties: {name: {type: string, pattern: '^[a-z]{9}$', maxLength: 9}, note: {type: string, maxLength: 9}}";
    let found = found(spec, "!has(oldSelf.note) || self.note == oldSelf.note");
    assert!(
        found
            .iter()
            .any(|found| found.contains("`self.note` may be absent")),
        "{found:?}"
    );
}

#[test]
fn absent_elements_for_some_values() {
    for (rule, expected) in [
        (
            "!has(self.limit) || self.replicas / self.limit < 2",
            "CRD0424: `self.replicas / self.limit` fails with `division by zero` for `{limit: 0, replicas: 1}`",
        ),
        (
            "self.name.split('.')[1] != 'internal'",
            "CRD0423: `self.name.split('.')[1]` may be absent: the rule fails with `index out of bounds: 1` for \
             `{name: example}`",
        ),
        (
            "self.name.substring(0, 3) != 'amq' && self.name.substring(0, 3) != 'abc'",
            "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
        ),
        (
            "self.name.startsWith('abc') || self.name.substring(0, 3) != 'amq'",
            "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
        ),
        (
            "!has(self.items) || self.items.map(x, has(x.a), x.a).max() < 5",
            "CRD0423: `self.items.map(x, has(x.a), x.a).max()` fails with `max called on empty list` for `{items: [{}]}`",
        ),
        (
            "!has(self.items) || self.items.map(x, [x][0]).filter(x, has(x.a)).map(x, x.a).max() < 5",
            "CRD0423: `self.items.map(x, [x][0]).filter(x, has(x.a)).map(x, x.a).max()` fails with `max called on empty \
             list` for `{items: [{}]}`",
        ),
        (
            "!has(self.items) || self.items.filter(x, has(x.a))[0].a < 5",
            "CRD0423: `self.items.filter(x, has(x.a))[0]` may be absent: the rule fails with `index out of bounds: 0` for \
             `{items: [{}]}`",
        ),
        (
            "!has(self.items) || has(self.items[size(self.items) - 1].a)",
            "CRD0423: `self.items[size(self.items) - 1]` may be absent: the rule fails with `index out of bounds: -1` for \
             `{items: []}`",
        ),
        (
            "self.name.substring(0, 3) != 'amq'",
            "CRD0423: `self.name.substring(0, 3)` fails with `index out of range: 3` for `{name: a}`",
        ),
        (
            "!has(self.note) || self.note.substring(0, 3) != 'amq'",
            "CRD0423: `self.note.substring(0, 3)` fails with `index out of range: 3` for `{note: \"\"}`",
        ),
        (
            "!has(self.items) || self.items[0] == self.items[self.items.size() - 1]",
            "CRD0423: `self.items[0]` may be absent: the rule fails with `index out of bounds: 0` for `{items: []}`",
        ),
    ] {
        assert_eq!(found(QUEUE, rule), [expected], "{rule}");
    }
}

#[test]
fn parts_up_to_what_is_absent() {
    for (part, key, expected) in [
        ("self.map['child'].price", "child", "self.map['child']"),
        ("self.map[\"child\"].price", "child", "self.map[\"child\"]"),
        ("self.map.child.price", "child", "self.map.child"),
        ("self.map['a'].child", "child", "self.map['a'].child"),
    ] {
        assert_eq!(
            super::up_to_absent(part, &format!("no such key: {key}")),
            expected
        );
    }
}

#[test]
fn keys_with_the_name_of_a_variable() {
    let of = super::of_variable;
    assert_eq!(
        of("self.k", "self.all(k, self.k > 0)").as_deref(),
        Some("`.k` is the key `k`, not that of the variable: write `self[k]`")
    );
    assert_eq!(of("self.k", "self.all(x, self.k > 0)"), None);
    assert_eq!(of("self.m.k", "self.all(k, self.m.k > 0)"), None);
}

/// The numbers of elements that rules contain, and elements that differ in keys that no rule reads.
#[test]
fn lists_of_several_elements() {
    let list = "required: [list], properties: {note: {type: string, maxLength: 9}, list: {type: array, minItems: 1, maxItems: 5, \
                x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [day, slot], items: {type: object, required: [day, slot], \
                properties: {day: {type: string, enum: [Mon, Tue]}, slot: {type: integer}, seats: {type: integer}}}}}";
    assert_eq!(
        found_with(
            list,
            "self.list.size() != 3",
            "messageExpression: \"'not ' + self.note\""
        ),
        [
            "CRD0419: `self.note` may be absent: the message expression fails with `no such key: note` for `{list: [{}, {}, \
             {}]}`, for which the rule is false: users see `failed rule: …`"
        ]
    );
    assert_eq!(
        found(
            list,
            "self.list.all(a, self.list.all(b, a.day != b.day || !has(b.seats) || a.seats == b.seats))"
        ),
        [
            "CRD0419: `a.seats` may be absent: the rule fails with `no such key: seats` for `{list: [{day: Mon, seats: 0}, {day: \
             Mon}]}`"
        ]
    );
}

#[test]
fn indices_of_short_lists() {
    for (index, help) in [
        ("0", "write `size(a) == 0 || …`"),
        ("2", "write `size(a) <= 2 || …`"),
        ("size(a)", "the last element is `a[size(a) - 1]`"),
        ("a.size() - 1", "write `size(a) == 0 || …`"),
        ("size(a)-2", "write `size(a) < 2 || …`"),
        ("b.size() - 2", "write `size(a) <= b.size() - 2 || …`"),
    ] {
        assert_eq!(super::of_short_list("a", index, ""), help, "{index}");
    }
    // An element without the value is not selected.
    for (list, index, rule, help) in [
        (
            "x.a",
            "2",
            "self.exists(x, x.a[2] > 1)",
            "write `size(x.a) > 2 && …`",
        ),
        (
            "x.a",
            "0",
            "self.exists_one(x, x.a[0] > 1)",
            "write `size(x.a) > 0 && …`",
        ),
        (
            "self[k]",
            "0",
            "self.filter(k, self[k][0] > 1) == []",
            "write `size(self[k]) > 0 && …`",
        ),
        (
            "x.a",
            "0",
            "self.all(x, x.a[0] > 1)",
            "write `size(x.a) == 0 || …`",
        ),
    ] {
        assert_eq!(super::of_short_list(list, index, rule), help, "{rule}");
    }
}

/// The length that a text needs is not a part of the error for one of the values, and is read from the arguments.
#[test]
fn lengths_of_short_texts() {
    for (rule, expected) in [
        (
            "self.name.substring(self.name.size() - 3) == 'orf'",
            "write `size(self.name) < 3 || …`",
        ),
        (
            "self.name.substring(size(self.name) - 1) != '-'",
            "write `size(self.name) < 1 || …`",
        ),
        (
            "self.name.charAt(self.name.size() - 2) != '-'",
            "write `size(self.name) < 2 || …`",
        ),
        (
            "self.name.substring(1, 4) != 'abc'",
            "write `size(self.name) < 4 || …`",
        ),
        (
            "self.name.substring(self.name.indexOf('-')) != '-a'",
            "test first that the positions are within `self.name`",
        ),
        (
            "size(self.list) == 0 || self.list[self.list[0]] > 1",
            "write `size(self.list) <= self.list[0] || …`",
        ),
        (
            "10 / (size(self.name) - size('a b')) > 1",
            "write `size(self.name) - size('a b') == 0 || …`",
        ),
    ] {
        let manifest = widgets(&format!(
            "spec: {{type: object, required: [name, list], properties: {{name: {{type: string, maxLength: 20}}, list: {{type: array, \
             maxItems: 5, items: {{type: integer, minimum: 0, maximum: 3}}}}}}, x-kubernetes-validations: [{{rule: \"{rule}\", \
             message: must be}}]}}"
        ));
        let report = check::text(&manifest, &Options::default());
        let mut helps = report
            .findings
            .iter()
            .flat_map(|finding| &finding.diagnostic.help);
        assert!(
            helps.any(|help| help == expected),
            "{rule}: {:?}",
            report.findings
        );
    }
}

#[test]
fn message_expressions() {
    for (rule, message, expected) in [
        (
            "self.replicas < 5",
            "'must be ' + self.mode",
            Some(
                "CRD0419: `self.mode` may be absent: the message expression fails with `no such key: mode` for \
             `{replicas: 5}`, for which the rule is false: users see `failed rule: …`",
            ),
        ),
        (
            "!has(self.items) || size(self.items) > 0",
            "'must be %d'.format([self.items[0].a])",
            Some(
                "CRD0423: `self.items[0]` may be absent: the message expression fails with `index out of bounds: 0` for \
             `{items: []}`, for which the rule is false: users see `failed rule: …`",
            ),
        ),
        (
            "self.replicas < 5",
            "has(self.mode) ? 'must be ' + self.mode : 'must be small'",
            None,
        ),
        // The field is there if the rule is false.
        (
            "!has(self.mode) || self.replicas < 5",
            "'must be ' + self.mode",
            None,
        ),
        ("self.replicas < 5", "'must be ' + self.name", None),
    ] {
        let only = format!("messageExpression: \"{message}\"");
        let expected: Vec<String> = expected.map(Into::into).into_iter().collect();
        assert_eq!(found_with(QUEUE, rule, &only), expected, "{rule}");
        // The server falls back to the message.
        let with_message = format!("message: must be, {only}");
        assert_eq!(found_with(QUEUE, rule, &with_message), [""; 0], "{rule}");
    }
}

/// The message of an inner rule is asked for only if the rules around it admit the object.
#[test]
fn message_expressions_of_inner_rules() {
    let of = |around: &str| {
        let inner = "properties: {inner: {type: object, properties: {a: {type: integer}, b: {type: string, maxLength: 9}}, \
                     x-kubernetes-validations: [{rule: \"!has(self.a) || self.a < 5\", messageExpression: \"'must be ' + self.b\"}]}}";
        found(inner, around).len()
    };
    assert_eq!(of("true"), 1);
    assert_eq!(of("!has(self.inner) || has(self.inner.a)"), 1);
    assert_eq!(of("!has(self.inner) || has(self.inner.b)"), 0);
}

/// The texts of the example satisfy the rules on them.
#[test]
fn texts_with_rules() {
    for of_text in [
        "self.startsWith('v')",
        "self.matches('^v[0-9]+$')",
        "self in ['x', 'y']",
        "isSemver(self)",
    ] {
        let spec = format!(
            "required: [version, percent], properties: {{approvers: {{type: array, maxItems: 8, items: {{type: string}}}}, \
             percent: {{type: integer, minimum: 1, maximum: 100}}, version: {{type: string, maxLength: 32, \
             x-kubernetes-validations: [{{rule: \"{of_text}\", message: must be}}]}}}}"
        );
        let expected = "CRD0419: `self.approvers` may be absent: the rule fails with `no such key: approvers` for \
                        `{percent: 51}`";
        assert_eq!(
            found(&spec, "self.percent > 50 ? self.approvers.size() > 0 : true"),
            [expected],
            "{of_text}"
        );
    }
}

/// The example is what rules see, with defaults, and members that another rule requires are there one by one.
#[test]
fn values_with_defaults_and_rules_of_members() {
    let spec = "required: [name], properties: {name: {type: string, minLength: 1, maxLength: 9}, vessels: {type: integer, minimum: 0, \
                default: 1}, contact: {type: object, properties: {email: {type: string, maxLength: 9}, phone: {type: string, maxLength: \
                9}}, x-kubernetes-validations: [{rule: has(self.email) || has(self.phone)}]}}";
    let mail = |example| {
        format!(
            "CRD0419: `self.contact.email` may be absent: the rule fails with `no such key: email` for `{example}`"
        )
    };
    for (rule, expected) in [
        (
            "self.contact.email != '' || self.vessels > 0",
            "CRD0419: `self.contact` may be absent: the rule fails with `no such key: contact` for `{vessels: 0}`".to_owned(),
        ),
        (
            "!has(self.contact) || self.contact.email != '' || self.vessels > 0",
            mail("{contact: {}, vessels: 0}"),
        ),
        (
            "has(self.contact) && self.contact.email != '' || self.vessels > 0",
            mail("{contact: {}, vessels: 0}"),
        ),
    ] {
        assert_eq!(found(spec, rule), [expected], "{rule}");
    }
}

#[test]
fn rules_that_do_not_fail() {
    for rule in [
        "!has(self.mode) || self.mode != 'Lazy' || self.type == 'Classic'",
        "has(self.mode) ? self.mode != 'Lazy' : true",
        "self.?mode.orValue('') != 'Lazy' || self.type == 'Classic'",
        "self.replicas % self.replicas == 0",
        "self.name.split('.').size() < 2 || self.name.split('.')[1] != ''",
        "self.name.split('.')[0] != ''",
        "!has(self.items) || size(self.items) == 0 || self.items.map(x, has(x.a) ? x.a : 0).max() < 5",
        "!has(self.items) || size(self.items) == 0 || has(self.items[size(self.items) - 1].a)",
        "!has(self.labels) || self.labels.all(k, self.labels[k] != '')",
        "!has(self.limit) || !has(oldSelf.limit) || self.limit >= oldSelf.limit",
        // Such texts are to be rejected.
        "int(self.name) > 0",
    ] {
        assert_eq!(found(QUEUE, rule), [""; 0], "{rule}");
    }
}

/// Another rule, of the node or of one around it, rejects the values.
#[test]
fn rejected_otherwise() {
    let inner = |around: &str, rules: &str| {
        let inner = format!(
            "type: object, required: [type], properties: {{type: {{type: string, enum: [A, B]}}, mode: {{type: \
             string, maxLength: 5}}}}, x-kubernetes-validations: [{{rule: \"self.type == 'A' || self.mode != 'x'\"}}{rules}]"
        );
        found(&format!("properties: {{inner: {{{inner}}}}}"), around)
    };
    assert_eq!(inner("true", "").len(), 1);
    assert_eq!(inner("true", ", {rule: \"has(self.mode)\"}").len(), 0);
    assert_eq!(inner("!has(self.inner) || has(self.inner.mode)", "").len(), 0);
    assert_eq!(inner("!has(self.inner) || self.inner.type == 'B'", "").len(), 1);
}

/// The smallest values violate rules about other members, at this node or below it.
#[test]
fn values_that_satisfy_other_rules() {
    let spec = "required: [min, max, trigger], properties: {min: {type: integer, minimum: 0}, max: {type: integer, minimum: 0}, \
                crop: {type: string, enum: [Maize, Fallow]}, area: {type: integer, minimum: 1}, trigger: {type: object, required: \
                [kind], properties: {kind: {type: string, enum: [cron, manual]}, schedule: {type: string, maxLength: 9}}, \
                x-kubernetes-validations: [{rule: \"self.kind != 'cron' || has(self.schedule)\"}, {rule: \"self.kind != 'manual' || \
                !has(self.schedule)\"}]}}";
    let rules = "x-kubernetes-validations: [{rule: self.min < self.max}, {rule: \"!has(self.area) || self.crop != 'Fallow'\"}]";
    let found = found(
        &format!("properties: {{field: {{type: object, {spec}, {rules}}}}}"),
        "true",
    );
    assert_eq!(
        found,
        ["CRD0419: `self.crop` may be absent: the rule fails with `no such key: crop` for `{area: 1}`"]
    );
}

/// A rule around a list requires another element than the one for which a rule of the list or of its elements fails.
#[test]
fn lists_that_need_other_elements() {
    let fails = "CRD0419: `n.b` may be absent: the rule fails with `no such key: b` for";
    for (place, rule, expected) in [
        ("list", "self.all(n, !has(n.a) || n.b.x > 1)", format!("{fails} `[{{a: {{}}}}]`")),
        ("list", "self.exists(n, has(n.a) && n.b.x > 1)", format!("{fails} `[{{a: {{}}}}]`")),
        (
            "list",
            "self[size(self)].name != 'a'",
            "CRD0423: `self[size(self)]` may be absent: the rule fails with `index out of bounds: 1` for `[{name: example}]`".to_owned(),
        ),
        (
            "list",
            "self[size(self) - 2].name != 'a'",
            "CRD0423: `self[size(self) - 2]` may be absent: the rule fails with `index out of bounds: -1` for `[{name: example}]`"
                .to_owned(),
        ),
        ("items", "!has(self.a) || self.b.x > 1", format!("{} `{{a: {{}}}}`", fails.replace("n.b", "self.b"))),
    ] {
        let rules = format!(", x-kubernetes-validations: [{{rule: \"{rule}\"}}]");
        let of = |other: &str| if other == place { &*rules } else { "" };
        let object = "type: object, properties: {x: {type: integer}}";
        let list = format!(
            "required: [list], properties: {{list: {{type: array, minItems: 1, maxItems: 8, x-kubernetes-list-type: map, \
             x-kubernetes-list-map-keys: [name], items: {{type: object, required: [name, c], properties: {{name: {{type: string, \
             maxLength: 9}}, c: {{type: string, enum: [x, y]}}, a: {{{object}}}, b: {{{object}}}}}{}}}{}}}}}",
            of("items"),
            of("list")
        );
        let found = found(&list, "self.list.exists(n, n.name == 'guest')");
        assert_eq!(found, [expected], "{place}: {rule}");
    }
}

/// Elements of a list are paired by their keys, so that their keys never change.
#[test]
fn elements_of_map_lists() {
    let of = |rule: &str| {
        found(
            &format!(
                "properties: {{list: {{type: array, maxItems: 5, x-kubernetes-list-type: map, \
                 x-kubernetes-list-map-keys: [name], items: {{type: object, required: [name], properties: {{name: \
                 {{type: string, maxLength: 5}}, limit: {{type: integer}}}}, x-kubernetes-validations: [{{rule: \
                 \"{rule}\"}}]}}}}}}"
            ),
            "true",
        )
    };
    assert_eq!(of("self.name == oldSelf.name || self.limit > 0").len(), 0);
    assert_eq!(of("!has(self.limit) || self.limit > oldSelf.limit").len(), 1);
}
