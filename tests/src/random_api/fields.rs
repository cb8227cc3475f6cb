//! Fields with attributes.

use std::fmt::Write as _;

use super::module::ModuleWriter;
use super::types::{Kind, RandomType};

/// A field of a struct or variant.
#[derive(Clone, Debug)]
pub(super) struct RandomField {
    pub(super) name: String,
    pub(super) attributes: Vec<String>,
    pub(super) ty: RandomType,
    /// The closure that generates its values, if not every value of its type is valid.
    pub(super) make: Option<String>,
}

impl RandomField {
    pub(super) fn declaration(&self, visibility: &str) -> String {
        let mut attributes = String::new();
        for text in &self.attributes {
            let _ = writeln!(attributes, "    {text}");
        }
        let colon = if self.name.is_empty() { "" } else { ": " };
        format!(
            "{attributes}    {visibility}{}{colon}{},\n",
            self.name, self.ty.text
        )
    }

    pub(super) fn arbitrary_entry(&self) -> String {
        match (&self.make, self.name.is_empty()) {
            (Some(make), true) => format!("({make})"),
            (None, true) => "_".to_owned(),
            (Some(make), false) => format!("{}: ({make})", self.name),
            (None, false) => self.name.clone(),
        }
    }
}

const NAMES: [&str; 16] = [
    "name",
    "size",
    "kind_of",
    "r#type",
    "first_value",
    "x",
    "y",
    "http_port",
    "list",
    "r#match",
    "a1",
    "spec",
    "enabled",
    "z_z",
    "_lead",
    "URL",
];

impl ModuleWriter {
    /// Generates up to `at_most` fields with different names.
    pub(super) fn fields(&mut self, depth: usize, at_most: usize) -> Vec<RandomField> {
        let count = self.below(at_most + 1);
        let mut fields: Vec<RandomField> = Vec::new();
        for _ in 0..count {
            let name = self.pick(&NAMES).to_owned();
            if fields.iter().all(|field| field.name != name) {
                let ty = self.ty(depth);
                let field = self.field(name, ty);
                fields.push(field);
            }
        }
        fields
    }

    /// Generates a field and its attributes.
    pub(super) fn field(&mut self, name: String, ty: RandomType) -> RandomField {
        let mut field = RandomField {
            name,
            attributes: Vec::new(),
            ty,
            make: None,
        };
        if self.one_in(12) {
            field.attributes.push("/// A comment.".to_owned());
        }
        let bare = field.name.is_empty();
        if self.one_in(3) {
            self.constraint(&mut field);
        }
        if field.make.is_none() && !bare {
            self.serde(&mut field);
        }
        if self.makes_mistake(12) {
            let wrong = self.pick(&[
                "#[crd(minimum = 3, maximum = 1)]",
                "#[crd(max_length = 5)]",
                "#[crd(items(minimum = 1))]",
                "#[crd(values(max_length = 3))]",
                "#[crd(list_type = set)]",
                "#[crd(list_type = map, list_map_keys(\"name\"))]",
                "#[crd(map_type = atomic)]",
                "#[crd(pattern = \"a(?=b)\")]",
                "#[crd(default = 5)]",
                "#[crd(default = \"x\")]",
                "#[crd(nullable = false)]",
                "#[crd(required)]",
                "#[crd(optional)]",
                "#[crd(union)]",
                "#[crd(discriminator)]",
                "#[crd(enum(\"a\", 1))]",
                "#[crd(any_of((minimum = 1), (default = 2)))]",
                "#[crd(rule(\"self.nothing == 1\"))]",
                "#[crd(rule(\"self > 'a'\"))]",
                "#[serde(with = \"text\")]",
                "#[serde(skip_serializing)]",
                "#[serde(flatten)]",
                "#[serde(rename(serialize = \"s\", deserialize = \"d\"))]",
                "#[crd(typo = 1)]",
                "#[crd(multiple_of = 0)]",
                "#[crd(embedded_resource)]",
                "#[crd(immutable)]",
                "#[crd(not(minimum = 1))]",
                "#[crd(one_of((properties(a(minimum = 1))), (required(\"a\"))))]",
            ]);
            // serde itself rejects an attribute that is set twice.
            let twice = wrong == "#[serde(skip_serializing)]"
                && field
                    .attributes
                    .iter()
                    .any(|text| text.contains("skip_serializing"));
            if !twice {
                field.attributes.push(wrong.to_owned());
                self.restricted_by_hand = true;
            }
        }
        field
    }

