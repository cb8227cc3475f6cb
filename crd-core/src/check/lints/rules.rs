//! LNT-34, LNT-35 and LNT-37 to LNT-39: rules without good messages, rules that are equivalent to a keyword, and rules with a
//! constant result.

mod as_schema;
mod bounds;
mod keyword;

use std::borrow::Cow;
use std::sync::Arc;

use crd_cel::Ast;
use crd_cel::ast::{NodeId, QuantifierKind};
use crd_cel::facts::{
    Numbers, OldValue, RuleContradiction, RuleFacts, is_always_true, is_self, size_operand,
};

use super::identity::object_names;
use super::judged::JudgedVersion;
use super::run::{LintRun, LintSet};
use super::satisfiable::{self, Prover, as_pattern};
use super::walk::SchemaNode;
use crate::check::diagnose::cut;
use crate::check::rules::report;
use crate::check::{codes, thousands};
use crate::model::field::{FieldPath, Path};
use crate::model::schema::{JsonSchemaProps, SchemaStep, ValidationRule};
use crate::server::cel::{EXPRESSION_LIMIT, RuleCost};
use as_schema::Subject;

/// The codes that need the tree of a rule.
const OF_TREES: LintSet = LintSet::of(&[
    codes::RULE_SAYS_KEYWORD,
    codes::RULE_CONSTANT,
    codes::RULE_NEVER_TRUE,
]);

pub(super) fn check(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let rules = node.schema.rules();
    if rules.is_empty() {
        return;
    }
    let list = node.path.child("x-kubernetes-validations");
    let mut proof = RuleProof::default();
    never_run(run, node);
    for (index, rule) in rules.iter().enumerate() {
        let path = list.index(index);
        message(run, &path, rule);
        if run.has_any(OF_TREES)
            && let Some(ast) = run.trees.tree(&rule.rule)
        {
            tree(run, node, &path, rule, &ast, &mut proof);
        }
        optional_immutable(run, node, &path, rule);
        quantity(run, node, &path, rule);
    }
}

/// Reports rules about elements and values that never exist.
fn never_run(run: &mut LintRun<'_>, node: &SchemaNode<'_>) {
    let Some(above) = node.above() else { return };
    let keyword = match node.step() {
        Some(SchemaStep::Items) if above.schema.max_items == Some(0) => "maxItems",
        Some(SchemaStep::AdditionalProperties) if above.schema.max_properties == Some(0) => "maxProperties",
        _ => return,
    };
    let message = format!("the rules of {} never run: `{keyword}` is 0", node.shown());
    run.report(
        codes::RULE_CONSTANT,
        &node.at("x-kubernetes-validations"),
        message,
    )
    .label("never run")
    .help("remove them, or correct the bound");
}

fn message(run: &mut LintRun<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if rule.message.is_empty() && rule.message_expression.is_empty() {
        if !run.has(codes::RULE_WITHOUT_MESSAGE) {
            return;
        }
        let field = path.child("rule").to_field_path();
        run.report(
            codes::RULE_WITHOUT_MESSAGE,
            &field,
            format!(
                "`{}` has no message, so the server shows the rule to users",
                cut(&rule.rule, 60)
            ),
        )
        .label("no `message`")
        .help("write `message: … must …`");
        return;
    }
    if run.has(codes::RULE_MESSAGE_FORM) && !rule.message.is_empty() && !has_form(&rule.message) {
        let field = path.child("message").to_field_path();
        run.report(
            codes::RULE_MESSAGE_FORM,
            &field,
            format!(
                "the message `{}` does not state the requirement",
                cut(&rule.message, 60)
            ),
        )
        .help("write it with `must`: `must be at least as large as minReplicas`");
    }
}

