use crate::check::test_manifest::widgets;
use crate::check::{self, Level, Options, Severity};

/// Returns the codes and labels, or messages, of the findings about a rule of `spec` with these members.
fn found(members: &str) -> Vec<String> {
    let manifest = widgets(&format!(
        "spec: {{type: object, required: [port, mode, ref], properties: {{
            port: {{type: integer, minimum: 1}}, mode: {{type: string, enum: [Fast, Slow]}}, name: {{type: string, maxLength: 63}},
            ref: {{type: object, properties: {{a: {{type: string}}}}}}, other: {{type: object, properties: {{a: {{type: string}}}}}},
            users: {{type: array, maxItems: 5, items: {{type: string, maxLength: 5}}}}}},
            x-kubernetes-validations: [{{{members}}}]}}"
    ));
    codes(&manifest)
}

fn codes(manifest: &str) -> Vec<String> {
    let report = check::text(manifest, &Options::default());
    let findings = report.findings.iter().map(|finding| &finding.diagnostic);
    let of_rules = findings.filter(|one| one.field.to_string().contains("x-kubernetes-validations"));
    of_rules
        .map(|one| format!("{} {}: {}", one.code, one.label, one.help.join(" ")))
        .collect()
}

#[test]
fn comparisons_with_another_meaning() {
    for (rule, expected) in [
        (
            "self.mode == 'Fsat'",
            "CRD0418 not in the enum: did you mean `'Fast'`? CRD1054 never true: did you mean `'Fast'`?",
        ),
        (
            "self.mode != 'Fsat'",
            "CRD0418 not in the enum: did you mean `'Fast'`?",
        ),
        (
            "self.port in [1-10]",
            "CRD0418 one number, not a range: write `1 <= self.port && self.port <= 10` in place of `self.port in [1-10]`",
        ),
        (
            "self == self",
            "CRD0418 always the same value: did you mean `oldSelf`?",
        ),
        (
            "self.ref == null",
            "CRD0418 never true: remove it: `self.ref` is never absent",
        ),
        (
            "oldSelf == null || self.port >= oldSelf.port",
            "CRD0418 never true: remove it; with `optionalOldSelf: true` the rule runs then, and `!oldSelf.hasValue()` is the test",
        ),
        (
            "!has(self.name) || format.dns1123Label().validate(self.name).hasValue()",
            "CRD0428 true if there are errors: write `!format.dns1123Label().validate(self.name).hasValue()`",
        ),
    ] {
        assert_eq!(found(&format!("rule: \"{rule}\"")).join(" "), expected, "{rule}");
    }
    for rule in [
        "!has(self.other) || self.other == null || self.port > 1",
        "!has(self.name) || !format.dns1123Label().validate(self.name).hasValue()",
        "self.mode == 'Fast'",
    ] {
        assert_eq!(found(&format!("rule: \"{rule}\"")), [""; 0], "{rule}");
    }
}

/// Texts that make a rule false for every value have a correction, unless it leaves the rule false.
#[test]
fn texts_that_are_never_equal() {
    let of_root = |rule: &str| {
        let manifest = widgets("spec: {type: object, properties: {mode: {type: string, enum: [Fast]}}}");
        let rules = format!(
            "type: object\n        x-kubernetes-validations: [{{rule: \"{rule}\"}}]\n        properties:"
        );
        codes(&manifest.replacen("type: object\n        properties:", &rules, 1)).join(" ")
    };
    let of_kind =
        "CRD1054 never true: `kind` is always `'Widget'` here: correct the text, or remove the comparison";
    assert_eq!(of_root("self.kind == 'widget'"), of_kind);
    assert_eq!(
        of_root("self.metadata.name.startsWith('a') && self.apiVersion == 'example.com/v2'"),
        "CRD1054 never true: `apiVersion` is always `'example.com/v1'` here: correct the text, or remove the comparison"
    );
    assert_eq!(
        of_root("self.kind == 'widget' && self.apiVersion == 'v1'"),
        "CRD1054 never true: correct the rule or the bounds"
    );
    let of_text =
        "a: {type: string, maxLength: 9, x-kubernetes-validations: [{rule: \"self.matches('/^[a-z]+$/')\"}]}";
    assert_eq!(
        codes(&widgets(of_text)).join(" "),
        "CRD1054 never true: write the pattern without slashes: `'^[a-z]+$'`"
    );
}

