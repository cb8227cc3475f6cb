//! KEP-2335 unions: an object with a discriminator and the member that it names.
//!
//! ```text
//! {type: HostPath, hostPath: {…}}      discriminator `type`, member `hostPath` for the value `HostPath`
//! ```
//!
//! In the extended profile a union is `x-kubernetes-unions`. For a server it is enforced by CEL rules, which have
//! readable messages. Below lists and maps without a limit it is enforced by `oneOf`, since the cost of a rule is
//! multiplied by the number of elements and `oneOf` costs nothing.

use super::context::Context;
use super::derived_rules::literal;
use super::junctor::{self, Junctor, admits, nested, requires};
use super::presence::GroupPresence;
use super::simple::object_of;
use super::{Profile, derived_rules};
use crate::model::map::Map;
use crate::model::schema::{self, KepExtensions};
use crate::model::structural::{NestedValidation, Structural, StructuralShape};
use crate::rust::shape::{Attrs, GroupBound, UnionDeclaration, UnionMember};

/// Returns the properties of the members that have content.
fn build_members(cx: &mut Context, members: &[UnionMember]) -> Map<Structural> {
    let mut properties = Map::new();
    for member in members {
        if let Some(shape) = member.shape {
            let mut node = cx.member(member.field, |cx| cx.node(shape));
            node.generic.nullable = false;
            if !member.description.is_empty() {
                node.generic.description = member.description.into();
            }
            properties.insert(member.field, node);
        }
    }
    properties
}

/// Returns the members that the selected channel includes.
pub(super) fn included(cx: &Context, members: &[UnionMember]) -> Vec<UnionMember> {
    let here = members.iter().filter(|member| cx.includes(member.when));
    here.copied().collect()
}

/// Returns the object of a union type, whose discriminator is required. With an optional presence the rules also accept an
/// object without discriminator and members; the caller drops `required`.
pub(super) fn build(
    cx: &mut Context,
    discriminator: &'static str,
    members: &[UnionMember],
    attrs: &Attrs,
    presence: GroupPresence,
) -> Structural {
    let mut properties = build_members(cx, members);
    let mut kind = Structural::new(StructuralShape::String);
    kind.validation.enum_ = Some(members.iter().map(|member| member.value.into()).collect());
    let description = attrs.discriminator_description;
    kind.generic.description = description.unwrap_or("Which member is set.").into();
    properties.insert(discriminator, kind);
    let mut node = object_of(properties);
    node.validation.required = Some(vec![discriminator.into()]);
    let pairs: Vec<(&str, &str)> = members
        .iter()
        .map(|member| (member.field, member.value))
        .collect();
    if !attrs.no_derived_rules || cx.profile == Profile::Extended {
        enforce(cx, &mut node, discriminator, &pairs, presence);
    }
    node
}

/// Enforces a union that is declared on the fields of a struct.
pub(super) fn declare(cx: &mut Context, node: &mut Structural, declaration: &UnionDeclaration) {
    let discriminator = declaration.discriminator;
    let all = derived_rules::properties(node);
    let members: Vec<(&str, &str)> = declaration
        .members
        .iter()
        .copied()
        .filter(|(field, _)| !cx.is_narrow() || all.is_some_and(|all| all.contains_key(field)))
        .collect();
    let StructuralShape::Object(object) = &mut node.shape else {
        cx.problem("a union must be a struct, but this is not a struct");
        return;
    };
    if let Some(kind) = object.properties.get_mut(discriminator) {
        // An enum of the user already lists its values.
        if kind.validation.enum_.is_none() && kind.validation.all_of.is_empty() {
            kind.validation.enum_ = Some(members.iter().map(|(_, value)| (*value).into()).collect());
        }
    }
    let required = node
        .validation
        .required
        .iter()
        .flatten()
        .any(|name| **name == *discriminator);
    let presence = if required {
        GroupPresence::Required
    } else {
        GroupPresence::Optional
    };
    enforce(cx, node, discriminator, &members, presence);
}

