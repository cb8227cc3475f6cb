//! A node whose rules are evaluated with values, with the parts of its schema on which the results depend.

use std::cell::OnceCell;

use crd_cel::ast::Span;
use crd_cel::eval::{EXPRESSION_COST_LIMIT, Value as Cel};
use crd_cel::{escape, is_reserved};
use serde_json::{Value, json};

use crate::KubeVersion;
use crate::check::rules::pitfalls::junctors;
use crate::check::rules::{Expression, FailureKind, FallibleExpression, RuleScope};
use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::map::Map;
use crate::model::rules::RUL_07;
use crate::model::schema::rule::is_of_word;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool};
use crate::model::structural::Structural;
use crate::samples::Samples;
use crate::server::cel::{OldSelf, SelfKind};
use crate::server::objects::{self, Admission, Request, ResourceOptions};
use crate::values::ValueStep;

/// The member of an object that holds the value of a node. Samples never lack a member of this name.
const MEMBER: &str = "spec";

/// A node as the only member of an object, or the object itself, with the rules of it that are evaluated.
pub(super) struct TestedNode<'s> {
    pub(super) schema: &'s JsonSchemaProps,
    kind: SelfKind,
    /// The schema of the object, without those rules.
    structural: Structural,
    pub(super) rules: Vec<TestedRule<'s>>,
    admission: OnceCell<Admission>,
    version: KubeVersion,
}

/// A rule of the node that may fail, or whose message expression may.
pub(super) struct TestedRule<'s> {
    pub(super) index: usize,
    /// The expression that may fail.
    pub(super) source: &'s str,
    /// Whether it mentions the old value.
    pub(super) is_transition: bool,
    runs_on_create: bool,
    expression: Expression,
    /// The message expression, if that may fail.
    message: Option<Expression>,
}

/// The result of a rule for a value.
pub(super) enum TestResult {
    True,
    False,
    /// It fails; the kind is not known for errors that rules rely on.
    Failure(Option<FailureKind>),
}

impl TestedRule<'_> {
    pub(super) fn is_message(&self) -> bool {
        self.message.is_some()
    }

    /// Returns the result of the rule.
    fn result(&self, value: &Value, old: Option<&Value>) -> TestResult {
        result(&self.expression, value, old)
    }

    /// Returns the result of the expression that may fail. The server evaluates a message expression only if the rule is false.
    pub(super) fn tested_result(&self, value: &Value, old: Option<&Value>) -> TestResult {
        match (self.result(value, old), &self.message) {
            (TestResult::False, Some(message)) => result(message, value, old),
            (_, Some(_)) => TestResult::True,
            (result, None) => result,
        }
    }

    /// Returns the part that fails for a value, and the server's error.
    pub(super) fn failing_part(&self, value: &Value, old: Option<&Value>) -> Option<(Span, String)> {
        let tested = self.message.as_ref().unwrap_or(&self.expression);
        let explanation = tested.explain(value, old, EXPRESSION_COST_LIMIT);
        let error = explanation.value.err()?;
        let mut parts = explanation.parts.iter().rev();
        let part = parts.find(|part| matches!(&part.value, Some(Err(text)) if *text == error))?;
        Some((part.span, error))
    }
}

fn result(expression: &Expression, value: &Value, old: Option<&Value>) -> TestResult {
    match expression.run(value, old, EXPRESSION_COST_LIMIT).value {
        Ok(Cel::Bool(true)) => TestResult::True,
        Ok(Cel::Error(error)) => TestResult::Failure(kind_of(&error.to_string())),
        _ => TestResult::False,
    }
}

