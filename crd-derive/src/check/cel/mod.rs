//! Parses and type-checks rules against the types that the tokens of an item show.
//!
//! ```text
//! #[crd(rule("self.min <= self.max"))]
//! struct Range { min: u32, max: Limit }     checked with  self: Range { min: int, max: dyn }
//! ```
//!
//! A type that is not well known is `dyn`, which is compatible with everything. The requirements of an expression on
//! such types are collected (`across`) for a check by the compiler, which sees the shapes of all types. The server's own
//! check runs when the CRD is generated.

mod across;
mod around;
mod bits;
mod certain;
mod expression;
mod joined_lines;
mod types;

use crd_cel::{CompatVersion, Env, IssueKind, ObjectType, Purpose, TypeId};
use syn::Type;

use crate::attr::allow::{Allowance, allows};
use crate::attr::attrs::Attrs;
use crate::attr::input::{Input, InputField, ItemBody, Style};
use crate::attr::resource::ResourceAttrs;
use crate::attr::rule::CelRule;
use crate::attr::when::When;
use crate::check::rule::{self, RuleCheck, RuleChecks};
use crate::codes::Code;
use crate::errors::{Errors, report};
use crate::rust_type;
use crate::spanned::Spanned;

use self::across::{OldSelf, PathOwner};
use self::around::{Around, OwnValue};
use self::types::{names_in_rules, own_type, type_of, without_wrappers};
use crate::attr::input::why_missing;

/// The minor version of the newest server. Features that an older server lacks are reported when a CRD is generated for it.
const SERVER: u8 = 36;

/// The maximum depth to which types and attributes are followed.
const MAX_DEPTH: usize = 32;

/// Checks every rule of a type and of its fields. Returns the checks that are left to the compiler.
pub(super) fn check<'a>(cx: &Errors, input: &'a Input<'_>) -> RuleChecks<'a> {
    let mut checks = RuleChecks::new();
    let fields: Vec<&InputField<'_>> = match &input.data {
        ItemBody::Struct(_, members) => members.iter().collect(),
        ItemBody::Enum(variants) => variants.iter().flat_map(|variant| &variant.fields).collect(),
    };
    let rules = has_rules(&input.attrs) || fields.iter().any(|field| has_rules(&field.attrs));
    if !rules {
        return checks;
    }
    let mut env = Env::new(CompatVersion::of_server(SERVER));
    let own = own_type(&mut env, input);
    let names = known_names(input);
    let place = Place {
        of_type: &input.attrs.allows,
        of_field: &[],
        around: None,
        own: Some(input),
    };
    for rule in &input.attrs.rules {
        checks.extend(cx.in_rules(|| {
            let checks = check_rule(cx, &mut env, own, rule, PathOwner::Item, place);
            if let (Some(path), Some(names)) = (&rule.field_path, &names) {
                field_path(cx, input, path, names);
            }
            checks
        }));
        checks.extend(cx.in_rules(|| in_every_output(cx, &mut env, input, (rule, &rule.when))));
    }
    for only in &input.attrs.only {
        for rule in &only.attrs.rules {
            checks.extend(cx.in_rules(|| check_rule(cx, &mut env, own, rule, PathOwner::Item, place)));
            checks.extend(cx.in_rules(|| in_every_output(cx, &mut env, input, (rule, &only.when))));
        }
    }
    for field in fields.into_iter().filter(|field| !field.is_skipped()) {
        let place = Place {
            of_field: &field.attrs.allows,
            around: Some(Around::new(input, field)),
            own: None,
            ..place
        };
        rules_of(
            cx,
            &mut env,
            Some(field.ty),
            &field.attrs,
            (0, place),
            &mut checks,
        );
    }
    cx.in_rules(|| certain::check(cx, input));
    checks
}

/// Returns the names of the fields of a struct, unless it may have others.
fn known_names<'a>(input: &'a Input<'_>) -> Option<Vec<&'a str>> {
    match &input.data {
        ItemBody::Struct(Style::Named, members) if !is_open(input, members) => {
            Some(on_wire(members).map(|field| field.name.value.as_str()).collect())
        }
        _ => None,
    }
}

fn has_rules(attrs: &Attrs) -> bool {
    !attrs.rules.is_empty()
        || attrs.only.iter().any(|only| has_rules(&only.attrs))
        || [&attrs.items, &attrs.values]
            .into_iter()
            .flatten()
            .any(|nested| has_rules(nested))
}

