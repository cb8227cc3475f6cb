//! Explains names in rules that are fields in another place: of the value itself, of an object around it, of the whole object, or of
//! elements of its old value.
//!
//! ```text
//! spec:
//!   size                    self.size in a rule of `season`: move the rule to `spec`, which has `size`
//!   season: {start, end}    self.season.start in it: write `self.start`
//! ```

use crd_cel::{Issue, IssueKind, MacroError, MeantSelection, escape};

use crate::check::Diagnostic;
use crate::check::place::node_at;
use crate::model::field::{ExpressionError, FieldPath, Segment};
use crate::yaml::tree::{Node, Value};

/// Adds what the schema says about the names of the first error of an expression, which is a node at a path.
pub(super) fn explain(
    document: &Node,
    rule: &FieldPath,
    expression: &ExpressionError,
    node: &Node,
    diagnostic: &mut Diagnostic,
) {
    let Some(issue) = expression.causes().first().copied() else {
        return;
    };
    label_declarations(document, rule, issue, node, diagnostic);
    name_of_field(rule, issue, diagnostic);
    name_of_sibling(document, rule, issue, node, diagnostic);
    undeclared_in_brackets(document, rule, issue, node, diagnostic);
    let is_old = matches!(
        &issue.kind,
        IssueKind::MacroArgument(MacroError::Variable { name }) if name == "oldSelf"
    );
    let of_rule = node_at(document, &rule.ancestor(1)).and_then(|rule| rule.get("optionalOldSelf"));
    if is_old && of_rule.is_some_and(|set| set.value == Value::Bool(true)) {
        diagnostic.help = vec!["write `oldSelf.hasValue()`".to_owned()];
    }
}

/// Adds labels at declarations related to an undefined field: the field with the most similar name, or the field
/// itself, which is not visible to rules without a type.
fn label_declarations(
    document: &Node,
    rule: &FieldPath,
    issue: &Issue,
    node: &Node,
    diagnostic: &mut Diagnostic,
) {
    let IssueKind::UndefinedField {
        field,
        suggestion,
        known,
        ..
    } = &issue.kind
    else {
        return;
    };
    let before = node
        .as_str()
        .and_then(|text| text.get(..issue.span.start as usize));
    let is_of_self = before.is_some_and(|before| before.ends_with("self.") || before.ends_with("oldSelf."));
    if is_of_self && !known.iter().any(|name| name == "apiVersion") {
        let after = node
            .as_str()
            .and_then(|text| text.get(issue.span.end as usize..)?.strip_prefix('.'));
        let end = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let member = after.and_then(|after| after.get(..end(after).unwrap_or(after.len())));
        let member = member.and_then(|member| {
            let similar = known.iter().filter(|name| name.eq_ignore_ascii_case(member));
            similar.min_by_key(|name| *name != member)
        });
        let is_old = before.is_some_and(|before| before.ends_with("oldSelf."));
        let variable = if is_old { "oldSelf" } else { "self" };
        let of_old = || of_old_element(document, rule, field).filter(|_| is_old && suggestion.is_none());
        let help = of_value_itself(rule, variable, field, member.map(String::as_str))
            .or_else(of_old)
            // The same name in an object around is more probable than a similar one.
            .or_else(|| of_object_around(document, rule, field));
        if let Some(help) = help {
            diagnostic.help = vec![help];
        }
    }
    let Some(schema) = before.and_then(|before| selected_from(document, rule, before)) else {
        return;
    };
    let keeps = schema.get("x-kubernetes-preserve-unknown-fields");
    if keeps.is_some_and(|keeps| keeps.value == Value::Bool(true)) && suggestion.is_none() {
        diagnostic.help = vec![only_declared(field)];
    }
    let Some(properties) = schema.get("properties").and_then(Node::as_mapping) else {
        return;
    };
    let declaration = |name: &str| {
        let mut entries = properties.entries.iter();
        entries.find(|entry| escape(&entry.key).is_some_and(|escaped| escaped == *name))
    };
    if let Some(declared) = declaration(field) {
        diagnostic.message = format!("rules cannot use `{field}`: its schema has no type");
        "not available in rules".clone_into(&mut diagnostic.label);
        diagnostic.help = vec![format!(
            "give `{field}` a `type`, or remove it from the rule; with \
             `x-kubernetes-preserve-unknown-fields`, rules can only use declared fields"
        )];
        diagnostic
            .labels
            .push((declared.key_span, "declared without a type".to_owned()));
    } else if let Some(meant) = suggestion.as_deref().and_then(declaration) {
        diagnostic
            .labels
            .push((meant.key_span, "declared here".to_owned()));
    }
}

