//! Warnings in the server's response (rules WRN).

use crate::model::changes::Change;
use crate::model::rules;

use super::internal::Internal;
use crate::KubeVersion;
use crate::go::quote;
use crate::model::field::Path;
use crate::model::schema::{JsonSchemaProps, VisitNext, VisitScope};
use crate::model::sort::sort_by;
use crate::server::verdict::Warning;

/// Returns the server's warnings; on update only those that `old` does not cause.
pub(super) fn collect(crd: &Internal<'_>, old: Option<&Internal<'_>>, version: KubeVersion) -> Vec<Warning> {
    let found = warnings(crd, version);
    let Some(old) = old.filter(|_| !found.is_empty()) else {
        return found;
    };
    let before = warnings(old, version);
    found
        .into_iter()
        .filter(|warning| !before.iter().any(|earlier| earlier.text == warning.text))
        .collect()
}

fn warnings(crd: &Internal<'_>, version: KubeVersion) -> Vec<Warning> {
    let mut finder = Finder {
        version,
        formats: Vec::new(),
        sets: Vec::new(),
    };
    if !version.has(Change::WarnsOfFormats) {
        return Vec::new();
    }
    let spec = Path::root("spec");
    if let Some(schema) = crd.top_schema() {
        let validation = spec.child("validation");
        finder.schema(schema, &validation.child("openAPIV3Schema"));
    }
    let versions = spec.child("versions");
    for (index, version) in crd.versions().iter().enumerate() {
        if let Some(schema) = version.schema() {
            let element = versions.index(index);
            let holder = element.child("schema");
            finder.schema(schema, &holder.child("openAPIV3Schema"));
        }
    }
    // The server sends each text about sets once.
    sort_by(&mut finder.sets, &|a, b| a.text.cmp(&b.text));
    finder.sets.dedup_by(|a, b| a.text == b.text);
    finder.formats.append(&mut finder.sets);
    finder.formats
}

struct Finder {
    version: KubeVersion,
    formats: Vec<Warning>,
    sets: Vec<Warning>,
}

impl Finder {
    fn schema(&mut self, root: &JsonSchemaProps, path: &Path<'_>) {
        root.visit(VisitScope::All, path, &mut |path, schema| {
            self.node(schema, path);
            VisitNext::Children
        });
    }

    fn node(&mut self, schema: &JsonSchemaProps, path: &Path<'_>) {
        if !schema.format.is_empty() && !self.is_recognized(&schema.format, &schema.type_) {
            self.formats.push(Warning {
                rule: rules::WRN_01,
                field: path.child("format").to_field_path(),
                value: Some(quote(&schema.format)),
                text: format!("unrecognized format {}", quote(&schema.format)),
            });
        }
        if self.version.has(Change::WarnsOfNonScalarSets) && schema.x_list_type.as_deref() == Some("set") {
            let items = schema.item_schema().map(|items| &*items.type_);
            if let Some(type_ @ ("object" | "array")) = items {
                self.sets.push(Warning {
                    rule: rules::WRN_02,
                    field: path.child("x-kubernetes-list-type").to_field_path(),
                    value: Some(quote(type_)),
                    text: format!(
                        "x-kubernetes-list-type: set for items of type \"{type_}\" is not supported by server-side apply or CEL validation rules"
                    ),
                });
            }
        }
    }

    /// Checks whether the server knows the format for the type (rules WRN-01 and VAL-02).
    fn is_recognized(&self, format: &str, type_: &str) -> bool {
        let text = || is_text_format(format, self.version);
        if self.version.has(Change::FormatsByType) {
            match type_ {
                "" | "string" => text(),
                "integer" => matches!(format, "int32" | "int64"),
                "number" => matches!(format, "float" | "double"),
                _ => false,
            }
        } else {
            // 1.35 checks only strings, 1.34 every type.
            self.version.has(Change::WarnsOfStringFormatsOnly) && type_ != "string" || text()
        }
    }
}

/// Checks whether a server of a version knows a string format; dashes are ignored.
fn is_text_format(format: &str, version: KubeVersion) -> bool {
    // All formats named after Kubernetes were introduced in one version.
    crd_cel::syntax::is_string_format(format)
        && (!format.replace('-', "").starts_with("k8s") || version.has(Change::KubernetesNameFormats))
}