/// LNT-59: checks that a rule names only fields that exist in every output that contains the rule.
fn in_every_output<'a>(
    cx: &Errors,
    env: &mut Env,
    input: &Input<'_>,
    (rule, when): (&'a CelRule, &When),
) -> RuleChecks<'a> {
    let mut checks = RuleChecks::new();
    let ItemBody::Struct(Style::Named, members) = &input.data else {
        return checks;
    };
    let is_absent = |field: &&InputField<'_>| {
        !when.is_within(&field.attrs.when) || when.is_ordered_with(&field.attrs.when)
    };
    let absent: Vec<&InputField<'_>> = on_wire(members).filter(is_absent).collect();
    if absent.is_empty() || is_open(input, members) {
        return checks;
    }
    let mut fields = Vec::new();
    for field in on_wire(members).filter(|field| !is_absent(field)) {
        let ty = type_of(env, Some(field.ty), &field.attrs, 0);
        fields.extend(
            names_in_rules(&field.name.value)
                .into_iter()
                .map(|name| (name, ty)),
        );
    }
    let own = env.add_object(ObjectType::new(
        format!("{} in every output", input.ident),
        fields,
    ));
    env.declare("self", own);
    let old = if rule.old_is_optional() == Some(true) {
        env.types_mut().optional(own)
    } else {
        own
    };
    env.declare("oldSelf", old);
    for source in std::iter::once(&rule.rule).chain(&rule.message_expression) {
        let Err(issues) = env.compile(&source.value) else {
            continue;
        };
        let mut said: Vec<&str> = Vec::new();
        for issue in issues.list() {
            let IssueKind::UndefinedField { field: name, .. } = &issue.kind else {
                continue;
            };
            if said.contains(&name.as_str()) {
                continue;
            }
            said.push(name);
            let names = |field: &&&InputField<'_>| names_in_rules(&field.name.value).contains(name);
            if let Some(field) = absent.iter().find(names) {
                if when.is_within(&field.attrs.when) {
                    checks.push((rule, RuleCheck::Order(name.clone(), field.attrs.when.clone())));
                    continue;
                }
                let place = match (&field.attrs.when.channel, field.attrs.when.feature_gates.first()) {
                    (Some(channel), _) => format!("channel = {channel}"),
                    (None, Some(gate)) => format!("feature_gate = \"{}\"", gate.value),
                    (None, None) => "before = …".to_owned(),
                };
                report!(cx, source, issue.span.start as usize..issue.span.end as usize => CHANNEL_ABSENT,
                    "some outputs contain this rule but not `{name}`; add `{place}` to the rule too");
            }
        }
    }
    checks
}

fn on_wire<'a>(members: &'a [InputField<'a>]) -> impl Iterator<Item = &'a InputField<'a>> {
    members.iter().filter(|field| !field.is_skipped())
}

/// Whether a struct may have properties that its tokens do not show.
fn is_open(input: &Input<'_>, members: &[InputField<'_>]) -> bool {
    input.serde.transparent
        || input.serde.into.is_some()
        || input.attrs.replaces_schema()
        || members.iter().any(|field| field.serde.flatten.is_some())
}

/// Checks the rules of one field, of list elements or of map values.
fn rules_of<'a>(
    cx: &Errors,
    env: &mut Env,
    ty: Option<&Type>,
    attrs: &'a Attrs,
    (depth, place): (usize, Place<'_>),
    checks: &mut RuleChecks<'a>,
) {
    if depth > MAX_DEPTH {
        return;
    }
    let own = type_of(env, ty, attrs, depth);
    let only = attrs.only.iter().flat_map(|only| &only.attrs.rules);
    for rule in attrs.rules.iter().chain(only) {
        checks.extend(cx.in_rules(|| check_rule(cx, env, own, rule, PathOwner::Other, place)));
    }
    let inner = ty.map(without_wrappers);
    let elements = [
        (&attrs.items, 0, OwnValue::Element),
        (&attrs.values, 1, OwnValue::MapValue),
    ];
    for (nested, index, own) in elements {
        if let Some(nested) = nested {
            let around = place.around.map(|around| around.of(own));
            let place = Place { around, ..place };
            let element = inner.and_then(|ty| match ty {
                Type::Array(array) => Some(&*array.elem),
                Type::Slice(slice) => Some(&*slice.elem),
                _ => rust_type::arguments(ty).get(index).copied(),
            });
            rules_of(cx, env, element, nested, (depth + 1, place), checks);
        }
    }
}

/// Checks the rules on a union, whose members are fields of types that the tokens do not show.
pub(super) fn check_union<'a>(cx: &Errors, input: &'a Input<'_>) -> RuleChecks<'a> {
    check_rules(cx, &input.attrs.rules, &input.attrs.allows, |_| TypeId::DYN)
}

