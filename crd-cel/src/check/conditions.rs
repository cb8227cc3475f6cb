//! What to write instead of values that are no conditions.
//!
//! ```text
//! self.type == 'a' || 'b'       self.type in ['a', 'b']
//! !self.type == 'a'             self.type != 'a'
//! !self.port                    !has(self.port)
//! self.type == Quorum           self.type == 'Quorum'
//! format.uri().validate(self)   !format.uri().validate(self).hasValue()
//! 'self.port > 5'               self.port > 5
//! ```

use super::TypeChecker;
use crate::ast::{Entry, EntryKey, Kind, NodeId, Span};
use crate::description::always_set;
use crate::escape::escape;
use crate::issue::{Issue, Issues};
use crate::mistake::{IssueKind, MismatchPlace};
use crate::parse::parse;
use crate::proposal::{as_bool, of_value, short, without_comment};
use crate::synonyms;
use crate::types::{Type, TypeId, TypeName};

impl TypeChecker<'_, '_> {
    /// Returns what to write instead of an operand or a condition that is not `bool`.
    pub(super) fn condition_help(&self, node: NodeId, found: &TypeName) -> Option<String> {
        let source = self.ast.source_of(node);
        match self.ast.kind(node) {
            _ if let Some(divided) = self.divided() => Some(divided),
            Kind::Literal(_) => Some(match self.membership(node) {
                Some((_, meant)) if !source.contains('`') => {
                    format!("`{source}` is no condition: write `{meant}`")
                }
                Some((_, meant)) => format!("write `{meant}`"),
                None => "a literal is no condition; compare a field with it".to_owned(),
            }),
            Kind::Select { test_only: false, .. } if source.len() < MOST_SHOWN => {
                let is_set = format!("to test whether it is set, write `has({source})`");
                Some(match (found.ty(), as_bool(found)) {
                    (Type::Object(_), _) => is_set,
                    (_, compared) => format!("{}; {is_set}", compared?),
                })
            }
            Kind::Ident(_) if self.is_rule_variable(node) => Some(always_set(source)),
            _ => of_value(self.ast, node, self.version).map(|meant| format!("write `{meant}`")),
        }
    }

    /// Whether a node is `self` or `oldSelf`, and an object.
    fn is_rule_variable(&self, node: NodeId) -> bool {
        matches!(self.part(node), "self" | "oldSelf")
            && matches!(self.types.get(self.type_of(node)), Type::Object(_))
    }

    /// Returns the help for `//` that was meant as a division, but starts a comment.
    fn divided(&self) -> Option<String> {
        let meant = without_comment(self.ast, self.version)?;
        let whole = Span::new(0, self.ast.source().len());
        self.corrects(whole, &meant)
            .then(|| format!("`//` starts a comment: write `{meant}`"))
    }

    /// Returns `self.a in ['x', 'y']` for a literal in `self.a == 'x' || 'y'` or in `self.a == ('x' || 'y')`, and its place.
    pub(super) fn membership(&self, literal: NodeId) -> Option<(Span, String)> {
        let mut top = literal;
        let mut operator = None;
        while let Some((parent, name)) = self.parent(top)
            && operator.is_none_or(|operator| operator == name)
            && matches!(name, "_||_" | "_&&_")
        {
            operator = Some(name);
            top = parent;
        }
        let operands = self.ast.joined_by(operator.unwrap_or_default(), top);
        let is_literal = |node: &NodeId| matches!(self.ast.kind(*node), Kind::Literal(_));
        let (compared, rest, first) = if operands.iter().all(is_literal) {
            let (parent, name) = self.parent(top)?;
            let (_, [value, _]) = self.ast.plain_call(parent)? else {
                return None;
            };
            ((name, *value), operands.as_slice(), parent)
        } else {
            let at = operands.iter().position(|node| *node == literal)?;
            let first = operands.get(..at)?.iter().rposition(|node| !is_literal(node))?;
            let comparison = *operands.get(first)?;
            let (name, [value, _]) = self.ast.plain_call(comparison)? else {
                return None;
            };
            ((name, *value), operands.get(first..)?, comparison)
        };
        let mut values = Vec::new();
        let mut span = self.ast.node(first).span;
        for node in rest {
            match self.ast.plain_call(*node) {
                None if is_literal(node) => values.push(self.ast.source_of(*node)),
                Some((_, [_, value])) if values.is_empty() && is_literal(value) => {
                    values.push(self.ast.source_of(*value));
                }
                _ => break,
            }
            span.end = span.end.max(self.ast.node(*node).span.end);
        }
        let (name, value) = compared;
        let list = format!("{} in [{}]", self.ast.source_of(value), values.join(", "));
        let meant = match (name, operator?) {
            ("_==_", "_||_") => short(list),
            ("_!=_", _) => short(format!("!({list})")),
            _ => None,
        };
        Some((self.with_parentheses(span), meant?))
    }

