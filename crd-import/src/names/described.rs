//! Finds the names that descriptions give types. controller-gen writes the comments of Go types, which begin with the name of the type.
//!
//! ```text
//! spec.scaleDown.policies[]    "HPAScalingPolicy is a single policy which …"    HpaScalingPolicy
//! spec.pipeline[]              "A PipelineStep in a function pipeline."         PipelineStep
//! Certificate.spec.windows[]   "CertificateRenewalWindows is the definition …"  RenewalWindow
//! ```
//!
//! A name is only taken if it is certain that the description is that of the type: it is that of an element, or begins with another name
//! than that of the field, and it has a word of the place.

use std::collections::{BTreeMap, BTreeSet};

use super::claims::places_in;
use super::segments::{is_vague, segments};
use crate::home::Home;
use crate::model::{Definition, RustType, StructField};
use crate::place::{SchemaPosition, SchemaStep};
use crate::table::{TypeEntry, TypeRole, TypeTable, Use};
use crate::words::{pascal, singular, words};

/// Returns the words of the name that the descriptions of each type begin with, if no other type of the module has them.
pub(super) fn described(types: &TypeTable, homes: &[Home]) -> Vec<Option<Vec<String>>> {
    let all: Vec<Option<Vec<String>>> = types
        .iter()
        .zip(homes)
        .map(|((_, entry), home)| {
            (!entry.is_part())
                .then(|| of_descriptions(entry, *home))
                .flatten()
        })
        .collect();
    let mut counts: BTreeMap<(Home, String), usize> = BTreeMap::new();
    for (found, home) in all.iter().zip(homes) {
        if let Some(found) = found {
            *counts.entry((*home, pascal(found))).or_default() += 1;
        }
    }
    all.into_iter()
        .zip(homes)
        .map(|(found, home)| found.filter(|words| counts.get(&(*home, pascal(words))) == Some(&1)))
        .collect()
}

/// Returns the only name that the descriptions of elements begin with, or else the only one that those of fields begin with.
fn of_descriptions(entry: &TypeEntry, home: Home) -> Option<Vec<String>> {
    let here = places_in(entry, home);
    let uses = || entry.uses.iter().filter(|found| here.contains(&&found.place));
    let names = |role: TypeRole| -> BTreeMap<Vec<String>, BTreeSet<Vec<String>>> {
        let mut names: BTreeMap<Vec<String>, BTreeSet<Vec<String>>> = BTreeMap::new();
        for found in uses().filter(|found| found.role == role) {
            if let Some(name) = of_use(found) {
                names.entry(name).or_default().insert(member(&found.place));
            }
        }
        names
    };
    let only = |names: BTreeMap<Vec<String>, BTreeSet<Vec<String>>>| {
        let mut names = names.into_iter();
        names.next().filter(|_| names.next().is_none())
    };
    if let Some((name, _)) = only(names(TypeRole::Element)) {
        return Some(name);
    }
    let (name, members) = only(names(TypeRole::Field))?;
    // One field may begin with the name of something else.
    let is_of_member = |member: &Vec<String>| has_common_word(&name, member);
    (members.len() > 1 || members.iter().any(is_of_member)).then_some(name)
}

/// Returns the words of the name with which the description of a place begins.
fn of_use(found: &Use) -> Option<Vec<String>> {
    let mut name = first_name(&found.description)?;
    let member = member(&found.place);
    if member.starts_with(&name) || member.ends_with(&name) {
        return None;
    }
    if found.role == TypeRole::Element {
        let place = segments(&found.place);
        if !place.iter().any(|segment| has_common_word(&name, segment)) {
            return None;
        }
        // `RenewalWindows` describes one of the `windows`.
        if let (Some(last), Some(of_member)) = (name.last_mut(), member.last())
            && last == of_member
        {
            *last = singular(last);
        }
    }
    // The kind of the resource says nothing within its module.
    let kind = words(&found.place.kind);
    if let Some(rest) = name.strip_prefix(kind.as_slice())
        && rest.len() > 1
        && !member.starts_with(&kind)
    {
        name = rest.to_vec();
    }
    Some(name)
}

