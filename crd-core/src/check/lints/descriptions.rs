//! LNT-30 to LNT-32, LNT-49: descriptions, and secrets in plain text.

use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::{codes, fix};
use crate::model::map::Map;

/// Verbs after a name that is the subject of its description.
const VERBS: [&str; 24] = [
    "is",
    "are",
    "defines",
    "specifies",
    "describes",
    "contains",
    "holds",
    "represents",
    "indicates",
    "refers",
    "references",
    "configures",
    "controls",
    "determines",
    "enables",
    "disables",
    "allows",
    "sets",
    "tells",
    "lists",
    "names",
    "stores",
    "provides",
    "selects",
];
/// Prefixes of markers of generators, which are not documentation.
const MARKERS: [&str; 9] = [
    "+kubebuilder:",
    "+optional",
    "+required",
    "+listType",
    "+listMapKey",
    "+patch",
    "+k8s:",
    "+operator-sdk:",
    "+openshift:",
];
const NOTES: [&str; 3] = ["TODO", "FIXME", "XXX"];
/// Beginnings of a line that says that a field is deprecated.
const DEPRECATIONS: [&str; 2] = ["Deprecated", "DEPRECATED"];
/// Paths of Rust that users of an API do not have.
const PATHS: [&str; 3] = ["crate::", "[`std::", "::core::"];
/// Notes in the descriptions of Kubernetes' own types: `LocalObjectReference`, and the strategies of workloads.
const NOTES_OF_KUBERNETES: [&str; 3] = [
    "TODO: Add other useful fields. apiVersion, kind, uid?",
    "TODO: Drop `kubebuilder:default` when controller-gen doesn't need it",
    "TODO: Update this to follow our convention for oneOf",
];
const SECRETS: [&str; 10] = [
    "password",
    "passwd",
    "passphrase",
    "token",
    "apikey",
    "apitoken",
    "accesskey",
    "secretkey",
    "secretaccesskey",
    "privatekey",
];