fn only_declared(field: &str) -> String {
    format!(
        "rules can only read declared fields, even with `x-kubernetes-preserve-unknown-fields`: declare `{field}`"
    )
}

/// Explains that a field in brackets is not declared: `self['color']` of an object whose unknown fields are preserved.
fn undeclared_in_brackets(
    document: &Node,
    rule: &FieldPath,
    issue: &Issue,
    node: &Node,
    diagnostic: &mut Diagnostic,
) {
    let is_selection = matches!(
        &issue.kind,
        IssueKind::NoOverload {
            function: "_[_]",
            rewritten: None,
            ..
        }
    );
    let part = node.as_str().and_then(|text| text.get(issue.span.range()));
    if let Some((of, key)) = part
        .filter(|_| is_selection)
        .and_then(|part| part.split_once('['))
        && let Some(field) = key.trim_end_matches(']').strip_prefix(['\'', '"'])
        && let Some(field) = field.strip_suffix(['\'', '"'])
        && selected_from(document, rule, of).is_some_and(|schema| {
            let keeps = schema.get("x-kubernetes-preserve-unknown-fields");
            keeps.is_some_and(|keeps| keeps.value == Value::Bool(true))
        })
    {
        diagnostic.help = vec![only_declared(field)];
    }
}

/// Explains that `self` is the value at a field, or that only the root has the members of objects.
fn of_value_itself(rule: &FieldPath, variable: &str, field: &str, member: Option<&str>) -> Option<String> {
    let schema = rule.ancestor(3);
    let own = match schema.segments.as_slice() {
        [.., properties, own] if properties.is_field("properties") => own.name(),
        _ => None,
    };
    let own = own.filter(|own| own.eq_ignore_ascii_case(field));
    let of_object = ["apiVersion", "kind", "metadata", "spec", "status"]
        .into_iter()
        .find(|name| name.eq_ignore_ascii_case(field));
    let name = own.or(of_object)?;
    let place = own.map_or_else(|| schema.short_node().to_string(), str::to_owned);
    let itself = format!("`{variable}` is the value at `{place}` here, not the whole object");
    Some(match (member, name) {
        (Some(member), _) if own.is_some() || matches!(name, "spec" | "status") => {
            format!("{itself}: write `{variable}.{member}`")
        }
        (None, _) if own.is_some() => format!("{itself}: write `{variable}`"),
        (_, "metadata") => {
            "only rules at the root of the schema can read `metadata`, and of it only `name` and `generateName`".to_owned()
        }
        _ => format!("only rules at the root of the schema can read `{name}`"),
    })
}

/// Explains that a field is one of an object around the value of the rule.
fn of_object_around(document: &Node, rule: &FieldPath, field: &str) -> Option<String> {
    let schema = rule.ancestor(3);
    let (count, around) = (1..schema.segments.len())
        .map(|count| (count, schema.ancestor(count)))
        .find(|(_, around)| {
            node_at(document, around)
                .and_then(|schema| schema.get("properties")?.get(field))
                .is_some()
        })?;
    let place = match around.short_node().to_string().as_str() {
        "" => "the root of the schema".to_owned(),
        path => format!("`{path}`"),
    };
    let elements = match schema.segments.as_slice() {
        [.., list, items] if count == 3 && items.is_field("items") => list.name(),
        _ => None,
    };
    let loops = elements
        .and_then(escape)
        .map(|list| format!(", as `self.{list}.all(x, …)`"));
    Some(format!(
        "a rule only sees the value that it belongs to; move it to {place}, which has `{field}`{}",
        loops.unwrap_or_default()
    ))
}

/// Explains that `oldSelf` is not the old value of an element of a list, whose own rules can read it.
fn of_old_element(document: &Node, rule: &FieldPath, field: &str) -> Option<String> {
    let properties = node_at(document, &rule.ancestor(3))?
        .get("properties")?
        .as_mapping()?;
    let has_field = |list: &Node| Some(list.get("items")?.get("properties")?.get(field)?.span);
    let list = properties
        .entries
        .iter()
        .find(|entry| has_field(&entry.value).is_some())?;
    Some(format!(
        "`oldSelf` is the old value of `self`, not of an element: write a rule in `{list}.items`, as `self.{field} == \
         oldSelf.{field}`; `{list}` must be a list of type `map`",
        list = list.key
    ))
}