/// Checks the rules on a whole custom resource.
pub(super) fn check_root<'a>(
    cx: &Errors,
    resource: &'a ResourceAttrs,
    allows: &[Allowance],
) -> RuleChecks<'a> {
    check_rules(cx, &resource.rules, allows, |env| {
        if resource.flatten.is_some() {
            return TypeId::DYN;
        }
        let text = |name: &str| (name.to_owned(), TypeId::STRING);
        let metadata = env.add_object(ObjectType::new("metadata", [text("name"), text("generateName")]));
        let mut fields = vec![
            text("apiVersion"),
            text("kind"),
            ("metadata".to_owned(), metadata),
            ("spec".to_owned(), TypeId::DYN),
        ];
        if resource.status.is_some() {
            fields.push(("status".to_owned(), TypeId::DYN));
        }
        env.add_object(ObjectType::new(resource.root_name().value.clone(), fields))
    })
}

/// Checks rules whose `self` has the type that `own` creates.
fn check_rules<'a>(
    cx: &Errors,
    rules: &'a [CelRule],
    of_type: &[Allowance],
    own: impl Fn(&mut Env) -> TypeId,
) -> RuleChecks<'a> {
    let mut checks = RuleChecks::new();
    if rules.is_empty() {
        return checks;
    }
    let mut env = Env::new(CompatVersion::of_server(SERVER));
    let own = own(&mut env);
    let place = Place {
        of_type,
        of_field: &[],
        around: None,
        own: None,
    };
    for rule in rules {
        checks.extend(cx.in_rules(|| check_rule(cx, &mut env, own, rule, PathOwner::Item, place)));
    }
    checks
}

/// The place of a rule, with the findings that are not reported there.
#[derive(Clone, Copy)]
struct Place<'a> {
    of_type: &'a [Allowance],
    of_field: &'a [Allowance],
    /// The struct of a rule on a field.
    around: Option<Around<'a>>,
    /// The type of a rule on a type.
    own: Option<&'a Input<'a>>,
}

impl Place<'_> {
    fn has(self, code: Code) -> bool {
        allows(self.of_type, code) || allows(self.of_field, code)
    }
}

/// Checks one rule. Returns its requirements on other types.
fn check_rule<'a>(
    cx: &Errors,
    env: &mut Env,
    own: TypeId,
    rule: &'a CelRule,
    owner: PathOwner,
    place: Place<'_>,
) -> RuleChecks<'a> {
    env.declare("self", own);
    let (old, old_self) = if rule.old_is_optional() == Some(true) {
        (env.types_mut().optional(own), OldSelf::Optional)
    } else {
        (own, OldSelf::Value)
    };
    env.declare("oldSelf", old);
    if let Some(given) = &rule.optional_old_self
        && let Ok(checked) = env.compile(&rule.rule.value)
        && !checked.uses_variable("oldSelf")
    {
        report!(cx, given => OPTIONAL_OLD_SELF,
            "`optional_old_self` is only for a rule that uses `oldSelf`; remove it");
    }
    rule::path_start(cx, rule, &place.own.and_then(known_names).unwrap_or_default());
    let message = rule.message_expression.as_ref();
    let needs = [
        expression::check(cx, env, &rule.rule, Purpose::Rule, old_self, place),
        message.and_then(|message| {
            expression::check(cx, env, message, Purpose::MessageExpression, old_self, place)
        }),
        rule.field_path
            .as_ref()
            .and_then(|path| across::collect_path(&path.value, owner)),
    ];
    let mut checks = RuleChecks::new();
    for check in needs.into_iter().flatten() {
        checks.push((rule, RuleCheck::Types(check)));
    }
    checks
}

/// CEL-09: checks that the first step of `fieldPath` is a field. Further steps are checked when the CRD is generated.
fn field_path(cx: &Errors, input: &Input<'_>, path: &Spanned<String>, names: &[&str]) {
    let Some(rest) = path.value.strip_prefix('.') else {
        return;
    };
    let name = rest.split(['.', '[']).next().unwrap_or(rest);
    if !name.is_empty() && !names.contains(&name) {
        let fields = match &input.data {
            ItemBody::Struct(_, fields) => fields.as_slice(),
            ItemBody::Enum(_) => &[],
        };
        let why = match rest.strip_prefix("spec.") {
            Some(below) => format!("; a field path begins in this type: write `.{below}`"),
            None => match expression::without_rename_all(input, name, names.iter().copied()) {
                Some(why) => format!("; {why}"),
                None => why_missing(name, fields, names.iter().copied()),
            },
        };
        report!(cx, path, 1..1 + name.len() => RULE_FIELD_PATH,
            "`{name}` is not a field of `{}`{why}", input.ident);
    }
}
