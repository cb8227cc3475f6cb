//! LNT-30 to LNT-32, LNT-49: descriptions, and secrets in plain text.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::run::{LintRun, LintSet};
use super::walk::SchemaNode;
use crate::check::{codes, fix};

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
/// Notes in the descriptions of Kubernetes' own types: `LocalObjectReference`, and the strategies of workloads.
const NOTES_OF_KUBERNETES: [&str; 2] = [
    "TODO: Add other useful fields. apiVersion, kind, uid?",
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
    if !run.has_any(CODES) || node.is_imported_member() || node.is_meta() {
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
    // Most descriptions begin with another letter.
    if !begins_alike(description, name) {
        return;
    }
    let mut words = description.split_ascii_whitespace();
    let (Some(first), Some(verb)) = (words.next(), words.next()) else {
        return;
    };
    if first == name
        || !plain(first).eq(plain(name))
        || !VERBS.contains(&verb)
        || !run.has_room(codes::DESCRIPTION_START)
    {
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

/// Whether a description may begin with the letters of a name.
fn begins_alike(description: &str, name: &str) -> bool {
    match (description.as_bytes().first(), name.as_bytes().first()) {
        (Some(one), Some(other)) => {
            one.is_ascii_whitespace() || *one == b'_' || *other == b'_' || one.eq_ignore_ascii_case(other)
        }
        _ => false,
    }
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
        && (marks.has_letter || marks.has_path)
        && may_leak(description)
        && let Some(leak) = leak(description)
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
    if run.has(codes::DESCRIPTION_MARKDOWN) && marks.has_code && has_open_code(description) {
        run.report(
            codes::DESCRIPTION_MARKDOWN,
            &field(),
            format!(
                "a backtick in the description of {} is never closed",
                node.shown()
            ),
        )
        .help("close it: pages generated from descriptions show the rest as code");
    }
    if run.has(codes::DEPRECATION_UNDECLARED)
        && marks.has_letter
        && says_deprecated(description)
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

/// Rare characters of descriptions: most have none, and are not searched for words.
#[derive(Default)]
struct DescriptionMarks {
    /// A letter of `TODO`, `FIXME`, `XXX`, `Deprecated` and `DEPRECATED`, or the `+` of a marker.
    has_letter: bool,
    /// Two colons.
    has_path: bool,
    /// A backtick.
    has_code: bool,
}

impl DescriptionMarks {
    fn of(description: &str) -> Self {
        let bytes = description.as_bytes();
        let mut marks = DescriptionMarks {
            has_letter: memchr::memchr3(b'D', b'X', b'+', bytes).is_some(),
            ..DescriptionMarks::default()
        };
        for at in memchr::memchr2_iter(b':', b'`', bytes) {
            match bytes.get(at..) {
                Some([b'`', ..]) => marks.has_code = true,
                Some([b':', b':', ..]) => marks.has_path = true,
                _ => {}
            }
        }
        marks
    }
}

/// The words and characters of which the lints of descriptions need one.
struct DescriptionWords {
    /// Of these and `+`, each leak has one.
    of_leaks: [Finder<'static>; 4],
    of_deprecation: [Finder<'static>; 2],
}

static WORDS: LazyLock<DescriptionWords> = LazyLock::new(|| DescriptionWords {
    of_leaks: ["::", "TODO", "FIXME", "XXX"].map(Finder::new),
    of_deprecation: ["eprecated", "EPRECATED"].map(Finder::new),
});

fn has_one(words: &[Finder<'_>], text: &str) -> bool {
    words.iter().any(|word| word.find(text.as_bytes()).is_some())
}

/// Whether a description has a character or a word that all leaks have one of.
fn may_leak(description: &str) -> bool {
    memchr::memchr(b'+', description.as_bytes()).is_some() || has_one(&WORDS.of_leaks, description)
}

fn leak(description: &str) -> Option<String> {
    let has_note = NOTES.iter().any(|note| description.contains(note));
    for line in description.lines().map(str::trim) {
        if line.starts_with('+')
            && let Some(marker) = MARKERS.iter().find(|marker| line.starts_with(**marker))
        {
            return Some(format!("the marker `{}`", marker.trim_end_matches(':')));
        }
        let is_foreign = || NOTES_OF_KUBERNETES.iter().any(|note| line.contains(note));
        if has_note && let Some(note) = NOTES.iter().find(|note| is_note(line, note) && !is_foreign()) {
            return Some(format!("a `{note}`"));
        }
    }
    ["crate::", "std::", "::core::"]
        .into_iter()
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

/// Whether a code span is not closed by a backtick.
fn has_open_code(description: &str) -> bool {
    if memchr::memchr(b'`', description.as_bytes()).is_none() {
        return false;
    }
    let fences = description.matches("```").count();
    let without: usize = description.matches('`').count() - 3 * fences;
    !fences.is_multiple_of(2) || fences == 0 && !without.is_multiple_of(2) && !lists_backtick(description)
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

/// Whether a description says that its field is deprecated, without a lifecycle of a Rust type: the text of a lifecycle begins
/// with `Deprecated since`.
fn says_deprecated(description: &str) -> bool {
    if !has_one(&WORDS.of_deprecation, description) || description.contains("Deprecated since ") {
        return false;
    }
    let mut lines = description.lines().map(str::trim_start);
    lines.any(|line| {
        line.starts_with("Deprecated:") || line.starts_with("DEPRECATED") || line.starts_with("Deprecated ")
    })
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
        "name of",
    ]
    .iter()
    .any(|words| description.contains(words));
    let above = node.above().and_then(SchemaNode::name).unwrap_or_default();
    let above = above.to_ascii_lowercase();
    is_place
        || ["file", "secret", "secretref"]
            .iter()
            .any(|end| above.ends_with(end))
}

/// Whether a name is that of a secret, in any case.
fn is_secret(name: &str) -> bool {
    // Few names end with one of the letters of these.
    matches!(
        name.as_bytes(),
        [.., b'd' | b'D' | b'e' | b'E' | b'n' | b'N' | b'y' | b'Y']
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
mod tests {
    use super::*;

    #[test]
    fn leaks_and_open_code_are_found() {
        for (text, expected) in [
            (
                "The size.\n+kubebuilder:validation:Minimum=1",
                Some("the marker `+kubebuilder`"),
            ),
            ("The size. TODO(ab): bound it", Some("a `TODO`")),
            ("TODO: write this", Some("a `TODO`")),
            ("A list of TODO items", None),
            ("Adds a+optional", None),
            (
                "Name of the referent. TODO: Add other useful fields. apiVersion, kind, uid?",
                None,
            ),
            ("See crate::v1::Size", Some("a Rust path (`crate::`)")),
        ] {
            assert_eq!(leak(text).as_deref(), expected, "{text}");
        }
        for (text, expected) in [
            ("`a` and `b`", false),
            ("`a", true),
            ("```\na\n", true),
            ("```\n`\n```", false),
            ("The characters -!#$%&'*+.^_`\".", false),
            ("No $(, `, ;, &&", false),
            ("'exclude-raw` and", true),
            ("the script`s spec", true),
        ] {
            assert_eq!(has_open_code(text), expected, "{text}");
        }
        assert!(
            says_deprecated("The size.\nDeprecated: use b") && !says_deprecated("Whether it is deprecated")
        );
        assert!(!says_deprecated(
            "The size.\nDeprecated: use b\nDeprecated since Kubernetes v1.30."
        ));
    }
}
