//! Proves that no value satisfies a schema, from the combination of its keywords.
//!
//! ```text
//! {type: integer, minimum: 5, allOf: [{maximum: 4}]}             no number is at least 5 and at most 4
//! {type: string, format: date, maxLength: 9}                     a date has 10 characters
//! {type: string, pattern: ^a, allOf: [{pattern: ^b}]}            no text starts with both
//! {type: array, x-kubernetes-list-type: set, minItems: 3, items: {type: boolean}}
//! ```
//!
//! Most schemas cannot contain a contradiction, which `plain` detects with little work. For the others, the restrictions that apply
//! together are collected ([`Conjunction`]), for each combination of branches of `anyOf` and `oneOf`. If every combination contains
//! a contradiction, the schema is unsatisfiable. If a schema has few values, such as those of an enum, each of them is checked with
//! the server's validation. Unsupported keywords are assumed to restrict nothing, so that all findings are certain.

mod admitted;
mod candidates;
mod effort;
mod known;
mod members;
mod numbers;
mod plain;
mod texts;

#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::KubeVersion;
use crate::model::field::Path;
use crate::model::map::Map;
use crate::model::schema::{JsonSchemaProps, KeyPart, LONGEST_KEY};
use crate::model::structural::Structural;
use crate::server::objects::ValueValidator;
pub(super) use effort::Prover;
pub(super) use known::Effort;
pub(super) use plain::{asks_for_members, is_of_names};
pub(super) use texts::{DNS_SUBDOMAIN, as_pattern, bounds, equal_format, format_texts};

/// The maximum number of combinations of branches that are checked for one schema.
const MOST_WAYS: usize = 64;

/// The reason why a schema is unsatisfiable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::check::lints) struct Contradiction {
    /// The keyword of the schema at which it is reported.
    pub(in crate::check::lints) keyword: &'static str,
    pub(in crate::check::lints) why: String,
}

impl Contradiction {
    #[expect(clippy::unnecessary_wraps, reason = "callers return an option")]
    fn new(keyword: &'static str, why: impl Into<String>) -> Option<Self> {
        Some(Contradiction {
            keyword,
            why: why.into(),
        })
    }
}

/// The branches of the schema itself that are considered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::check::lints) enum OwnBranches {
    All,
    /// All except those of `oneOf`, from which the caller chooses one.
    WithoutOneOf,
}

/// The restrictions that apply to a value together; the schema itself comes first.
#[derive(Clone)]
struct Conjunction<'s> {
    all: Vec<&'s JsonSchemaProps>,
}

impl<'s> Conjunction<'s> {
    /// Adds a restriction and those of its `allOf`, and collects the groups of branches of which one applies.
    fn add(&mut self, schema: &'s JsonSchemaProps, own: OwnBranches, groups: &mut Vec<BranchGroup<'s>>) {
        self.all.push(schema);
        for below in schema.all_of.iter().flatten() {
            self.add(below, OwnBranches::All, groups);
        }
        // Branches of int-or-string select a type, and restrict nothing.
        let is_of_types =
            |branches: &[JsonSchemaProps]| branches.iter().any(|branch| !branch.type_.is_empty());
        let one_of = schema.one_of.as_deref().filter(|_| own == OwnBranches::All);
        for (keyword, branches) in [("anyOf", schema.any_of.as_deref()), ("oneOf", one_of)] {
            if let Some(branches) = branches
                && !branches.is_empty()
                && !is_of_types(branches)
            {
                groups.push(BranchGroup { keyword, branches });
            }
        }
    }

    /// Whether there are restrictions other than the schema itself.
    fn has_more(&self) -> bool {
        self.all.len() > 1
    }
}

/// The branches of an `anyOf` or a `oneOf`.
#[derive(Clone, Copy)]
struct BranchGroup<'s> {
    keyword: &'static str,
    branches: &'s [JsonSchemaProps],
}

/// Returns the reason why no value satisfies a schema and additional restrictions from its ancestors; `None` if a value may satisfy
/// them, or if this is undecided.
pub(in crate::check::lints) fn contradiction(
    prover: &mut Prover,
    schema: &JsonSchemaProps,
    more: &[&JsonSchemaProps],
) -> Option<Contradiction> {
    if admits_null(schema) {
        return None;
    }
    contradiction_but_null(prover, schema, more)
}