/// A rule that contradicts a bound says which one.
#[test]
fn bounds_that_make_a_rule_false() {
    for (rule, expected) in [
        (
            "self.port < 1",
            "`minimum` of `port` is 1: correct the rule or the bound",
        ),
        (
            "0 >= self.port",
            "`minimum` of `port` is 1: correct the rule or the bound",
        ),
        (
            "self.port == 0",
            "`minimum` of `port` is 1: correct the rule or the bound",
        ),
        (
            "size(self.users) > 5",
            "`maxItems` of `users` is 5: correct the rule or the bound",
        ),
        (
            "self.name.size() == 64",
            "`maxLength` of `name` is 63: correct the rule or the bound",
        ),
        (
            "self.mode == 'Fast' && self.mode == 'Slow'",
            "write `self.mode == 'Fast' || self.mode == 'Slow'`",
        ),
        (
            "!has(self.name) && self.name != 'a'",
            "write `has(self.name) && …` or `!has(self.name) || …` in place of `!has(self.name) && …`",
        ),
        ("self.port > 5 && self.port < 3", "correct the rule or the bounds"),
    ] {
        let found = found(&format!("rule: \"{rule}\""));
        let never = found.iter().find(|one| one.starts_with("CRD1054"));
        assert_eq!(
            never.map(String::as_str),
            Some(&*format!("CRD1054 never true: {expected}")),
            "{rule}: {found:?}"
        );
    }
}

#[test]
fn message_expressions_without_a_message() {
    let of = |rule: &str, message: &str| {
        found(&format!("rule: \"{rule}\", messageExpression: \"{message}\"")).len()
    };
    assert_eq!(of("self.port < 9", "'was %s'.format([oldSelf.port])"), 1);
    assert_eq!(of("self.port < 9", "''"), 1);
    assert_eq!(of("self.port < 9", "'a\\\\nb'"), 1);
    assert_eq!(
        of("self.port <= oldSelf.port", "'was %s'.format([oldSelf.port])"),
        0
    );
    assert_eq!(of("self.port < 9", "'must be less than 9'"), 0);
    assert_eq!(
        of("self.port < 9", "self.port > 20 ? 'must be less than 9' : ''"),
        1
    );
}

/// A message expression that reads what is absent whenever the rule is false.
#[test]
fn message_expressions_that_always_fail() {
    let of = |rule: &str, message: &str| {
        let found = found(&format!(
            "rule: \"{rule}\", message: must be, messageExpression: \"{message}\""
        ));
        found.iter().filter(|one| one.contains("leave that out")).count()
    };
    assert_eq!(of("has(self.name)", "'name: ' + self.name"), 1);
    assert_eq!(of("has(self.name) && self.port > 5", "'name: ' + self.name"), 0);
    assert_eq!(of("has(self.name)", "has(self.name) ? self.name : 'none'"), 0);
    assert_eq!(of("!has(self.name)", "'name: ' + self.name"), 0);
    assert_eq!(
        of(
            "!has(self.users) || self.users.size() > 0",
            "'not ' + self.users[0]"
        ),
        1
    );
}

/// Comparisons with all values of an enum.
#[test]
fn comparisons_with_all_values() {
    let texts = "the schema allows no other values: correct one of the texts, or remove the comparisons";
    for (rule, expected) in [
        ("self.mode != 'Fast' || self.mode != 'Slow'", texts),
        (
            "self.port > 5 || self.mode == 'Fast' && self.mode == 'Slow'",
            texts,
        ),
        (
            "!has(self.name) || self.name != 'a' || self.name != 'b'",
            "write `self.name != 'a' && self.name != 'b'`",
        ),
    ] {
        let found = found(&format!("rule: \"{rule}\", message: must be"));
        assert!(
            found.iter().any(|one| one.contains(expected)),
            "{rule}: {found:?}"
        );
    }
}

