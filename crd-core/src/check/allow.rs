//! Comments that silence a finding: `# crd-gen: allow CRD0801 reason`, on its line or above it.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::catalogue::{codes_named, help_for_unknown, lint_of};
use super::codes;
use super::{Code, Diagnostic, Levels, Severity};
use crate::model::sort::sort;
use crate::yaml::LineIndex;
use crate::yaml::tree::Span;

/// The lines of a text, computed lazily: most texts have no findings.
pub(super) struct Lines<'a> {
    text: &'a str,
    index: OnceCell<LineIndex<'a>>,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Lines {
            text,
            index: OnceCell::new(),
        }
    }

    fn index(&self) -> &LineIndex<'a> {
        self.index.get_or_init(|| LineIndex::new(self.text.as_bytes()))
    }

    /// Returns the line of a byte, counted from 1.
    fn line_of(&self, byte: u32) -> u32 {
        self.index().position(byte).line
    }

    /// Returns the text of a line.
    fn line(&self, line: u32) -> Cow<'_, str> {
        self.index().line(line)
    }

    fn count(&self) -> u32 {
        u32::try_from(self.index().len()).unwrap_or(u32::MAX)
    }

    /// Returns the line above which a comment for a line belongs: the line itself or, for a line of a literal block, where a comment
    /// would be text, the line on which the block begins.
    fn commented(&self, line: u32) -> u32 {
        let mut here = self.line(line);
        for above in (1..line).rev() {
            let text = self.line(above);
            if text.trim().is_empty() || indentation(&text) >= indentation(&here) {
                continue;
            }
            if begins_block(&text) {
                return above;
            }
            here = text;
        }
        line
    }
}

/// Whether a line of a text is a comment that silences a finding.
#[must_use]
pub fn is_allow_comment(line: &str) -> bool {
    line.trim_start().starts_with("# crd-gen: allow ")
}

/// Whether a comment may silence a finding: errors of the server cannot be silenced.
#[must_use]
pub fn is_allowable(diagnostic: &Diagnostic) -> bool {
    let is_of_comments = matches!(diagnostic.code, codes::ALLOW_UNUSED | codes::ALLOW_UNKNOWN);
    let is_lint = lint_of(diagnostic.code).is_some() || diagnostic.severity != Severity::Error;
    is_lint && diagnostic.server.is_none() && !is_of_comments
}

/// Whether a comment on a line of its own silences a finding.
pub(super) fn is_allowed(text: &str, diagnostic: &Diagnostic) -> bool {
    let mut start = 0;
    let mut comments = Vec::new();
    for line in text.split_inclusive('\n') {
        if is_allow_comment(line) {
            comments.push(Span::new(
                start + indentation(line),
                start + line.trim_end().len(),
            ));
        }
        start += line.len();
    }
    let lines = Lines::new(text);
    Allowances::find(&lines, &comments).silence(&lines, diagnostic)
}

/// Number of spaces at the start of a line.
fn indentation(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Whether the lines below a line are a literal or folded block: it ends with an indicator such as `|` or `>-`.
fn begins_block(line: &str) -> bool {
    let Some((before, last)) = line.trim_end().rsplit_once(' ') else {
        return false;
    };
    let is_indicator = last.starts_with(['|', '>'])
        && last
            .bytes()
            .skip(1)
            .all(|byte| byte.is_ascii_digit() || matches!(byte, b'+' | b'-'));
    is_indicator && before.trim_end().ends_with([':', '-'])
}

/// Comments that silence findings about a text, above the places of the findings.
///
/// ```
/// use crd_core::check::{AllowComments, Diagnostic, codes};
/// use crd_core::yaml::tree::Span;
///
/// let mut comments = AllowComments::new("spec:\n  hosts: 1\n");
/// let diagnostic = Diagnostic::new(codes::LIST_TYPE_ABSENT, "", Span::new(8, 13));
/// assert!(comments.add(&diagnostic, "their order matters"));
/// assert_eq!(
///     comments.write(),
///     "spec:\n  # crd-gen: allow list-type-absent their order matters\n  hosts: 1\n"
/// );
/// ```
pub struct AllowComments<'a> {
    lines: Lines<'a>,
    /// The comments, each with the line below it.
    above: Vec<(u32, String)>,
}