/// Whether a message states the requirement.
fn has_form(message: &str) -> bool {
    const WORDS: [&str; 31] = [
        "allowed",
        "at least",
        "at most",
        "can not",
        "can only",
        "can't",
        "cannot",
        "conflict",
        "disallow",
        "does not match",
        "exactly",
        "expected",
        "forbidden",
        "immutable",
        "invalid",
        "mandatory",
        "may ",
        "must",
        "mutually exclusive",
        "needs",
        "no more than",
        "only",
        "permitted",
        "prohibited",
        "requir",
        "reserved",
        "restricted",
        "shall",
        "should",
        "supported",
        "unique",
    ];
    // Most messages have this word.
    if message.contains("must") {
        return true;
    }
    let message = message.to_ascii_lowercase();
    WORDS.iter().any(|word| message.contains(word))
}

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
    /// Returns the constant result of a rule: for every value of the schema, or for all values that the previous rules accept.
    fn result(
        &mut self,
        prover: &mut Prover,
        seen: &SeenValues<'_>,
        rule: &ValidationRule,
        ast: &Arc<Ast>,
    ) -> Option<RuleResult> {
        let root = ast.root()?;
        let schema = &*seen.schema;
        let values = bounds::OfSchema(schema);
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
        let old = match rule.optional_old_self {
            Some(true) => OldValue::Optional,
            _ => OldValue::Required,
        };
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
    if nothing(&previous.iter().collect::<Vec<_>>()) {
        previous.pop();
        return Some(RuleResult::FalseBeside);
    }
    None
}

/// The constant result of a rule.
#[derive(Clone, Copy)]
enum RuleResult {
    True,
    False,
    /// False for all values that the previous rules accept.
    FalseBeside,
}

/// The values that a rule sees.
struct SeenValues<'n> {
    schema: Cow<'n, JsonSchemaProps>,
    /// The schema of the name of the object, for rules of the object that contain it.
    name: Option<JsonSchemaProps>,
}