/// A rule with an optional `oldSelf` that no new object satisfies.
#[test]
fn rules_that_reject_every_creation() {
    let of = |rule: &str| {
        let found = found(&format!(
            "rule: \"{rule}\", message: must be, optionalOldSelf: true"
        ));
        found
            .iter()
            .filter(|one| one.starts_with("CRD1054 rejects every new object"))
            .count()
    };
    assert_eq!(of("oldSelf.hasValue() && self.port == oldSelf.value().port"), 1);
    assert_eq!(
        of("oldSelf.hasValue() ? self.port == oldSelf.value().port : false"),
        1
    );
    assert_eq!(of("!oldSelf.hasValue() || self.port == oldSelf.value().port"), 0);
    assert_eq!(of("self.port > 5 || oldSelf.hasValue()"), 0);
    let of_member = |required: &str| {
        let found = codes(&widgets(&format!(
            "spec: {{type: object, {required}properties: {{port: {{type: integer, x-kubernetes-validations: [{{rule: \
             'oldSelf.hasValue() && self == oldSelf.value()', message: must be, optionalOldSelf: true}}]}}}}}}"
        )));
        found
            .iter()
            .filter(|one| one.starts_with("CRD1054 rejects every new object"))
            .count()
    };
    assert_eq!(of_member("required: [port], "), 1);
    // Objects with an old field may keep it.
    assert_eq!(of_member(""), 0);
}

/// The server writes `message` in place of an expression without a message.
#[test]
fn messages_in_place_of_expressions() {
    for (message, written) in [
        ("", "the server writes `failed rule: …`"),
        ("message: must be small, ", "the server writes `message`"),
    ] {
        let manifest = widgets(&format!(
            "spec: {{type: object, x-kubernetes-validations: [{{rule: self.size() < 9, {message}messageExpression: \"''\"}}], \
             additionalProperties: {{type: string}}}}"
        ));
        let report = check::text(&manifest, &Options::default());
        let mut findings = report.findings.iter().map(|finding| &finding.diagnostic.message);
        assert!(findings.any(|found| found.ends_with(written)), "{message}");
    }
}

#[test]
fn expressions_as_messages() {
    for (message, is_found) in [
        ("'port ' + string(self.port)", true),
        ("string(self.port)", true),
        ("'at least %d'.format([self.port])", true),
        ("self.port > 1 && size(self.mode) > 0", false),
        ("self.port + self.other must be less than 9", false),
        ("must be (self) + 'a'", false),
        ("'a' + 'b'", false),
        ("port %d is too large", true),
        ("must be less than %s", true),
        ("at most 100%", false),
        ("at most 5%d of all, 5 %of", false),
    ] {
        let found = found(&format!("rule: self.port < 9, message: \"{message}\""));
        assert_eq!(
            found.iter().any(|one| one.contains("`messageExpression: ")),
            is_found,
            "{message}: {found:?}"
        );
    }
}

/// The server evaluates rules with `oldSelf` also if the value does not change.
#[test]
fn updates_without_a_change() {
    for (rule, is_rejected) in [
        ("self.port > oldSelf.port", true),
        ("self.mode != oldSelf.mode", true),
        ("oldSelf.mode == 'Fast' && self.mode == 'Slow'", true),
        ("self.mode == 'Fast' || self.port > oldSelf.port", true),
        (
            "!has(self.name) || self.mode == 'Fast' || self.mode != oldSelf.mode",
            true,
        ),
        ("self.port >= oldSelf.port + 1", true),
        ("self != oldSelf", true),
        ("self.ref != oldSelf.ref", true),
        ("!has(self.users) || self.users != oldSelf.users", true),
        ("self.mode != 'Slow' || oldSelf.mode == 'Fast'", true),
        (
            "!has(self.name) || self.mode != 'Slow' || oldSelf.mode in ['Fast']",
            true,
        ),
        ("self.mode == 'Slow' || oldSelf.mode == 'Fast'", false),
        ("self.mode != 'Slow' || oldSelf.mode in ['Fast', 'Slow']", false),
        ("self.mode in ['Fast', 'Slow'] || oldSelf.mode == 'Fast'", false),
        ("self.mode == 'Fast' || self.port >= oldSelf.port", false),
        ("self.mode != oldSelf.mode || oldSelf.port == self.port", false),
        ("self.port >= oldSelf.port", false),
        ("self == oldSelf", false),
        ("self.port == oldSelf.port || self.mode != oldSelf.mode", false),
        ("oldSelf.mode == 'Fast' || self.mode == 'Slow'", false),
        ("!has(oldSelf.name) || has(self.name)", false),
        // `mode` is always present.
        ("!has(oldSelf.mode) || has(self.mode)", false),
        ("has(self.mode) || self.port > oldSelf.port", false),
    ] {
        let found = found(&format!("rule: \"{rule}\", message: must be"));
        let is_found = found
            .iter()
            .any(|one| one.starts_with("CRD1053 rejects unchanged values"));
        assert_eq!(is_found, is_rejected, "{rule}: {found:?}");
    }
    let optional =
        found("rule: 'oldSelf.hasValue() && self.port > oldSelf.value().port', optionalOldSelf: true");
    assert!(
        optional.iter().all(|one| !one.contains("unchanged")),
        "{optional:?}"
    );
}