impl<'a> AllowComments<'a> {
    /// Creates an empty set of comments for a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        AllowComments {
            lines: Lines::new(text),
            above: Vec::new(),
        }
    }

    /// Adds the comment that silences a finding. Returns whether it has a place.
    pub fn add(&mut self, diagnostic: &Diagnostic, reason: &str) -> bool {
        let Some(span) = diagnostic.span else {
            return false;
        };
        let name = codes::entry(diagnostic.code)
            .map_or_else(|| diagnostic.code.to_string(), |entry| entry.slug.to_owned());
        let line = self.lines.commented(self.lines.line_of(span.start));
        let comment = format!("# crd-gen: allow {name} {reason}");
        let comment = (line, comment.trim_end().to_owned());
        if !self.above.contains(&comment) {
            self.above.push(comment);
        }
        true
    }

    /// Number of comments.
    #[must_use]
    pub fn count(&self) -> usize {
        self.above.len()
    }

    /// Returns the text with the comments.
    #[must_use]
    pub fn write(&self) -> String {
        let mut out = String::with_capacity(self.lines.text.len());
        let mut comments: Vec<&(u32, String)> = self.above.iter().collect();
        sort(&mut comments);
        let mut comments = comments.into_iter().peekable();
        for (number, line) in (1_u32..).zip(self.lines.text.split_inclusive('\n')) {
            let end = if line.ends_with("\r\n") { "\r\n" } else { "\n" };
            while let Some((_, comment)) = comments.next_if(|(below, _)| *below == number) {
                out.push_str(line.get(..indentation(line)).unwrap_or_default());
                out.push_str(comment);
                out.push_str(end);
            }
            out.push_str(line);
        }
        out
    }
}

