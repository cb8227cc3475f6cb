//! Errors about generated CRDs are reported at the Rust field that they concern, even if other fields have the same name.

use crd_core::build::Manifests;
use crd_core::check::{Level, Levels, Severity};
use crd_core::{CustomResource, Schema, Union};
use serde::{Deserialize, Serialize};

/// Returns the error of a build script for a resource that the server rejects, or whose rules have mistakes.
fn said<T: CustomResource>() -> String {
    let dir = tempfile::tempdir().unwrap();
    let mut levels = Levels::default();
    for name in [
        "cel-constant-error",
        "cel-absent-field",
        "cel-text-order",
        "rule-constant",
    ] {
        levels.set_named(name, Level::Report(Severity::Error)).unwrap();
    }
    let manifests = Manifests::in_dir(dir.path()).levels(levels);
    manifests.add::<T>().write().unwrap_err().to_string()
}

/// Asserts that the error is at the first occurrence of a name after a text in this file.
#[track_caller]
fn stands_at(said: &str, from: &str, name: &str, owner: &str) {
    let text = include_str!("places.rs");
    let start = text.find(from).unwrap();
    let at = start + text[start..].find(name).unwrap();
    let line = text[..at].matches('\n').count() + 1;
    let column = at - text[..at].rfind('\n').unwrap_or_default();
    let place = format!("places.rs:{line}:{column}, `{owner}`");
    assert!(said.contains(&place), "no `{place}` in\n{said}");
}

mod innocent {
    use super::{Deserialize, Schema, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    pub struct Config {
        pub names: Vec<String>,
    }
}

mod guilty {
    use super::{Deserialize, Schema, Serialize};

    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    #[serde(rename_all = "camelCase")]
    pub struct Config {
        #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
        #[serde(rename = "all-names")]
        pub r#names: Vec<String>,
    }
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "OfTwo")]
pub struct OfTwoSpec {
    pub a: innocent::Config,
    pub b: guilty::Config,
}

#[test]
fn of_two_types_of_one_name_the_guilty_one_is_named() {
    stands_at(&said::<OfTwo>(), "mod guilty", "self.all", "Config::names");
}

#[test]
fn a_rule_that_costs_too_much_is_one_error() {
    let said = said::<OfTwo>();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("the rule then costs at most"), "{said}");
}

macro_rules! whole_type {
    () => {
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct Whole {
            #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
            pub names: Vec<String>,
        }
    };
}

macro_rules! type_of_names {
    ($name:ident { $field:ident }) => {
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        pub struct $name {
            #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
            pub $field: Vec<String>,
        }
    };
}

whole_type!();
type_of_names!(Named { elements });

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "OfMacro")]
pub struct OfMacroSpec {
    pub a: Whole,
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "OfNames")]
pub struct OfNamesSpec {
    pub a: Named,
}

#[test]
fn what_a_macro_makes_stands_at_its_call() {
    stands_at(
        &said::<OfMacro>(),
        "\nwhole_type!();",
        "whole_type",
        "Whole::names",
    );
}

#[test]
fn what_a_macro_is_given_stands_where_it_is_written() {
    stands_at(
        &said::<OfNames>(),
        "
type_of_names!",
        "elements",
        "Named::elements",
    );
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Choice {
    First {
        names: Vec<String>,
    },
    Second {
        #[crd(rule("self.all(a, self.exists_one(b, a == b))"))]
        names: Vec<String>,
    },
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "OfVariants")]
pub struct OfVariantsSpec {
    pub choice: Choice,
}

#[test]
fn fields_of_one_name_in_two_variants_are_told_apart() {
    stands_at(&said::<OfVariants>(), "Second {", "self.all", "Choice::names");
}

/// A rule of `OfRulesSpec`.
const RULE: &str = "self.name < '10'";

/// A rule on the type of a field.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(rule("self.name != '' && self.name < '11'"))]
pub struct Inner {
    #[crd(max_length = 9)]
    pub name: String,
}

/// A rule on the content of a newtype, and one on itself.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(rule(r#"self.matches("^a") && self < "10""#))]
pub struct Word(#[crd(max_length = 9, rule("self != '' || self > '20'"))] pub String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
#[crd(rule("!has(self.tcp) || self.tcp.name < '12'"))]
pub enum Port {
    Tcp {
        #[crd(max_length = 9, rule("self < '13'"))]
        name: String,
    },
    Unix {
        #[crd(max_length = 9, rule("self < '30'"))]
        path: String,
    },
}

#[derive(Union, Clone, Debug)]
#[crd(discriminator = "type", rule("!has(self.disk) || self.disk.name < '14'"))]
pub enum Storage {
    Disk(Inner),
    None,
}

macro_rules! with_rule {
    ($name:ident, $rule:literal) => {
        #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
        #[crd(rule($rule))]
        pub struct $name {
            #[crd(max_length = 9)]
            pub name: String,
        }
    };
}

with_rule!(Made, "self.name != '' && self.name < '15'");

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "OfRules", status = StatusOfRules)]
#[crd(root_rule("self.spec.name < '40'"))]
#[crd(rule("self.optional == 'a'"), rule(RULE), rule(concat!("self.name < ", "'50'")))]
pub struct OfRulesSpec {
    #[crd(
        max_length = 9,
        rule(
            "self != 'é' && \
        self < '60'"
        )
    )]
    pub name: String,
    #[crd(max_length = 9)]
    pub optional: Option<String>,
    pub inner: Inner,
    pub word: Word,
    pub port: Port,
    pub storage: Storage,
    pub made: Made,
    #[crd(
        max_items = 3,
        items(max_length = 9, rule("self == \"\u{61}\" || self < '70'"))
    )]
    pub list: Vec<String>,
    #[crd(max_properties = 3, values(max_length = 9, rule("self < '80'")))]
    pub map: std::collections::BTreeMap<String, String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct StatusOfRules {
    #[crd(max_length = 9, rule("self < '90'"))]
    pub phase: String,
}

/// A finding about a part of a rule is at that part of the literal.
#[test]
fn findings_about_rules_are_at_their_texts() {
    let said = said::<OfRules>();
    for (part, owner) in [
        ("self.name < '11'", "OfRulesSpec::inner"),
        ("self < \"10\"", "OfRulesSpec::word"),
        ("self > '20'", "OfRulesSpec::word"),
        ("self < '30'", "Port::path"),
        ("self.tcp.name < '12'", "OfRulesSpec::port"),
        ("self < '13'", "Port::name"),
        ("self.disk.name < '14'", "OfRulesSpec::storage"),
        ("self.name < '15'", "OfRulesSpec::made"),
        ("self.spec.name < '40'", "OfRulesSpec"),
        ("optional == 'a'", "OfRulesSpec"),
        ("RULE), rule(", "OfRulesSpec"),
        ("concat!(", "OfRulesSpec"),
        ("self < '60'", "OfRulesSpec::name"),
        ("self < '70'", "OfRulesSpec::list"),
        ("self < '80'", "OfRulesSpec::map"),
        ("self < '90'", "StatusOfRules::phase"),
    ] {
        stands_at(&said, "/// A rule on the type of a field.", part, owner);
    }
}