/// Returns the words of the Go name with which a description begins, if a verb follows it, or an article stands before it.
fn first_name(description: &str) -> Option<Vec<String>> {
    let mut tokens = description.split_whitespace();
    let mut first = tokens.next()?;
    let has_article = matches!(first, "A" | "An" | "The");
    if has_article {
        first = tokens.next()?;
    }
    let is_name = first.starts_with(|c: char| c.is_ascii_uppercase())
        && first.chars().all(|c| c.is_ascii_alphanumeric())
        && first.contains(|c: char| c.is_ascii_lowercase());
    let next = tokens.next()?;
    if !is_name || !(has_article || is_verb(next)) {
        return None;
    }
    let name = words(first);
    (name.len() > 1).then_some(name)
}

/// Whether a word is a verb that follows the name of a type.
fn is_verb(word: &str) -> bool {
    const OTHERS: &[&str] = &[
        "are",
        "can",
        "configure",
        "contain",
        "define",
        "describe",
        "hold",
        "may",
        "must",
        "represent",
        "should",
        "specify",
        "will",
    ];
    const NO_VERBS: &[&str] = &["as", "its", "this", "was", "versus"];
    let is_word = word.chars().all(|c| c.is_ascii_lowercase());
    OTHERS.contains(&word) || is_word && word.len() > 1 && word.ends_with('s') && !NO_VERBS.contains(&word)
}

/// Returns the words of the field that is or contains a place.
fn member(place: &SchemaPosition) -> Vec<String> {
    match place.nearest_field().steps.last() {
        Some(SchemaStep::Member(name)) => words(name),
        _ => Vec::new(),
    }
}

fn has_common_word(name: &[String], segment: &[String]) -> bool {
    let is_same = |word: &String| segment.iter().any(|other| singular(other) == singular(word));
    name.iter().any(is_same)
}

/// Names of structs with few texts, by their fields.
const PAIRS: &[(&[&str], &str)] = &[
    (&["key", "value"], "key_value"),
    (&["name", "namespace"], "namespaced_name"),
    (&["name", "value"], "name_value"),
];

/// Returns the words of the name that the fields of a struct give it: `StringMatch`, `NameValue`, or `ConfigMapOrSecret` of two objects.
pub(super) fn of_fields(definition: &Definition) -> Option<Vec<String>> {
    const MATCHES: &[&str] = &["exact", "prefix", "regex", "suffix", "contains"];
    const MOST_WORDS: usize = 4;
    let Definition::Struct(found) = definition else {
        return None;
    };
    let is_match = |field: &StructField| MATCHES.contains(&field.wire.as_str());
    if found.fields.len() > 1 && found.fields.iter().all(is_match) {
        return Some(words("string_match"));
    }
    let is_text = |field: &StructField| matches!(field.ty, RustType::String);
    let is_pair = |names: &[&str]| {
        found
            .fields
            .iter()
            .map(|field| field.wire.as_str())
            .eq(names.iter().copied())
    };
    if let Some((_, name)) = PAIRS.iter().find(|(names, _)| is_pair(names))
        && found.fields.iter().all(is_text)
    {
        return Some(words(name));
    }
    match found.fields.as_slice() {
        [first, second] if [first, second].into_iter().all(is_telling_object) => {
            let name = [words(&first.wire), words("or"), words(&second.wire)].concat();
            (name.len() <= MOST_WORDS).then_some(name)
        }
        _ => None,
    }
}

fn is_telling_object(field: &StructField) -> bool {
    let is_object = match &field.ty {
        RustType::Own(_) => true,
        RustType::Known(known) => !known.is_scalar,
        _ => false,
    };
    is_object && field.is_option() && !is_vague(&pascal(&words(&field.wire)))
}

#[cfg(test)]
mod tests {
    use super::first_name;

    #[test]
    fn descriptions_begin_with_names() {
        for (description, expected) in [
            ("HPAScalingPolicy is a single policy.", Some("hpa scaling policy")),
            ("A PipelineStep in a function pipeline.", Some("pipeline step")),
            ("FunctionCredentials are optional", Some("function credentials")),
            ("PodMonitors to be selected.", None),
            ("Policy is a policy.", None),
            ("URL is an address.", None),
            ("DNSNames of the certificate.", None),
            ("`ScaleUp` is a policy.", None),
            ("scaleUp is a policy.", None),
            ("", None),
        ] {
            let found = first_name(description).map(|words| words.join(" "));
            assert_eq!(found.as_deref(), expected, "{description}");
        }
    }
}
