//! The findings about pitfalls of rules, and their places in a manifest.

mod constants;
mod int_or_string;

use crd_cel::escape;
use crd_cel::facts::ExpressionMistake;

use int_or_string::int_or_string;

use crate::check::cel;
use crate::check::lints::absent::{self, SelectedField};
use crate::check::lints::failing;
use crate::check::place::{entry_at, node_at};
use crate::check::rules::{BY_CHARACTER, Collection, Pitfall, PitfallKind, TextKind, TextOrder};
use crate::check::{Code, Diagnostic, DocumentSource, codes};
use crate::model::field::{FieldPath, Segment};
use crate::yaml::source_offset;
use crate::yaml::tree::{Node, Span, Value};

/// The maximum number of values of an enum in a help text.
const VALUES: usize = 8;

/// Returns the path of the rule relative to `schema`.
pub(super) fn rule_below(pitfall: &Pitfall) -> FieldPath {
    let mut segments = pitfall.path.segments.clone();
    segments.push(Segment::Field("x-kubernetes-validations".into()));
    segments.push(Segment::Index(pitfall.index));
    FieldPath { segments }
}

/// A version of a CRD in a document.
pub(super) struct PitfallVersion<'a> {
    pub(super) source: DocumentSource<'a>,
    pub(super) number: usize,
}