/// Returns the kind of an error. Conversions fail for texts that they cannot read, which rules rely on to reject them.
fn kind_of(error: &str) -> Option<FailureKind> {
    const KINDS: [(&str, FailureKind); 8] = [
        ("no such key: ", FailureKind::NoSuchKey),
        ("index out of ", FailureKind::OutOfBounds),
        ("max called on empty list", FailureKind::OutOfBounds),
        ("min called on empty list", FailureKind::OutOfBounds),
        ("division by zero", FailureKind::DivisionByZero),
        ("modulus by zero", FailureKind::DivisionByZero),
        ("no such overload", FailureKind::NoSuchOverload),
        ("optional.none() ", FailureKind::NoValue),
    ];
    let kind = KINDS.iter().find(|(start, _)| error.starts_with(start));
    kind.map(|(_, kind)| *kind)
}

impl<'s> TestedNode<'s> {
    /// Prepares the evaluation of these expressions of a schema that is reduced by [`needed`].
    pub(super) fn new(
        schema: &'s JsonSchemaProps,
        kind: SelfKind,
        tested: &[FallibleExpression],
        version: KubeVersion,
    ) -> Option<Self> {
        let mut node = schema.clone();
        if let Some(rules) = &mut node.x_validations {
            let mut indices = 0..;
            let is_tested = |index| tested.iter().any(|expression| expression.index() == index);
            rules.retain(|_| !indices.next().is_some_and(is_tested));
        }
        let whole = match kind {
            SelfKind::Resource => node,
            SelfKind::Value => JsonSchemaProps {
                type_: "object".into(),
                properties: Some([(MEMBER, node)].into_iter().collect()),
                ..JsonSchemaProps::default()
            },
        };
        let root = Path::root("openAPIV3Schema");
        let structural = Structural::from_schema(&whole, &root, version).ok()?;
        let (path, of_values) = match kind {
            SelfKind::Resource => (root.to_field_path(), &whole),
            SelfKind::Value => (
                root.child("properties").key(MEMBER).to_field_path(),
                whole.property(MEMBER)?,
            ),
        };
        let scope = RuleScope::new(&whole, &path, version)?;
        let compile = |tested: &FallibleExpression| tested_rule(schema, *tested, &scope, (of_values, kind));
        let rules = tested.iter().map(compile).collect::<Option<_>>()?;
        Some(TestedNode {
            schema,
            kind,
            structural,
            rules,
            admission: OnceCell::new(),
            version,
        })
    }

    /// Returns the schema of its values.
    pub(super) fn structural(&self) -> &Structural {
        match self.kind {
            SelfKind::Resource => &self.structural,
            SelfKind::Value => self.structural.property(MEMBER).unwrap_or(&self.structural),
        }
    }

    /// Whether the server admits a value for which a rule fails, except that other ones of these rules fail too. A rule whose message
    /// expression fails is the only one that is false.
    pub(super) fn admits_but_failures(
        &self,
        tested: &TestedRule<'_>,
        value: &Value,
        old: Option<&Value>,
    ) -> bool {
        let false_rule = tested.is_message().then_some(tested.index);
        let any =
            |old: Option<&Value>, value: &Value, except: Option<usize>, has: fn(&TestResult) -> bool| {
                let mut run = self
                    .rules
                    .iter()
                    .filter(|rule| (old.is_some() || rule.runs_on_create) && except != Some(rule.index));
                run.any(|rule| has(&rule.result(value, old)))
            };
        if any(old, value, false_rule, |result| {
            matches!(result, TestResult::False)
        }) {
            return false;
        }
        let is_not_true = |result: &TestResult| !matches!(result, TestResult::True);
        if let Some(old) = old
            && (any(None, old, None, is_not_true) || any(None, value, false_rule, is_not_true))
        {
            return false;
        }
        let admission = self.admission.get_or_init(|| self.new_admission());
        // Rules that are not evaluated here may fail too.
        let admits = |request, is_tolerated: fn(&FieldError) -> bool| {
            let answer = admission.admit(request);
            answer.decode.is_none() && answer.strict.is_empty() && answer.errors.iter().all(is_tolerated)
        };
        let fails = |error: &FieldError| error.rule == RUL_07;
        let new = self.object(value);
        let Some(old) = old.map(|old| self.object(old)) else {
            return admits(Request::create(&new), fails);
        };
        admits(Request::create(&old), |_| false)
            && admits(Request::create(&new), |_| false)
            && admits(Request::update(&old, &new), fails)
    }

