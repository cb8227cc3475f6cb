//! A node whose rules are evaluated with values, with the parts of its schema on which the results depend.

use std::cell::OnceCell;

use crd_cel::ast::Span;
use crd_cel::eval::{EXPRESSION_COST_LIMIT, Value as Cel};
use crd_cel::{escape, is_reserved};
use serde_json::{Value, json};

use crate::KubeVersion;
use crate::check::rules::pitfalls::junctors;
use crate::check::rules::{Expression, FailureKind, RuleScope};
use crate::model::field::{FieldError, FieldPath, Path};
use crate::model::map::Map;
use crate::model::rules::RUL_07;
use crate::model::schema::rule::is_of_word;
use crate::model::schema::{Items, JsonSchemaProps, SchemaOrBool, ValidationRule};
use crate::model::sort::sort;
use crate::model::structural::Structural;
use crate::server::cel::{OldSelf, SelfKind};
use crate::server::objects::{Admission, Request, ResourceOptions};
use crate::values::ValueStep;

/// The member of an object that holds the value of a node.
const MEMBER: &str = "value";

/// A node as the only member of an object, or the object itself.
pub(super) struct TestedNode<'s> {
    pub(super) schema: &'s JsonSchemaProps,
    /// The schema of the object.
    whole: JsonSchemaProps,
    kind: SelfKind,
    /// The same schema.
    structural: Structural,
    scope: RuleScope,
    admission: OnceCell<Option<Admission>>,
    version: KubeVersion,
}

/// A rule of the node.
pub(super) struct TestedRule<'s> {
    pub(super) index: usize,
    pub(super) source: &'s str,
    /// Whether it only runs on updates.
    pub(super) is_transition: bool,
    expression: Expression,
}

impl TestedRule<'_> {
    /// Returns the kind of its failure for a value, if it fails.
    pub(super) fn failure(&self, value: &Value, old: Option<&Value>) -> Option<FailureKind> {
        match self.expression.run(value, old, EXPRESSION_COST_LIMIT).value {
            Ok(Cel::Error(error)) => kind_of(&error.to_string()),
            _ => None,
        }
    }

    /// Returns the part that fails for a value, and the server's error.
    pub(super) fn failing_part(&self, value: &Value, old: Option<&Value>) -> Option<(Span, String)> {
        let explanation = self.expression.explain(value, old, EXPRESSION_COST_LIMIT);
        let error = explanation.value.err()?;
        let mut parts = explanation.parts.iter().rev();
        let part = parts.find(|part| matches!(&part.value, Some(Err(text)) if *text == error))?;
        Some((part.span, error))
    }
}

/// Returns the kind of an error. Conversions fail for texts that they cannot read, which rules rely on to reject them.
fn kind_of(error: &str) -> Option<FailureKind> {
    const KINDS: [(&str, FailureKind); 5] = [
        ("no such key: ", FailureKind::NoSuchKey),
        ("index out of ", FailureKind::OutOfBounds),
        ("division by zero", FailureKind::DivisionByZero),
        ("modulus by zero", FailureKind::DivisionByZero),
        ("no such overload", FailureKind::NoSuchOverload),
    ];
    let kind = KINDS.iter().find(|(start, _)| error.starts_with(start));
    kind.map(|(_, kind)| *kind)
}