impl PitfallVersion<'_> {
    pub(super) fn path(&self, below: &[Segment]) -> FieldPath {
        let mut segments = vec![
            Segment::Field("spec".into()),
            Segment::Field("versions".into()),
            Segment::Index(self.number),
            Segment::Field("schema".into()),
        ];
        segments.extend_from_slice(below);
        FieldPath { segments }
    }

    /// Returns the path of the expression.
    pub(super) fn rule(&self, pitfall: &Pitfall) -> FieldPath {
        let mut below = rule_below(pitfall).segments;
        let keyword = match &pitfall.kind {
            PitfallKind::FailingMessage(_) => "messageExpression",
            _ => "rule",
        };
        below.push(Segment::Field(keyword.into()));
        self.path(&below)
    }

    /// Returns the place of the pitfall in the text of the manifest.
    pub(super) fn span(&self, pitfall: &Pitfall) -> Option<Span> {
        let node = node_at(self.source.document, &self.rule(pitfall))?;
        node.as_str()?;
        let offset = |at: u32| source_offset(self.source.text, node.span, at as usize);
        Some(Span {
            start: offset(pitfall.span.start),
            end: offset(pitfall.span.end),
        })
    }

    /// Returns the source of the expression.
    fn source_of(&self, pitfall: &Pitfall) -> &str {
        self.text_at(&self.rule(pitfall))
    }

    fn text_at(&self, path: &FieldPath) -> &str {
        let node = node_at(self.source.document, path);
        node.and_then(|node| node.as_str()).unwrap_or_default()
    }

    /// Returns what is declared about the field of a selection from `self` or `oldSelf` in the rule.
    fn selected(&self, pitfall: &Pitfall, read: &str) -> SelectedField {
        let field = read.replacen("oldSelf", "self", 1);
        let schema = |of: &str| cel::selected_from(self.source.document, &self.rule(pitfall), of);
        let around = field
            .rsplit_once('.')
            .and_then(|(object, name)| Some((schema(object)?, name)));
        selected_field(around)
    }

    /// Returns what is declared about the field with a path.
    fn declared(&self, declared: &FieldPath) -> SelectedField {
        let [around @ .., _, Segment::Key(name)] = declared.segments.as_slice() else {
            return SelectedField::default();
        };
        let around = node_at(self.source.document, &self.path(around));
        selected_field(around.map(|around| (around, &**name)))
    }

    /// Returns the variable of the `map` whose value is the read of a pitfall: `b` of `self.map(b, b.weight)`.
    fn mapped_by(&self, pitfall: &Pitfall, read: &str) -> Option<&str> {
        let (before, after) = self
            .source_of(pitfall)
            .split_at_checked(pitfall.span.end as usize)?;
        let before = before.strip_suffix(read)?.trim_end().strip_suffix(',')?;
        let (_, variable) = before.rsplit_once(".map(")?;
        let is_name = variable.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        (is_name && after.trim_start().starts_with(')')).then_some(variable)
    }

    pub(super) fn diagnostic(&self, pitfall: &Pitfall) -> Diagnostic {
        let span = self.span(pitfall).unwrap_or_default();
        match &pitfall.kind {
            PitfallKind::AbsentField {
                read,
                field,
                declared,
            } => self.with_declaration(
                absent_field(
                    span,
                    read,
                    field,
                    self.mapped_by(pitfall, read),
                    self.source_of(pitfall),
                    self.declared(declared),
                ),
                declared,
                "neither required nor defaulted",
            ),
            PitfallKind::AbsentElement {
                read,
                index,
                collection,
                declared,
            } => {
                let label = match collection {
                    Collection::List(1) => "may be empty".to_owned(),
                    Collection::List(least) => format!("may have fewer than {least} elements"),
                    Collection::Map => "may not have the key".to_owned(),
                };
                let most = self.most_elements(declared);
                let mut diagnostic = absent_element(span, read, index, *collection, self.source_of(pitfall));
                if let (Collection::List(least), Some(most)) = (*collection, most)
                    && most < least
                {
                    diagnostic.help = vec![format!("`maxItems: {most}` admits no element `{index}`")];
                }
                self.with_declaration(diagnostic, declared, &label)
            }
            PitfallKind::NegativeIndex { read } => negative_index(span, read),
            PitfallKind::DivisionByZero { division, operator } => division_by_zero(span, division, *operator),
            PitfallKind::IntOrString {
                operation,
                value,
                fails_with,
                declared,
            } => self.with_declaration(
                int_or_string(
                    span,
                    operation,
                    value,
                    *fails_with,
                    declared,
                    self.has_short_texts(declared),
                ),
                declared,
                "an integer or a string",
            ),
            PitfallKind::ConstantError {
                call,
                function,
                error,
            } => constants::diagnostic(span, call, function, error),
            PitfallKind::TextOrder(order) => {
                let mut diagnostic = text_order(span, order);
                let TextOrder {
                    value,
                    operator,
                    constant,
                    kind,
                    ..
                } = order;
                let written = format!("int({value}) {operator} {constant}");
                let (document, rule) = (self.source.document, self.rule(pitfall));
                let other = cel::other_conversion(document, &rule, pitfall.span.start, &written);
                if let Some(other) = other.filter(|_| *kind == TextKind::Integer) {
                    diagnostic.help = vec![other];
                }
                diagnostic
            }
            PitfallKind::NeverEqual { text, near, values } => {
                never_equal(span, text, near.as_deref(), values)
            }
            PitfallKind::Failing(failure) => {
                let fields = |read: &str| self.selected(pitfall, read);
                failing::diagnostic(span, failure, self.source_of(pitfall), &fields)
            }
            PitfallKind::FailingMessage(failure) => {
                let rule = self.path(&rule_below(pitfall).child("rule").segments);
                let both = format!("{} {}", self.text_at(&rule), self.source_of(pitfall));
                failing::of_message(span, failure, &both)
            }
            PitfallKind::Optional(mistake) => expression_mistake(codes::CEL_OPTIONAL, span, mistake),
            PitfallKind::AmountOrder(mistake) => expression_mistake(codes::CEL_TEXT_ORDER, span, mistake),
            PitfallKind::Comparison(mistake) => expression_mistake(codes::CEL_NEVER_EQUAL, span, mistake),
        }
    }

    /// Returns the `maxItems` of a list that is declared at a path.
    fn most_elements(&self, declared: &FieldPath) -> Option<i64> {
        let list = entry_at(self.source.document, &self.path(&declared.segments))?;
        match list.value.get("maxItems")?.value {
            Value::Int(most) => Some(most),
            _ => None,
        }
    }

    /// Whether the texts of a value are short, or there is one value.
    fn has_short_texts(&self, declared: &FieldPath) -> bool {
        let mut segments = declared.segments.iter();
        let is_one =
            !segments.any(|segment| segment.is_field("items") || segment.is_field("additionalProperties"));
        let declared = entry_at(self.source.document, &self.path(&declared.segments));
        is_one || declared.is_some_and(|declared| declared.value.get("maxLength").is_some())
    }

    /// Adds a label at the key of a declaration.
    fn with_declaration(&self, mut diagnostic: Diagnostic, declared: &FieldPath, label: &str) -> Diagnostic {
        if let Some(entry) = entry_at(self.source.document, &self.path(&declared.segments)) {
            diagnostic.labels.push((entry.key_span, label.to_owned()));
        }
        diagnostic
    }
}

/// Returns what is declared about a field of an object with this schema.
fn selected_field(field: Option<(&Node, &str)>) -> SelectedField {
    let Some((around, name)) = field else {
        return SelectedField::default();
    };
    let schema = around
        .get("properties")
        .and_then(|properties| properties.get(name));
    let nullable = |schema: &Node| {
        let nullable = schema.get("nullable").map(|nullable| &nullable.value);
        nullable == Some(&Value::Bool(true))
    };
    let rules = around.get("x-kubernetes-validations").into_iter();
    let mut rules = rules.flat_map(Node::elements);
    let test = format!("has(self.{})", escape(name).unwrap_or_default());
    let is_tested = |rule: &Node| {
        let rule = rule.get("rule").and_then(|rule| rule.as_str());
        rule.is_some_and(|rule| rule.contains(&test))
    };
    SelectedField {
        is_nullable: schema.map(nullable),
        // Maps do not declare their keys.
        is_conditional: schema.is_none() || rules.any(is_tested) || is_required_by_junctor(around, name),
    }
}