#[test]
fn keys_of_lists_never_change() {
    let list = |rule: &str| {
        codes(&widgets(&format!(
            "spec: {{type: object, properties: {{list: {{type: array, maxItems: 5, x-kubernetes-list-type: map, \
             x-kubernetes-list-map-keys: [name], items: {{type: object, required: [name, port], properties: {{name: {{type: string, \
             maxLength: 5}}, port: {{type: integer}}}}, x-kubernetes-validations: [{{rule: {rule}}}]}}}}}}}}"
        )))
        .len()
    };
    assert_eq!(list("self.name == oldSelf.name"), 1);
    assert_eq!(list("self.port == oldSelf.port"), 0);
    let of_key = |name: &str, other: &str| {
        codes(&widgets(&format!(
            "spec: {{type: object, properties: {{list: {{type: array, maxItems: 5, x-kubernetes-list-type: map, \
             x-kubernetes-list-map-keys: [{name}], items: {{type: object, required: [name, port], properties: {{{other}: {{type: \
             integer}}, {name}: {{type: integer}}, number: {{type: integer, x-kubernetes-validations: [{{rule: self == oldSelf}}]}}}}}}}}}}}}"
        )))
        .len()
    };
    assert_eq!(of_key("name", "port"), 0);
    assert_eq!(of_key("number", "port"), 1);
}

/// A rule of the list with all of its keys is proposed, unless the server would reject it.
#[test]
fn rules_of_lists_in_place_of_those_of_keys() {
    let help = |bounds: &str, keys: &str, rule: &str| {
        let text = widgets(&format!(
            "spec: {{type: object, properties: {{list: {{type: array, {bounds}x-kubernetes-list-type: map, x-kubernetes-list-map-keys: \
             [{keys}], items: {{type: object, required: [a-b, port], x-kubernetes-validations: [{{rule: {rule}}}], properties: {{port: \
             {{type: integer}}, a-b: {{type: integer}}}}}}}}}}}}"
        ));
        let report = check::text(&text, &Options::default());
        let first = &report.findings[0].diagnostic.help[0];
        first.split_once("; ").map(|(_, instead)| instead.to_owned())
    };
    let of_port = "self.port == oldSelf.port";
    for (bounds, keys, rule, expected) in [
        (
            "maxItems: 5, ",
            "port",
            of_port,
            "write the rule at the list: `oldSelf.all(x, self.exists(y, y.port == x.port))`",
        ),
        (
            "maxItems: 5, ",
            "a-b, port",
            "self.a__dash__b == oldSelf.a__dash__b",
            "write the rule at the list: `oldSelf.all(x, self.exists(y, y.a__dash__b == x.a__dash__b && y.port == x.port))`",
        ),
        ("", "port", of_port, "remove the rule"),
    ] {
        let found = help(bounds, keys, rule);
        assert_eq!(found.as_deref(), Some(expected), "{bounds}{keys}");
    }
}