impl<'s> TestedNode<'s> {
    /// Prepares the evaluation of the rules of a schema that is reduced by [`needed`].
    pub(super) fn new(schema: &'s JsonSchemaProps, kind: SelfKind, version: KubeVersion) -> Option<Self> {
        let node = schema.clone();
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
        let mut path = root.to_field_path();
        path.segments.extend(place(kind).segments);
        let scope = RuleScope::new(&whole, &path, version)?;
        Some(TestedNode {
            schema,
            whole,
            kind,
            structural,
            scope,
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

    fn values_schema(&self) -> &JsonSchemaProps {
        match self.kind {
            SelfKind::Resource => &self.whole,
            SelfKind::Value => self.whole.property(MEMBER).unwrap_or(&self.whole),
        }
    }

    /// Compiles a rule.
    pub(super) fn rule(&self, index: usize) -> Option<TestedRule<'s>> {
        let rule = self.schema.rules().get(index)?;
        let old_self = match rule.optional_old_self {
            Some(true) => OldSelf::Optional,
            _ => OldSelf::Value,
        };
        let schema = self.values_schema();
        let expression =
            Expression::explaining(&self.scope, schema, self.kind, &rule.rule, old_self).ok()??;
        Some(TestedRule {
            index,
            source: &rule.rule,
            is_transition: rule.is_transition(),
            expression,
        })
    }

    /// Whether the server admits a value, except that rules fail, and that one of them is this rule.
    pub(super) fn admits_but(&self, index: usize, value: &Value, old: Option<&Value>) -> bool {
        let admission = self.admission.get_or_init(|| {
            let options = ResourceOptions::new(self.version, "example.com/v1", "Example");
            Admission::of_schema(&self.whole, options).ok()
        });
        let Some(admission) = admission else { return false };
        let object = self.object(value);
        let create = |object| {
            let answer = admission.admit(Request::create(object));
            let is_readable = answer.decode.is_none() && answer.strict.is_empty();
            is_readable.then_some(answer.errors)
        };
        let errors = match old {
            None => create(&object),
            Some(old) => {
                let old = self.object(old);
                let accepts = |object| create(object).is_some_and(|errors| errors.is_empty());
                if !accepts(&old) || !accepts(&object) {
                    return false;
                }
                Some(admission.admit(Request::update(&old, &object)).errors)
            }
        };
        let mut rule = place(self.kind).child("x-kubernetes-validations").index(index);
        rule = rule.child("rule");
        errors.is_some_and(|errors| is_failure_of(&rule, &errors))
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

/// Returns the path of a node in the schema of its object.
fn place(kind: SelfKind) -> FieldPath {
    let root = FieldPath::default();
    match kind {
        SelfKind::Resource => root,
        SelfKind::Value => root.child("properties").key(MEMBER),
    }
}

/// Whether all errors are those of rules that fail, and one of them is that of this rule.
pub(super) fn is_failure_of(rule: &FieldPath, errors: &[FieldError]) -> bool {
    let is_of = |error: &FieldError| {
        let origin = error.origin.as_deref();
        origin.is_some_and(|origin| *origin.keyword == *rule)
    };
    errors.iter().all(|error| error.rule == RUL_07) && errors.iter().any(is_of)
}

/// The words of rules, sorted.
pub(in crate::check) type RuleWords<'r> = Vec<&'r str>;

/// Returns the words of the rules of a schema, and others.
pub(super) fn words_of<'r>(schema: &'r JsonSchemaProps, others: &[&'r str]) -> RuleWords<'r> {
    let mut found = others.to_vec();
    found.extend(schema.rules().iter().flat_map(ValidationRule::words));
    sort(&mut found);
    found.dedup();
    found
}

/// Returns a schema without the optional members that no rule reads, and in which members with defaults are required, because they are
/// never absent. There are few values of it, which are also values of the whole schema. The node at `place` is kept. `words` are those
/// of the rules around the schema.
pub(in crate::check) fn needed(
    schema: &JsonSchemaProps,
    words: &[&str],
    place: &[ValueStep],
) -> JsonSchemaProps {
    let (step, place) = match place.split_first() {
        Some((step, rest)) => (Some(step), rest),
        None => (None, place),
    };
    let with_own = (!schema.rules().is_empty()).then(|| words_of(schema, words));
    let words = with_own.as_deref().unwrap_or(words);
    let mut kept = JsonSchemaProps {
        type_: schema.type_.clone(),
        format: schema.format.clone(),
        nullable: schema.nullable,
        default: schema.default.clone(),
        x_validations: schema.x_validations.clone(),
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
            if !is_on_path && !is_needed(schema, words, name) {
                continue;
            }
            if member.default.is_some() && !schema.required.iter().flatten().any(|other| **other == *name) {
                kept.required.get_or_insert_default().push(name.into());
            }
            let place = if is_on_path { place } else { &[] };
            members.insert(name, needed(member, words, place));
        }
        kept.properties = Some(members);
    }
    kept.items = match &schema.items {
        Some(Items::Schema(items)) => Some(Items::Schema(Box::new(needed(items, words, place)))),
        other => other.clone(),
    };
    kept.additional_properties = match &schema.additional_properties {
        Some(SchemaOrBool::Schema(values)) => {
            Some(SchemaOrBool::Schema(Box::new(needed(values, words, place))))
        }
        other => other.clone(),
    };
    kept
}

/// Whether the results of rules and of the validation of values depend on a member.
fn is_needed(schema: &JsonSchemaProps, words: &[&str], name: &str) -> bool {
    let required = schema.required.iter().flatten();
    let keys = schema.x_list_map_keys.iter().flatten();
    let of_junctors = junctors(schema).flat_map(|junctor| junctor.required.iter().flatten());
    schema.min_properties.is_some()
        || required
            .chain(keys)
            .chain(of_junctors)
            .any(|other| **other == *name)
        || is_read(words, name)
}

/// Whether rules with these words may read a member.
pub(super) fn is_read(words: &[&str], name: &str) -> bool {
    let has = |word: &str| words.binary_search(&word).is_ok();
    let is_plain = || name.chars().all(|c| c.is_ascii_alphanumeric()) && !is_reserved(name);
    has(name)
        || !is_plain()
            && (escape(name).is_some_and(|escaped| has(&escaped))
                || name.split(|c: char| !is_of_word(c)).all(has))
}
