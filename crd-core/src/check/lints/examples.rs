//! Examples that violate their own schema: for the server, `example` is documentation, which it does not check.

use serde_json::json;

use super::judged::JudgedVersion;
use super::walk::SchemaNode;
use crate::check::diagnose::cut;
use crate::check::place::entry_at;
use crate::check::{Diagnostic, codes};
use crate::model::field::{Cause, FieldError};
use crate::model::schema::JsonSchemaProps;
use crate::server::objects::{Admission, Request, ResourceOptions};
use crate::yaml::tree::Span;

/// The member of an object that holds an example while it is validated.
const MEMBER: &str = "example";
/// The maximum number of characters of a text in a message.
const LIMIT: usize = 240;

/// Validates the example of a node of a schema as the only member of an object.
pub(super) fn check(version: &JudgedVersion<'_>, node: &SchemaNode<'_>, found: &mut Vec<Diagnostic>) {
    let (path, schema) = (node.path, node.schema);
    let Some(example) = &schema.example else { return };
    let judged = version.judged;
    if !judged.verdict.errors.is_empty() {
        return;
    }
    let wrapper = JsonSchemaProps {
        type_: "object".into(),
        properties: Some([(MEMBER, schema.clone())].into_iter().collect()),
        ..JsonSchemaProps::default()
    };
    let options = ResourceOptions::new(judged.options.version, "example.com/v1", "Example");
    let Ok(admission) = Admission::of_schema(&wrapper, options) else {
        return;
    };
    let object = json!({
        "apiVersion": "example.com/v1", "kind": "Example", "metadata": { "name": "example" }, MEMBER: example,
    });
    let admitted = admission.admit(Request::create(&object));
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
        let place = match path.to_field_path().short_node().to_string().as_str() {
            "" => "the object".to_owned(),
            shown => format!("`{shown}`"),
        };
        let field = path.child("example").to_field_path();
        let span = match entry_at(judged.source.document, &field) {
            Some(entry) if entry.value.is_collection() => entry.key_span,
            entry => entry.map_or(Span::default(), |entry| entry.value.span),
        };
        let words = cut(&words, LIMIT);
        let message = format!("the example of {place} violates its own schema: {words}");
        found.push(
            Diagnostic::new(codes::EXAMPLE_INVALID, message, span)
                .with_label(words)
                .with_field(field)
                .with_help("fix the example, because users copy it"),
        );
    }
}

/// Formats an error, with its path inside of the example.
fn words(error: &FieldError) -> String {
    let path = error.field.to_string();
    match error.cause.as_deref() {
        Some(Cause::Value(fault)) => {
            let mut fault = fault.clone();
            relative(&path).clone_into(&mut fault.name);
            fault.describe()
        }
        _ if relative(&path).is_empty() => error.detail.clone(),
        _ => format!("`{}`: {}", relative(&path), error.detail),
    }
}

/// Returns a path relative to the member that holds the example.
fn relative(path: &str) -> &str {
    path.strip_prefix(MEMBER).unwrap_or(path).trim_start_matches('.')
}
