//! Duplicate keys of a document (rule OBJ-06).

use std::collections::HashSet;

use super::Finding;
use crate::go;
use crate::model::sort::sort_by;
use crate::server::objects::at::At;
use crate::yaml::tree::{Node, Value};

/// The maximum number of duplicates that the server's decoder records.
const MOST: usize = 100;

/// Returns the strict findings about duplicate keys of a JSON document, in the order of the document. The last value counts.
///
/// For a YAML document these are the findings for a client that sends it as JSON, as kubectl does after it
/// has reported the keys itself.
pub fn duplicates(document: &Node) -> Vec<Finding> {
    let mut found = Vec::new();
    walk(document, &At::ROOT, &mut found);
    sort_by(&mut found, &|left, right| left.0.cmp(&right.0));
    let mut seen = HashSet::new();
    found
        .into_iter()
        .map(|(_, finding)| finding)
        .filter(|finding| seen.insert(finding.text.clone()))
        .take(MOST)
        .collect()
}

fn walk(node: &Node, at: &At<'_>, found: &mut Vec<(u32, Finding)>) {
    match &node.value {
        Value::Mapping(mapping) => {
            for duplicate in mapping.duplicates() {
                let at = at.property(&duplicate.key);
                let text = format!("duplicate field {}", go::quote(&at.name()));
                found.push((duplicate.key_span.start, Finding::new(text, at.field(None))));
            }
            for entry in &mapping.entries {
                walk(&entry.value, &at.property(&entry.key), found);
            }
        }
        Value::Sequence(items) => {
            for (index, item) in items.iter().enumerate() {
                walk(item, &at.index(index), found);
            }
        }
        _ => {}
    }
}