/// Whether a text is the fingerprint of a breakage: twelve hexadecimal digits.
#[must_use]
pub fn is_fingerprint(text: &str) -> bool {
    text.len() == 12 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// The comments of a text that silence findings.
#[derive(Default)]
pub(super) struct Allowances {
    list: Vec<Allowance>,
    mistakes: Vec<Diagnostic>,
}

struct Allowance {
    /// The line whose findings it silences, counted from 1.
    line: u32,
    /// The name in the comment: a code, a slug, a rule or a family of lints.
    name: String,
    /// The codes that it stands for.
    codes: Vec<Code>,
    span: Span,
    is_used: bool,
    /// Whether it is above an error that is no lint.
    is_refused: bool,
    /// Whether a profile that applies to the text reports the code.
    is_asked: bool,
    /// The line of the first finding below with one of the codes.
    below: Option<u32>,
}

impl Allowances {
    /// Finds the allowances among the comments of a text.
    pub(super) fn find(lines: &Lines<'_>, comments: &[Span]) -> Self {
        let mut found = Allowances::default();
        for span in comments {
            let text = span.slice(lines.text).unwrap_or_default();
            let comment = text.trim_start_matches('#').trim_start();
            if let Some(words) = comment.strip_prefix("crd-gen:") {
                found.read(lines, *span, words.trim());
            } else if let Some(given) = allowed_by_other_name(comment) {
                found.without_effect(*span, given);
            }
        }
        found
    }

    /// Adds the finding about a comment that is written in another way.
    fn without_effect(&mut self, span: Span, given: &str) {
        let help = format!("write `# crd-gen: allow {given}`");
        let found = Diagnostic::new(codes::ALLOW_UNKNOWN, "this comment has no effect", span);
        self.mistakes.push(found.with_help(help));
    }

    fn read(&mut self, lines: &Lines<'_>, span: Span, words: &str) {
        let first = |rest: &'_ str| rest.find(ENDS).unwrap_or(rest.len());
        let rest = words.strip_prefix("allow").map_or("", str::trim_start);
        let (name, after) = rest.split_at(first(rest));
        if name.is_empty() {
            // Another word may stand for `allow`.
            let (_, given) = words.split_once([' ', '\t']).unwrap_or_default();
            let given = [words, given.trim_start()]
                .into_iter()
                .find(|given| codes_named(given.get(..first(given)).unwrap_or_default()).is_ok());
            self.without_effect(span, given.unwrap_or("CRD0801 reason"));
            return;
        }
        // After a comma, there may be another code, or the reason.
        if let Some(next) = after.strip_prefix(',').map(str::trim_start)
            && codes_named(next.get(..first(next)).unwrap_or_default()).is_ok()
        {
            self.read(lines, span, &format!("allow {next}"));
        }
        // Fingerprints are read by `crd-gen compat`.
        if is_fingerprint(name) {
            return;
        }
        match codes_named(name) {
            Ok(codes) => self.list.push(Allowance {
                line: line_meant(lines, span),
                name: name.to_owned(),
                codes,
                span,
                is_used: false,
                is_refused: false,
                is_asked: false,
                below: None,
            }),
            Err(unknown) => self.mistakes.push(
                Diagnostic::new(codes::ALLOW_UNKNOWN, unknown.to_string(), span)
                    .with_help(help_for_unknown(&unknown)),
            ),
        }
    }

    /// Whether no finding can be silenced.
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a finding is silenced; the comments that silence it count as used.
    pub(super) fn silence(&mut self, lines: &Lines<'_>, diagnostic: &Diagnostic) -> bool {
        let code = diagnostic.code;
        let Some(span) = diagnostic.span.filter(|_| !self.list.is_empty()) else {
            return false;
        };
        if !self.list.iter().any(|allowance| allowance.codes.contains(&code)) {
            return false;
        }
        let line = lines.line_of(span.start);
        let commented = lines.commented(line);
        let mut is_silenced = false;
        for allowance in &mut self.list {
            if !allowance.codes.contains(&code) {
                continue;
            }
            if line > allowance.line {
                allowance.below = Some(allowance.below.map_or(commented, |below| below.min(commented)));
            }
            if allowance.line == line || allowance.line == commented {
                allowance.is_used = true;
                // Whatever level a user sets, lints and warnings are no reason for the server to reject anything.
                let is_refused = diagnostic.severity == Severity::Error && lint_of(code).is_none();
                allowance.is_refused |= is_refused;
                is_silenced |= !is_refused;
            }
        }
        is_silenced
    }

    /// Adds levels that apply to a part of the text. A comment about a lint that none of them reports does not count as unused: the same
    /// text is also checked with other profiles.
    pub(super) fn ask(&mut self, levels: &Levels) {
        for allowance in &mut self.list {
            let mut codes = allowance.codes.iter();
            allowance.is_asked |= codes.any(|code| levels.severity(*code).is_some());
        }
    }

    /// Returns findings about comments for CRDs: those that cannot be parsed, and those that silence nothing.
    pub(super) fn mistakes(&self) -> Vec<Diagnostic> {
        let mut found = self.mistakes.clone();
        found.extend(self.refused());
        found.extend(self.unused(|code| !is_about_objects(code)));
        found
    }

    /// Returns a finding for each comment for an error that is no lint.
    fn refused(&self) -> impl Iterator<Item = Diagnostic> {
        let refused = self.list.iter().filter(|allowance| allowance.is_refused);
        refused.map(|allowance| {
            let message = format!(
                "`{}` is an error here, which a comment cannot allow",
                allowance.name
            );
            Diagnostic::new(codes::ALLOW_UNKNOWN, message, allowance.span)
                .with_label("has no effect")
                .with_help("correct the error, and remove the comment")
        })
    }

    /// Returns findings about comments for objects that silence nothing. Comments that cannot be parsed are left to the
    /// check of CRDs.
    #[cfg(feature = "eval")]
    pub(super) fn mistakes_about_objects(&self) -> Vec<Diagnostic> {
        let mut found = self.unused(is_about_objects);
        found.extend(self.refused());
        found
    }

    /// Returns a finding for each comment with names that allow nothing.
    fn unused(&self, is_meant: fn(Code) -> bool) -> Vec<Diagnostic> {
        let is_unused = |allowance: &&Allowance| {
            let is_meant = allowance.codes.iter().any(|code| is_meant(*code));
            !allowance.is_used && allowance.is_asked && is_meant
        };
        let comments = self.list.chunk_by(|one, other| one.span == other.span);
        let found = comments.filter_map(|comment| {
            // The first name of a comment is read last.
            let unused: Vec<&Allowance> = comment.iter().rev().filter(is_unused).collect();
            let first = unused.first()?;
            let names: Vec<&str> = unused.iter().map(|allowance| &*allowance.name).collect();
            let names = format!("`{}`", names.join("` and `"));
            let below = unused.iter().filter_map(|allowance| allowance.below).min();
            let message = format!("there is no finding of {names} here");
            let diagnostic =
                Diagnostic::new(codes::ALLOW_UNUSED, message, first.span).with_label("allows nothing");
            Some(diagnostic.with_help(match below {
                _ if unused.len() < comment.len() => format!("remove {names} from the comment"),
                Some(line) => format!("remove it, or move it above line {line}, which has one"),
                None => "remove the comment".to_owned(),
            }))
        });
        found.collect()
    }
}

/// Whether findings with a code are about objects, which are reported by another command than those about CRDs.
fn is_about_objects(code: Code) -> bool {
    code.number() / 100 == 5
}

/// The characters after a code.
const ENDS: [char; 4] = [' ', '\t', ':', ','];

/// Returns the code and the reason of a comment that writes the name of the tool in another way: `crdgen: allow CRD0801 reason`.
fn allowed_by_other_name(comment: &str) -> Option<&str> {
    let rest = ["crd-gen", "crdgen", "crd_gen"]
        .iter()
        .find_map(|name| comment.strip_prefix(name))?;
    let given = rest
        .trim_start_matches([':', ' '])
        .strip_prefix("allow")?
        .trim_matches([':', ' ']);
    codes_named(given.split(ENDS).next()?).ok().map(|_| given)
}

/// Returns the line that a comment applies to: its own line if it follows other text, else the next line that is not a comment.
fn line_meant(lines: &Lines<'_>, span: Span) -> u32 {
    let line = lines.line_of(span.start);
    if !lines.line(line).trim_start().starts_with('#') {
        return line;
    }
    (line + 1..=lines.count())
        .find(|next| {
            let text = lines.line(*next);
            let text = text.trim_start();
            !text.is_empty() && !text.starts_with('#')
        })
        .unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, LintChoice, Options};

    /// Checks a field with a comment above it, and returns the messages of the findings, and the number of silenced ones.
    fn check(name: &str) -> (Vec<String>, usize) {
        let manifest =
            widgets("spec:\n  type: object\n  properties:\n    a: {type: array, items: {type: string}}");
        let line = manifest
            .lines()
            .find(|line| line.trim().starts_with("a: {"))
            .unwrap();
        let commented = manifest.replace(line, &format!("# crd-gen: allow {name} a reason\n{line}"));
        let mut options = Options::default();
        for lint in ["LNT-16", "list-unbounded"] {
            options.levels.choose(lint, LintChoice::Select).unwrap();
        }
        let found = check::text(&commented, &options).findings;
        let messages = found.iter().map(|finding| finding.diagnostic.message.clone());
        (messages.collect(), found.allowed)
    }

    #[test]
    fn comments_take_codes_slugs_rules_and_families() {
        for name in ["CRD1019", "list-type-absent", "LNT-16", "lnt-16", "lists"] {
            let (messages, allowed) = check(name);
            assert_eq!((messages.len(), allowed), (1, 1), "{name}: {messages:?}");
        }
        let (messages, allowed) = check("LNT-20");
        assert_eq!(
            (messages.len(), allowed),
            (2, 0),
            "a lint that is not reported: {messages:?}"
        );
        let (messages, _) = check("LNT-37");
        assert!(
            messages.contains(&"there is no finding of `LNT-37` here".to_owned()),
            "{messages:?}"
        );
        let (messages, _) = check("LNT-99");
        assert!(
            messages.contains(&"unknown code `LNT-99`".to_owned()),
            "{messages:?}"
        );
    }

    #[test]
    fn a_comment_takes_several_codes() {
        let (messages, allowed) = check("CRD1019, CRD1021");
        assert_eq!((messages.len(), allowed), (0, 2), "{messages:?}");
        // A reason may follow a comma.
        assert_eq!(check("CRD1019, because").1, 1);
        let (messages, _) = check("LNT-37, LNT-06");
        assert!(
            messages.contains(&"there is no finding of `LNT-37` and `LNT-06` here".to_owned()),
            "{messages:?}"
        );
    }

    #[test]
    fn comments_with_another_name_of_the_tool() {
        for (comment, expected) in [
            (
                "crdgen: allow format-unrecognized ours",
                Some("format-unrecognized ours"),
            ),
            ("crd-gen allow CRD0801", Some("CRD0801")),
            ("crd_gen: allow: CRD0801", Some("CRD0801")),
            ("crd-gen allows this format", None),
            ("crdgen writes this", None),
        ] {
            assert_eq!(super::allowed_by_other_name(comment), expected, "{comment}");
        }
        let manifest = widgets("a:\n  type: string\n  format: url # crdgen: allow CRD0801");
        let found = check::text(&manifest, &Options::default()).findings;
        let help: Vec<&str> = found.iter().map(|one| one.diagnostic.help[0].as_str()).collect();
        assert!(help.contains(&"write `# crd-gen: allow CRD0801`"), "{help:?}");
    }

    #[test]
    fn errors_of_the_server_cannot_be_silenced() {
        let manifest = widgets(
            "spec:\n  type: object\n  properties:\n    # crd-gen: allow CRD0205 a reason\n    a: {type: String}",
        );
        let found = check::text(&manifest, &Options::default()).findings;
        let codes: Vec<_> = found
            .iter()
            .map(|finding| finding.diagnostic.code.to_string())
            .collect();
        assert_eq!(
            (codes.as_slice(), found.allowed),
            (["CRD0205", "CRD0804"].map(str::to_owned).as_slice(), 0)
        );
    }
}
