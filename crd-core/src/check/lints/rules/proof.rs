//! Proofs that a rule has the same result for every value that the schema and the previous rules accept.

use std::borrow::Cow;
use std::sync::Arc;

use crd_cel::Ast;
use crd_cel::ast::{NodeId, QuantifierKind};
use crd_cel::facts::{Numbers, OldValue, RuleContradiction, RuleFacts, is_always_true, is_self};

use super::as_schema::{self, Subject};
use super::keyword;
use crate::KubeVersion;
use crate::check::lints::identity::object_names;
use crate::check::lints::known_nodes::{KnownNode, RuleResult};
use crate::check::lints::run::LintRun;
use crate::check::lints::satisfiable::{self, Prover, as_pattern};
use crate::check::lints::walk::SchemaNode;
use crate::check::rules::OfSchema;
use crate::model::schema::rule::is_of_word;
use crate::model::schema::{JsonSchemaProps, ValidationRule};

/// The rules of a node as schemas.
#[derive(Default)]
struct RuleProof {
    /// The previous rules, which some values satisfy together.
    rules: Vec<JsonSchemaProps>,
    /// The previous rules about the name of the object, which some names satisfy together.
    names: Vec<JsonSchemaProps>,
    /// What the previous rules say about the values.
    facts: RuleFacts,
    /// What they say about the members of an object.
    members: Option<JsonSchemaProps>,
}

impl RuleProof {
    /// Returns the constant result of a rule: for every value of the schema, or for all values that the previous rules accept. `None` if
    /// the schema alone accepts no value except null, which is reported at the schema.
    fn result(
        &mut self,
        prover: &mut Prover,
        seen: &SeenValues<'_>,
        rule: &ValidationRule,
        ast: &Arc<Ast>,
    ) -> Option<RuleResult> {
        let found = self.proved(prover, seen, rule, ast)?;
        // A restriction of nothing makes the server's validation judge the values of the schema too.
        let nothing = JsonSchemaProps::default();
        let mut has_values = |more: &[&JsonSchemaProps]| {
            satisfiable::contradiction_but_null(prover, &seen.schema, more).is_none()
        };
        (has_values(&[]) && has_values(&[&nothing])).then_some(found)
    }

    fn proved(
        &mut self,
        prover: &mut Prover,
        seen: &SeenValues<'_>,
        rule: &ValidationRule,
        ast: &Arc<Ast>,
    ) -> Option<RuleResult> {
        let root = ast.root()?;
        let schema = &*seen.schema;
        let values = OfSchema::new(schema, seen.version);
        if is_always_true(ast, &values) {
            return Some(RuleResult::True);
        }
        // The result of a transition rule does not depend only on the value.
        let by_proof = match as_schema::of_rule(ast, root, Subject::Whole, schema) {
            Some(rule) => by_proof(prover, schema, &mut self.rules, rule),
            None => seen.name.as_ref().and_then(|name| {
                let rule = as_schema::of_rule(ast, root, Subject::ObjectName, name)?;
                by_proof(prover, name, &mut self.names, rule)
            }),
        };
        let old = OldValue::of_flag(rule.optional_old_self);
        let contradiction = self.facts.add(ast, old, &values);
        if contradiction.is_some() {
            // Only the first contradiction is reported.
            self.facts = RuleFacts::default();
        }
        let by_proof = by_proof
            .or_else(|| no_element(prover, ast, root, schema).then_some(RuleResult::False))
            .or_else(|| {
                self.never_with_schema(prover, schema, || {
                    let mut alone = RuleFacts::default();
                    alone.add(ast, old, &values);
                    alone
                })
            });
        by_proof.or(contradiction.map(|contradiction| match contradiction {
            RuleContradiction::Itself => RuleResult::False,
            RuleContradiction::RulesBefore => RuleResult::FalseBeside,
        }))
    }

