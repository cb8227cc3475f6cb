use crate::KubeVersion;
use crate::check::objects::{Crds, ObjectOptions, Objects, RequestTarget};
use crate::check::suggest::QUANTITIES;
use crate::check::test_manifest::widgets;
use crate::check::{Diagnostic, Levels, Severity};

/// Returns the findings about an object with a spec.
fn findings(head: &str, spec: &str) -> (String, Vec<Diagnostic>) {
    let crd = widgets(
        "spec:
  type: object
  required: [mode]
  x-kubernetes-validations:
  - {rule: 'has(self.days) == (self.mode == \"Weekly\")', message: days are for Weekly}
  properties:
    mode: {type: string, enum: [Daily, Weekly]}
    days: {type: integer}
    start: {type: string, format: date}
    wait: {type: string, pattern: '^[0-9]+s$'}
    size: {type: string, pattern: '^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$'}
    ready: {type: string, enum: [\"True\", \"False\"]}
    labels: {type: object, additionalProperties: {type: string}}
    box: {type: object, required: [height, width], properties: {height: {type: integer}, width: {type: integer}}}
    load: {type: integer, minimum: 100}
    feed: {type: object, required: [url], properties: {url: {type: string}, format: {type: string}}}
    wait2: {type: string, format: duration}
    parts: {type: object, additionalProperties: {type: object, properties: {quantity: {type: integer}}}}
    share: {type: number, maximum: 1}
    port: {x-kubernetes-int-or-string: true}
    weekdays: {type: array, items: {type: string, enum: [Mon, Tue]}}
    tags: {type: array, items: {type: string}}
    weightGrams: {type: integer}
    count: {type: integer, format: int64}
    port32: {type: integer, format: int32}
    target:
      type: object
      properties: {road: {type: string}, air: {type: string}, bucketName: {type: string}}
      oneOf: [{required: [road]}, {required: [air]}]
    hosts:
      type: array
      x-kubernetes-list-type: map
      x-kubernetes-list-map-keys: [name]
      items: {type: object, required: [name], properties: {name: {type: string}, up: {type: boolean}}}",
    );
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", crd);
    let text = format!("{head}\nmetadata: {{name: a}}\nspec:\n  {spec}\n");
    let objects = Objects::read(&text, &ObjectOptions::default());
    let found = objects
        .check(0, &crds, &ObjectOptions::default())
        .unwrap()
        .findings;
    (text, found)
}

/// Checks the messages of errors and warnings, each with its help, and the marked texts of the first.
#[track_caller]
fn check(spec: &str, expected: &[(&str, &str)], marked: &[&str]) {
    let (text, found) = findings("apiVersion: example.com/v1\nkind: Widget", spec);
    let found: Vec<&Diagnostic> = found
        .iter()
        .filter(|one| one.severity != Severity::Note)
        .collect();
    let words: Vec<(&str, &str)> = found
        .iter()
        .map(|one| (one.message.as_str(), one.help.first().map_or("", String::as_str)))
        .collect();
    assert_eq!(words, expected, "{spec}");
    let Some(first) = found.first() else {
        return;
    };
    let spans = first.span.iter().chain(first.labels.iter().map(|(span, _)| span));
    let texts: Vec<&str> = spans.filter_map(|span| span.slice(&text)).collect();
    assert_eq!(texts, marked, "{spec}");
}

#[test]
fn values_of_the_wrong_type() {
    check(
        "{mode: Weekly, days: \"4\"}",
        &[(
            "`spec.days` must be of type integer, not string",
            "write it without quotes: `4`",
        )],
        &["\"4\""],
    );
    check(
        "mode: Daily\n  labels: {a: on}",
        &[(
            "`spec.labels.a` must be of type string, not boolean",
            "`on` is a boolean in YAML; write it in quotes: `'on'`",
        )],
        &["on"],
    );
    check(
        "mode: Daily\n  start: 01.03.2027",
        &[(
            "`spec.start` must be of type date, not \"01.03.2027\"",
            "write it like `2027-03-01`",
        )],
        &["01.03.2027"],
    );
    check(
        "mode: daily",
        &[(
            "`spec.mode` must be one of \"Daily\", \"Weekly\", not \"daily\"",
            "did you mean `Daily`?",
        )],
        &["daily"],
    );
}

#[test]
fn texts_with_a_pattern() {
    for (written, help) in [
        ("'30s '", "the text ends with white space: write `'30s'`"),
        ("' 30s'", "the text starts with white space: write `'30s'`"),
        ("30s\"", "the quote is a part of the text: write `'30s'`"),
        ("30s;", "does it end with `;` by mistake?"),
        ("|\n    30s", "the text ends with a line break: write `'30s'`"),
    ] {
        let (_, found) = findings(
            "apiVersion: example.com/v1\nkind: Widget",
            &format!("mode: Daily\n  wait: {written}"),
        );
        assert_eq!(found[0].help, [help], "{written}");
    }
    for (spec, message, help) in [
        (
            "{mode: Daily, wait: 30}",
            "`spec.wait` must be of type string, not integer",
            "write a string with a unit, such as `30s`",
        ),
        (
            "{mode: Daily, wait: 30S}",
            "`spec.wait` must match `^[0-9]+s$`, not \"30S\"",
            "did you mean `30s`?",
        ),
        (
            "{mode: Daily, size: 8GB}",
            "`spec.size` must be a quantity, not \"8GB\"",
            QUANTITIES,
        ),
        (
            "{mode: Daily, size: 8}",
            "`spec.size` must be of type string, not integer",
            "write it in quotes: `'8'`",
        ),
    ] {
        let value = spec.rsplit(' ').next().unwrap_or_default();
        check(spec, &[(message, help)], &[value.trim_end_matches('}')]);
    }
}

#[test]
fn values_in_brackets() {
    check(
        "{mode: [Daily]}",
        &[(
            "`spec.mode` must be of type string, not array",
            "write only the value, without brackets: `Daily`",
        )],
        &["mode"],
    );
}

#[test]
fn texts_of_an_enum_without_quotes() {
    for written in ["true", "True", "TRUE"] {
        check(
            &format!("{{mode: Daily, ready: {written}}}"),
            &[(
                "`spec.ready` must be one of \"True\", \"False\", not true",
                "write it in quotes: `\"True\"`",
            )],
            &[written],
        );
    }
    check("{mode: Daily, ready: \"True\"}", &[], &[]);
}

#[test]
fn fields_of_a_list_that_should_be_an_object_are_not_unknown() {
    check(
        "mode: Daily\n  labels:\n  - team: a",
        &[(
            "`spec.labels` must be of type object, not array",
            "write an object, without `- `: `team: a`",
        )],
        &["labels"],
    );
    check(
        "mode: Daily\n  hosts:\n    name: a",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list, each element with `- `: `- name: a`",
        )],
        &["hosts"],
    );
    check(
        "mode: Daily\n  hosts:\n    a: {up: true}",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list of elements with `name`: `- name: a`, and indent the fields of `a` like `name`",
        )],
        &["hosts"],
    );
    check(
        "mode: Daily\n  hosts: {a: true}",
        &[(
            "`spec.hosts` must be of type array, not object",
            "write a list of elements with `name`: `- name: a`",
        )],
        &["hosts"],
    );
}