#[test]
fn a_message_that_a_comment_ends() {
    for (message, is_cut) in [
        ("a must be b, see #12", true),
        ("'a must be b, see #12'", false),
        ("a must be b  # a comment", false),
        ("a must be b", false),
    ] {
        let text = widgets(&format!(
            "spec:\n  type: object\n  properties: {{a: {{type: integer}}}}\n  x-kubernetes-validations:\n  - rule: '!has(self.a) || self.a > 1'\n    \
             message: {message}"
        ));
        let mut options = Options::default();
        let note = Level::Report(Severity::Note);
        options.levels.set_named("CRD1051", note).unwrap();
        let report = check::text(&text, &options);
        let found: Vec<&str> = report
            .findings
            .iter()
            .map(|one| &*one.diagnostic.message)
            .collect();
        let expected = "the message ends before `#12`, which is a comment in YAML";
        assert_eq!(found, if is_cut { vec![expected] } else { Vec::new() }, "{text}");
    }
}

#[test]
fn objects_that_keep_nothing() {
    for (name, schema, is_found) in [
        ("anonymous", "{type: object}", false),
        ("notes", "{type: object}", true),
        ("anonymous", "{type: object, description: Arbitrary fields}", true),
    ] {
        let text = widgets(&format!(
            "spec: {{type: object, properties: {{{name}: {schema}}}}}"
        ));
        let report = check::text(&text, &Options::default());
        assert_eq!(!report.findings.is_empty(), is_found, "{name} {schema}");
    }
}

/// The server has the old value for all rules of a node if one of them reads it.
#[test]
fn message_expressions_with_the_old_value() {
    const MESSAGE: &str = "rule: self.port > 1, messageExpression: \"'was ' + string(oldSelf.port)\"";
    const BRANCH: &str =
        "rule: self.port > 1, messageExpression: \"self.port > 0 ? 'a' : string(oldSelf.port)\"";
    const OTHER: &str = "{rule: self.mode == oldSelf.mode}";
    let said = |members: &str| {
        let manifest = widgets(&format!(
            "spec: {{type: object, required: [port, mode], properties: {{port: {{type: integer}}, mode: {{type: string, maxLength: \
             5}}}}, x-kubernetes-validations: [{members}]}}"
        ));
        let report = check::text(&manifest, &Options::default());
        let mut messages = report
            .findings
            .into_iter()
            .map(|finding| finding.diagnostic.message);
        let found =
            messages.find_map(|message| Some(message.split_once("the message expression ")?.1.to_owned()));
        found.map(|found| found.split(':').next().unwrap_or_default().to_owned())
    };
    for (members, expected) in [
        (format!("{{{MESSAGE}}}"), Some("never has a message")),
        (format!("{{{BRANCH}}}"), Some("sometimes has no message")),
        (
            format!("{{{MESSAGE}}}, {OTHER}"),
            Some("has no message for new objects"),
        ),
        (
            "{rule: self.port > oldSelf.port, messageExpression: string(oldSelf.port)}".to_owned(),
            None,
        ),
    ] {
        assert_eq!(said(&members).as_deref(), expected, "{members}");
    }
}

#[test]
fn line_breaks_in_message_expressions() {
    for (expression, expected) in [
        (r"'a\\n' + self.mode", 1),
        (r"'%s\\nb'.format([self.mode])", 1),
        (r"'a\\nb'", 1),
        // The server removes them at the ends.
        (r"self.mode + '\\n'", 0),
        (r"'\\n%s'.format([self.mode])", 0),
        (r"self.port > 0 ? 'a\\nb' : 'c'", 0),
    ] {
        let found = found(&format!(
            "rule: self.port > 1, messageExpression: \"{expression}\""
        ));
        let count = found.iter().filter(|one| one.contains("in one line")).count();
        assert_eq!(count, expected, "{expression}: {found:?}");
    }
}

#[test]
fn rules_that_occur_twice() {
    let repeated = |second: &str| {
        let found = found(&format!("rule: 'self.port > 1'}}, {{{second}"));
        found.iter().filter(|one| one.contains("occurs twice")).count()
    };
    assert_eq!(repeated("rule: 'self.port > 1', message: must be"), 1);
    assert_eq!(repeated("rule: 'self.port > 1', fieldPath: .port"), 0);
    assert_eq!(repeated("rule: 'self.port > 2'"), 0);
}