    fn new_admission(&self) -> Admission {
        let options = ResourceOptions::new(self.version, "example.com/v1", "Example");
        Admission::of_structural(&self.structural, options)
    }

    /// Returns a value that the rules admit which are not evaluated here, if one is found.
    pub(super) fn admitted_value(&self) -> Option<Value> {
        let mut object = Samples::of(self.new_admission()).smallest().ok()?;
        // Rules see the defaults, too.
        objects::default(&self.structural, &mut object);
        let members = object.as_object_mut()?;
        match self.kind {
            SelfKind::Value => members.remove(MEMBER),
            SelfKind::Resource => {
                for name in ["apiVersion", "kind", "metadata"] {
                    members.remove(name);
                }
                Some(object)
            }
        }
    }

    fn object(&self, value: &Value) -> Value {
        let mut object = match self.kind {
            SelfKind::Resource => value.clone(),
            SelfKind::Value => json!({ MEMBER: value }),
        };
        if let Some(members) = object.as_object_mut() {
            members.insert("apiVersion".to_owned(), "example.com/v1".into());
            members.insert("kind".to_owned(), "Example".into());
            members.insert("metadata".to_owned(), json!({ "name": "example" }));
        }
        object
    }
}

/// Compiles an expression of a rule of a schema whose values have this schema and kind.
fn tested_rule<'s>(
    schema: &'s JsonSchemaProps,
    tested: FallibleExpression,
    scope: &RuleScope,
    (values, kind): (&JsonSchemaProps, SelfKind),
) -> Option<TestedRule<'s>> {
    let index = tested.index();
    let rule = schema.rules().get(index)?;
    let compile =
        |source: &str, old_self| Expression::explaining(scope, values, kind, source, old_self).ok()?;
    let old_self = match rule.optional_old_self {
        Some(true) => OldSelf::Optional,
        _ => OldSelf::Value,
    };
    let is_transition = rule.is_transition();
    let (source, message) = match tested {
        FallibleExpression::Rule(_) => (&rule.rule, None),
        FallibleExpression::Message(_) => {
            let source = &rule.message_expression;
            (source, Some(compile(source, OldSelf::Value)?))
        }
    };
    Some(TestedRule {
        index,
        source,
        is_transition,
        runs_on_create: !is_transition || old_self == OldSelf::Optional,
        expression: compile(&rule.rule, old_self)?,
        message,
    })
}

/// Whether an error is that of the rule at a path.
pub(super) fn is_of_rule(rule: &FieldPath, error: &FieldError) -> bool {
    let origin = error.origin.as_deref();
    origin.is_some_and(|origin| *origin.keyword == *rule)
}

/// Returns the texts of the rules of a schema, after others.
pub(super) fn texts_of(schema: &JsonSchemaProps, others: &str) -> String {
    let mut texts = others.to_owned();
    for rule in schema.rules() {
        texts.push('\n');
        texts.push_str(&rule.rule);
        if let Some(message) = rule.only_message() {
            texts.push('\n');
            texts.push_str(message);
        }
    }
    texts
}

/// Returns a schema without the optional members that no rule reads, and in which members with defaults are required, because they are
/// never absent. There are few values of it, which are also values of the whole schema. The node at `place` is kept, and no rules of nodes
/// that are not on the way to it or below it, because they are about other values. `texts` are those of the rules around the schema.
pub(in crate::check) fn needed(
    schema: &JsonSchemaProps,
    texts: &str,
    place: &[ValueStep],
) -> JsonSchemaProps {
    reduced(schema, texts, Some(place))
}