    /// Adds constraints that are valid for the type, and a generator of values that satisfy them.
    fn constraint(&mut self, field: &mut RandomField) {
        let (kind, optional) = match &field.ty.kind {
            Kind::Option(inner) => ((**inner).clone(), true),
            kind => (kind.clone(), false),
        };
        // Only types that are written out: the content of a type alias or a struct is unknown here.
        let text = field
            .ty
            .text
            .trim_start_matches("Option<")
            .trim_end_matches('>')
            .to_owned();
        let known = |names: &[&str]| names.contains(&text.as_str());
        let (attribute, make) = match kind {
            Kind::Int(low, high) if known(&["u8", "u16", "u32", "u64", "i8", "i32", "i64"]) => {
                let (low, high) = (low.max(-100), high.min(100));
                match self.below(5) {
                    0 => (
                        format!("minimum = {}", low + 1),
                        format!("c.between({}, {high}) as {text}", low + 1),
                    ),
                    1 => (
                        "minimum = 1, maximum = 9".to_owned(),
                        format!("c.between(1, 9) as {text}"),
                    ),
                    2 => ("enum(1, 2)".to_owned(), format!("c.between(1, 2) as {text}")),
                    3 => (
                        "any_of((minimum = 1, maximum = 3), minimum = 10), not(enum(2))".to_owned(),
                        format!("c.pick(&[1, 3, 10, 99]) as {text}"),
                    ),
                    _ => (
                        "multiple_of = 5".to_owned(),
                        format!("c.pick(&[0, 5, 50]) as {text}"),
                    ),
                }
            }
            Kind::Float if known(&["f64", "f32"]) => (
                "exclusive_minimum = 0, maximum = 8.5".to_owned(),
                format!("c.pick(&[0.5, 8.5]) as {text}"),
            ),
            Kind::Text if known(&["String"]) => match self.below(4) {
                0 => (
                    "min_length = 1, max_length = 3".to_owned(),
                    "c.text(1, 3)".to_owned(),
                ),
                1 => (
                    "pattern = \"^[a-z]+$\"".to_owned(),
                    "c.pick(&[\"a\", \"xyz\"]).to_owned()".to_owned(),
                ),
                2 => (
                    "enum(\"on\", \"off\")".to_owned(),
                    "c.pick(&[\"on\", \"off\"]).to_owned()".to_owned(),
                ),
                _ => (
                    "one_of((enum(\"on\")), (min_length = 4))".to_owned(),
                    "c.pick(&[\"on\", \"long\"]).to_owned()".to_owned(),
                ),
            },
            Kind::List(inner) if text.starts_with("Vec<") && !optional => match (*inner, self.below(3)) {
                (Kind::Text, 0) if text == "Vec<String" => (
                    "items(max_length = 2), max_items = 4".to_owned(),
                    "c.list(0, 4, |c| c.text(0, 2))".to_owned(),
                ),
                (Kind::Int(..), 0) if text == "Vec<u8" => (
                    "items(minimum = 1)".to_owned(),
                    "c.list(0, 2, |c| c.between(1, 255) as u8)".to_owned(),
                ),
                _ => (
                    "min_items = 1, max_items = 3, list_type = atomic".to_owned(),
                    "c.list(1, 3, arbitrary::arbitrary)".to_owned(),
                ),
            },
            Kind::Map(_) if text.starts_with("BTreeMap<String,") && !optional => (
                "min_properties = 1, max_properties = 3, map_type = atomic".to_owned(),
                "c.map(1, 3, arbitrary::arbitrary)".to_owned(),
            ),
            Kind::Struct | Kind::Enum | Kind::Other | Kind::Open | Kind::Bool if self.one_in(2) => {
                field
                    .attributes
                    .push("#[crd(title = \"A title\", description = \"A description.\")]".to_owned());
                return;
            }
            _ => return,
        };
        let make = if optional {
            format!("|c| c.maybe(|c| {make})")
        } else {
            format!("|c| {make}")
        };
        field.attributes.push(format!("#[crd({attribute})]"));
        field.make = Some(make);
    }

    fn serde(&mut self, field: &mut RandomField) {
        let attribute = match (self.below(22), &field.ty.kind) {
            (0, _) => format!(
                "#[serde(rename = \"{}\")]",
                self.pick(&["renamed", "a-b", "type", "other name", "$x"])
            ),
            (1, _) => "#[serde(alias = \"otherName\")]".to_owned(),
            (2..=4, _) if field.ty.default => "#[serde(default)]".to_owned(),
            (5, Kind::Bool) if field.ty.text == "bool" => "#[serde(default = \"yes\")]".to_owned(),
            (5 | 6, Kind::Int(..)) if field.ty.text == "i64" => "#[serde(default = \"seven\")]".to_owned(),
            (5 | 6, Kind::Text) if field.ty.text == "String" => "#[serde(default = \"word\")]".to_owned(),
            (5..=8, Kind::Option(_)) => "#[serde(skip_serializing_if = \"Option::is_none\")]".to_owned(),
            (9, Kind::Option(_)) => "#[serde(default, skip_serializing_if = \"Option::is_none\")]".to_owned(),
            (5..=8, Kind::List(_)) if field.ty.text.starts_with("Vec<") => {
                "#[serde(default, skip_serializing_if = \"Vec::is_empty\")]".to_owned()
            }
            (10, _) if field.ty.default => "#[serde(skip)]".to_owned(),
            (11, _) if field.ty.default => "#[serde(skip_serializing, default)]".to_owned(),
            (12, _) if field.ty.default => "#[serde(skip_deserializing)]".to_owned(),
            (13, Kind::Option(_)) => "#[crd(optional)]".to_owned(),
            (14..=16, Kind::Struct | Kind::Enum | Kind::Open | Kind::Map(_)) => {
                // serde flattens objects only.
                if let Some(before) = field
                    .ty
                    .text
                    .strip_suffix("Value")
                    .or(field.ty.text.strip_suffix("Value>"))
                    && matches!(before, "" | "Box<")
                {
                    let object = "Value::Object(c.map(0, 2, arbitrary::arbitrary))";
                    field.make = Some(match before {
                        "" => format!("|c| {object}"),
                        _ => format!("|c| Box::new({object})"),
                    });
                }
                "#[serde(flatten)]".to_owned()
            }
            (14 | 15, Kind::Option(inner)) if matches!(**inner, Kind::Struct | Kind::Enum) => {
                "#[serde(flatten)]".to_owned()
            }
            (17, Kind::Int(..)) if field.ty.text == "u64" => {
                field.make = Some("|c| c.pick(&[0_u64, 7, 1 << 60])".to_owned());
                "#[serde(with = \"text\")]\n    #[crd(schema_as = String, pattern = \"^[0-9]{1,19}$\")]"
                    .to_owned()
            }
            (18, _) if field.ty.text == "Value" => "#[crd(preserve_unknown_fields)]".to_owned(),
            _ => return,
        };
        field.attributes.push(attribute);
    }
}
