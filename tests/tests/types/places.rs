//! Errors about generated CRDs stand at the field that they are about, as the compiler says, whatever else has its name.

use crd_core::build::Manifests;
use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

/// What a build script says of a resource that the server refuses.
fn said<T: CustomResource>() -> String {
    let dir = tempfile::tempdir().unwrap();
    let error = Manifests::in_dir(dir.path()).add::<T>().write().unwrap_err();
    error.to_string()
}

#[track_caller]
fn stands_at(said: &str, line: u32, column: u32, owner: &str) {
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

    pub const LINE: u32 = line!() + 7;

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
    stands_at(&said::<OfTwo>(), guilty::LINE, 13, "Config::names");
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

const CALL: u32 = line!() + 1;
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
    stands_at(&said::<OfMacro>(), CALL, 1, "Whole::names");
}

#[test]
fn what_a_macro_is_given_stands_where_it_is_written() {
    stands_at(&said::<OfNames>(), CALL + 2, 5, "Named::elements");
}

const IN_VARIANTS: u32 = line!() + 6;
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
    stands_at(&said::<OfVariants>(), IN_VARIANTS + 1, 9, "Choice::names");
}
