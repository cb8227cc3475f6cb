//! Patterns of `matches` in rules, which are checked like `pattern`.

use crd_cel::Ast;
use crd_cel::ast::NodeId;
use crd_cel::regex::idle_quantifier;

use crate::check::codes;
use crate::check::lints::patterns::{
    anchors, bounds_as_text, bounds_message, misread_class, twice_escaped, twice_escaped_message,
    within_slashes, without_anchor,
};
use crate::check::lints::run::LintRun;
use crate::check::place::node_at;
use crate::model::field::{FieldPath, Path};
use crate::model::schema::ValidationRule;
use crate::yaml::source_offset;
use crate::yaml::tree::Span;

/// Reports patterns with an escape that is escaped again, and those with bounds of a repetition that are read as text. Returns whether
/// there is one.
pub(super) fn mistaken(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) -> bool {
    let source = &*rule.rule;
    if !source.contains("matches(") || !source.contains(['\\', '{', '[', '/']) {
        return false;
    }
    let Some(ast) = run.tree(source) else {
        return false;
    };
    let mut is_found = false;
    for literal in ast.ids().filter_map(|id| literal_pattern(&ast, id)) {
        let (pattern, written) = (
            ast.string_literal(literal).unwrap_or_default(),
            ast.source_of(literal),
        );
        let (code, message, label, help) = if let Some(escape) = twice_escaped(pattern) {
            let single = match written.strip_prefix(['r', 'R']) {
                Some(_) => written.replace(r"\\", r"\"),
                None => written.replace(r"\\\\", r"\\"),
            };
            let message = twice_escaped_message(pattern, escape);
            let help = format!("write `{single}`");
            (codes::PATTERN_ESCAPED_TWICE, message, "escaped twice", help)
        } else if let Some((bounds, meant)) = bounds_as_text(pattern)
            && written.contains(bounds)
        {
            let help = format!(
                "write `{}`, or escape the `{{` if the text is meant",
                written.replacen(bounds, &meant, 1)
            );
            let message = bounds_message(pattern, bounds);
            (codes::KEYWORD_DEAD, message, "read as text", help)
        } else if let Some((class, meant, message)) = misread_class(pattern)
            && written.contains(class)
        {
            let help = format!("write `{}`", written.replacen(class, &meant, 1));
            (codes::KEYWORD_DEAD, message, "other characters", help)
        } else if let Some(meant) = within_slashes(pattern)
            // No text has a part before its start.
            && !pattern.contains('|')
            && written.contains(pattern)
            // That of a whole rule is never true.
            && ast.root().and_then(|root| literal_pattern(&ast, root)) != Some(literal)
        {
            let message = format!("no text matches `{pattern}`, because the slashes are a part of it");
            let meant = written.replacen(pattern, &meant, 1);
            let help = format!("write `{meant}`: a pattern has no slashes around it");
            (codes::KEYWORD_DEAD, message, "never matches", help)
        } else {
            continue;
        };
        let field = path.child("rule").to_field_path();
        let place = place(run, &field, &ast, literal);
        let found = run.report(code, &field, message).label(label).help(help);
        if let Some(place) = place {
            found.at(place);
        }
        is_found = true;
    }
    is_found
}

/// Returns the pattern of a call of `matches`, if it is a literal.
pub(super) fn literal_pattern(ast: &Ast, id: NodeId) -> Option<NodeId> {
    let ("matches", _, &[pattern]) = ast.method_call(id)? else {
        return None;
    };
    ast.string_literal(pattern).is_some().then_some(pattern)
}

/// Returns the place of a part of an expression in the manifest.
fn place(run: &LintRun<'_>, field: &FieldPath, ast: &Ast, part: NodeId) -> Option<Span> {
    let source = run.judged.source;
    let node = node_at(source.document, field)?;
    node.as_str()?;
    let span = ast.node(part).span;
    let offset = |at: u32| source_offset(source.text, node.span, at as usize);
    Some(Span {
        start: offset(span.start),
        end: offset(span.end),
    })
}

/// Reports patterns of `matches` with a quantifier that has no effect, because they are not anchored. Returns whether there is one.
pub(super) fn unanchored(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) -> bool {
    if !run.has(codes::KEYWORD_DEAD) || !rule.rule.contains("matches(") {
        return false;
    }
    let Some(ast) = run.tree(&rule.rule) else {
        return false;
    };
    let Some((pattern, idle)) =
        patterns_required(&ast).find_map(|pattern| Some((pattern, idle_quantifier(pattern)?)))
    else {
        return false;
    };
    run.report(
        codes::KEYWORD_DEAD,
        &path.child("rule").to_field_path(),
        without_anchor(pattern, &idle),
    )
    .label("not anchored")
    .help(anchors(pattern, &idle));
    true
}

/// Returns the literal patterns of `matches` that are not negated: `!self.matches('[ ]+')` forbids a part of the string.
fn patterns_required(ast: &Ast) -> impl Iterator<Item = &str> {
    let negated: Vec<NodeId> = ast
        .ids()
        .filter_map(|id| match ast.plain_call(id) {
            Some(("!_", [of])) => Some(*of),
            _ => None,
        })
        .collect();
    let required = ast.ids().filter(move |id| !negated.contains(id));
    required.filter_map(|id| ast.string_literal(literal_pattern(ast, id)?))
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn patterns_in_rules() {
        for (rule, expected) in [
            (r"self.matches(r'^\\d{3}$')", r"write `r'^\d{3}$'`"),
            (r"self.matches('^\\\\d{3}$')", r"write `'^\\d{3}$'`"),
            (
                "!self.matches('^[0-9]{1-3}$') || true",
                "write `'^[0-9]{1,3}$'`, or escape the `{` if the text is meant",
            ),
            (r"self.matches('^\\d{1,3}$')", ""),
            (
                "self.size() == 3 || self.matches('/^[a-z]{1,3}$/i')",
                "write `'(?i)^[a-z]{1,3}$'`: a pattern has no slashes around it",
            ),
            ("self.matches('/^[a-z]{1,3}$|b/')", ""),
            ("self.matches('^[A-z]+$')", "write `'^[A-Za-z]+$'`"),
            ("self.matches('^[:alnum:]+$')", "write `'^[[:alnum:]]+$'`"),
            ("self.matches('^[[:alnum:]]+$')", ""),
            ("self.matches('^A-z$')", ""),
            (r"self.matches(r'\A-z$')", ""),
            ("self.matches('^[a:]+$')", ""),
            (r"self.matches(r'^[A-Z]:\\\\[a-z]')", ""),
            (r"self.contains('\\\\d')", ""),
        ] {
            let text = widgets(&format!(
                "word:\n  type: string\n  maxLength: 9\n  x-kubernetes-validations:\n  - rule: |-\n      {rule}\n    message: must be"
            ));
            let report = check::text(&text, &Options::default());
            let mut helps = report
                .findings
                .iter()
                .flat_map(|finding| &finding.diagnostic.help);
            let found = helps.find(|help| help.starts_with("write `"));
            assert_eq!(found.map_or("", String::as_str), expected, "{rule}");
        }
    }
}