fn enforce(
    cx: &mut Context,
    node: &mut Structural,
    discriminator: &'static str,
    members: &[(&str, &str)],
    presence: GroupPresence,
) {
    match cx.profile {
        Profile::Extended => {
            let extended = node
                .extended
                .get_or_insert_with(|| Box::new(KepExtensions::default()));
            extended.unions.push(schema::Union {
                discriminator: (!discriminator.is_empty()).then(|| discriminator.into()),
                fields: members
                    .iter()
                    .filter(|(field, _)| !field.is_empty())
                    .map(|(field, value)| (*field, Box::from(*value)))
                    .collect(),
            });
        }
        Profile::ApiServer if cx.enforces_by_rules() => by_rules(cx, node, discriminator, members, presence),
        Profile::ApiServer => by_one_of(node, discriminator, members, presence),
    }
}

/// Adds one branch for each member: its discriminator value, its field, and none of the other fields. As with rules,
/// none of the fields may be set if the discriminator is absent or its value belongs to no member.
fn by_one_of(node: &mut Structural, discriminator: &str, members: &[(&str, &str)], presence: GroupPresence) {
    let mut members = members.to_vec();
    let allowed = match &node.shape {
        StructuralShape::Object(object) => object.properties.get(discriminator),
        _ => None,
    };
    let nullable = allowed.is_some_and(|kind| kind.generic.nullable);
    let allowed = allowed.and_then(|kind| kind.validation.enum_.clone());
    for value in allowed.iter().flatten().filter_map(serde_json::Value::as_str) {
        if members.iter().all(|(_, known)| *known != value) {
            members.push(("", value));
        }
    }
    let optional = !discriminator.is_empty() && presence == GroupPresence::Optional;
    let branch = |(field, value): &(&str, &str)| {
        let others: Vec<NestedValidation> = members
            .iter()
            .filter(|(other, _)| other != field && !other.is_empty())
            .map(|(other, _)| requires(&[other]))
            .collect();
        let mut branch = if field.is_empty() {
            NestedValidation::default()
        } else {
            requires(&[field])
        };
        branch.validation.not = (!others.is_empty()).then(|| Box::new(junctor::none_of(others)));
        if optional {
            let required = branch.validation.required.get_or_insert_default();
            required.insert(0, discriminator.into());
        }
        if !discriminator.is_empty() {
            let value = nested(admits(vec![(*value).into()]));
            branch.properties.insert(discriminator, value);
        }
        branch
    };
    let mut branches: Vec<NestedValidation> = members.iter().map(branch).collect();
    if optional {
        let mut set = requires(&[discriminator]);
        if nullable {
            // A null discriminator counts as present, so the branch also restricts its value.
            let values = members.iter().map(|(_, value)| (*value).into()).collect();
            set.properties.insert(discriminator, nested(admits(values)));
        }
        let fields = members.iter().filter(|(field, _)| !field.is_empty());
        let fields = fields.map(|(field, _)| requires(&[field]));
        let mut absent = NestedValidation::default();
        absent.validation.not = Some(Box::new(junctor::none_of(
            std::iter::once(set).chain(fields).collect(),
        )));
        branches.push(absent);
    }
    Junctor::OneOf.add(&mut node.validation, branches);
}

fn by_rules(
    cx: &mut Context,
    node: &mut Structural,
    discriminator: &str,
    members: &[(&str, &str)],
    presence: GroupPresence,
) {
    if discriminator.is_empty() {
        let fields: Vec<&str> = members.iter().map(|(field, _)| *field).collect();
        let rule = derived_rules::number_set(cx, GroupBound::ExactlyOne, &fields);
        node.rules.extend(rule);
        return;
    }
    let Some(kind) = derived_rules::member(cx, discriminator) else {
        return;
    };
    let guard = if presence == GroupPresence::Required {
        String::new()
    } else {
        format!("has(self.{kind}) && ")
    };
    for (field, value) in members.iter().filter(|(field, _)| !field.is_empty()) {
        let Some(name) = derived_rules::member(cx, field) else {
            continue;
        };
        let rule = format!("({guard}self.{kind} == {}) == has(self.{name})", literal(value));
        let message = format!("{field} must be set if, and only if, {discriminator} is {value}");
        node.rules.push(derived_rules::with_message(rule, message));
    }
}
