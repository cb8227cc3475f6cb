//! The places that a diagnostic marks: the members that a rule reads, the texts of metadata, and equal elements.

use crate::check::Diagnostic;
use crate::check::objects::place::find;
use crate::check::objects::subject::ObjectSubject;
use crate::model::field::FieldError;
use crate::yaml::tree::{Entry, Node, Span};

/// Maximum number of places that a diagnostic marks.
const MARKED: usize = 4;

/// Returns the paths that a rule reads below a variable: `a` and `b.c` for `self.a < self.b.c`.
fn paths_below<'r>(rule: &'r str, variable: &str) -> impl Iterator<Item = &'r str> {
    let is_of_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let starts: Vec<usize> = rule
        .match_indices(variable)
        .filter(|(at, _)| !rule.get(..*at).unwrap_or_default().ends_with(is_of_name))
        .map(|(at, _)| at + variable.len())
        .collect();
    starts.into_iter().filter_map(move |start| {
        let names = rule.get(start..)?.strip_prefix('.')?;
        names.get(..names.find(|c| !is_of_name(c)).unwrap_or(names.len()))
    })
}

/// Marks the part of an object that lacks the member with which the evaluation of a rule failed: `b` for `self.b.c`. Whether it was
/// found; if not, the stored object may lack it.
pub(in crate::check::objects) fn mark_absent(
    diagnostic: &mut Diagnostic,
    object: &Node,
    rule: &str,
    name: &str,
) -> bool {
    let before = |path: &str| {
        let mut steps = path.split('.');
        let count = steps.by_ref().take_while(|step| *step != name).count();
        (count < path.split('.').count()).then_some(count)
    };
    for path in paths_below(rule, "self") {
        let Some(count) = before(path) else {
            continue;
        };
        let mut entry = None;
        let mut steps = path.split('.').take(count);
        let parent = steps.try_fold(object, |node, step| {
            entry = node.as_mapping()?.get(step);
            entry.map(|entry| &entry.value)
        });
        if parent.is_some_and(|parent| parent.as_mapping().is_some() && parent.get(name).is_none()) {
            diagnostic.span = entry.map(|entry| entry.key_span).or(diagnostic.span);
            diagnostic.label = format!("has no `{name}`");
            diagnostic
                .help
                .push(format!("set `{name}`, which the rule reads"));
            return true;
        }
    }
    if paths_below(rule, "oldSelf").any(|path| before(path).is_some()) {
        diagnostic.label = format!("the stored object has no `{name}`");
    }
    false
}

/// Marks the members of an object that a rule reads: `a` and `b.c` for `self.a < self.b.c`. The main place is the one with which the
/// evaluation fails with an error, or else the last one.
pub(in crate::check::objects) fn mark_read(
    diagnostic: &mut Diagnostic,
    object: &Node,
    rule: &str,
    error: Option<&str>,
) {
    let mut read: Vec<(Span, bool)> = Vec::new();
    for names in paths_below(rule, "self") {
        if let Some(entry) = deepest(object, names) {
            let place = (
                entry.shown(),
                error.is_some_and(|error| is_cause(&entry.value, error)),
            );
            if !read.contains(&place) {
                read.push(place);
            }
        }
    }
    read.sort_unstable();
    read.truncate(MARKED);
    let cause = read.iter().position(|(_, is_cause)| *is_cause);
    let Some(main) = cause.or(read.len().checked_sub(1)) else {
        return;
    };
    let (span, _) = read.remove(main);
    diagnostic.span = Some(span);
    let is_only = read.is_empty() && !rule.contains("oldSelf");
    if error.is_some() && cause.is_none() && !is_only {
        READ.clone_into(&mut diagnostic.label);
    }
    let others = read.iter().map(|(span, _)| (*span, READ.to_owned()));
    diagnostic.labels.extend(others);
}

/// The label of a value that a rule reads.
const READ: &str = "read by the rule";

/// Whether the evaluation of a rule fails with an error because of a value: one that it quotes, or zero.
fn is_cause(value: &Node, error: &str) -> bool {
    match value.as_str() {
        Some(text) => !text.is_empty() && error.contains(&format!("\"{text}\"")),
        None => error.contains(" by zero ") && value.to_json().as_f64() == Some(0.0),
    }
}

/// Returns the last member on a path that exists.
fn deepest<'a>(object: &'a Node, names: &str) -> Option<&'a Entry> {
    let mut found = None;
    let mut node = object;
    for name in names.split('.') {
        let Some(entry) = node.as_mapping().and_then(|mapping| mapping.get(name)) else {
            break;
        };
        (found, node) = (Some(entry), &entry.value);
    }
    found
}

/// Marks the name or the value of a label or annotation that an error quotes.
pub(in crate::check::objects) fn mark_text(diagnostic: &mut Diagnostic, texts: &Node, error: &FieldError) {
    let quoted: Option<String> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let is_quoted = |element: &&Node| element.as_str() == quoted.as_deref() && quoted.is_some();
    let element = texts.elements().iter().find(is_quoted);
    let entries = texts.members().iter();
    let mut places = entries.filter_map(|entry| match quoted.as_deref()? {
        quoted if quoted == &*entry.key => Some(entry.key_span),
        quoted => (entry.value.as_str() == Some(quoted)).then_some(entry.value.span),
    });
    let place = places.next().or(element.map(|element| element.span));
    diagnostic.span = place.or(diagnostic.span);
}

