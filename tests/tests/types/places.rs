//! Errors about generated CRDs are reported at the Rust field that they concern, even if other fields have the same name.

use crd_core::build::Manifests;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// Returns the error of a build script for a resource that the server rejects.
fn said<T: CustomResource>() -> String {
    let dir = tempfile::tempdir().unwrap();
    let error = Manifests::in_dir(dir.path()).add::<T>().write().unwrap_err();
    error.to_string()
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
    stands_at(&said::<OfTwo>(), "mod guilty", "r#names", "Config::names");
}

#[test]
fn a_rule_that_costs_too_much_is_one_error() {
    let said = said::<OfTwo>();
    assert_eq!(said.matches("error[").count(), 1, "{said}");
    assert!(said.contains("together cost too much"), "{said}");
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
    stands_at(&said::<OfVariants>(), "Second {", "names", "Choice::names");
}
