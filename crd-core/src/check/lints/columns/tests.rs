use crate::check::{self, Options, codes};

/// Returns the codes that are reported for a column, with the texts that they underline.
fn found(type_: &str, path: &str) -> Vec<(u16, String)> {
    let manifest = format!(
        r"
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {{name: things.example.com}}
spec:
  group: example.com
  scope: Namespaced
  names: {{plural: things, kind: Thing}}
  versions:
  - name: v1
    served: true
    storage: true
    additionalPrinterColumns:
    - {{name: A, type: {type_}, jsonPath: '{}'}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              count: {{type: integer}}
              s: {{type: string}}
              time: {{type: string, format: date-time}}
              day: {{type: string, format: date}}
              cron: {{type: string, pattern: '^[0-9*]+( [0-9*]+){{4}}$'}}
              stamp: {{type: string, pattern: '^[0-9]{{4}}-'}}
              word: {{type: string, enum: [now, never]}}
              f: {{type: number}}
              l: {{type: array, items: {{type: object, properties: {{name: {{type: string}}}}}}}}
              map: {{type: object, additionalProperties: {{type: integer}}}}
              open: {{type: object, x-kubernetes-preserve-unknown-fields: true}}
              port: {{x-kubernetes-int-or-string: true}}
              template: {{type: object, x-kubernetes-embedded-resource: true, properties: {{spec: {{type: object, properties: {{a: {{type: string}}}}}}}}}}
",
        path.replace('\'', "''")
    );
    let report = check::text(&manifest, &Options::default());
    report
        .findings
        .iter()
        .map(|finding| {
            let span = finding.diagnostic.span.and_then(|span| span.slice(&manifest));
            (
                finding.diagnostic.code.number(),
                span.unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

/// The expectations were compared with the output of a 1.36 API server.
#[test]
fn columns_that_show_nothing() {
    const NOTHING: u16 = codes::COLUMN_PATH_DANGLING.number();
    const OTHER: u16 = codes::COLUMN_TYPE_MISMATCH.number();
    const UNVALIDATED: u16 = codes::COLUMN_DATE_UNVALIDATED.number();
    const JSON: u16 = codes::COLUMN_SHOWS_JSON.number();
    const MALFORMED: u16 = codes::COLUMN_PATH_MALFORMED.number();
    for (type_, path, code, part) in [
        ("integer", ".spec.s", OTHER, ".spec.s"),
        ("date", ".spec.count", OTHER, ".spec.count"),
        ("date", ".spec.day", OTHER, ".spec.day"),
        ("date", ".spec.cron", OTHER, ".spec.cron"),
        ("date", ".spec.word", OTHER, ".spec.word"),
        ("date", ".spec.s", UNVALIDATED, ".spec.s"),
        ("boolean", ".spec.count", OTHER, ".spec.count"),
        ("integer", ".spec.l[0]", OTHER, ".spec.l[0]"),
        ("integer", ".apiVersion", OTHER, ".apiVersion"),
        ("string", ".spec.l", JSON, ".spec.l"),
        ("string", ".metadata.labels", JSON, ".metadata.labels"),
        ("string", ".spec.l.name", NOTHING, ".name"),
        ("string", ".spec.nope", NOTHING, ".nope"),
        ("string", ".spec.s.x", NOTHING, ".x"),
        ("string", ".status.phase", NOTHING, ".status"),
        ("string", ".spec.", NOTHING, "."),
        ("string", ".spec[0]", NOTHING, "[0]"),
        ("string", ".metadata.nmae", NOTHING, ".nmae"),
        ("string", ".spec.l[?(@.name==y)].name", NOTHING, "y"),
        ("string", ".spec.l[?(@.nam==\"y\")].name", NOTHING, ".nam"),
        ("string", ".spec.template.status", NOTHING, ".status"),
        ("string", ".spec.l[\"x\"]", MALFORMED, "\"x\""),
        ("string", ".spec.l[0", MALFORMED, "[0"),
    ] {
        assert_eq!(found(type_, path), [(code, part.to_owned())], "{path}");
    }
}

#[test]
fn columns_that_may_show_something() {
    for (type_, path) in [
        ("string", ".spec.count"),
        ("number", ".spec.count"),
        ("integer", ".spec.f"),
        ("date", ".spec.time"),
        ("date", ".spec.stamp"),
        ("date", ".metadata.creationTimestamp"),
        ("integer", ".metadata.generation"),
        ("string", ".metadata.labels.app\\.kubernetes\\.io/name"),
        ("string", ".metadata.ownerReferences[0].name"),
        ("string", ".spec.l[0].name"),
        ("string", ".spec.l[*].name"),
        ("string", ".spec.l[?(@.name==\"y\")].name"),
        ("string", ".spec.l[?(@.name)].name"),
        ("string", ".spec..name"),
        ("integer", ".spec.map.any"),
        ("integer", ".spec.open.any[0].thing"),
        ("integer", ".spec.port"),
        ("string", ".spec.template.metadata.name"),
        ("string", ".spec.template.kind"),
    ] {
        assert_eq!(found(type_, path), [], "{path}");
    }
}