/// Returns a path into the owners of an object with the index of the first one that lacks the member: the server reports none.
pub(in crate::check::objects) fn with_index(object: &Node, path: String) -> String {
    const OWNERS: &str = "metadata.ownerReferences";
    let Some(member) = path.strip_prefix(OWNERS).and_then(|rest| rest.strip_prefix('.')) else {
        return path;
    };
    let owners = find(object, OWNERS).node.elements();
    let lacks = |owner: &Node| owner.get(member).is_none();
    match owners.iter().position(lacks) {
        Some(index) => format!("{OWNERS}[{index}].{member}"),
        None => path,
    }
}

/// Marks the first of two elements of a list with the same keys, and the keys of the second one.
pub(in crate::check::objects) fn mark_first(
    diagnostic: &mut Diagnostic,
    subject: &ObjectSubject<'_>,
    error: &FieldError,
    path: &str,
) {
    let Some((list, index)) = path.strip_suffix(']').and_then(|path| path.rsplit_once('[')) else {
        return;
    };
    let place = find(subject.node, list);
    let (Ok(index), true) = (index.parse::<usize>(), place.rest.is_empty()) else {
        return;
    };
    let elements = place.node.elements();
    let Some(again) = elements.get(index) else {
        return;
    };
    let keys: Option<serde_json::Map<String, serde_json::Value>> = error
        .value
        .as_deref()
        .and_then(|value| serde_json::from_str(value).ok());
    let shown = |element: &Node| -> Vec<Span> {
        let names = keys.iter().flat_map(serde_json::Map::keys);
        let mut places: Vec<Span> = names
            .filter_map(|key| Some(element.get(key)?.span))
            .take(MARKED)
            .collect();
        if places.is_empty() {
            places.push(element.span);
        }
        places.sort_unstable();
        places
    };
    let identity = |element: &Node| match &keys {
        Some(keys) => keys
            .keys()
            .map(|key| element.get(key).map(Node::to_json))
            .collect(),
        None => vec![Some(element.to_json())],
    };
    let repeated = identity(again);
    let is_same = |element: &&Node| identity(element) == repeated;
    if let Some(first) = elements.iter().take(index).find(is_same) {
        let mark = |span| (span, "first here".to_owned());
        diagnostic.labels.extend(shown(first).into_iter().map(mark));
        if keys.is_some()
            && let Some((main, others)) = shown(again).split_first()
        {
            diagnostic.span = Some(*main);
            let mark = |span: &Span| (*span, "again here".to_owned());
            diagnostic.labels.extend(others.iter().map(mark));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::codes;
    use crate::yaml::{Options, read};

    #[test]
    fn the_place_that_lacks_a_member() {
        let text = "low: 1\nadult: {price: 5}\n";
        let read = read(text.as_bytes(), Options::default());
        let whole = Span {
            start: 0,
            end: u32::try_from(text.len()).unwrap(),
        };
        for (rule, name, place, label) in [
            ("self.low < self.high", "high", text, "has no `high`"),
            (
                "self.adult.price > self.child.price",
                "child",
                text,
                "has no `child`",
            ),
            (
                "self.adult.price > self.adult.rate",
                "rate",
                "adult",
                "has no `rate`",
            ),
            (
                "self.low >= oldSelf.low",
                "low",
                text,
                "the stored object has no `low`",
            ),
            ("self.all(k, self[k] > high)", "high", text, ""),
        ] {
            let mut diagnostic = Diagnostic::new(codes::OBJECT_RULE_FAILED, "", whole);
            mark_absent(&mut diagnostic, &read.documents[0].root, rule, name);
            let marked = diagnostic.span.and_then(|span| span.slice(text));
            assert_eq!(
                (marked, diagnostic.label.as_str()),
                (Some(place), label),
                "{rule}"
            );
        }
    }

    /// Where a rule reads several values, the one with which it fails is only marked if the server's error shows which it is.
    #[test]
    fn the_value_with_which_a_rule_fails() {
        let text = "from: 10.0.0.256\nrate: 0\nto: 10.0.0.9\n";
        let read = read(text.as_bytes(), Options::default());
        for (rule, error, place, label) in [
            (
                "ip(self.from) == ip(self.to)",
                "ParseAddr(\"10.0.0.256\")",
                "from",
                "fails",
            ),
            (
                "1 / self.rate > size(self.to)",
                "division by zero evaluating rule",
                "rate",
                "fails",
            ),
            ("self.from < int(self.to)", "type conversion error", "to", READ),
            ("int(self.to) > 0", "type conversion error", "to", "fails"),
            (
                "oldSelf.value().to == self.to",
                "optional.none() dereference",
                "to",
                READ,
            ),
        ] {
            let mut diagnostic = Diagnostic::new(codes::OBJECT_RULE_FAILED, "", Span::default());
            "fails".clone_into(&mut diagnostic.label);
            mark_read(&mut diagnostic, &read.documents[0].root, rule, Some(error));
            let marked = diagnostic.span.and_then(|span| span.slice(text)).unwrap();
            assert_eq!(
                (marked.split(':').next(), diagnostic.label.as_str()),
                (Some(place), label),
                "{rule}"
            );
        }
    }
}
