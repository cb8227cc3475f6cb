//! Findings about generated CRDs in the terms of the derive: the Rust type and field, their place, and attributes.
//!
//! ```text
//! spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[users]…   DatabaseSpec::users, src/api.rs:12
//! set `maxItems: 200`                                                           set `max_items = 200`
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use super::rust_file::RustFile;
use crate::check::{self, Code, Diagnostic, Finding, codes};
use crate::model::field::Segment;
use crate::rust::generate::owners::{RustOwner, at_and_above};

/// By version: the Rust field of each path.
pub type Owners = BTreeMap<String, BTreeMap<String, RustOwner>>;

/// A finding in the terms of the derive.
#[derive(Clone, Debug, PartialEq)]
pub struct InRust {
    /// The Rust field or type, such as `DatabaseSpec::users`.
    pub owner: String,
    /// The file that the diagnostic's span refers to; without it, the span refers to the manifest.
    pub file: Option<RustFile>,
    /// The diagnostic.
    pub diagnostic: Diagnostic,
}

/// Converts a finding about a CRD of a package to the terms of the derive; `None` if no Rust type is known.
pub fn in_rust(finding: &Finding, owners: &Owners, package: &Path) -> Option<InRust> {
    let owner = owner(finding, owners)?;
    let mut diagnostic = finding.diagnostic.clone();
    diagnostic.message = in_terms_of_the_derive(&diagnostic.message);
    check::forget_quotes(&mut diagnostic);
    for help in &mut diagnostic.help {
        *help = help_in_rust(diagnostic.code, help);
    }
    let mut place = None;
    if diagnostic.code == codes::DEFAULT_INVALID {
        let source = match finding.diagnostic.field.short().to_string().as_str() {
            "spec" => Some("it is `spec_default = …` of the custom resource"),
            "status" => Some("it is `status_default = …` of the custom resource"),
            _ => match &owner.default {
                Some(default) if !default.is_of_serde => None,
                _ => Some(
                    "it is the value of `#[serde(default)]`: the `Default` of its type, or of the function that it names",
                ),
            },
        };
        diagnostic.help.extend(source.map(str::to_owned));
        place = owner
            .default
            .as_ref()
            .and_then(|default| RustFile::of_default(default, package));
    }
    if diagnostic.code == codes::EXAMPLE_INVALID {
        place = owner
            .example
            .as_ref()
            .and_then(|example| RustFile::of_example(example, package));
    }
    let place = place.or_else(|| RustFile::of(owner, package));
    if let Some((_, span)) = &place {
        diagnostic.span = Some(*span);
        diagnostic.label = String::new();
        diagnostic.labels.clear();
        // Edits are edits of the manifest.
        diagnostic.fix = None;
    }
    Some(InRust {
        owner: owner.name.clone(),
        file: place.map(|(file, _)| file),
        diagnostic,
    })
}

/// Returns the Rust field of a finding, or the type whose attributes describe the resource. For a type of a library, which has no
/// place, it is the field with this type.
fn owner<'o>(finding: &Finding, owners: &'o Owners) -> Option<&'o RustOwner> {
    let all = owners_of(finding, owners);
    let placed = all.iter().find(|owner| owner.place.is_some());
    placed.or(all.first()).copied()
}

/// Returns the Rust fields of a finding, the nearest first, up to the first one that has a place.
pub(super) fn owners_of<'o>(finding: &Finding, owners: &'o Owners) -> Vec<&'o RustOwner> {
    let mut found = Vec::new();
    for owner in owners_above(finding, owners) {
        found.push(owner);
        if owner.place.is_some() {
            break;
        }
    }
    found
}

/// Returns the Rust fields at and above a finding, the nearest first.
pub(super) fn owners_above<'o>(finding: &Finding, owners: &'o Owners) -> Vec<&'o RustOwner> {
    let of_version = match &finding.version {
        Some(version) => owners.get(version),
        // The finding concerns all versions: the type of the newest one is used.
        None => owners.last_key_value().map(|(_, of_version)| of_version),
    };
    let field = &finding.diagnostic.field;
    let mut path = match field.below_schema() {
        Some(_) => field.short().to_string(),
        None => String::new(),
    };
    // A finding about a name in `required` concerns that field.
    if let [.., list, Segment::Index(_)] = field.segments.as_slice()
        && list.is_field("required")
        && let Some(name) = finding.diagnostic.message.split('`').nth(1)
    {
        let name = name.rsplit('.').next().unwrap_or_default();
        path = format!("{path}.{name}");
    }
    at_and_above(&path)
        .filter_map(|here| of_version?.get(here))
        .collect()
}

