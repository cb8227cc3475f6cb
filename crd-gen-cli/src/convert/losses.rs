//! What a rewritten file loses: comments, and values that YAML writes in another way.

use crd_core::yaml;
use crd_core::yaml::tree::Node;

/// Returns what a rewritten document would lose, whatever the conversion: the first of two values of a field, and digits of integers
/// with more than 64 bits, which would become floats.
pub(super) fn lost_values(root: &Node, text: &str) -> Vec<String> {
    let (mut again, mut large) = (Vec::new(), Vec::new());
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if let Some(mapping) = node.as_mapping() {
            let twice = mapping.duplicates().iter().filter(|again| !again.merged);
            again.extend(twice.map(|again| format!("`{}`", again.key)));
        }
        if matches!(node.value, yaml::tree::Value::Float(_))
            && let Some(number) = node.span.slice(text)
            && number
                .trim_start_matches(['-', '+'])
                .bytes()
                .all(|byte| byte.is_ascii_digit())
        {
            large.push(format!("`{number}`"));
        }
        open.extend(node.elements().iter().rev());
        open.extend(node.members().iter().rev().map(|entry| &entry.value));
    }
    let reason = |message: &str, values: Vec<String>| {
        (!values.is_empty()).then(|| format!("{message}: {}", values.join(", ")))
    };
    let duplicates = reason("duplicate fields, of which one value would be lost", again);
    let integers = reason(
        "integers with more than 64 bits, which would become floats",
        large,
    );
    duplicates.into_iter().chain(integers).collect()
}

/// Returns the comments of a text that another text does not have, in order.
pub(super) fn lost_comments(before: &str, after: &str) -> Vec<String> {
    let mut left = comments(after);
    let mut lost = Vec::new();
    for comment in comments(before) {
        match left.iter().position(|other| *other == comment) {
            Some(at) => {
                left.swap_remove(at);
            }
            None => lost.push(format!("`{comment}`")),
        }
    }
    lost
}

pub(super) fn comments(text: &str) -> Vec<String> {
    if !text.contains('#') {
        return Vec::new();
    }
    let read = yaml::read(text.as_bytes(), yaml::Options::default());
    let spans = read.comments.iter();
    spans
        .filter_map(|span| Some(span.slice(text)?.trim_end().to_owned()))
        .collect()
}