/// Returns the values that a rule sees. The object itself always has the kind and a version of the CRD, and a name.
fn seen_values<'n>(run: &LintRun<'_>, node: &SchemaNode<'n>, rule: &str) -> SeenValues<'n> {
    let mut seen = SeenValues {
        schema: node.kept_schema(),
        name: None,
    };
    let spec = &run.judged.crd.spec;
    for name in ["apiVersion", "kind"] {
        let is_member = node.is_section(name);
        if !(is_member || node.is_root() && rule.contains(name)) {
            continue;
        }
        let value = match name {
            "kind" => spec.names.kind.to_string(),
            _ => format!("{}/{}", spec.group, run.version),
        };
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

fn is_size_of_self(ast: &Ast, id: NodeId) -> bool {
    size_operand(ast, id).is_some_and(|of| is_self(ast, of))
}

fn tree(
    run: &mut LintRun<'_>,
    node: &SchemaNode<'_>,
    path: &Path<'_>,
    rule: &ValidationRule,
    ast: &Arc<Ast>,
    proof: &mut RuleProof,
) {
    let Some(root) = ast.root() else { return };
    let field = || path.child("rule").to_field_path();
    let shown = || cut(&rule.rule, 60);
    // The server runs no rule on null.
    let value = if node.schema.nullable {
        "value except null"
    } else {
        "value"
    };
    let seen = seen_values(run, node, &rule.rule);
    match proof.result(&mut run.prover, &seen, rule, ast) {
        Some(RuleResult::True) => {
            run.report(
                codes::RULE_CONSTANT,
                &field(),
                format!("`{}` is true for every value that the schema accepts", shown()),
            )
            .label("always true")
            .help("remove it, or correct it");
            return;
        }
        Some(RuleResult::False) => {
            run.report(
                codes::RULE_NEVER_TRUE,
                &field(),
                format!(
                    "`{}` is false for every {value}, so the server rejects all of them",
                    shown()
                ),
            )
            .label("never true")
            .help("correct the rule or the bounds");
            return;
        }
        Some(RuleResult::FalseBeside) => {
            run.report(
                codes::RULE_NEVER_TRUE,
                &field(),
                format!(
                    "`{}` is false for every {value} that satisfies the previous rules, so the server rejects all of them",
                    shown()
                ),
            )
            .label("contradicts the previous rules")
            .help("correct one of the rules");
            return;
        }
        None => {}
    }
    if run.has(codes::RULE_SAYS_KEYWORD)
        && let Some(better) = keyword::of_rule(ast, root, node.schema)
    {
        run.report(
            codes::RULE_SAYS_KEYWORD,
            &field(),
            format!("`{}` is equivalent to `{better}`", shown()),
        )
        .help(format!(
            "write `{better}`: it costs nothing, and clients and editors understand it"
        ));
    }
}

/// Reports `self == oldSelf` on a property that can still be set and removed.
fn optional_immutable(run: &mut LintRun<'_>, node: &SchemaNode<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if !run.has(codes::IMMUTABLE_OPTIONAL)
        || node.section != "spec"
        || node.is_required()
        || node.schema.default.is_some()
    {
        return;
    }
    let Some(name) = node.name().filter(|_| rule.is_immutability()) else {
        return;
    };
    if guarded_above(node, name) {
        return;
    }
    let field = path.child("rule").to_field_path();
    run.report(
        codes::IMMUTABLE_OPTIONAL,
        &field,
        format!(
            "{} is optional, so this rule does not run when it is set later or removed",
            node.shown()
        ),
    )
    .label("runs only if both objects have the field")
    .help(format!(
        "add this rule to the object that contains it: `has(self.{name}) == has(oldSelf.{name})`"
    ));
}

/// Whether a rule of an ancestor compares with the old object, and contains the name or that of a node on the path to it.
fn guarded_above(node: &SchemaNode<'_>, name: &str) -> bool {
    let mut below = name;
    let mut above = node.above();
    while let Some(here) = above {
        let mut rules = here.schema.rules().iter();
        if rules.any(|rule| rule.is_transition() && (rule.rule.contains(below) || !rule.rule.contains('.'))) {
            return true;
        }
        below = here.name().unwrap_or(below);
        above = here.above();
    }
    false
}

/// Reports a string without a length limit that a rule parses as a quantity.
fn quantity(run: &mut LintRun<'_>, node: &SchemaNode<'_>, path: &Path<'_>, rule: &ValidationRule) {
    if !run.has(codes::QUANTITY_UNBOUNDED) || !rule.rule.contains("uantity(") {
        return;
    }
    let is_open = |schema: &JsonSchemaProps| schema.x_int_or_string && schema.max_length.is_none();
    let open = if is_open(node.schema) {
        Some(node.shown())
    } else {
        let mut properties = node
            .schema
            .properties
            .iter()
            .flat_map(crate::model::map::Map::iter);
        let open =
            properties.find(|(name, property)| is_open(property) && rule.rule.contains(&format!(".{name}")));
        open.map(|(name, _)| format!("`{name}`"))
    };
    if let Some(open) = open {
        let field = path.child("rule").to_field_path();
        run.report(
            codes::QUANTITY_UNBOUNDED,
            &field,
            format!("the rule reads {open}, a quantity of any length, which makes its estimated cost high"),
        )
        .help("set `maxLength: 64` on it");
    }
}

/// Reports rules with a cost near the limit.
pub(super) fn costs(run: &mut LintRun<'_>, version: &JudgedVersion<'_>) {
    let Some(schema) = version.version.openapi_schema() else {
        return;
    };
    let verdict = run.judged.verdict;
    if !run.has(codes::RULE_EXPENSIVE) || !verdict.errors.is_empty() {
        return;
    }
    let holder = version.path.child("schema").to_field_path();
    if run.judged.old.is_some() {
        // The validation of an update may leave out rules that the update does not change.
        for rule in report(schema, run.judged.options.version) {
            let mut field = holder.clone();
            let cost = rule.total();
            field.segments.extend(rule.path.segments);
            let field = field.child("x-kubernetes-validations").index(rule.index);
            expensive(run, &field.child("rule"), cost);
        }
        return;
    }
    let shared = Path::root("spec").child("validation").to_field_path();
    for RuleCost { field, cost } in &verdict.costly_rules {
        let own = field.segments.strip_prefix(&*holder.segments);
        // The server validates schemas that are equal in all versions once.
        let Some(below) = own.or_else(|| field.segments.strip_prefix(&*shared.segments)) else {
            continue;
        };
        let mut field = holder.clone();
        field.segments.extend_from_slice(below);
        expensive(run, &field, *cost);
    }
}

fn expensive(run: &mut LintRun<'_>, rule: &FieldPath, cost: u64) {
    if cost <= EXPRESSION_LIMIT / 10 || cost > EXPRESSION_LIMIT {
        return;
    }
    let part = cost * 100 / EXPRESSION_LIMIT;
    let message = format!(
        "the rule may cost {}, which is {part} % of the limit of a rule",
        thousands(cost)
    );
    run.report(codes::RULE_EXPENSIVE, rule, message).help(
        "limit the lists, maps and strings in its loops with `maxItems`, `maxProperties` and \
            `maxLength`; `crd-gen cost` shows the most expensive parts",
    );
}
