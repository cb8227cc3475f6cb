//! Where a field of a CRD is in the Rust source, and findings in the terms of the derive.
//!
//! The harness says which field of which type a path comes from. The place of that field is looked up in the package's own
//! source: nothing about places is compiled into the user's program.

use std::fs;
use std::path::{Path, PathBuf};

use crd_core::check::Finding;
use crd_core::yaml::tree::Span;

use super::harness::Manifest;
use crate::source::Source;

/// The Rust field of a finding: `DatabaseSpec::users`.
pub(super) fn owner<'m>(manifest: &'m Manifest, finding: &Finding) -> Option<&'m str> {
    let version = finding.version.as_deref()?;
    let owners = manifest.owners.get(version)?;
    let path = finding.diagnostic.field.short().to_string();
    let mut here = path.as_str();
    loop {
        if let Some(owner) = owners.get(here) {
            return Some(owner);
        }
        // The nearest field above.
        here = here
            .strip_suffix("[]")
            .or_else(|| here.rsplit_once('.').map(|(above, _)| above))?;
    }
}

/// The finding at the field in the Rust source, in the terms of the derive; `None` where the source does not have it.
pub(super) fn at_field(
    directory: &Path,
    owner: &str,
    version: &str,
    finding: &Finding,
) -> Option<(Source, Finding)> {
    let (type_name, field) = owner
        .split_once("::")
        .map_or((owner, None), |(name, field)| (name, Some(field)));
    let mut files = Vec::new();
    rust_files(&directory.join("src"), &mut files);
    // A module that is named after the version is looked at first.
    files.sort_by_key(|file| !file.to_string_lossy().contains(version));
    for file in files {
        let text = fs::read_to_string(&file).unwrap_or_default();
        let Some(span) = find(&text, type_name, field, version) else {
            continue;
        };
        let shown = std::env::current_dir()
            .ok()
            .and_then(|here| file.strip_prefix(here).ok().map(Path::to_owned))
            .unwrap_or(file);
        let mut finding = finding.clone();
        let diagnostic = &mut finding.diagnostic;
        diagnostic.span = Some(span);
        diagnostic.labels.clear();
        diagnostic.label = String::new();
        diagnostic.message = in_terms_of_the_derive(&diagnostic.message);
        diagnostic.help = diagnostic
            .help
            .iter()
            .map(|help| in_terms_of_the_derive(help))
            .collect();
        return Some((Source::new(shown, text), finding));
    }
    None
}

fn rust_files(directory: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The place of a field of a type, or of the type's name where the field is not found.
fn find(text: &str, type_name: &str, field: Option<&str>, version: &str) -> Option<Span> {
    let mut found = None;
    for keyword in ["struct", "enum"] {
        let pattern = format!("{keyword} {type_name}");
        for (at, _) in text.match_indices(&pattern) {
            let name = at + keyword.len() + 1;
            let end = name + type_name.len();
            let goes_on = |c: char| c.is_alphanumeric() || c == '_';
            if text.get(end..)?.starts_with(goes_on) || text.get(..at)?.ends_with(goes_on) {
                continue;
            }
            // Of several types of one name, the one in the module of the version.
            let is_in_module = text.get(..at)?.rfind("mod ").is_some_and(|module| {
                text.get(module + 4..)
                    .is_some_and(|rest| rest.starts_with(version))
            });
            let span = field
                .and_then(|field| field_in(text, end, field))
                .unwrap_or(Span::new(name, end));
            if is_in_module {
                return Some(span);
            }
            found = found.or(Some(span));
        }
    }
    found
}

/// The place of the field with a name on the wire in the body that begins behind `from`.
fn field_in(text: &str, from: usize, wire: &str) -> Option<Span> {
    let open = from + text.get(from..)?.find(['{', ';'])?;
    let mut depth = 0usize;
    let mut renamed = false;
    let mut at = open;
    for line in text.get(open..)?.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let code = line.trim_start();
        if depth == 1 && !code.starts_with("//") {
            renamed |= code.contains(&format!("rename = \"{wire}\""));
            let code = code.strip_prefix("pub ").unwrap_or(code);
            let name: &str = code
                .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#'))
                .next()?;
            let is_member = !name.is_empty() && !name.starts_with('#');
            if is_member && (renamed || is_same(name.trim_start_matches("r#"), wire)) {
                let offset =
                    start + (line.len() - line.trim_start().len()) + (line.trim_start().len() - code.len());
                return Some(Span::new(offset, offset + name.len()));
            }
            if is_member {
                renamed = false;
            }
        }
        for c in line.chars() {
            match c {
                '{' => depth += 1,
                '}' => depth = depth.checked_sub(1)?,
                _ => {}
            }
        }
        if depth == 0 {
            return None;
        }
    }
    None
}

/// Whether a Rust name is a name on the wire, whatever the case of serde: `maxReplicas` and `max_replicas`.
fn is_same(rust: &str, wire: &str) -> bool {
    let plain = |name: &str| name.replace(['_', '-'], "").to_ascii_lowercase();
    plain(rust) == plain(wire)
}

const ATTRIBUTES: [(&str, &str); 24] = [
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

/// `maxItems: 200` in backticks becomes `max_items = 200`.
fn in_terms_of_the_derive(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (position, part) in text.split('`').enumerate() {
        if position > 0 {
            out.push('`');
        }
        let (keyword, value) = part
            .split_once(": ")
            .map_or((part, None), |(keyword, value)| (keyword, Some(value)));
        let attribute = ATTRIBUTES
            .iter()
            .find(|(name, _)| *name == keyword)
            .filter(|_| position % 2 == 1);
        match (attribute, value) {
            (Some((_, attribute)), Some("true") | None) => out.push_str(attribute),
            (Some((_, attribute)), Some(value)) => out.push_str(&format!("{attribute} = {value}")),
            (None, _) => out.push_str(part),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_become_attributes() {
        assert_eq!(
            in_terms_of_the_derive(
                "set `maxItems: 200` or `x-kubernetes-int-or-string: true` on maxItems: 3"
            ),
            "set `max_items = 200` or `int_or_string` on maxItems: 3"
        );
    }

    #[test]
    fn fields_are_found_by_their_names_on_the_wire() {
        let text = "mod v1 {\n    pub struct Spec {\n        /// maxReplicas: x\n        pub max_replicas: u32,\n        \
                    #[serde(rename = \"type\")]\n        kind: String,\n    }\n}\nmod v2 {\n    pub struct Spec {\n        a: \
                    Vec<u8>,\n    }\n    struct SpecOther { b: u8 }\n}\n";
        let at = |version, field| find(text, "Spec", field, version).and_then(|span| span.slice(text));
        assert_eq!(at("v1", Some("maxReplicas")), Some("max_replicas"));
        assert_eq!(at("v1", Some("type")), Some("kind"));
        assert_eq!(at("v2", Some("a")), Some("a"));
        assert_eq!(at("v2", Some("b")), Some("Spec"));
        assert_eq!(at("v1", None), Some("Spec"));
        assert_eq!(find(text, "Other", None, "v1"), None);
    }
}
