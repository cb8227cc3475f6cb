//! Where the schema of a version and that of the stored version differ.

use super::{Difference, stricter};
use crate::check::{Code, codes};
use crate::go;
use crate::model::field::Segment;
use crate::model::schema::{JsonSchemaProps, SchemaOrBool};

/// The kinds of differences, each a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// NON-01: the stored version lacks a member of the other.
    NotStored,
    /// NON-02: the other version lacks a member of the stored one.
    NotInVersion,
    /// NON-03: the types differ.
    Type,
    /// NON-04: one of them takes no null.
    Null,
    /// NON-05: one of them keeps members that the other drops.
    Openness,
    /// NON-07: the defaults differ.
    Default,
    /// NON-08: the stored version refuses what the other admits, or the reverse.
    Refused,
}

/// What is said about a difference.
pub(super) struct Words {
    pub(super) message: String,
    pub(super) label: String,
    pub(super) help: Vec<String>,
}

impl Kind {
    pub(super) fn code(self) -> Code {
        match self {
            Kind::NotStored | Kind::NotInVersion => codes::NONE_DROPS_FIELD,
            Kind::Type | Kind::Openness => codes::NONE_CHANGES_TYPE,
            Kind::Null => codes::NONE_DROPS_NULL,
            Kind::Default => codes::NONE_DEFAULT_DIFFERS,
            Kind::Refused => codes::NONE_REFUSED,
        }
    }

    /// Whether both versions have the node.
    pub(super) fn is_in_both(self) -> bool {
        !matches!(self, Kind::NotStored | Kind::NotInVersion)
    }

    /// `versions` are names in backticks, `stored` is a name.
    pub(super) fn words(self, path: &str, versions: &str, stored: &str, detail: &str) -> Words {
        let detail = detail
            .replace("{version}", versions)
            .replace("{stored}", &format!("`{stored}`"));
        let path = if path.is_empty() {
            "the object".to_owned()
        } else {
            format!("`{path}`")
        };
        let convert = || {
            "declare the same structure in both versions, or convert between them with a webhook".to_owned()
        };
        let (message, label, help) = match self {
            Kind::NotStored => (
                format!("what is written to {path} through {versions} is lost: conversion is `None`, and the stored version `{stored}` has no such field"),
                format!("not in `{stored}`"),
                vec![
                    format!("declare it in `{stored}` too, or convert with a webhook"),
                    // NON-06.
                    "server-side apply of it fails with `field not declared in schema`".to_owned(),
                ],
            ),
            Kind::NotInVersion => (
                format!("any write through {versions} drops {path} of the stored object, even one of a label: conversion is `None`"),
                format!("not in {versions}"),
                vec![format!("declare it in {versions} too, or convert with a webhook")],
            ),
            Kind::Type => (
                format!("{path} is {detail}, and conversion is `None`: clients of one version read values of the other"),
                "the types differ".to_owned(),
                vec![convert()],
            ),
            Kind::Null => (
                format!("null in {path} is dropped on the way between {versions} and the stored `{stored}`: {detail}"),
                "one of them takes no null".to_owned(),
                vec!["make it nullable in all versions, or in none".to_owned()],
            ),
            Kind::Openness => (
                format!("members of {path} are dropped on the way between {versions} and the stored `{stored}`: {detail}"),
                "one of them keeps what the other drops".to_owned(),
                vec![convert()],
            ),
            Kind::Default => (
                format!("the default of {path} differs: {detail}; the version that an object is written or read through decides which it gets"),
                "another default".to_owned(),
                vec!["write the same default in all versions".to_owned()],
            ),
            Kind::Refused => (
                format!("a value of {path} is admitted at one version and refused at another: {detail}"),
                "differs".to_owned(),
                vec!["write the same restrictions in all versions: an object that breaks those of one cannot be updated there".to_owned()],
            ),
        };
        Words { message, label, help }
    }
}

/// The differences between the schemas of a version and of the stored version, from the root down. Nothing is said about
/// what is below a difference of structure.
pub(super) fn versions(version: &JsonSchemaProps, stored: &JsonSchemaProps) -> Vec<Difference> {
    let mut walk = Walk {
        here: Vec::new(),
        found: Vec::new(),
    };
    walk.object(version, stored, true);
    walk.found
}

/// The differences between a node of one version and one of another, which has the same type.
pub(super) fn nodes(version: &JsonSchemaProps, stored: &JsonSchemaProps) -> Vec<Difference> {
    let mut walk = Walk {
        here: Vec::new(),
        found: Vec::new(),
    };
    walk.node(version, stored);
    walk.found
}

struct Walk {
    here: Vec<Segment>,
    found: Vec<Difference>,
}

impl Walk {
    fn add(&mut self, kind: Kind, detail: impl Into<String>) {
        self.found.push(Difference {
            kind,
            node: self.here.clone(),
            there: None,
            in_stored: false,
            detail: detail.into(),
        });
    }