fn reduced(schema: &JsonSchemaProps, texts: &str, place: Option<&[ValueStep]>) -> JsonSchemaProps {
    let is_beside = place.is_none();
    let (step, place) = match place.and_then(<[_]>::split_first) {
        Some((step, rest)) => (Some(step), Some(rest)),
        None => (None, place),
    };
    let with_own = (!schema.rules().is_empty()).then(|| texts_of(schema, texts));
    let texts = with_own.as_deref().unwrap_or(texts);
    let mut kept = JsonSchemaProps {
        type_: schema.type_.clone(),
        format: schema.format.clone(),
        nullable: schema.nullable,
        default: schema.default.clone(),
        x_validations: schema.x_validations.clone().filter(|_| !is_beside),
        x_int_or_string: schema.x_int_or_string,
        x_embedded_resource: schema.x_embedded_resource,
        x_preserve_unknown_fields: schema.x_preserve_unknown_fields,
        x_list_type: schema.x_list_type.clone(),
        x_list_map_keys: schema.x_list_map_keys.clone(),
        x_map_type: schema.x_map_type.clone(),
        enum_: schema.enum_.clone(),
        pattern: schema.pattern.clone(),
        minimum: schema.minimum,
        maximum: schema.maximum,
        exclusive_minimum: schema.exclusive_minimum,
        exclusive_maximum: schema.exclusive_maximum,
        multiple_of: schema.multiple_of,
        min_length: schema.min_length,
        max_length: schema.max_length,
        min_items: schema.min_items,
        max_items: schema.max_items,
        unique_items: schema.unique_items,
        min_properties: schema.min_properties,
        max_properties: schema.max_properties,
        required: schema.required.clone(),
        all_of: schema.all_of.clone(),
        any_of: schema.any_of.clone(),
        one_of: schema.one_of.clone(),
        not: schema.not.clone(),
        ..JsonSchemaProps::default()
    };
    if let Some(properties) = &schema.properties {
        let mut members = Map::new();
        for (name, member) in properties.iter() {
            let is_on_path = matches!(step, Some(ValueStep::Member(next)) if **next == *name);
            if !is_on_path && !is_needed(schema, texts, name) {
                continue;
            }
            if member.default.is_some() && !schema.required.iter().flatten().any(|other| **other == *name) {
                kept.required.get_or_insert_default().push(name.into());
            }
            let is_around = step.is_some() && !is_on_path;
            members.insert(name, reduced(member, texts, place.filter(|_| !is_around)));
        }
        kept.properties = Some(members);
    }
    kept.items = match &schema.items {
        Some(Items::Schema(items)) => Some(Items::Schema(Box::new(reduced(items, texts, place)))),
        other => other.clone(),
    };
    kept.additional_properties = match &schema.additional_properties {
        Some(SchemaOrBool::Schema(values)) => {
            Some(SchemaOrBool::Schema(Box::new(reduced(values, texts, place))))
        }
        other => other.clone(),
    };
    kept
}

/// Whether the results of rules and of the validation of values depend on a member.
fn is_needed(schema: &JsonSchemaProps, texts: &str, name: &str) -> bool {
    let required = schema.required.iter().flatten();
    let keys = schema.x_list_map_keys.iter().flatten();
    let of_junctors = junctors(schema).flat_map(|junctor| junctor.required.iter().flatten());
    schema.min_properties.is_some()
        || required
            .chain(keys)
            .chain(of_junctors)
            .any(|other| **other == *name)
        || is_read(texts, name)
}

/// Whether rules with these texts may read a member.
pub(super) fn is_read(texts: &str, name: &str) -> bool {
    let is_plain = || name.chars().all(|c| c.is_ascii_alphanumeric()) && !is_reserved(name);
    has_word(texts, name)
        || !is_plain()
            && (escape(name).is_some_and(|escaped| has_word(texts, &escaped))
                || name
                    .split(|c: char| !is_of_word(c))
                    .all(|word| has_word(texts, word)))
}

fn has_word(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(start, _)| {
        let before = text.get(..start).unwrap_or_default();
        let after = text.get(start + word.len()..).unwrap_or_default();
        !before.ends_with(is_of_word) && !after.starts_with(is_of_word)
    })
}
