//! Examples that break their own schema: `example` is documentation to the server, which never looks at it.

use serde_json::{Value, json};

use crate::KubeVersion;
use crate::check::diagnose::cut;
use crate::check::place::entry_at;
use crate::check::{Diagnostic, codes};
use crate::model::crd::Crd;
use crate::model::field::{Cause, FieldError, FieldPath, Segment};
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};
use crate::server::objects::{Admission, Request, ResourceOptions};
use crate::yaml::tree::{Node, Span};

/// The member of an object that holds an example while it is judged.
const MEMBER: &str = "example";
/// The most characters of a text that a message shows.
const LIMIT: usize = 240;

/// Judges the examples in a CRD that the server accepts.
pub(in crate::check) fn check(document: &Node, crd: &Crd, server: KubeVersion) -> Vec<Diagnostic> {
    let mut search = Search {
        document,
        server,
        found: Vec::new(),
    };
    for (index, version) in crd.spec.versions.iter().flatten().enumerate() {
        let schema = version.schema.as_ref();
        if let Some(schema) = schema.and_then(|validation| validation.open_api_v3_schema.as_deref()) {
            let field = |name: &str| Segment::Field(name.into());
            let path = vec![
                field("spec"),
                field("versions"),
                Segment::Index(index),
                field("schema"),
                field("openAPIV3Schema"),
            ];
            search.walk(schema, &path, "");
        }
    }
    search.found
}

struct Search<'a> {
    document: &'a Node,
    server: KubeVersion,
    found: Vec<Diagnostic>,
}

impl Search<'_> {
    /// Looks at a schema and those inside of it. `shown` is its place in objects.
    fn walk(&mut self, schema: &JsonSchemaProps, path: &[Segment], shown: &str) {
        let below = |steps: &[Segment]| -> Vec<Segment> { path.iter().chain(steps).cloned().collect() };
        let field = |name: &str| Segment::Field(name.into());
        for (name, inner) in schema.properties.iter().flat_map(Map::iter) {
            let dot = if shown.is_empty() { "" } else { "." };
            let path = below(&[field("properties"), Segment::Key(name.into())]);
            self.walk(inner, &path, &format!("{shown}{dot}{name}"));
        }
        if let Some(items) = schema.item_schema() {
            self.walk(items, &below(&[field("items")]), &format!("{shown}[]"));
        }
        if let Some(SchemaOrBool::Schema(values)) = &schema.additional_properties {
            self.walk(
                values,
                &below(&[field("additionalProperties")]),
                &format!("{shown}[*]"),
            );
        }
        if let Some(example) = &schema.example {
            self.judge(schema, example, below(&[field("example")]), shown);
        }
    }

    /// Judges an example as a member of an object that has nothing else.
    fn judge(&mut self, schema: &JsonSchemaProps, example: &Value, path: Vec<Segment>, shown: &str) {
        let wrapper = JsonSchemaProps {
            type_: "object".into(),
            properties: Some([(MEMBER, schema.clone())].into_iter().collect()),
            ..JsonSchemaProps::default()
        };
        let options = ResourceOptions::new(self.server, "example.com/v1", "Example");
        let Ok(admission) = Admission::of_schema(&wrapper, options) else {
            return;
        };
        let object = json!({
            "apiVersion": "example.com/v1", "kind": "Example", "metadata": { "name": "example" }, MEMBER: example,
        });
        let admitted = admission.admit(Request::create(&object));
        let field = FieldPath { segments: path };
        let span = entry_at(self.document, &field).map_or(Span::default(), |entry| {
            if entry.value.as_mapping().is_some() || entry.value.as_sequence().is_some() {
                entry.key_span
            } else {
                entry.value.span
            }
        });
        let decode = admitted.decode.iter().map(|fault| fault.text.clone());
        let strict = admitted.strict.iter().map(|finding| {
            let unknown = finding.field.to_string();
            format!("`{}` is not declared", relative(&unknown))
        });
        let errors = admitted
            .errors
            .iter()
            .filter(|error| !error.field.segments.is_empty());
        for words in decode.chain(strict).chain(errors.map(words)) {
            let place = if shown.is_empty() { "the object" } else { shown };
            let message = format!(
                "the example of `{place}` breaks its own schema: {}",
                cut(&words, LIMIT)
            );
            self.found.push(
                Diagnostic::new(codes::EXAMPLE_INVALID, message, span)
                    .with_label(cut(&words, LIMIT))
                    .with_field(field.clone())
                    .with_help("fix the example: people copy it"),
            );
        }
    }
}

/// An error in words, with its path inside of the example.
fn words(error: &FieldError) -> String {
    let path = error.field.to_string();
    match error.cause.as_deref() {
        Some(Cause::Value(fault)) => {
            let mut fault = fault.clone();
            relative(&path).clone_into(&mut fault.name);
            fault.in_words()
        }
        _ if relative(&path).is_empty() => error.detail.clone(),
        _ => format!("`{}`: {}", relative(&path), error.detail),
    }
}

/// A path below the member that holds the example.
fn relative(path: &str) -> &str {
    path.strip_prefix(MEMBER).unwrap_or(path).trim_start_matches('.')
}