#[test]
fn members_that_a_rule_reads() {
    check(
        "{mode: Daily, days: 4}",
        &[("`spec`: days are for Weekly", "")],
        &["days: 4", "mode: Daily"],
    );
}

#[test]
fn metadata_that_is_marked_at_its_value() {
    let check = |metadata: &str, expected: &str, marked: &str| {
        let text = format!(
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a, {metadata}}}\nspec: {{mode: Daily}}\n"
        );
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add(
            "crd.yaml",
            widgets("spec: {type: object, properties: {mode: {type: string}}}"),
        );
        let objects = Objects::read(&text, &ObjectOptions::default());
        let found = objects
            .check(0, &crds, &ObjectOptions::default())
            .unwrap()
            .findings;
        assert_eq!(found.len(), 1, "{metadata}");
        assert_eq!(found[0].message, expected, "{metadata}");
        assert_eq!(
            found[0].span.and_then(|span| span.slice(&text)),
            Some(marked),
            "{metadata}"
        );
    };
    check(
        "labels: {team: my team}",
        "`my team` is not a valid value of a label",
        "my team",
    );
    check(
        "annotations: {my key: a}",
        "`my key` is not a valid key of a label or annotation",
        "my key",
    );
    check(
        "labels: [team]",
        "`metadata.labels` must be an object, not a list",
        "[team]",
    );
    check(
        "namespace: 5",
        "`metadata.namespace` must be a string, not a whole number",
        "5",
    );
    check(
        "ownerReferences: [{apiVersion: v1, kind: Pod, name: a, uid: b}, {apiVersion: v1, kind: Pod, name: c}]",
        "`metadata.ownerReferences[1].uid` is required",
        "apiVersion",
    );
}

