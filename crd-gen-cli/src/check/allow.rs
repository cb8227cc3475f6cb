//! Comments that silence a finding: `# crd-gen: allow CRD0801 reason`, on its line or above it.

use crd_core::Diagnostic;
use crd_core::diagnostic::{Code, Severity, registry};
use crd_core::yaml::tree::Span;

use crate::source::Source;

/// The comments of a file.
#[derive(Default)]
pub(super) struct Allowances {
    list: Vec<Allowance>,
    mistakes: Vec<Diagnostic>,
}

struct Allowance {
    /// The line whose findings it silences.
    line: usize,
    code: Code,
    span: Span,
    used: bool,
}

impl Allowances {
    /// The allowances among the comments of a file.
    pub(super) fn of(source: &Source, comments: &[Span]) -> Self {
        let mut found = Allowances::default();
        for span in comments {
            let text = source
                .text
                .get(span.start as usize..span.end as usize)
                .unwrap_or_default();
            let Some(words) = text.trim_start_matches('#').trim_start().strip_prefix("crd-gen:") else {
                continue;
            };
            found.read(source, *span, words.trim());
        }
        found
    }

    fn read(&mut self, source: &Source, span: Span, words: &str) {
        let code = words
            .strip_prefix("allow")
            .map(str::trim_start)
            .and_then(|rest| rest.split([' ', '\t', ':', ',']).next())
            .filter(|name| !name.is_empty());
        let Some(name) = code else {
            self.mistakes.push(mistake(
                span,
                "this comment is not read".to_owned(),
                "write `# crd-gen: allow CRD0801 reason`",
            ));
            return;
        };
        let Some(entry) = registry::find(name) else {
            let help = registry::nearest(name).map_or_else(
                || "`crd-gen explain --all` lists all codes".to_owned(),
                |entry| format!("did you mean `{}`?", entry.slug),
            );
            let message = format!("there is no code `{name}`");
            self.mistakes.push(mistake(span, message, &help));
            return;
        };
        self.list.push(Allowance {
            line: line_meant(source, span),
            code: entry.code,
            span,
            used: false,
        });
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Whether a finding is silenced.
    pub(super) fn take(&mut self, line: Option<usize>, code: Code) -> bool {
        let mut taken = false;
        for allowance in &mut self.list {
            if Some(allowance.line) == line && allowance.code == code {
                allowance.used = true;
                taken = true;
            }
        }
        taken
    }

    /// What is wrong with the comments themselves.
    pub(super) fn unused(&mut self) -> Vec<Diagnostic> {
        let mut found = std::mem::take(&mut self.mistakes);
        for allowance in self.list.iter().filter(|allowance| !allowance.used) {
            found.push(Diagnostic {
                code: registry::ALLOW_UNUSED,
                label: "allows nothing".to_owned(),
                ..mistake(
                    allowance.span,
                    format!("nothing here has the code {}", allowance.code),
                    "remove the comment",
                )
            });
        }
        found
    }
}

/// The line of the comment if something stands before it, else the next line that is no comment.
fn line_meant(source: &Source, span: Span) -> usize {
    let line = source.position(span.start).line;
    let alone = source.line(line).trim_start().starts_with('#');
    if !alone {
        return line;
    }
    (line + 1..=source.line_count())
        .find(|next| {
            let text = source.line(*next).trim_start();
            !text.is_empty() && !text.starts_with('#')
        })
        .unwrap_or(line)
}

fn mistake(span: Span, message: String, help: &str) -> Diagnostic {
    Diagnostic {
        code: registry::ALLOW_UNKNOWN,
        severity: Severity::Warning,
        message,
        field: String::new(),
        span: Some(span),
        label: String::new(),
        labels: Vec::new(),
        help: vec![help.to_owned()],
        fix: None,
        cause: None,
    }
}