const ATTRIBUTES: [(&str, &str); 25] = [
    ("maxItems", "max_items"),
    ("minItems", "min_items"),
    ("maxLength", "max_length"),
    ("minLength", "min_length"),
    ("maxProperties", "max_properties"),
    ("minProperties", "min_properties"),
    ("minimum", "minimum"),
    ("maximum", "maximum"),
    ("exclusiveMinimum", "exclusive_minimum"),
    ("exclusiveMaximum", "exclusive_maximum"),
    ("multipleOf", "multiple_of"),
    ("pattern", "pattern"),
    ("format", "format"),
    ("type", "type_"),
    ("nullable", "nullable"),
    ("messageExpression", "message_expression"),
    ("fieldPath", "field_path"),
    ("optionalOldSelf", "optional_old_self"),
    ("x-kubernetes-list-type", "list_type"),
    ("x-kubernetes-list-map-keys", "list_map_keys"),
    ("x-kubernetes-map-type", "map_type"),
    ("x-kubernetes-preserve-unknown-fields", "preserve_unknown_fields"),
    ("x-kubernetes-embedded-resource", "embedded_resource"),
    ("x-kubernetes-int-or-string", "int_or_string"),
    ("x-kubernetes-validations", "rule"),
];

/// Returns a line of help with the attributes for its suggestion.
fn help_in_rust(code: Code, help: &str) -> String {
    if let Some(why) = help.strip_prefix("remove it from `required`") {
        let what = match code {
            codes::REQUIRED_WITH_DEFAULT => "remove `required`",
            _ => "make it an `Option`",
        };
        return format!("{what}{why}");
    }
    if code == codes::STORAGE_VERSION {
        return "remove `storage = false` from one version; if another version is stored, add its type, too"
            .to_owned();
    }
    let mut help = in_terms_of_the_derive(help);
    if help.ends_with("convert with a webhook") {
        help.push_str(": `conversion(service = \"…\", namespace = \"…\")` together with `next`");
    }
    help
}

/// Converts `maxItems: 200` in backticks to `max_items = 200`, and `maxLength: 9` at `spec.names[]` to `items(max_length = 9)` at
/// `spec.names`.
fn in_terms_of_the_derive(text: &str) -> String {
    let mut out: Vec<String> = Vec::new();
    for (position, part) in text.split('`').enumerate() {
        let (keyword, value) = part
            .split_once(": ")
            .map_or((part, None), |(keyword, value)| (keyword, Some(value)));
        let attribute = ATTRIBUTES
            .iter()
            .find(|(name, _)| *name == keyword)
            .filter(|_| position % 2 == 1);
        out.push(match (attribute, value) {
            (Some((_, attribute)), Some("true") | None) => (*attribute).to_owned(),
            (Some((_, attribute @ ("format" | "pattern" | "type_"))), Some(value)) => {
                format!("{attribute} = {:?}", value.trim_matches(['\'', '"']))
            }
            (Some((_, attribute)), Some(value)) => format!("{attribute} = {value}"),
            (None, _) => part.to_owned(),
        });
        // The attributes of elements are written on the field of the list.
        if let [.., attribute, at, path] = out.as_mut_slice()
            && at == " at "
            && position % 2 == 1
            && attribute.contains(" = ")
        {
            for (ending, around) in [("[]", "items"), (".*", "values")] {
                if let Some(field) = path.strip_suffix(ending) {
                    *attribute = format!("{around}({attribute})");
                    *path = field.to_owned();
                }
            }
        }
    }
    out.join("`")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_attributes() {
        assert_eq!(
            help_in_rust(
                codes::DEFAULT_INVALID,
                "declare it in `v1` too, or convert with a webhook"
            ),
            "declare it in `v1` too, or convert with a webhook: `conversion(service = \"…\", namespace = \
             \"…\")` together with `next`"
        );
        assert_eq!(
            help_in_rust(codes::STORAGE_VERSION, "write `storage: true`"),
            "remove `storage = false` from one version; if another version is stored, add its type, too"
        );
        assert_eq!(
            help_in_rust(codes::DEFAULT_INVALID, "set `maxItems: 1`"),
            "set `max_items = 1`"
        );
        assert_eq!(
            help_in_rust(
                codes::STATUS_FIELD_REQUIRED,
                "remove it from `required`: controllers"
            ),
            "make it an `Option`: controllers"
        );
    }

    #[test]
    fn keywords_become_attributes() {
        assert_eq!(
            in_terms_of_the_derive(
                "set `maxItems: 200` or `x-kubernetes-int-or-string: true` on maxItems: 3"
            ),
            "set `max_items = 200` or `int_or_string` on maxItems: 3"
        );
        assert_eq!(
            in_terms_of_the_derive(r"set `format: date-time`, or write `type: string` or `pattern: '^\d$'`"),
            r#"set `format = "date-time"`, or write `type_ = "string"` or `pattern = "^\\d$"`"#
        );
        assert_eq!(
            in_terms_of_the_derive(
                "set `maxItems: 2` at `spec.a` and `maxLength: 3` at `spec.a[]`, `maxLength: 4` at `spec.b.*`"
            ),
            "set `max_items = 2` at `spec.a` and `items(max_length = 3)` at `spec.a`, `values(max_length = 4)` at `spec.b`"
        );
    }
}