#[test]
fn a_rule_that_reads_an_invalid_value_is_not_reported() {
    let crd = widgets(
        "spec:
  type: object
  x-kubernetes-validations: [{rule: quantity(self.size).isGreaterThan(quantity('1Gi'))}]
  properties: {size: {type: string, maxLength: 9, pattern: '^[0-9A-Z]+$'}}",
    );
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", crd);
    for (size, expected) in [
        ("10 GB", "`spec.size` must match `^[0-9A-Z]+$`, not \"10 GB\""),
        ("10GB", "a rule on `spec` cannot be evaluated"),
    ] {
        let text = format!(
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{size: {size}}}\n"
        );
        let objects = Objects::read(&text, &ObjectOptions::default());
        let found = objects
            .check(0, &crds, &ObjectOptions::default())
            .unwrap()
            .findings;
        let messages: Vec<&str> = found.iter().map(|one| one.message.as_str()).collect();
        assert!(
            matches!(messages.as_slice(), [only] if only.starts_with(expected)),
            "{messages:?}"
        );
    }
}

/// Texts that a rule cannot convert. The object is not to blame for a rule that fails for every object.
#[test]
fn rules_that_cannot_be_evaluated() {
    for (rule, value, expected) in [
        (
            "quantity(self.at).isGreaterThan(quantity('10KB'))",
            "10GB",
            "`quantity('10KB')` in the rule fails for every object: correct the rule",
        ),
        (
            "quantity(self.at).isGreaterThan(quantity('1Gi'))",
            "10GB",
            QUANTITIES,
        ),
        (
            "duration(self.at) > duration('1m')",
            "1.5 hours",
            "write a duration like `90m` or `1h30m`",
        ),
        (
            "timestamp(self.at) > timestamp('2026-01-31T12:00:00Z')",
            "tomorrow",
            "write a time like `2026-01-31T12:00:00Z`",
        ),
    ] {
        let mut crds = Crds::new(KubeVersion::DEFAULT);
        crds.add(
            "crd.yaml",
            widgets(&format!(
                "spec:
  type: object
  x-kubernetes-validations: [{{rule: \"{rule}\"}}]
  properties: {{at: {{type: string, maxLength: 9}}}}"
            )),
        );
        let text = format!(
            "apiVersion: example.com/v1\nkind: Widget\nmetadata: {{name: a}}\nspec: {{at: {value}}}\n"
        );
        let objects = Objects::read(&text, &ObjectOptions::default());
        let found = objects
            .check(0, &crds, &ObjectOptions::default())
            .unwrap()
            .findings;
        assert_eq!(found[0].help, [expected], "{rule}");
    }
}

#[test]
fn elements_with_the_same_key() {
    check(
        "mode: Daily\n  hosts:\n  - up: true\n    name: a\n  - name: a",
        &[("`spec.hosts[1]` is a duplicate: {\"name\":\"a\"}", "")],
        &["a", "a"],
    );
}

#[test]
fn objects_without_a_kind_or_a_version() {
    let check = |head: &str, expected: &[&str], marked: &str| {
        let (text, found) = findings(head, "mode: Daily");
        let help: Vec<&str> = found.iter().map(|one| one.help[0].as_str()).collect();
        assert_eq!(help, expected, "{head}");
        let span = found.first().and_then(|one| one.span);
        assert_eq!(span.and_then(|span| span.slice(&text)), Some(marked), "{head}");
    };
    check(
        "apiVersion: example.com/v1",
        &["add `kind: Widget`"],
        "example.com/v1",
    );
    check(
        "apiVersion: example.com/v1\nKind: Widget",
        &["write `kind` instead of `Kind`"],
        "Kind",
    );
    check("kind: Widget", &["add `apiVersion: example.com/v1`"], "Widget");
    check(
        "APIVersion: example.com/v1\nkind: Widget",
        &["write `apiVersion` instead of `APIVersion`"],
        "APIVersion",
    );
    assert!(findings("kind: Kustomization", "mode: Daily").1.is_empty());
}

#[test]
fn similar_kinds_and_groups() {
    let check = |head: &str, expected: &[(Severity, &str, &str)]| {
        let (_, found) = findings(head, "mode: Daily");
        let words: Vec<(Severity, &str, &str)> = found
            .iter()
            .map(|one| (one.severity, one.message.as_str(), one.help[0].as_str()))
            .collect();
        assert_eq!(words, expected, "{head}");
    };
    check(
        "apiVersion: exampel.com/v1\nkind: Widget",
        &[(
            Severity::Warning,
            "no CRD declares the kind `Widget` of `exampel.com`, so the object is skipped",
            "a CRD declares it in the group `example.com`; did you mean that one?",
        )],
    );
    check(
        "apiVersion: example.com/v1\nkind: widget",
        &[(
            Severity::Warning,
            "no CRD declares the kind `widget` of `example.com`, so the object is skipped",
            "did you mean `Widget`?",
        )],
    );
    check(
        "apiVersion: example.com/v1\nkind: Database",
        &[(
            Severity::Note,
            "no CRD declares the kind `Database` of `example.com`, so the object is skipped",
            "the CRDs of this group declare `Widget`; pass that of `Database` with `--crds`",
        )],
    );
    check(
        "apiVersion: example.com/v1\nkind: WidgetList",
        &[(
            Severity::Warning,
            "no CRD declares the kind `WidgetList` of `example.com`, so the object is skipped",
            "`WidgetList` is the list of `Widget`: write `kind: Widget`, or the objects below `items`",
        )],
    );
    for group in ["widgets.example.com", "a.example.com"] {
        check(
            &format!("apiVersion: {group}/v1\nkind: Widget"),
            &[(
                Severity::Warning,
                &format!("no CRD declares the kind `Widget` of `{group}`, so the object is skipped"),
                "a CRD declares it in the group `example.com`; did you mean that one?",
            )],
        );
    }
    check("apiVersion: other.org/v1\nkind: Widget", &[]);
    for api_version in ["v1", "apps/v1", "example.com", "v1/example.com"] {
        check(
            &format!("apiVersion: {api_version}\nkind: Widget"),
            &[(
                Severity::Error,
                &format!("there is no kind `Widget` in `{api_version}`"),
                "a CRD declares it: write `apiVersion: example.com/v1`",
            )],
        );
    }
    check("apiVersion: v1\nkind: Secret", &[]);
}

#[test]
fn elements_with_one_dash_too_many() {
    let help = "if `up` belongs to the element above it, write two spaces instead of the `- ` before it";
    for (hosts, help) in [
        ("\n  - name: a\n  - up: true", help),
        ("\n  - {name: a, up: false}\n  - up: true", ""),
        (" [{name: a}, {up: true}]", ""),
    ] {
        check(
            &format!("mode: Daily\n  hosts:{hosts}"),
            &[("`spec.hosts[1].name` is required", help)],
            &["up"],
        );
    }
}

#[test]
fn texts_in_a_list_of_objects() {
    check(
        "mode: Daily\n  hosts: [{name: a}, Old Harbour]",
        &[(
            "`spec.hosts[1]` must be of type object, not string",
            "write an object: `name: Old Harbour`",
        )],
        &["Old Harbour"],
    );
}

#[test]
fn lists_instead_of_maps() {
    for (parts, help) in [
        (
            "[{name: valve, quantity: 2}]",
            "write a map, not a list: `valve: {quantity: 2}`",
        ),
        ("[valve]", "write a map, not a list: `valve: …`"),
        ("[air valve]", "write a map, not a list: `air valve: …`"),
    ] {
        check(
            &format!("mode: Daily\n  parts: {parts}"),
            &[("`spec.parts` must be of type object, not array", help)],
            &["parts"],
        );
    }
    for (labels, help) in [
        (
            "[{label: team, text: a}, {label: tier, text: b}]",
            "write a map, not a list: `team: a`",
        ),
        (
            "[{team: a, tier: b}]",
            "write a map, not a list: `team: a`, or `a: b` if `team` is none of its names",
        ),
        (
            "[{key: team, value: a}]",
            "write an object, not a list: `team: a`",
        ),
        (
            "['http://a.b']",
            "write a map, not a list, with a name before each value: `…: http://a.b`",
        ),
    ] {
        check(
            &format!("mode: Daily\n  labels: {labels}"),
            &[("`spec.labels` must be of type object, not array", help)],
            &["labels"],
        );
    }
}

#[test]
fn numbers_as_texts() {
    for (value, help) in [
        ("80%", "write the fraction: `0.8`"),
        ("0,8", "write a decimal point: `0.8`"),
        ("1OO", "write zeros instead of letters: `100`"),
        (
            "0.5kg",
            "write only a number, in the unit of the field, without `kg`",
        ),
    ] {
        check(
            &format!("mode: Daily\n  share: {value}"),
            &[("`spec.share` must be of type number, not string", help)],
            &[value],
        );
    }
    check(
        "mode: Daily\n  port: 0.5",
        &[(
            "`spec.port` must be of type integer or string, not number",
            "write it in quotes: `'0.5'`",
        )],
        &["0.5"],
    );
}

#[test]
fn lists_of_texts_that_their_elements_reject() {
    check(
        "mode: Daily\n  weekdays: Mon-Tue",
        &[(
            "`spec.weekdays` must be of type array, not string",
            "write a list of the values of its `enum`, such as `weekdays: [Mon]`",
        )],
        &["Mon-Tue"],
    );
    check(
        "mode: Daily\n  weekdays: Mon, Tue",
        &[(
            "`spec.weekdays` must be of type array, not string",
            "write a list: `weekdays: [Mon, Tue]`",
        )],
        &["Mon, Tue"],
    );
    check(
        "mode: Daily\n  weekdays: [Monday]",
        &[(
            "`spec.weekdays[0]` must be one of \"Mon\", \"Tue\", not \"Monday\"",
            "did you mean `Mon`?",
        )],
        &["Monday"],
    );
    check(
        "mode: Daily\n  tags: 112",
        &[(
            "`spec.tags` must be of type array, not integer",
            "write a list of texts, in quotes: `tags: ['112']`",
        )],
        &["112"],
    );
}

#[test]
fn choices_between_members() {
    for (target, found, help, marked) in [
        ("{bucketName: a}", "none", "set one of them", &["target"][..]),
        (
            "{road: a, air: b}",
            "several",
            "remove all but one of them",
            &["road", "air"][..],
        ),
    ] {
        let message = format!("`spec.target` must have exactly one of `road` and `air`, and has {found}");
        check(
            &format!("mode: Daily\n  target: {target}"),
            &[(&*message, help)],
            marked,
        );
    }
}

#[test]
fn integers_outside_of_their_format() {
    let limits = "an `int64` is at least -9223372036854775808 and at most 9223372036854775807";
    for value in ["9223372036854775808", "99999999999999999999"] {
        check(
            &format!("mode: Daily\n  count: {value}"),
            &[("`spec.count` must be of type int64", limits)],
            &[value],
        );
    }
    check(
        "mode: Daily\n  port32: 5000000000",
        &[(
            "`spec.port32` must be of type integer with format int32",
            "an `int32` is at least -2147483648 and at most 2147483647",
        )],
        &["5000000000"],
    );
}

#[test]
fn names_that_are_booleans_in_yaml() {
    let help = r#"write `"on"`"#;
    let message = "YAML 1.1 reads `on` as a boolean, so this name is `true`";
    check("mode: Daily\n  labels: {on: air}", &[(message, help)], &["on"]);
    check("mode: Daily\n  labels: {\"on\": air}", &[], &[]);
}

#[test]
fn versions_without_a_subresource() {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets("spec: {type: object}"));
    for (target, name) in [(RequestTarget::Scale, "scale"), (RequestTarget::Status, "status")] {
        let options = ObjectOptions {
            target,
            ..ObjectOptions::default()
        };
        let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\n";
        let objects = Objects::read(text, &options);
        let found = objects.check(0, &crds, &options).unwrap().findings;
        assert_eq!(
            found[0].message,
            format!(
                "the version `v1` of `widgets.example.com` has no subresource `{name}`, so the server responds with status 404"
            )
        );
        assert_eq!(
            found[0].help,
            [format!("validate the object without `--subresource {name}`")]
        );
    }
}

#[test]
fn texts_instead_of_objects() {
    for (member, value, help) in [
        ("target", "road", "write an object: `road: …`"),
        ("target", "Road", "write an object: `road: …`"),
        ("feed", "http://a.b", "write an object: `url: http://a.b`"),
        (
            "feed",
            "https://example.com/a/path/that/is/long.xml",
            "write an object: `url: …`",
        ),
        ("box", "3-4", "write an object with `height` and `width`"),
        ("box", "none", "if there is none, remove `box`"),
        ("labels", "N/A", "if there is none, remove `labels`"),
    ] {
        check(
            &format!("mode: Daily\n  {member}: {value}"),
            &[(
                &*format!("`spec.{member}` must be of type object, not string"),
                help,
            )],
            &[value],
        );
    }
}

#[test]
fn points_between_thousands() {
    check(
        "mode: Daily\n  load: 1.000",
        &[(
            "`spec.load` must be greater than or equal to 100, not 1",
            "if the `.` separates thousands, write `1000`",
        )],
        &["1.000"],
    );
    for (value, help) in [
        (
            "4.125",
            "write a whole number; if the `.` separates thousands, write `4125`",
        ),
        ("4.12", "write a whole number"),
        ("0.125", "write a whole number"),
    ] {
        check(
            &format!("mode: Daily\n  load: {value}"),
            &[("`spec.load` must be of type integer, not number", help)],
            &[value],
        );
    }
}

#[test]
fn numbers_with_the_format_of_a_text() {
    check(
        "mode: Daily\n  wait2: 30",
        &[(
            "`spec.wait2` must be of type duration, not a whole number",
            "write it like `1h30m`",
        )],
        &["30"],
    );
}

#[test]
fn as_many_unknown_fields_as_missing_ones() {
    let help = "is it one of `height` and `width`, which are missing? If not, remove it";
    check(
        "mode: Daily\n  box: {min: 1, max: 2}",
        &[
            ("`spec.box.height` is required", ""),
            ("`spec.box.width` is required", ""),
            ("unknown field `spec.box.min`, which the server drops", help),
            ("unknown field `spec.box.max`, which the server drops", help),
        ],
        &["box"],
    );
}

#[test]
fn fields_that_are_one_object_too_deep() {
    check(
        "mode: Daily\n  feed:\n    source:\n      url: a\n      format: b",
        &[(
            "unknown field `source`, whose fields belong to `feed`",
            "remove the line `source:`, and indent what is below it as deep as that line",
        )],
        &["source"],
    );
}

#[test]
fn fields_of_another_version() {
    let crd = widgets("spec: {type: object, properties: {size: {type: integer}}}");
    let (head, version) = crd.split_once("  - name: v1\n").unwrap();
    let beta = version
        .replace("size", "volume")
        .replace("storage: true", "storage: false");
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add(
        "crd.yaml",
        format!("{head}  - name: v1\n{version}  - name: v1beta1\n{beta}"),
    );
    let options = ObjectOptions::default();
    let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: {volume: 5, size: 5}\n";
    let objects = Objects::read(text, &options);
    let found = objects.check(0, &crds, &options).unwrap().findings;
    assert_eq!(
        found[0].help,
        ["it is a field of version `v1beta1`: remove it, or write the object in that version"]
    );
}

#[test]
fn comments_for_errors_of_objects() {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets("spec: {type: string}"));
    let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: 5 # crd-gen: allow CRD0504 a reason\n";
    let options = ObjectOptions::default();
    let objects = Objects::read(text, &options);
    let mut checked = vec![objects.check(0, &crds, &options).unwrap()];
    let report = objects.report(&mut checked, &Levels::default());
    let messages: Vec<&str> = report
        .iter()
        .map(|found| found.diagnostic.message.as_str())
        .collect();
    assert_eq!(
        messages,
        [
            "`spec` must be of type string, not integer",
            "`CRD0504` is an error here, which a comment cannot allow",
        ]
    );
}

#[test]
fn unknown_fields_that_are_known_elsewhere() {
    for (field, help) in [
        ("weight", "did you mean `weightGrams`?"),
        ("namespace", "move it into `metadata`: `metadata.namespace`"),
    ] {
        let message = format!("unknown field `spec.{field}`, which the server drops");
        check(
            &format!("mode: Daily\n  {field}: 5"),
            &[(&*message, help)],
            &[field],
        );
    }
}