/// The codes of these lints.
const CODES: LintSet = LintSet::of(&[
    codes::DESCRIPTION_ABSENT,
    codes::DESCRIPTION_START,
    codes::DESCRIPTION_LEAK,
    codes::DESCRIPTION_MARKDOWN,
    codes::DEPRECATION_UNDECLARED,
    codes::SECRET_IN_PLAIN,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    if !run.has_any(CODES) || !node.is_authored() {
        return;
    }
    let description = &*node.schema.description;
    if let Some(name) = node.name() {
        if description.is_empty() && run.has_room(codes::DESCRIPTION_ABSENT) {
            let field = node.path.to_field_path();
            run.report(
                codes::DESCRIPTION_ABSENT,
                &field,
                format!("{} has no description", node.shown()),
            )
            .help("describe its purpose: `kubectl explain` shows nothing else");
        }
        secret(run, node, name);
        start(run, node, name);
    }
    if !description.is_empty() {
        content(run, node, description);
    }
}

/// Reports a description that begins with the name of the field in the source language.
fn start(run: &mut LintRun<'_>, node: &SchemaNode<'_>, name: &str) {
    if !run.has(codes::DESCRIPTION_START) {
        return;
    }
    let description = &*node.schema.description;
    // Most descriptions begin with other letters.
    if !begins_alike(description, name) {
        return;
    }
    let mut words = description.split_ascii_whitespace();
    let Some(first) = words.next() else { return };
    if first == name || !is_spelled_alike(first, name) {
        return;
    }
    let is_subject = words.next().is_some_and(|verb| VERBS.contains(&verb));
    if !is_subject || !run.has_room(codes::DESCRIPTION_START) {
        return;
    }
    let source = run.judged.source;
    let field = node.at("description");
    run.report(
        codes::DESCRIPTION_START,
        &field,
        format!("the description starts with `{first}`, but users know the field as `{name}`"),
    )
    .help(format!("start it with `{name}`"))
    .fix(|| fix::rewrite_start(source, &field, first, name));
}

/// Whether a description may begin with the letters of a name, by the first two.
fn begins_alike(description: &str, name: &str) -> bool {
    let is_gap = |byte: &u8| *byte == b'_' || byte.is_ascii_whitespace();
    let is_same = |(one, other): (&u8, &u8)| one.eq_ignore_ascii_case(other);
    match (description.as_bytes(), name.as_bytes()) {
        ([], _) | (_, []) => false,
        ([one, ..], [other, ..]) if is_gap(one) || is_gap(other) => true,
        ([one, next, ..], [other, after, ..]) => {
            is_same((one, other)) && (is_gap(next) || is_gap(after) || is_same((next, after)))
        }
        ([one, ..], [other, ..]) => is_same((one, other)),
    }
}

/// Whether two names have the same letters, without underscores and case.
fn is_spelled_alike(one: &str, other: &str) -> bool {
    // Most names that are spelled alike differ in the first letter.
    if let (Some((first, rest)), Some((letter, others))) =
        (one.split_at_checked(1), other.split_at_checked(1))
        && rest == others
        && first.eq_ignore_ascii_case(letter)
    {
        return true;
    }
    let has_underscore = || one.contains('_') || other.contains('_');
    one.eq_ignore_ascii_case(other) || has_underscore() && plain(one).eq(plain(other))
}

/// Returns the letters of a name without underscores and case.
fn plain(text: &str) -> impl Iterator<Item = u8> {
    let bytes = text.bytes().filter(|byte| *byte != b'_');
    bytes.map(|byte| byte.to_ascii_lowercase())
}

/// Reports text that does not belong in a description.
fn content(run: &mut LintRun<'_>, node: &SchemaNode<'_>, description: &str) {
    let field = || node.at("description");
    let marks = DescriptionMarks::of(description);
    if run.has(codes::DESCRIPTION_LEAK)
        && let Some(leak) = leak(description, &marks)
        && run.has_room(codes::DESCRIPTION_LEAK)
    {
        run.report(
            codes::DESCRIPTION_LEAK,
            &field(),
            format!(
                "the description of {} contains {leak}, which is not documentation",
                node.shown()
            ),
        )
        .help(
            "remove it from the comment that documents the field: separate it by an empty line, or \
                use a comment of another kind",
        );
    }
    if run.has(codes::DESCRIPTION_MARKDOWN) && marks.code.is_open(description) {
        run.report(
            codes::DESCRIPTION_MARKDOWN,
            &field(),
            format!(
                "a backtick in the description of {} is never closed",
                node.shown()
            ),
        )
        .help(if has_apostrophe(description) {
            "write the apostrophe as `'`: pages generated from descriptions show the rest as code"
        } else {
            "close it: pages generated from descriptions show the rest as code"
        });
    }
    if run.has(codes::DEPRECATION_UNDECLARED)
        && marks.has_deprecation
        && says_deprecated(description)
        // With this field, users deprecate the object.
        && !node.name().is_some_and(|name| name.eq_ignore_ascii_case("deprecated"))
        && !(node.is_root() && run.judged.crd.versions().iter().any(|version| version.deprecated))
        && run.has_room(codes::DEPRECATION_UNDECLARED)
    {
        run.report(
            codes::DEPRECATION_UNDECLARED,
            &field(),
            format!(
                "{} is deprecated only in its description, so its users get no warning",
                node.shown()
            ),
        )
        .help(
            "in Rust, `#[crd(lifecycle(status = deprecated, …))]` informs tools; a \
            ValidatingAdmissionPolicy with `Warn` informs users",
        );
    }
}

/// Rare words and characters of descriptions: most have none, and are not read line by line.
#[derive(Default)]
struct DescriptionMarks {
    /// The first character of a marker.
    has_plus: bool,
    /// One of [`NOTES`].
    has_note: bool,
    /// One of [`DEPRECATIONS`].
    has_deprecation: bool,
    /// Two colons.
    has_path: bool,
    code: CodeMarks,
}

/// The backticks of a description.
#[derive(Default)]
struct CodeMarks {
    backticks: usize,
    /// The number of groups of three.
    fences: usize,
    /// The number of backticks that end at `next`.
    run: usize,
    /// The place after the last backtick.
    next: usize,
}

impl CodeMarks {
    /// Adds the next backtick.
    fn add(&mut self, at: usize) {
        self.run = if at == self.next { self.run + 1 } else { 1 };
        self.next = at + 1;
        self.backticks += 1;
        self.fences += usize::from(self.run.is_multiple_of(3));
    }

    /// Whether a code span of the description is not closed.
    fn is_open(&self, description: &str) -> bool {
        let without = self.backticks - 3 * self.fences;
        !self.fences.is_multiple_of(2)
            || self.fences == 0 && !without.is_multiple_of(2) && !lists_backtick(description)
    }
}

/// The first character of a marker, and letters of which each note and each word for a deprecation has one; few other words have them.
const RARE: [u8; 3] = [b'+', b'D', b'X'];

impl DescriptionMarks {
    fn of(description: &str) -> Self {
        let bytes = description.as_bytes();
        let mut marks = DescriptionMarks::default();
        let [plus, d, x] = RARE;
        for at in memchr::memchr3_iter(plus, d, x, bytes) {
            // In each note and each word for a deprecation, one of these follows the rare letter.
            match bytes.get(at..) {
                Some([b'+', ..]) => marks.has_plus = true,
                Some([_, b'O' | b'M' | b'X', ..]) => marks.has_note |= has_one(&NOTES, bytes, at),
                Some([_, b'e' | b'E', ..]) => marks.has_deprecation |= has_one(&DEPRECATIONS, bytes, at),
                _ => {}
            }
        }
        for at in memchr::memchr2_iter(b':', b'`', bytes) {
            match bytes.get(at..) {
                Some([b'`', ..]) => marks.code.add(at),
                Some([b':', b':', ..]) => marks.has_path = true,
                _ => {}
            }
        }
        marks
    }
}

/// Whether one of these words has its first rare letter at this place of a text.
fn has_one(words: &[&str], text: &[u8], at: usize) -> bool {
    words.iter().any(|word| {
        let word = word.as_bytes();
        let letter = word.iter().position(|byte| RARE.contains(byte));
        let start = letter.and_then(|letter| at.checked_sub(letter));
        start
            .and_then(|start| text.get(start..))
            .is_some_and(|text| text.starts_with(word))
    })
}

fn leak(description: &str, marks: &DescriptionMarks) -> Option<String> {
    let has_line = marks.has_plus || marks.has_note;
    let lines = has_line.then(|| description.lines().map(str::trim));
    for line in lines.into_iter().flatten() {
        // That of a comment of Go, which is a part of the description. Those after a space are in descriptions of Kubernetes.
        let line = line.strip_prefix("//").unwrap_or(line);
        if line.starts_with('+')
            && let Some(marker) = MARKERS.iter().find(|marker| line.starts_with(**marker))
        {
            return Some(format!("the marker `{}`", marker.trim_end_matches(':')));
        }
        let is_foreign = || NOTES_OF_KUBERNETES.iter().any(|note| line.contains(note));
        if marks.has_note
            && let Some(note) = NOTES.iter().find(|note| is_note(line, note) && !is_foreign())
        {
            return Some(format!("a `{note}`"));
        }
    }
    let paths = marks.has_path.then_some(PATHS);
    paths
        .into_iter()
        .flatten()
        .find(|path| description.contains(path))
        .map(|path| format!("a Rust path (`{path}`)"))
}

/// Whether a line has a note for the author: `TODO: …`, `TODO(name)`, or `TODO` at its beginning.
fn is_note(line: &str, note: &str) -> bool {
    line.match_indices(note).any(|(at, _)| {
        let before = line.get(..at).unwrap_or_default();
        let after = line.get(at + note.len()..).unwrap_or_default();
        let is_word = !before.ends_with(|c: char| c.is_alphanumeric());
        is_word && after.starts_with([':', '('])
    })
}

/// Whether a description names the backtick itself, among other characters: ``the characters `_`"`` or ``;, `, &``.
fn lists_backtick(description: &str) -> bool {
    let is_word =
        |c: char| c.is_alphanumeric() || matches!(c, '`' | '<' | '>' | '(' | ')' | '[' | ']' | '{' | '}');
    description.match_indices('`').any(|(at, _)| {
        let before = description.get(..at).unwrap_or_default();
        let after = description.get(at + 1..).unwrap_or_default();
        !before.ends_with(is_word) && !after.starts_with(is_word)
    })
}

/// Whether a backtick that would begin code is in a word, where an apostrophe is meant: ``the operator`s``.
fn has_apostrophe(description: &str) -> bool {
    let parts: Vec<&str> = description.split('`').collect();
    parts.windows(2).step_by(2).any(|pair| match pair {
        [before, after] => {
            before.ends_with(char::is_alphanumeric) && after.starts_with(char::is_alphanumeric)
        }
        _ => false,
    })
}

/// Whether a description says that its field is deprecated, without a lifecycle of a Rust type: the text of a lifecycle begins
/// with `Deprecated since`.
pub(super) fn says_deprecated(description: &str) -> bool {
    let mut lines = description.lines().map(str::trim_start);
    let is_said = |line: &str| {
        let mut after = DEPRECATIONS.iter().filter_map(|word| line.strip_prefix(word));
        // `Deprecated values are …` is about values, and `… instead of leaving it empty` about the absence of one.
        let is_of_others =
            |rest: &str| rest.split_whitespace().nth(1) == Some("are") || rest.contains("instead of leaving");
        after.any(|rest| !rest.starts_with(char::is_alphanumeric) && !is_of_others(rest))
    };
    lines.any(is_said) && !description.contains("Deprecated since ")
}

/// Whether a string only says where a secret is: a file, or a key of a Secret.
fn names_secret(node: &SchemaNode<'_>) -> bool {
    let description = node.schema.description.to_ascii_lowercase();
    let is_place = [
        "path",
        " file",
        "key in the secret",
        "key of a secret",
        "key of the secret",
        "key to be",
        "key name",
        "key used",
        "name of",
        "refer to a secret",
        "challenge",
        "hashed",
    ]
    .iter()
    .any(|words| description.contains(words));
    let above = node.above();
    let has_sibling = |end: &str| {
        let mut names = above
            .into_iter()
            .flat_map(|above| above.schema.properties.iter().flat_map(Map::keys));
        names.any(|name| name.to_ascii_lowercase().contains(end))
    };
    // A key beside the name of the Secret that has it, or one that no other key belongs to.
    let name = node.name().unwrap_or_default();
    let is_key = name.ends_with("Key") && has_sibling("secretname")
        || name.eq_ignore_ascii_case("secretkey") && !has_sibling("accesskey");
    // That of the list for an element.
    let around = above.and_then(|above| above.name().or_else(|| above.above()?.name()));
    let around = around.unwrap_or_default().to_ascii_lowercase();
    // The files of Istio's settings of TLS.
    let is_file = above.is_some_and(|above| above.schema.property("caCertificates").is_some());
    is_place
        || is_key
        || is_file
        || ["file", "secret", "secrets", "secretref", "secretkeys"]
            .iter()
            .any(|end| around.ends_with(end))
}

/// Whether a name is that of a secret, in any case.
fn is_secret(name: &str) -> bool {
    // Few names begin and end with letters of these.
    matches!(
        name.as_bytes(),
        [
            b'a' | b'A' | b'p' | b'P' | b's' | b'S' | b't' | b'T',
            ..,
            b'd' | b'D' | b'e' | b'E' | b'n' | b'N' | b'y' | b'Y'
        ]
    ) && SECRETS.iter().any(|secret| name.eq_ignore_ascii_case(secret))
}

fn secret(run: &mut LintRun<'_>, node: &SchemaNode<'_>, name: &str) {
    let is_found = run.has(codes::SECRET_IN_PLAIN)
        && node.is("string")
        && node.section == "spec"
        && is_secret(name)
        && !names_secret(node);
    if is_found && run.has_room(codes::SECRET_IN_PLAIN) {
        run.report(
            codes::SECRET_IN_PLAIN,
            &node.path.to_field_path(),
            format!(
                "{} contains a secret in plain text: everyone who can read the object can read it",
                node.shown()
            ),
        )
        .help("refer to a key of a Secret instead, such as `passwordSecretRef: {name, key}`");
    }
}

#[cfg(test)]
mod tests;