    /// Returns that no value satisfies what a rule says about members and the schema, if that is so.
    fn never_with_schema(
        &mut self,
        prover: &mut Prover,
        schema: &JsonSchemaProps,
        alone: impl FnOnce() -> RuleFacts,
    ) -> Option<RuleResult> {
        let members = members_of(&self.facts, schema)?;
        if self.members.as_ref() == Some(&members) {
            return None;
        }
        let schema = without_nulls(&self.facts, schema);
        let schema = &*schema;
        if satisfiable::contradiction(prover, schema, &[]).is_some() {
            return None;
        }
        satisfiable::contradiction(prover, schema, &[&members])?;
        self.members = Some(members);
        let alone = members_of(&alone(), schema);
        let is_alone =
            alone.is_some_and(|members| satisfiable::contradiction(prover, schema, &[&members]).is_some());
        Some(if is_alone {
            RuleResult::False
        } else {
            RuleResult::FalseBeside
        })
    }
}

/// Returns a schema whose members that are present for rules are not null.
fn without_nulls<'s>(facts: &RuleFacts, schema: &'s JsonSchemaProps) -> Cow<'s, JsonSchemaProps> {
    let mut seen = Cow::Borrowed(schema);
    for name in facts.present() {
        if schema.property(name).is_some_and(|member| member.nullable)
            && let Some(member) = seen
                .to_mut()
                .properties
                .as_mut()
                .and_then(|all| all.get_mut(name))
        {
            member.nullable = false;
        }
    }
    seen
}

/// Returns the schema of what facts say about the members of an object.
fn members_of(facts: &RuleFacts, schema: &JsonSchemaProps) -> Option<JsonSchemaProps> {
    if *schema.type_ != *"object" {
        return None;
    }
    let is_known = |name: &&str| schema.property(name).is_some() || schema.additional_schema().is_some();
    let required: Vec<Box<str>> = facts.present().filter(is_known).map(Into::into).collect();
    let mut all = Vec::new();
    let mut add = |name: &str, member: JsonSchemaProps| {
        if is_known(&name) {
            all.push(JsonSchemaProps {
                properties: Some([(name, member)].into_iter().collect()),
                ..JsonSchemaProps::default()
            });
        }
    };
    for (name, texts) in facts.texts() {
        add(
            name,
            as_schema::one_of(texts.iter().map(|text| text.as_str().into()).collect()),
        );
    }
    for (name, prefix) in facts.prefixes() {
        add(name, as_schema::pattern(format!("^{}", as_pattern(prefix))));
    }
    for (name, range) in facts.ranges() {
        // Bounds of other numbers are cut to integers.
        if range.numbers == Numbers::Integers {
            add(name, as_schema::between(range.least, range.most));
        }
    }
    (!required.is_empty() || !all.is_empty()).then(|| JsonSchemaProps {
        required: (!required.is_empty()).then_some(required),
        all_of: (!all.is_empty()).then_some(all),
        ..JsonSchemaProps::default()
    })
}

/// Whether a rule, or a part of its conjunction, needs an element of the list that no value satisfies: `self.exists(x, x < 3)` where
/// elements are at least 5, or `self.all(x, x < 3)` with `minItems: 1`.
fn no_element(prover: &mut Prover, ast: &Ast, id: NodeId, schema: &JsonSchemaProps) -> bool {
    if let Some(("_&&_", [one, other])) = ast.plain_call(id) {
        return no_element(prover, ast, *one, schema) || no_element(prover, ast, *other, schema);
    }
    let (Some(found), Some(items)) = (ast.quantifier(id), schema.item_schema()) else {
        return false;
    };
    let needs_one = found.kind == QuantifierKind::Exists || schema.min_items.is_some_and(|least| least > 0);
    if !needs_one || found.second_variable.is_some() || !is_self(ast, found.range) || items.nullable {
        return false;
    }
    let subject = Subject::Element(found.variable);
    let Some(element) = as_schema::of_rule(ast, found.predicate, subject, items) else {
        return false;
    };
    satisfiable::contradiction(prover, items, &[]).is_none()
        && satisfiable::contradiction(prover, items, &[&element]).is_some()
}