    /// Returns a span together with the parentheses that close after it, which no node contains.
    fn with_parentheses(&self, mut span: Span) -> Span {
        let source = self.ast.source();
        let count = |span: Span, parenthesis: char| {
            source
                .get(span.range())
                .map_or(0, |text| text.matches(parenthesis).count())
        };
        while count(span, '(') > count(span, ')')
            && let Some(after) = source.get(span.end as usize..).and_then(|after| after.find(')'))
        {
            span = Span::new(span.start as usize, span.end as usize + after + 1);
        }
        span
    }

    /// Returns the text that is meant by an unknown name which is compared with one: `'Quorum'` in `self.type == Quorum`, in
    /// `self.type == Type.Quorum`, in `self.type.startsWith(Quorum)` and in `self.type in [Quorum]`.
    pub(super) fn meant_text(&self, node: NodeId, name: &str) -> Option<(Span, String)> {
        // A single letter is the variable of a macro.
        if name.len() == 1 && name >= "a" || synonyms::without_variable(name).is_some() {
            return None;
        }
        // Names of types have a capital.
        let (written, name) = match self.selected(node) {
            Some(selected) if name.starts_with(|c: char| c.is_ascii_uppercase()) => selected,
            Some(_) => return None,
            None => (node, name),
        };
        let compared = self
            .parent(written)
            .filter(|(_, name)| matches!(*name, "_==_" | "_!=_" | "_[_]"));
        let is_part = |id: &NodeId| match self.ast.kind(*id) {
            Kind::Call {
                target: Some(_),
                args,
                ..
            } => self.ast.nodes(args).contains(&written),
            Kind::Map(entries) => {
                let is_key = |entry: &Entry| matches!(entry.key, EntryKey::Expr(key) if key == written);
                self.ast.entries(entries).iter().any(is_key)
            }
            _ => false,
        };
        let around = compared.map(|(comparison, _)| comparison);
        // A text is not compared with another one.
        let is_constant = |id: &NodeId| matches!(self.ast.kind(*id), Kind::Literal(_));
        if around.is_some_and(|around| self.operands(around).arguments.iter().any(is_constant)) {
            return None;
        }
        if let Some(around) = around.or_else(|| self.ast.ids().find(is_part)) {
            let (span, text) = (self.ast.node(written).span, format!("'{name}'"));
            return self.improves(around, span, &text).then_some((span, text));
        }
        let (list, elements) = self.ast.ids().find_map(|id| {
            match self.ast.kind(id) {
                Kind::List { elements, .. } => Some((id, self.ast.nodes(elements))),
                _ => None,
            }
            .filter(|(_, elements)| elements.contains(&written))
        })?;
        let (search, _) = self.parent(list).filter(|(_, name)| *name == "@in")?;
        let mut texts = Vec::new();
        for element in elements {
            let mut names = self.ast.source_of(*element).rsplit('.');
            texts.push(match self.ast.kind(*element) {
                Kind::Ident(_) | Kind::Select { .. } => format!("'{}'", names.next()?),
                _ => self.ast.source_of(*element).to_owned(),
            });
        }
        let texts = short(format!("[{}]", texts.join(", ")))?;
        let span = self.ast.node(list).span;
        self.improves(search, span, &texts).then_some((span, texts))
    }

    /// Returns the selection from a node, and the name of the field.
    fn selected(&self, node: NodeId) -> Option<(NodeId, &str)> {
        self.ast.ids().find_map(|id| match self.ast.kind(id) {
            Kind::Select {
                operand,
                field,
                test_only: false,
            } if operand == node => Some((id, self.ast.text(field))),
            _ => None,
        })
    }

