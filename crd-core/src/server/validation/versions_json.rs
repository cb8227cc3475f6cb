//! Formats `spec.versions` as Go's JSON, which some errors print as a whole.

use super::internal::InternalVersion;
use crate::model::crd::{CrdValidation, PrinterColumn, Scale, Subresources};
use crate::model::schema::{GoStruct, list, text, write_schema};

/// Formats the list as Go's JSON; `null` if there is none.
pub(super) fn render(versions: Option<&[InternalVersion<'_>]>) -> String {
    let mut out = String::new();
    match versions {
        Some(versions) => list(&mut out, versions, write_version),
        None => out.push_str("null"),
    }
    out
}

fn write_version(out: &mut String, version: &InternalVersion<'_>) {
    let mut fields = GoStruct::open(out);
    fields.text("Name", version.name);
    fields.shown("Served", version.served);
    fields.shown("Storage", version.storage);
    fields.shown("Deprecated", version.deprecated);
    fields.pointer("DeprecationWarning", version.deprecation_warning, text);
    fields.pointer("Schema", version.schema, write_validation);
    fields.pointer("Subresources", version.subresources, write_subresources);
    fields.pointer("AdditionalPrinterColumns", version.columns, |out, columns| {
        list(out, columns, write_column);
    });
    fields.pointer("SelectableFields", version.selectable_fields, |out, paths| {
        list(out, paths, |out, path| {
            let mut fields = GoStruct::open(out);
            fields.text("JSONPath", path);
            fields.close();
        });
    });
    fields.close();
}

fn write_validation(out: &mut String, validation: &CrdValidation) {
    let mut fields = GoStruct::open(out);
    fields.pointer(
        "OpenAPIV3Schema",
        validation.open_api_v3_schema.as_deref(),
        write_schema,
    );
    fields.close();
}

fn write_subresources(out: &mut String, subresources: &Subresources) {
    let mut fields = GoStruct::open(out);
    fields.pointer("Status", subresources.status.then_some(()), |out, ()| {
        out.push_str("{}");
    });
    fields.pointer("Scale", subresources.scale.as_ref(), write_scale);
    fields.close();
}

fn write_scale(out: &mut String, scale: &Scale) {
    let mut fields = GoStruct::open(out);
    fields.text("SpecReplicasPath", &scale.spec_replicas_path);
    fields.text("StatusReplicasPath", &scale.status_replicas_path);
    fields.pointer("LabelSelectorPath", scale.label_selector_path.as_deref(), text);
    fields.close();
}

fn write_column(out: &mut String, column: &PrinterColumn) {
    let mut fields = GoStruct::open(out);
    fields.text("Name", &column.name);
    fields.text("Type", &column.type_);
    fields.text("Format", &column.format);
    fields.text("Description", &column.description);
    fields.shown("Priority", column.priority);
    fields.text("JSONPath", &column.json_path);
    fields.close();
}