/// Whether null satisfies a schema, as it does every nullable one without an enum.
pub(in crate::check::lints) fn admits_null(schema: &JsonSchemaProps) -> bool {
    schema.nullable && schema.enum_.is_none()
}

/// Returns the reason why no value except null satisfies a schema and additional restrictions from its ancestors.
pub(in crate::check::lints) fn contradiction_but_null(
    prover: &mut Prover,
    schema: &JsonSchemaProps,
    more: &[&JsonSchemaProps],
) -> Option<Contradiction> {
    if let Some(schema) = with_defaults(schema) {
        return SchemaQuestion {
            schema: &schema,
            own: OwnBranches::All,
            more,
        }
        .answer(prover);
    }
    if more.is_empty() {
        if plain::is_pattern(schema) {
            return texts::of_pattern(prover, schema);
        }
        if !plain::may_contradict(schema) {
            return None;
        }
    }
    SchemaQuestion {
        schema,
        own: OwnBranches::All,
        more,
    }
    .answer(prover)
}

/// Returns an object with restrictions on its members whose members with defaults are required, because they are never absent. `None`
/// if it has no such members.
fn with_defaults(schema: &JsonSchemaProps) -> Option<JsonSchemaProps> {
    let is_restricted = schema.max_properties.is_some() || is_compound(schema) || schema.all_of.is_some();
    if !is_restricted || *schema.type_ != *"object" {
        return None;
    }
    let required = schema.required.as_deref().unwrap_or_default();
    let has_default =
        |member: &JsonSchemaProps| member.default.as_ref().is_some_and(|value| !value.is_null());
    let mut added = Vec::new();
    for (name, member) in schema.properties.iter().flat_map(Map::iter) {
        if has_default(member) && !required.iter().any(|other| **other == *name) {
            added.push(name.into());
        }
    }
    if added.is_empty() {
        return None;
    }
    let mut schema = schema.clone();
    schema.required.get_or_insert_default().extend(added);
    Some(schema)
}

/// Returns the reason why no value satisfies a schema with additional restrictions instead of its `oneOf`.
pub(in crate::check::lints) fn contradiction_in_branch(
    prover: &mut Prover,
    schema: &JsonSchemaProps,
    more: &[&JsonSchemaProps],
) -> Option<Contradiction> {
    if admits_null(schema) {
        return None;
    }
    SchemaQuestion {
        schema,
        own: OwnBranches::WithoutOneOf,
        more,
    }
    .answer(prover)
}

/// Whether the server rejects a value under a schema. The schemas of members and elements are not considered.
pub(in crate::check::lints) fn refuses(prover: &mut Prover, schema: &JsonSchemaProps, value: &Value) -> bool {
    if !plain::restricts(schema) || prover.try_values(1).is_none() {
        return false;
    }
    let question = SchemaQuestion {
        schema,
        own: OwnBranches::All,
        more: &[],
    };
    ValueJudge::new(question.restrictions(), prover.version).is_some_and(|judge| !judge.admits(value))
}

/// The schema that is checked.
#[derive(Clone, Copy)]
struct SchemaQuestion<'s> {
    schema: &'s JsonSchemaProps,
    own: OwnBranches,
    more: &'s [&'s JsonSchemaProps],
}

impl<'s> SchemaQuestion<'s> {
    fn answer(self, prover: &mut Prover) -> Option<Contradiction> {
        if !self.is_alone() {
            return self.prove(prover);
        }
        let question = self.key(prover.version);
        if let Some((found, effort)) = known::shared_proof(&question)
            && prover.try_again(&effort).is_some()
        {
            return found;
        }
        let start = prover.start();
        let found = self.prove(prover);
        if question.len() < LONGEST_KEY
            && let Some(effort) = prover.effort_since(&start)
        {
            known::share_proof(&question, found.clone(), effort);
        }
        found
    }