/// Whether `oneOf` or another junctor of a schema requires a field in one of its branches.
fn is_required_by_junctor(schema: &Node, name: &str) -> bool {
    let lists = ["oneOf", "anyOf", "allOf"].into_iter();
    let branches = lists
        .filter_map(|junctor| schema.get(junctor))
        .flat_map(Node::elements);
    branches.chain(schema.get("not")).any(|branch| {
        let required = branch.get("required").into_iter();
        let mut required = required.flat_map(Node::elements);
        required.any(|required| required.as_str() == Some(name)) || is_required_by_junctor(branch, name)
    })
}

fn absent_field(
    span: Span,
    read: &str,
    name: &str,
    mapped_by: Option<&str>,
    rule: &str,
    field: SelectedField,
) -> Diagnostic {
    if let Some(optional) = read.strip_suffix(".value()") {
        let message = format!(
            "`{optional}` may have no value, and the rule then fails with `optional.none() dereference`"
        );
        return Diagnostic::new(codes::CEL_ABSENT_FIELD, message, span)
            .with_label("read without `hasValue`")
            .with_help(format!(
                "write `{optional}.orValue(…)` or `!{optional}.hasValue() || …`{}",
                absent::or_present(&format!("`{name}`"), field)
            ));
    }
    let message = format!("`{read}` may be absent, and the rule then fails with `no such key: {name}`");
    let name = format!("`{name}`");
    let help = match mapped_by {
        Some(variable) => {
            let end = absent::or_present(&name, field);
            format!("write `.map({variable}, has({read}), {read})`{end}")
        }
        None => absent::if_absent(read, rule, &name, field),
    };
    Diagnostic::new(codes::CEL_ABSENT_FIELD, message, span)
        .with_label(absent::WITHOUT_HAS)
        .with_help(help)
}

fn absent_element(span: Span, read: &str, index: &str, collection: Collection, rule: &str) -> Diagnostic {
    let selected = index.trim_matches('\'');
    let of = read
        .strip_suffix(&format!("[{index}]"))
        .or_else(|| read.strip_suffix(selected)?.strip_suffix('.'))
        .or_else(|| read.strip_suffix(']')?.rsplit_once('[').map(|(of, _)| of))
        .unwrap_or("the list");
    let (fault, help) = match collection {
        Collection::List(least) => (
            format!("index out of bounds: {index}"),
            index
                .parse()
                .ok()
                .and_then(|index| absent::of_size_test(of, index, rule))
                .unwrap_or_else(|| {
                    let few = format!("size({of}) < {least}");
                    let test = absent::test_before(of, rule, &few, &format!("size({of}) >= {least}"));
                    format!("write {test}, or set `minItems: {least}`")
                }),
        ),
        Collection::Map => (format!("no such key: {}", index.trim_matches(['\'', '"'])), {
            let has_key = format!("{index} in {of}");
            let test = absent::test_before(of, rule, &format!("!({has_key})"), &has_key);
            match selected {
                "length" | "size" | "count" | "len" if !read.ends_with(']') => {
                    format!("for the number of keys, write `size({of})`; for this key, {test}")
                }
                _ => format!("write {test}, or require the key"),
            }
        }),
    };
    let message = format!("`{read}` may be absent, and the rule then fails with `{fault}`");
    Diagnostic::new(codes::CEL_ABSENT_ELEMENT, message, span)
        .with_label("read without a test")
        .with_help(help)
}

fn negative_index(span: Span, read: &str) -> Diagnostic {
    let (of, index) = read.rsplit_once('[').unwrap_or((read, ""));
    let index = index.trim_end_matches(']').trim();
    let from_end = index.trim_start_matches('-');
    Diagnostic::new(
        codes::CEL_ABSENT_ELEMENT,
        format!("`{read}` always fails with `index out of bounds: {index}`"),
        span,
    )
    .with_label("no element has a negative index")
    .with_help(format!(
        "for this element, write `{of}[size({of}) - {from_end}]`; if the list may be shorter, begin the rule with \
         `size({of}) < {from_end} || …`"
    ))
}

fn division_by_zero(span: Span, division: &str, operator: char) -> Diagnostic {
    let fault = match operator {
        '%' => "modulus by zero",
        _ => "division by zero",
    };
    Diagnostic::new(
        codes::CEL_DIVISION_BY_ZERO,
        format!("`{division}` always fails with `{fault}`"),
        span,
    )
    .with_label("the divisor is 0")
    .with_help("correct the divisor")
}