/// Returns the schema in the manifest of the value that a field is selected from, if that is `self`, an element of a list of it in a
/// loop, or one of their fields; `before` is the text of the expression up to the field.
pub(in crate::check) fn selected_from<'d>(
    document: &'d Node,
    rule: &FieldPath,
    before: &str,
) -> Option<&'d Node> {
    let before = before.trim_end_matches(['.', '?']);
    let start = before
        .rfind(|c: char| !c.is_ascii_alphanumeric() && !"_.?".contains(c))
        .map_or(0, |at| at + 1);
    let (outside, selected) = before.split_at_checked(start)?;
    let (variable, steps) = selected.split_at(selected.find(['.', '?']).unwrap_or(selected.len()));
    let schema = if variable == "self" {
        // The rule is at `….x-kubernetes-validations[0].rule`, its schema three steps up.
        node_at(document, &rule.ancestor(3))?
    } else {
        // `list[0]`, or the variable of `list.all(x, …)`.
        let list = if variable.is_empty() {
            outside.strip_suffix(']')?.rsplit_once('[')?.0
        } else {
            let (call, _) = outside.rsplit_once(&format!("({variable},"))?;
            call.rsplit_once('.')?.0
        };
        selected_from(document, rule, list)?.get("items")?
    };
    steps
        .split(['.', '?'])
        .filter(|step| !step.is_empty())
        .try_fold(schema, |schema, step| schema.get("properties")?.get(step))
}

/// Explains that a rule of a field writes `self` for the name of the field.
fn name_of_field(rule: &FieldPath, issue: &Issue, diagnostic: &mut Diagnostic) {
    let of = rule.ancestor(3);
    if let IssueKind::UnknownVariable {
        name,
        suggestion: None,
        called: None,
        ..
    } = &issue.kind
        && of.segments.iter().next_back().and_then(Segment::name) == Some(name)
    {
        diagnostic.help = vec![format!("`self` is the value of `{name}` here: write `self`")];
    }
}

/// Explains that a name or a selection from a value without fields means a field of an object around the value of the rule.
fn name_of_sibling(
    document: &Node,
    rule: &FieldPath,
    issue: &Issue,
    node: &Node,
    diagnostic: &mut Diagnostic,
) {
    let before = node
        .as_str()
        .and_then(|text| text.get(..issue.span.start as usize));
    let is_of_self = before.is_some_and(|before| before.ends_with("self."));
    let name = match &issue.kind {
        IssueKind::UnknownVariable {
            name,
            suggestion,
            called: None,
            ..
        } if suggestion.as_ref().is_none_or(|near| near.starts_with('\'')) => name,
        IssueKind::NotSelectable {
            field,
            meant: Some(MeantSelection::Itself(_) | MeantSelection::OfParent),
            ..
        } => field,
        IssueKind::NotSelectable {
            field, meant: None, ..
        } if is_of_self => field,
        _ => return,
    };
    let own = rule.ancestor(3);
    if own.segments.iter().next_back().and_then(Segment::name) != Some(name)
        && let Some(help) = of_object_around(document, rule, name)
    {
        diagnostic.help = vec![help];
    }
}

#[cfg(test)]
mod tests {
    use crate::check::test_manifest::widgets;
    use crate::check::{self, Options};