    /// Whether the answer does not depend on the schemas of members or elements.
    fn is_alone(self) -> bool {
        let schema = self.schema;
        schema.x_list_type.is_none()
            && !schema.x_embedded_resource
            && match &*schema.type_ {
                "boolean" | "integer" | "number" | "string" => true,
                "object" => schema.x_int_or_string || !self.junctors().any(has_parts),
                _ => schema.x_int_or_string,
            }
    }

    /// Returns a key of all that the answer depends on, if it does not depend on the schemas of members or elements.
    fn key(self, version: KubeVersion) -> Vec<u8> {
        let schema = self.schema;
        let mut key = Vec::with_capacity(256);
        key.extend_from_slice(&version.minor().to_le_bytes());
        write_own_restrictions(schema, &mut key);
        for branches in [&schema.all_of, &schema.any_of] {
            write_part(branches, &mut key);
        }
        write_part(&schema.not, &mut key);
        let has_one_of = self.own == OwnBranches::All;
        write_part(&has_one_of, &mut key);
        if has_one_of {
            write_part(&schema.one_of, &mut key);
        }
        if *schema.type_ == *"object" {
            write_part(&schema.additional_properties.is_some(), &mut key);
            let names = schema.properties.as_ref().map_or(0, |all| 1 + all.len());
            key.extend_from_slice(&names.to_le_bytes());
            for name in schema.properties.iter().flat_map(Map::keys) {
                name.write_key(&mut key);
            }
        }
        for restriction in self.more {
            restriction.write_key(&mut key);
        }
        key
    }

    fn prove(self, prover: &mut Prover) -> Option<Contradiction> {
        let mut all = Conjunction { all: Vec::new() };
        let mut groups = Vec::new();
        all.add(self.schema, self.own, &mut groups);
        for restriction in self.more {
            all.add(restriction, OwnBranches::All, &mut groups);
        }
        let by_keywords = self.ways(prover, &all, &groups, &mut 0);
        by_keywords.or_else(|| self.of_values(prover, &all))
    }

    /// Checks whether each combination of branches contains a contradiction.
    fn ways(
        self,
        prover: &mut Prover,
        all: &Conjunction<'s>,
        groups: &[BranchGroup<'s>],
        count: &mut usize,
    ) -> Option<Contradiction> {
        *count += 1;
        if *count > MOST_WAYS {
            return None;
        }
        prover.try_way()?;
        if let Some(found) = self.of_keywords(prover, all) {
            return Some(found);
        }
        let (group, rest) = groups.split_first()?;
        let mut why = None;
        for branch in group.branches {
            let mut with_branch = all.clone();
            let mut groups = rest.to_vec();
            with_branch.add(branch, OwnBranches::All, &mut groups);
            why = Some(self.ways(prover, &with_branch, &groups, count)?.why);
        }
        Contradiction::new(
            group.keyword,
            format!("no branch of `{}` can be valid: {}", group.keyword, why?),
        )
    }

    fn of_keywords(self, prover: &mut Prover, all: &Conjunction<'s>) -> Option<Contradiction> {
        if all.all.iter().any(|schema| refuses_everything(schema)) {
            return Contradiction::new("not", "`not` forbids every value");
        }
        if self.schema.x_int_or_string {
            numbers::contradiction(all, "integer", "")?;
            return texts::contradiction(prover, all);
        }
        if let Some(found) = of_enums(prover, all) {
            return Some(found);
        }
        match &*self.schema.type_ {
            type_ @ ("integer" | "number") => numbers::contradiction(all, type_, &self.schema.format),
            "string" => texts::contradiction(prover, all),
            "array" => members::of_array(prover, all),
            "object" => members::of_object(prover, all, self.own),
            _ => None,
        }
    }

    /// Checks whether the server rejects all candidates.
    fn of_values(self, prover: &mut Prover, all: &Conjunction<'s>) -> Option<Contradiction> {
        let is_restricted = all.has_more() || self.schema.enum_.is_some() || is_compound(self.schema);
        if !is_restricted {
            return None;
        }
        let members = members_of_enum(all, &self.schema.type_);
        let is_of_enum = members.is_some();
        let likely = if is_of_enum {
            None
        } else {
            candidates::likely(self)
        };
        if likely
            .iter()
            .flatten()
            .any(|value| admitted::is_admitted(self, value))
        {
            return None;
        }
        let values = match members {
            Some(values) => values,
            None => candidates::of(self, prover)?,
        };
        prover.try_values(values.len())?;
        if values.iter().any(|value| admitted::is_admitted(self, value)) {
            return None;
        }
        let schema = if is_of_enum {
            self.restrictions()
        } else {
            candidates::judging(self.restrictions())
        };
        let judge = ValueJudge::new(schema, prover.version)?;
        if values.iter().any(|value| judge.admits(value)) {
            return None;
        }
        if self.schema.enum_.is_some() {
            return Contradiction::new("enum", "all values of `enum` are rejected");
        }
        let keyword = keyword_of_values(self.schema);
        Contradiction::new(
            keyword,
            format!("`{keyword}` and the other keywords contradict each other"),
        )
    }

    /// Returns the restrictions on values as one schema, without the schemas of members and elements.
    fn restrictions(self) -> JsonSchemaProps {
        let schema = self.schema;
        let mut all_of = schema.all_of.clone();
        for restriction in self.more {
            all_of.get_or_insert_default().push((*restriction).clone());
        }
        JsonSchemaProps {
            all_of,
            any_of: schema.any_of.clone(),
            one_of: schema.one_of.clone().filter(|_| self.own == OwnBranches::All),
            not: schema.not.clone(),
            ..own_restrictions(schema)
        }
    }

    /// Returns the schemas below the junctors that apply.
    fn junctors(self) -> impl Iterator<Item = &'s JsonSchemaProps> {
        let one_of = self
            .schema
            .one_of
            .as_ref()
            .filter(|_| self.own == OwnBranches::All);
        let lists = [self.schema.all_of.as_ref(), self.schema.any_of.as_ref(), one_of];
        let own = lists.into_iter().flatten().flatten();
        own.chain(self.schema.not.as_deref())
            .chain(self.more.iter().copied())
    }
}