fn text_order(span: Span, order: &TextOrder) -> Diagnostic {
    let TextOrder {
        comparison,
        value,
        operator,
        constant,
        example,
        kind,
    } = order;
    // Most numbers of versions are no quantities.
    let is_version = value.to_ascii_lowercase().ends_with("version") && *kind == TextKind::Quantity;
    let kind = if is_version { &TextKind::Version } else { kind };
    let durations = format!("`duration({value}) {operator} duration('{constant}')`");
    let compared = |function, options| {
        format!("`{function}({value}{options}).compareTo({function}('{constant}'{options})) {operator} 0`")
    };
    let (things, mend) = match kind {
        TextKind::Duration => ("durations", durations),
        TextKind::Minutes => (
            "durations or quantities",
            format!("{durations} or {}", compared("quantity", "")),
        ),
        TextKind::Integer => (
            "numbers",
            format!(
                "`int({value}) {operator} {constant}`, which fails for texts that are no integers, or declare an integer"
            ),
        ),
        TextKind::Quantity => ("quantities", compared("quantity", "")),
        TextKind::Address => (
            "addresses",
            format!("`cidr('{constant}/24').containsIP({value})`, with the number of bits that is meant"),
        ),
        TextKind::Version => {
            // Other versions must be completed.
            let is_whole = constant.starts_with(|c: char| c.is_ascii_digit()) && !is_version;
            let mend = compared("semver", if is_whole { "" } else { ", true" });
            ("versions", format!("{mend}, which needs Kubernetes 1.34"))
        }
    };
    let order = if example < constant { "before" } else { "after" };
    Diagnostic::new(
        codes::CEL_TEXT_ORDER,
        format!("`{comparison}` compares texts, not {things}: `{example}` is {order} `{constant}`"),
        span,
    )
    .with_label(BY_CHARACTER)
    .with_help(format!("write {mend}"))
}

fn never_equal(span: Span, text: &str, near: Option<&str>, values: &[String]) -> Diagnostic {
    let shown = if text.is_empty() { "''" } else { text };
    let help = match near {
        Some(near) => format!("did you mean `'{near}'`?"),
        None => format!("its values are {}", listed(values)),
    };
    Diagnostic::new(
        codes::CEL_NEVER_EQUAL,
        format!("`{shown}` is not a value of the enum, so this comparison always has the same result"),
        span,
    )
    .with_label("not in the enum")
    .with_help(help)
}

fn expression_mistake(code: Code, span: Span, mistake: &ExpressionMistake) -> Diagnostic {
    Diagnostic::new(code, mistake.message.clone(), span)
        .with_label(mistake.label)
        .with_help(mistake.help.clone())
}

fn listed(values: &[String]) -> String {
    let mut text = values
        .iter()
        .take(VALUES)
        .map(|value| format!("`{value}`"))
        .collect::<Vec<_>>()
        .join(", ");
    if values.len() > VALUES {
        text.push_str(" and others");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    #[test]
    fn help_fits_the_bounds_and_the_name() {
        for (rule, expected) in [
            ("self.list[3] == 'a'", "`maxItems: 3` admits no element `3`"),
            (
                "self.list[2] == 'a'",
                "write `size(self.list) < 3 || …`, or set `minItems: 3`",
            ),
            ("self.phases == 2 || self.amount == ''", "its values are `1`, `3`"),
            (
                "self.appVersion >= '2.0'",
                "write `semver(self.appVersion, true).compareTo(semver('2.0', true)) >= 0`, which needs Kubernetes 1.34",
            ),
            (
                "self.amount >= '2.0'",
                "write `quantity(self.amount).compareTo(quantity('2.0')) >= 0`",
            ),
        ] {
            let text = widgets(&format!(
                "spec: {{type: object, required: [list, appVersion, amount, phases], properties: {{phases: {{type: integer, enum: [1, 3]}}, list: {{type: array, maxItems: 3, \
                 items: {{type: string, maxLength: 9}}}}, appVersion: {{type: string, maxLength: 9}}, amount: {{type: string, \
                 maxLength: 9}}}}, x-kubernetes-validations: [{{rule: \"{rule}\", message: must be}}]}}"
            ));
            let report = check::text(&text, &Options::default());
            let found: Vec<&[String]> = report
                .findings
                .iter()
                .map(|finding| &*finding.diagnostic.help)
                .collect();
            assert!(found.iter().any(|help| *help == [expected]), "{rule}: {found:?}");
        }
    }

    #[test]
    fn order_of_two_amounts() {
        let text = widgets(
            "spec: {type: object, required: [size, maxSize], properties: {size: {type: string, maxLength: 9}, maxSize: {type: \
             string, maxLength: 9}}, x-kubernetes-validations: [{rule: self.size <= self.maxSize, message: must be}]}",
        );
        let report = check::text(&text, &Options::default());
        let mut codes = report.findings.iter().map(|finding| finding.diagnostic.code);
        assert!(codes.any(|code| code == codes::CEL_TEXT_ORDER));
    }
}
