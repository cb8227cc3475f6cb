//! LNT-06: schemas of `apiVersion`, `kind` and `metadata` that reject the objects of the CRD.
//!
//! ```text
//! kind: {type: string, enum: [Gadget]}             in the CRD of Widgets
//! metadata: {properties: {name: {maxLength: 0}}}   no name is empty
//! ```

use serde_json::Value;

use super::judged::JudgedVersion;
use super::run::LintRun;
use super::satisfiable;
use crate::check::codes;
use crate::model::field::Path;
use crate::model::schema::JsonSchemaProps;

pub(super) fn version(run: &mut LintRun<'_>, judged: &JudgedVersion<'_>) {
    let JudgedVersion { version, path, .. } = *judged;
    let Some(root) = version.openapi_schema() else {
        return;
    };
    let spec = &run.judged.crd.spec;
    let schema = path.child("schema");
    let root_path = schema.child("openAPIV3Schema");
    let properties = root_path.child("properties");
    let api_version = format!("{}/{}", spec.group, version.name);
    for (member, value) in [("apiVersion", &*api_version), ("kind", &*spec.names.kind)] {
        let refused = root
            .property(member)
            // The server itself refuses those of other types.
            .filter(|schema| matches!(&*schema.type_, "" | "string"))
            .filter(|schema| satisfiable::refuses(&mut run.prover, schema, &Value::from(value)));
        if refused.is_some() {
            let why = format!("`{member}` is `{value}` in every object, but this schema rejects it");
            report(run, &properties.key(member), why);
        }
    }
    let metadata = root.property("metadata");
    let Some(name) = metadata.and_then(|metadata| metadata.property("name")) else {
        return;
    };
    let names = object_names();
    // A contradiction in the schema itself is reported at its node.
    let is_impossible = satisfiable::contradiction(&mut run.prover, name, &[]).is_none()
        && satisfiable::contradiction(&mut run.prover, name, &[&names]).is_some();
    if is_impossible {
        let metadata = properties.key("metadata");
        let below = metadata.child("properties");
        let why = "names of objects are DNS subdomains, but this schema rejects all of them".to_owned();
        report(run, &below.key("name"), why);
    }
}

/// Returns the restrictions on the names of objects, including those that the server creates from `generateName`.
pub(super) fn object_names() -> JsonSchemaProps {
    let (max_length, pattern) = satisfiable::DNS_SUBDOMAIN;
    JsonSchemaProps {
        pattern: pattern.into(),
        min_length: Some(1),
        max_length: Some(max_length),
        ..JsonSchemaProps::default()
    }
}

fn report(run: &mut LintRun<'_>, field: &Path<'_>, why: String) {
    run.report(codes::UNSATISFIABLE, &field.to_field_path(), why)
        .label("rejects every object")
        .help(
            "the server accepts the CRD and then rejects every object: correct the restriction, or remove it",
        );
}
