//! Expressions that do not compile because YAML does not read them as they are written.
//!
//! ```text
//! rule: self.word != 'a #b'      the expression ends before ` #`
//! rule: !has(self.word)          `!has(self.word)` is a tag of YAML
//! rule: 'self.word != '''        `''` is one `'`
//! ```

use crate::KubeVersion;
use crate::check::joined_lines::JoinedLines;
use crate::yaml::quoted;
use crate::yaml::tree::{Node, Span};

/// How YAML changes an expression.
pub(super) struct ChangedByYaml {
    /// The part that is read in another way.
    pub(super) span: Span,
    pub(super) message: &'static str,
    pub(super) help: String,
}

/// Explains how YAML changes an expression that does not compile; `None` if it is read as it is written.
pub(super) fn explain(text: &str, node: &Node) -> Option<ChangedByYaml> {
    if let Some(span) = cut_off(text, node) {
        return Some(ChangedByYaml {
            span,
            message: "the expression ends before ` #`, which begins a comment in YAML",
            help: "write the expression in quotes".to_owned(),
        });
    }
    if let Some(span) = tag(text, node) {
        let written = Span::new(span.start as usize, node.span.end as usize).slice(text);
        let quoted = written.and_then(quoted).map(|quoted| format!(": `{quoted}`"));
        return Some(ChangedByYaml {
            span,
            message: "YAML takes the beginning of the expression as a tag",
            help: format!(
                "`!` starts a tag in YAML; quote the text{}",
                quoted.unwrap_or_default()
            ),
        });
    }
    if let Some(meant) = halved_quotes(text, node) {
        return Some(ChangedByYaml {
            span: node.span,
            message: "`''` is one `'` in these quotes of YAML",
            help: match quoted(meant) {
                Some(quoted) => format!("in YAML, write `{quoted}`"),
                None => "in YAML, write each `'` of the expression twice, or use double quotes".to_owned(),
            },
        });
    }
    let joined = JoinedLines::find(text, node).filter(|joined| matches!(joined, JoinedLines::Comment(_)))?;
    Some(ChangedByYaml {
        message: joined.message(),
        help: joined.help().to_owned(),
        span: joined.span(),
    })
}

fn parses(expression: &str) -> bool {
    crd_cel::parse(expression, KubeVersion::DEFAULT.compatibility()).is_ok()
}

/// Returns the place of a tag before a value, such as `!has(self.a)` in `!has(self.a) || self.b`.
fn tag(text: &str, node: &Node) -> Option<Span> {
    let before = text.get(..node.span.start as usize)?.trim_end();
    let start = before.rfind(char::is_whitespace)? + 1;
    let is_tag = before.get(start..)?.starts_with('!');
    is_tag.then(|| Span::new(start, before.len()))
}

/// Returns the place of a comment of YAML that is the rest of an expression without quotes: the expression only parses together with it.
fn cut_off(text: &str, node: &Node) -> Option<Span> {
    let written = node.span.slice(text)?;
    let line = text.get(node.span.end as usize..)?.lines().next()?.trim_end();
    let is_plain = !written.starts_with(['\'', '"', '|', '>']) && !written.contains('\n');
    if !is_plain || !line.trim_start().starts_with('#') || line.starts_with('#') {
        return None;
    }
    let start = node.span.end as usize + line.len() - line.trim_start().len();
    let comment = Span::new(start, node.span.end as usize + line.len());
    (!parses(written) && parses(&format!("{written}{line}"))).then_some(comment)
}

/// Returns an expression in single quotes that only parses as it is written: in `'self != '''`, the empty text has lost a quote.
fn halved_quotes<'t>(text: &'t str, node: &Node) -> Option<&'t str> {
    let inside = node.span.slice(text)?.strip_prefix('\'')?.strip_suffix('\'')?;
    (inside.contains("''") && !parses(node.as_str()?) && parses(inside)).then_some(inside)
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn the_rest_of_a_rule_is_a_comment() {
        for (rule, marked) in [
            ("rule: self.word != 'a #b'", Some("#b'")),
            ("rule: self.word !=   # compared", None),
            ("rule: \"self.word != 'a\" # b'", None),
        ] {
            let text = widgets(&format!(
                "spec:
  type: object
  properties: {{word: {{type: string, maxLength: 5}}}}
  x-kubernetes-validations:
  - {rule}"
            ));
            let report = check::text(&text, &Options::default());
            let mut diagnostics = report.findings.iter().map(|finding| &finding.diagnostic);
            let found = diagnostics.find(|one| one.server.is_some()).expect("an error");
            let is_cut_off =
                found.message == "the expression ends before ` #`, which begins a comment in YAML";
            assert_eq!(is_cut_off, marked.is_some(), "{rule}: {}", found.message);
            if let Some(marked) = marked {
                assert_eq!(found.span.and_then(|span| span.slice(&text)), Some(marked));
            }
        }
    }
}