/// Whether a schema or one below its junctors restricts members or elements.
fn has_parts(schema: &JsonSchemaProps) -> bool {
    let lists = [&schema.all_of, &schema.any_of, &schema.one_of];
    schema.properties.is_some()
        || schema.items.is_some()
        || schema.additional_properties.is_some()
        || lists.into_iter().flatten().flatten().any(has_parts)
        || schema.not.as_deref().is_some_and(has_parts)
}

/// Writes whether a keyword is present, and its value.
fn write_part(part: &impl KeyPart, key: &mut Vec<u8>) {
    let is_present = part.is_present();
    is_present.write_key(key);
    if is_present {
        part.write_key(key);
    }
}

/// The functions about the restrictions on values of a schema itself, without junctors and the schemas of members and elements.
macro_rules! own_restrictions {
    ($($keyword:ident),* $(,)?) => {
        /// Returns the restrictions on values of a schema itself, without junctors and the schemas of members and elements.
        fn own_restrictions(schema: &JsonSchemaProps) -> JsonSchemaProps {
            JsonSchemaProps {
                $($keyword: Clone::clone(&schema.$keyword),)*
                ..JsonSchemaProps::default()
            }
        }

        /// Writes these restrictions to a key.
        fn write_own_restrictions(schema: &JsonSchemaProps, key: &mut Vec<u8>) {
            $(write_part(&schema.$keyword, key);)*
        }
    };
}

own_restrictions! {
    type_,
    nullable,
    format,
    required,
    enum_,
    pattern,
    minimum,
    maximum,
    exclusive_minimum,
    exclusive_maximum,
    multiple_of,
    min_length,
    max_length,
    min_items,
    max_items,
    unique_items,
    min_properties,
    max_properties,
    x_int_or_string,
    x_preserve_unknown_fields,
}