    /// Returns the operator whose operand a node is.
    pub(super) fn parent(&self, node: NodeId) -> Option<(NodeId, &str)> {
        if self.issues.len() > super::advice::SEARCHED {
            return None;
        }
        self.ast.ids().find_map(|id| match self.ast.plain_call(id) {
            Some((name, operands @ [_, _])) if operands.contains(&node) => Some((id, name)),
            _ => None,
        })
    }

    /// Returns the operator of which a negation is meant to include both sides: `!a in b`.
    pub(super) fn negated_operator(&self, node: NodeId) -> Option<NodeId> {
        let (parent, name) = self.parent(node)?;
        let (_, operands) = self.ast.plain_call(parent)?;
        let is_operator = matches!(name, "@in" | "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_");
        (is_operator && operands.first() == Some(&node)).then_some(parent)
    }

    /// Returns what to write instead of `!` and a value that is not `bool`: `!(x in list)` for `!x in list`, `x != 'a'` for `!x == 'a'`.
    pub(super) fn negated(&self, node: NodeId) -> Option<String> {
        let (_, &[value]) = self.ast.plain_call(node)? else {
            return None;
        };
        let written = self.ast.source_of(value);
        if let Some((name, &[_, right])) = self
            .negated_operator(node)
            .and_then(|parent| self.ast.plain_call(parent))
        {
            if name == "@in" {
                return self.not_in(self.negated_operator(node)?, value, right);
            }
            let right = self.ast.source_of(right);
            return short(match name {
                "_==_" => format!("{written} != {right}"),
                "_!=_" => format!("{written} == {right}"),
                _ => format!("!({written} {} {right})", name.trim_matches('_')),
            });
        }
        match self.ast.kind(value) {
            _ if matches!(self.types.get(self.type_of(value)), Type::Optional(of) if of != TypeId::BOOL) => {
                short(format!("!{}.hasValue()", self.operand(value)))
            }
            Kind::Select { test_only: false, .. } => short(format!("!has({written})")),
            Kind::Ident(_) if self.is_rule_variable(value) => Some(written.to_owned()),
            Kind::Call { .. } => of_value(self.ast, value, self.version),
            _ => None,
        }
    }

    /// Returns `!(x in list)` for `!x in list`, or `!has(x.field)` for `!'field' in x` of an object.
    fn not_in(&self, search: NodeId, value: NodeId, container: NodeId) -> Option<String> {
        let (written, right) = (self.part(value), self.operand(container));
        let outside = short(format!("!({written} in {})", self.part(container)))?;
        // The type of the right side is not known yet.
        let field = self.ast.string_literal(value).and_then(escape);
        let absent = field.and_then(|field| short(format!("!has({right}.{field})")));
        let mut texts = vec![outside];
        texts.extend(absent);
        let best = self.best_of(self.span(search), &texts)?;
        texts.into_iter().nth(best)
    }

    /// Whether a node has fewer mistakes if `text` is written instead of the text at `span`, a part of it.
    pub(super) fn improves(&self, node: NodeId, span: Span, text: &str) -> bool {
        let Some(source) = self.source_with(span, text) else {
            return false;
        };
        let place = self.ast.node(node).span;
        let end = (place.end as usize + text.len()).saturating_sub(span.range().len());
        let changed = Span::new(place.start as usize, end);
        let written = self.mistakes_within(self.ast.source(), place);
        let proposed = self.mistakes_within(&source, changed);
        matches!((written, proposed), (Some(written), Some(proposed)) if proposed < written)
    }

    /// Whether the whole expression has fewer mistakes if `text` is written instead of the text at `span`, and the text has none.
    pub(super) fn corrects(&self, span: Span, text: &str) -> bool {
        let place = Span::new(span.start as usize, span.start as usize + text.len());
        let is_within = |issue: &Issue| {
            place.start <= issue.span.start && issue.span.end <= place.end && !is_condition(&issue.kind)
        };
        let written = self.mistakes(self.ast.source());
        let proposed = self
            .source_with(span, text)
            .and_then(|source| self.issues_of(&source));
        matches!((written, proposed), (Some(written), Some(proposed))
            if proposed.len() < written && !proposed.list().iter().any(is_within))
    }