    /// A rule of a field or of the elements of a list that reads a field of an object around them.
    #[test]
    fn fields_of_objects_around() {
        let of = |place: &str, rule: &str| {
            let rules = |of: &str| {
                if place == of {
                    format!(", x-kubernetes-validations: [{{rule: '{rule}'}}]")
                } else {
                    String::new()
                }
            };
            let text = widgets(&format!(
                "spec:
  type: object
  properties:
    size: {{type: integer}}
    season: {{type: object, properties: {{start: {{type: integer{}}}, end: {{type: integer}}}}{}}}
    gates: {{type: array, maxItems: 4, items: {{type: object, properties: {{top: {{type: integer}}}}{}}}}}",
                rules("start"),
                rules("season"),
                rules("gates")
            ));
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help.clone()
        };
        for (place, rule, expected) in [
            (
                "season",
                "self.start < self.size",
                "a rule only sees the value that it belongs to; move it to `spec`, which has `size`",
            ),
            (
                "season",
                "self.season.start < 5",
                "`self` is the value at `season` here, not the whole object: write `self.start`",
            ),
            (
                "gates",
                "self.top < self.size",
                "a rule only sees the value that it belongs to; move it to `spec`, which has `size`, as `self.gates.all(x, …)`",
            ),
            (
                "season",
                "self.start < size",
                "a rule only sees the value that it belongs to; move it to `spec`, which has `size`",
            ),
            (
                "start",
                "self < self.end",
                "a rule only sees the value that it belongs to; move it to `spec.season`, which has `end`",
            ),
            (
                "start",
                "self < end",
                "a rule only sees the value that it belongs to; move it to `spec.season`, which has `end`",
            ),
            (
                "start",
                "self.start <= self.end",
                "a rule only sees the value that it belongs to; move it to the object that contains both values",
            ),
            (
                "start",
                "self.start > 5",
                "`self` is the `int` itself: write `self` without `.start`",
            ),
            (
                "season",
                "self.metadata.start < 5",
                "only rules at the root of the schema can read `metadata`, and of it only `name` and `generateName`",
            ),
            (
                "season",
                "self.spec.start < 5",
                "`self` is the value at `spec.season` here, not the whole object: write `self.start`",
            ),
            (
                "gates",
                "self.spec.size > 1",
                "only rules at the root of the schema can read `spec`",
            ),
            ("gates", "self.items.top > 1", "it has `top`"),
        ] {
            assert_eq!(of(place, rule), [expected], "{rule}");
        }
    }

    /// The same name in an object around is more probable than a similar one.
    #[test]
    fn similar_fields_beside_the_rule() {
        let text = widgets(
            "spec:
  type: object
  properties:
    tariffs: {type: array, maxItems: 5, items: {type: string, maxLength: 5}}
    connectors:
      type: array
      maxItems: 5
      items:
        type: object
        required: [tariff]
        properties: {tariff: {type: string, maxLength: 5}}
        x-kubernetes-validations: [{rule: 'self.tariff in self.tariffs'}]",
        );
        let report = check::text(&text, &Options::default());
        assert_eq!(
            report.findings[0].diagnostic.help,
            [
                "a rule only sees the value that it belongs to; move it to `spec`, which has `tariffs`, as `self.connectors.all(x, …)`"
            ]
        );
    }

    /// What rules of lists, texts and objects with unknown fields cannot read.
    #[test]
    fn values_without_the_field() {
        let of = |member: &str, rule: &str| {
            let text = widgets(&format!(
                "spec: {{type: object, properties: {{total: {{type: string, maxLength: 9}}, member: {{{member}, x-kubernetes-validations: \
                 [{{rule: \"{rule}\"}}]}}}}}}"
            ));
            let report = check::text(&text, &Options::default());
            report.findings[0].diagnostic.help[0].clone()
        };
        let list = "type: array, maxItems: 4, items: {type: string, maxLength: 9}";
        assert_eq!(
            of(list, "self.all(x, x != self.total)"),
            "a rule only sees the value that it belongs to; move it to `spec`, which has `total`"
        );
        assert_eq!(
            of("type: string", "self == self.old"),
            "write `oldSelf`, which is the value before the update"
        );
        assert_eq!(
            of(
                "type: object, x-kubernetes-preserve-unknown-fields: true",
                "self['color'] == 'red'"
            ),
            "rules can only read declared fields, even with `x-kubernetes-preserve-unknown-fields`: declare `color`"
        );
    }

    #[test]
    fn old_values_of_elements() {
        let text = widgets(
            "spec: {type: object, properties: {list: {type: array, maxItems: 4, items: {type: object, properties: {top: \
             {type: integer}}}}}, x-kubernetes-validations: [{rule: 'self.list.all(x, x.top == oldSelf.top)'}]}",
        );
        let report = check::text(&text, &Options::default());
        assert_eq!(
            report.findings[0].diagnostic.help,
            [
                "`oldSelf` is the old value of `self`, not of an element: write a rule in `list.items`, as `self.top \
                 == oldSelf.top`; `list` must be a list of type `map`"
            ]
        );
    }
}