/// Checks whether another restriction that applies rejects each member of an enum.
fn of_enums(prover: &mut Prover, all: &Conjunction<'_>) -> Option<Contradiction> {
    let type_ = &all.all.first()?.type_;
    if !all.has_more() {
        return None;
    }
    let mut values = members_of_enum(all, type_)?;
    for (index, schema) in all.all.iter().enumerate() {
        prover.try_values(values.len())?;
        let own = own_restrictions(schema);
        // The server does not know the type below junctors.
        let judged = JsonSchemaProps {
            type_: type_.clone(),
            x_preserve_unknown_fields: type_.is_empty().then_some(true),
            all_of: (index > 0).then(|| vec![own.clone()]),
            ..if index == 0 {
                own
            } else {
                JsonSchemaProps::default()
            }
        };
        let judge = ValueJudge::new(judged, prover.version)?;
        values.retain(|value| judge.admits(value));
    }
    let keyword = if all.all.first()?.enum_.is_some() {
        "enum"
    } else {
        "allOf"
    };
    let why = "no value of an `enum` satisfies the other keywords";
    if values.is_empty() {
        Contradiction::new(keyword, why)
    } else {
        None
    }
}

/// Whether a schema has restrictions other than individually compared bounds.
fn is_compound(schema: &JsonSchemaProps) -> bool {
    schema.not.is_some()
        || schema.any_of.is_some()
        || schema.one_of.is_some()
        || schema.multiple_of.is_some()
        || schema.x_list_type.as_deref() == Some("set")
}

/// Returns the members of the smallest enum that applies, if these are all possible values.
fn members_of_enum(all: &Conjunction<'_>, type_: &str) -> Option<Vec<Value>> {
    let enums = all.all.iter().filter_map(|schema| schema.enum_.as_deref());
    let values = enums.min_by_key(|values| values.len())?;
    let is_exact =
        |member: &Value| !member.is_object() && !member.is_array() && !is_met_by_others(member, type_);
    values.iter().all(is_exact).then(|| both_forms(values))
}

/// The server's validation of values of a schema.
struct ValueJudge {
    object: ValueValidator,
}

impl ValueJudge {
    /// The member of the object in which values are validated, since the schema of a resource is that of an object.
    const MEMBER: &str = "value";

    /// Creates the validation; `None` for a schema that is not structural.
    fn new(schema: JsonSchemaProps, version: KubeVersion) -> Option<Self> {
        let object = JsonSchemaProps {
            type_: "object".into(),
            properties: Some([(Self::MEMBER, schema)].into_iter().collect()),
            ..JsonSchemaProps::default()
        };
        let object = Structural::from_schema(&object, &Path::root("schema"), version).ok()?;
        Some(ValueJudge {
            object: ValueValidator::new(object, version),
        })
    }

    fn admits(&self, value: &Value) -> bool {
        self.object.admits(&json!({ Self::MEMBER: value }))
    }
}

/// Whether `not` is empty, which every value satisfies.
fn refuses_everything(schema: &JsonSchemaProps) -> bool {
    let not = schema.not.as_deref();
    not.is_some_and(|not| *not == JsonSchemaProps::default())
}

/// Whether the server treats other values of a type as a member of an enum: it truncates 1.5 to the member 1, and treats 65 as `A`.
pub(in crate::check::lints) fn is_met_by_others(member: &Value, type_: &str) -> bool {
    match type_ {
        "number" | "" => member.is_i64() || member.is_u64() || member.is_string(),
        "integer" => member.is_string(),
        _ => false,
    }
}

/// Returns the values, with each whole number both as an integer and as a float.
fn both_forms(values: &[Value]) -> Vec<Value> {
    let mut both = values.to_vec();
    for number in values
        .iter()
        .filter_map(Value::as_f64)
        .filter(|number| number.fract() == 0.0)
    {
        both.push(Value::from(number));
        if let Some(integer) = numbers::as_integer(number) {
            both.push(Value::from(integer));
        }
    }
    both
}

/// Returns the keyword at which the rejection of all values is reported.
fn keyword_of_values(schema: &JsonSchemaProps) -> &'static str {
    let set = [
        ("not", schema.not.is_some()),
        ("oneOf", schema.one_of.is_some()),
        ("anyOf", schema.any_of.is_some()),
        ("allOf", schema.all_of.is_some()),
        ("multipleOf", schema.multiple_of.is_some()),
        ("minItems", schema.min_items.is_some()),
        ("minProperties", schema.min_properties.is_some()),
    ];
    let found = set.into_iter().find(|(_, is_set)| *is_set);
    found.map_or("type", |(keyword, _)| keyword)
}
