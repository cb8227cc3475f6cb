mod fields;
mod proposals;
mod repaired;
mod values;

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
    price: {type: number, multipleOf: 0.5}
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
            "a duration is a number with a unit: `h`, `m`, `s` or `ms`",
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
fn comments_for_errors_of_objects() {
    let mut crds = Crds::new(KubeVersion::DEFAULT);
    crds.add("crd.yaml", widgets("spec: {type: string}"));
    let text = "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: a}\nspec: 5 # crd-gen: allow CRD0504 a reason\n";
    let options = ObjectOptions::default();
    let objects = Objects::read(text, &options);
    let mut checked = vec![objects.check(0, &crds, &options).unwrap()];
    let report = objects.report(&mut checked, &crds, &options, &Levels::default());
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
