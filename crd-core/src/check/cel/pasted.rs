//! Proposals for expressions that YAML does not read as they are written, because of the quotes around the expression or of their
//! own characters.
//!
//! ```text
//! rule: 'self.tags.cost-center != ""'
//! help      did you mean `self.tags['cost-center']`?
//! help      in YAML, the whole text is `'self.tags[''cost-center''] != ""'`
//! ```

use crate::KubeVersion;
use crate::check::Diagnostic;
use crate::yaml::tree::Node;
use crate::yaml::{Options, quoted_up_to, read_text, source_offsets};

/// The maximum number of characters of an expression that is shown in quotes.
const SHOWN: usize = 100;

/// The start of the help about the quotes of an expression.
pub(in crate::check) const IN_YAML: &str = "in YAML, ";

/// What a proposal stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Proposal {
    /// It replaces the marked part.
    Part,
    /// It replaces the whole expression.
    Expression,
    /// It shows how something is written.
    Sample,
}

/// Returns the help about the quotes that the proposal of a diagnostic about an expression needs, if YAML would not read it as it is.
pub(super) fn help(text: &str, node: &Node, diagnostic: &Diagnostic, proposal: Proposal) -> Option<String> {
    let written = node.span.slice(text)?;
    let (words, rest) = diagnostic.help.first()?.split_once('`')?;
    let proposed = rest.split('`').next()?;
    if !words.ends_with("write ") && !words.ends_with("did you mean ") {
        return None;
    }
    let quote = written.chars().next().filter(|first| "'\"|>".contains(*first));
    let (pasted, meant) = match proposal {
        Proposal::Expression => (proposed.to_owned(), proposed.to_owned()),
        _ if matches!(quote, Some('|' | '>')) => return None,
        Proposal::Part => {
            let span = diagnostic.span?;
            let before = text.get(node.span.start as usize..span.start as usize)?;
            let after = text.get(span.end as usize..node.span.end as usize)?;
            let offsets = source_offsets(text, node.span);
            let inner = |at: u32| offsets.partition_point(|offset| *offset < at);
            let expression = node.as_str()?;
            let start = expression.get(..inner(span.start))?;
            let end = expression.get(inner(span.end)..)?;
            (
                format!("{before}{proposed}{after}"),
                format!("{start}{proposed}{end}"),
            )
        }
        // It stands behind something else.
        Proposal::Sample if quote.is_none() => {
            let sample = format!("a {proposed}");
            (sample.clone(), sample)
        }
        Proposal::Sample => return None,
    };
    let line = text.get(..node.span.start as usize)?.lines().next_back()?;
    let document = if line.contains('{') {
        format!("{{a: {pasted}}}")
    } else {
        format!("a: {pasted}")
    };
    if reads_as(&document, &meant) {
        return None;
    }
    let is_whole = proposal != Proposal::Sample
        && (proposed.contains('…') || crd_cel::parse(&meant, KubeVersion::DEFAULT.compatibility()).is_ok());
    let shown = quoted_up_to(SHOWN, &meant).filter(|_| is_whole);
    Some(match (shown, quote) {
        (Some(shown), None) => format!("{IN_YAML}this text needs quotes: `{shown}`"),
        (Some(shown), _) => format!("{IN_YAML}the whole text is `{shown}`"),
        (None, Some('\'')) => {
            format!("{IN_YAML}write each `'` of it twice, since the text is in these quotes")
        }
        (None, Some('"')) => format!("{IN_YAML}write `\\` before each `\"` and `\\` of it"),
        (None, _) => format!("{IN_YAML}this text needs quotes"),
    })
}

/// Whether YAML reads `a` in a document as a text.
fn reads_as(document: &str, text: &str) -> bool {
    let read = read_text(document, Options::default());
    let mut documents = read.documents.iter();
    read.errors.is_empty()
        && documents.any(|document| document.root.get("a").and_then(Node::as_str) == Some(text))
}