/// Returns the result of a rule by a proof about it as a schema, and adds it to the previous ones if they do not contradict it.
fn by_proof(
    prover: &mut Prover,
    schema: &JsonSchemaProps,
    previous: &mut Vec<JsonSchemaProps>,
    rule: JsonSchemaProps,
) -> Option<RuleResult> {
    let mut nothing = |more: &[&JsonSchemaProps]| satisfiable::contradiction(prover, schema, more).is_some();
    if nothing(&[]) {
        return None;
    }
    let not = as_schema::not(rule.clone());
    if nothing(&[&rule]) {
        return Some(RuleResult::False);
    }
    if nothing(&[&not]) {
        return Some(RuleResult::True);
    }
    previous.push(rule);
    if previous.len() > 1 && nothing(&previous.iter().collect::<Vec<_>>()) {
        previous.pop();
        return Some(RuleResult::FalseBeside);
    }
    None
}

/// Returns what is known about the results of the rules of a node.
pub(super) fn results(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    known: Option<&KnownNode>,
) -> Arc<[Option<RuleResult>]> {
    let results = known.and_then(|known| known.results.get());
    if let Some((results, effort)) = results
        && run.prover.try_again(effort).is_some()
    {
        return Arc::clone(results);
    }
    let start = run.prover.start();
    let mut proof = RuleProof::default();
    let rules = node.schema.rules().iter();
    let results: Arc<[_]> = rules.map(|rule| result(run, node, rule, &mut proof)).collect();
    if let (Some(known), Some(effort)) = (known, run.prover.effort_since(&start)) {
        // It may have been set before, if there was no effort left to find it again.
        let _ = known.results.set((Arc::clone(&results), effort));
    }
    results
}

fn result(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    rule: &ValidationRule,
    proof: &mut RuleProof,
) -> Option<RuleResult> {
    let ast = run.tree(&rule.rule)?;
    let seen = seen_values(run, node, &rule.rule);
    let by_proof = proof.result(&mut run.prover, &seen, rule, &ast);
    by_proof.or_else(|| {
        let root = ast.root()?;
        if let Some(better) = keyword::of_rule(&ast, root, node.schema) {
            return Some(RuleResult::OfKeyword(better.into()));
        }
        if rule.is_transition() {
            return rejects_unchanged(run, &seen, rule, &ast);
        }
        let needed = keyword::needed_member(&ast, root, node.schema);
        needed.map(|name| RuleResult::Needs(name.into()))
    })
}

/// Whether a rule would be false for every value.
pub(super) fn is_never_true(run: &mut LintRun<'_>, node: &SchemaNode<'_>, rule: String) -> bool {
    let rule = ValidationRule {
        rule: rule.into(),
        ..ValidationRule::default()
    };
    let found = result(run, node, &rule, &mut RuleProof::default());
    matches!(found, Some(RuleResult::False))
}

/// Returns that a rule, or the only condition of it that reads the old value, is false for every value that replaces an equal one.
fn rejects_unchanged(
    run: &mut LintRun<'_>,
    seen: &SeenValues<'_>,
    rule: &ValidationRule,
    ast: &Ast,
) -> Option<RuleResult> {
    if rule.optional_old_self == Some(true) || rule.is_immutability() {
        return None;
    }
    if is_false_if_unchanged(run, seen, &rule.rule) {
        return Some(RuleResult::FalseIfUnchanged {
            part: None,
            others: None,
        });
    }
    let parts = ast.joined_by("_||_", ast.root()?);
    let parts = parts.iter().map(|part| ast.source_of(*part));
    let (of_old, others): (Vec<&str>, Vec<&str>) = parts.partition(|part| part.contains("oldSelf"));
    let [only] = of_old.as_slice() else { return None };
    if only.len() >= rule.rule.trim().len() {
        return None;
    }
    let found = |others| {
        Some(RuleResult::FalseIfUnchanged {
            part: Some((*only).into()),
            others,
        })
    };
    let others = others.join(" || ");
    let without = format!("!({others})");
    // The other conditions may be true for every value: `has(self.a)` of a member with a default.
    if !others.is_empty() && is_false_if_unchanged(run, seen, &without) {
        return None;
    }
    if is_false_if_unchanged(run, seen, only) {
        return found(None);
    }
    let is_stuck = !others.is_empty() && is_false_if_unchanged(run, seen, &format!("{without} && ({only})"));
    is_stuck.then(|| found(Some(others.into()))).flatten()
}