    fn below(&mut self, steps: &[Segment], version: &JsonSchemaProps, stored: &JsonSchemaProps) {
        let length = self.here.len();
        self.here.extend_from_slice(steps);
        self.node(version, stored);
        self.here.truncate(length);
    }

    fn node(&mut self, version: &JsonSchemaProps, stored: &JsonSchemaProps) {
        if version == stored {
            return;
        }
        let (ours, theirs) = (type_name(version), type_name(stored));
        match (ours, theirs) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                self.add(
                    Kind::Type,
                    format!("{ours} in {{version}} and {theirs} in {{stored}}"),
                );
                return;
            }
            // Anything goes in one of them, and the other prunes it.
            (Some(_), None) | (None, Some(_)) => {
                let typed = if ours.is_some() { version } else { stored };
                if !is_open(typed) && matches!(&*typed.type_, "object" | "array") {
                    self.add(
                        Kind::Openness,
                        if ours.is_some() {
                            "{version} does not keep unknown fields"
                        } else {
                            "{stored} does not keep unknown fields"
                        },
                    );
                }
                return;
            }
            _ => {}
        }
        if version.nullable != stored.nullable {
            self.add(
                Kind::Null,
                if version.nullable {
                    "{stored} is not nullable"
                } else {
                    "{version} is not nullable"
                },
            );
        }
        if version.default != stored.default {
            let shown = |default: &Option<serde_json::Value>| match default {
                Some(value) => format!("`{}`", cut(go::json(value))),
                None => "none".to_owned(),
            };
            let detail = format!(
                "{} in {{version}}, {} in {{stored}}",
                shown(&version.default),
                shown(&stored.default)
            );
            self.add(Kind::Default, detail);
        }
        if let Some(detail) = stricter::difference(version, stored) {
            self.add(Kind::Refused, detail);
        }
        match &*version.type_ {
            "array" => {
                if let (Some(version), Some(stored)) = (version.item_schema(), stored.item_schema()) {
                    self.below(&[Segment::Field("items".into())], version, stored);
                }
            }
            "object" => self.object(version, stored, false),
            _ => {}
        }
    }

    fn object(&mut self, version: &JsonSchemaProps, stored: &JsonSchemaProps, is_root: bool) {
        let (ours_open, theirs_open) = (is_open(version), is_open(stored));
        match (version.additional_schema(), stored.additional_schema()) {
            (Some(version), Some(stored)) => {
                self.below(&[Segment::Field("additionalProperties".into())], version, stored);
                return;
            }
            (Some(_), None) | (None, Some(_)) => {
                if !ours_open && !theirs_open {
                    self.add(Kind::Openness, "one of them is a map, and the other has fields");
                }
                return;
            }
            (None, None) => {}
        }
        if ours_open != theirs_open {
            self.add(
                Kind::Openness,
                if ours_open {
                    "{stored} does not keep unknown fields"
                } else {
                    "{version} does not keep unknown fields"
                },
            );
        }
        let is_resource = is_root || version.x_embedded_resource || stored.x_embedded_resource;
        let is_left_out = |name: &str| is_resource && matches!(name, "apiVersion" | "kind" | "metadata");
        for (name, property) in version.properties.iter().flat_map(crate::model::map::Map::iter) {
            let steps = [Segment::Field("properties".into()), Segment::Key(name.into())];
            match stored.property(name) {
                _ if is_left_out(name) => {}
                Some(theirs) => self.below(&steps, property, theirs),
                None if theirs_open => {}
                None => self.missing(&steps, Kind::NotStored),
            }
        }
        for (name, _) in stored.properties.iter().flat_map(crate::model::map::Map::iter) {
            if version.property(name).is_none() && !ours_open && !is_left_out(name) {
                let steps = [Segment::Field("properties".into()), Segment::Key(name.into())];
                self.missing(&steps, Kind::NotInVersion);
            }
        }
    }

    fn missing(&mut self, steps: &[Segment], kind: Kind) {
        self.found.push(Difference {
            kind,
            node: self.here.iter().chain(steps).cloned().collect(),
            there: None,
            in_stored: kind == Kind::NotInVersion,
            detail: String::new(),
        });
    }
}

/// The type in words; `None` where any value is kept.
fn type_name(schema: &JsonSchemaProps) -> Option<&'static str> {
    if schema.x_int_or_string {
        return Some("an integer or a string");
    }
    Some(match &*schema.type_ {
        "object" => "an object",
        "array" => "a list",
        "string" => "a string",
        "integer" => "an integer",
        "number" => "a number",
        "boolean" => "a boolean",
        _ => return None,
    })
}

/// Whether pruning keeps members that the schema does not name.
fn is_open(schema: &JsonSchemaProps) -> bool {
    schema.x_preserve_unknown_fields == Some(true)
        || matches!(schema.additional_properties, Some(SchemaOrBool::Bool(true)))
}

/// A default is shown up to a limit.
fn cut(text: String) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