    /// Returns the index of the text with which the whole expression has the fewest mistakes, if that are fewer than it has.
    pub(super) fn best_of(&self, span: Span, texts: &[String]) -> Option<usize> {
        let written = self.mistakes(self.ast.source())?;
        let mut best = None;
        let mut fewest = written;
        for (at, text) in texts.iter().enumerate() {
            if let Some(mistakes) = self
                .mistakes_with(span, text)
                .filter(|mistakes| *mistakes < fewest)
            {
                (best, fewest) = (Some(at), mistakes);
            }
        }
        best
    }

    /// Returns the whole expression with `text` instead of the text at `span`.
    pub(super) fn source_with(&self, span: Span, text: &str) -> Option<String> {
        let source = self.ast.source();
        let before = source.get(..span.start as usize)?;
        let after = source.get(span.end as usize..)?;
        Some(format!("{before}{text}{after}"))
    }

    /// Counts the mistakes of the whole expression with `text` instead of the text at `span`.
    pub(super) fn mistakes_with(&self, span: Span, text: &str) -> Option<usize> {
        self.mistakes(&self.source_with(span, text)?)
    }

    /// Counts the mistakes of an expression; `None` if it does not parse.
    fn mistakes(&self, source: &str) -> Option<usize> {
        Some(self.issues_of(source)?.len())
    }

    /// Returns the mistakes of an expression; `None` if it does not parse.
    fn issues_of(&self, source: &str) -> Option<Issues> {
        let ast = parse(source, self.version).ok()?;
        Some(super::issues_without_proposals(
            ast,
            self.types.store,
            self.version,
            self.variables,
        ))
    }

    /// Returns the comparison whose left side a node is.
    pub(super) fn comparison_of(&self, node: NodeId) -> Option<(NodeId, &str)> {
        self.comparison_around(node)
            .filter(|(parent, _)| self.ast.node(*parent).span.start == self.ast.node(node).span.start)
    }

    /// Returns the comparison of which a node is a side.
    pub(super) fn comparison_around(&self, node: NodeId) -> Option<(NodeId, &str)> {
        self.parent(node)
            .filter(|(_, name)| matches!(*name, "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_"))
    }

    /// Returns a proposal that improves a node, in parentheses where an operator around it binds tighter: `!(a in b)`.
    pub(super) fn improved(&self, node: NodeId, span: Span, text: String) -> Option<String> {
        [format!("({text})"), text]
            .into_iter()
            .rfind(|text| self.improves(node, span, text))
    }

    /// Counts the mistakes in a part of an expression; `None` if it does not parse, or is no operand of the operators around it.
    fn mistakes_within(&self, source: &str, place: Span) -> Option<usize> {
        let ast = parse(source, self.version).ok()?;
        // The operators around a part in parentheses begin and end within these.
        let part = source.get(place.range())?;
        let inside = match part.strip_prefix('(').and_then(|part| part.strip_suffix(')')) {
            Some(_) => Span {
                start: place.start + 1,
                end: place.end - 1,
            },
            None => place,
        };
        let is_torn_by = |span: Span, place: Span| {
            let (first, second) = if span.start < place.start {
                (span, place)
            } else {
                (place, span)
            };
            first.start < second.start && second.start < first.end && first.end < second.end
        };
        let is_torn = |id: NodeId| {
            let span = ast.node(id).span;
            is_torn_by(span, place) && is_torn_by(span, inside)
        };
        if ast.ids().any(is_torn) {
            return None;
        }
        let issues = super::issues_without_proposals(ast, self.types.store, self.version, self.variables);
        let is_within = |issue: &&Issue| {
            place.start <= issue.span.start && issue.span.end <= place.end && !is_condition(&issue.kind)
        };
        Some(issues.list().iter().filter(is_within).count())
    }
}

/// Whether a mistake is about what an expression is used for.
fn is_condition(kind: &IssueKind) -> bool {
    let IssueKind::TypeMismatch { place, .. } = kind else {
        return false;
    };
    matches!(
        place,
        MismatchPlace::LogicalOperand | MismatchPlace::Condition | MismatchPlace::LoopStep
    )
}

/// The maximum length of an expression that is repeated within a help, in bytes.
const MOST_SHOWN: usize = 50;