/// Whether a condition is false for every value that replaces an equal one.
fn is_false_if_unchanged(run: &mut LintRun<'_>, seen: &SeenValues<'_>, condition: &str) -> bool {
    let mut unchanged = String::new();
    let mut rest = condition;
    while let Some((before, after)) = rest.split_once("oldSelf") {
        if before.ends_with(is_of_word) || after.starts_with(is_of_word) {
            return false;
        }
        unchanged.push_str(before);
        unchanged.push_str("self");
        rest = after;
    }
    unchanged.push_str(rest);
    let Some(ast) = run.tree(&unchanged) else {
        return false;
    };
    let values = OfSchema::new(&seen.schema, seen.version);
    let contradiction = RuleFacts::default().add(&ast, OldValue::Required, &values);
    contradiction == Some(RuleContradiction::Itself)
}

/// The values that a rule sees.
struct SeenValues<'n> {
    schema: Cow<'n, JsonSchemaProps>,
    /// The schema of the name of the object, for rules of the object that contain it.
    name: Option<JsonSchemaProps>,
    version: KubeVersion,
}

/// Returns the values that a rule sees. The object itself always has the kind and a version of the CRD, and a name.
fn seen_values<'n>(run: &LintRun<'_>, node: &SchemaNode<'n>, rule: &str) -> SeenValues<'n> {
    let mut seen = SeenValues {
        schema: node.kept_schema(),
        name: None,
        version: run.judged.options.version,
    };
    for name in ["apiVersion", "kind"] {
        let is_member = node.is_section(name);
        if !(is_member || node.is_root() && rule.contains(name)) {
            continue;
        }
        let value = of_objects(run, name);
        let member = JsonSchemaProps {
            type_: "string".into(),
            enum_: Some(vec![value.into()]),
            ..JsonSchemaProps::default()
        };
        if is_member {
            seen.schema = Cow::Owned(member);
            continue;
        }
        let schema = seen.schema.to_mut();
        schema.properties.get_or_insert_default().insert(name, member);
        schema.required.get_or_insert_default().push(name.into());
    }
    if node.is_root() && rule.contains("metadata") {
        let metadata = node.schema.property("metadata");
        let mut name = metadata
            .and_then(|metadata| metadata.property("name"))
            .cloned()
            .unwrap_or_default();
        name.type_ = "string".into();
        name.all_of.get_or_insert_default().push(object_names());
        seen.name = Some(name);
    }
    seen
}

/// Returns the `apiVersion` or the kind of all objects of a version.
fn of_objects(run: &LintRun<'_>, name: &str) -> String {
    let spec = &run.judged.crd.spec;
    match name {
        "kind" => spec.names.kind.to_string(),
        _ => format!("{}/{}", spec.group, run.version),
    }
}

/// Returns the value that a member of `self` has in all objects, if `self` is the object.
pub(super) fn of_object(run: &LintRun<'_>, node: &SchemaNode<'_>, member: &str) -> Option<String> {
    let is_known = node.is_root() && matches!(member, "apiVersion" | "kind");
    is_known.then(|| of_objects(run, member))
}
