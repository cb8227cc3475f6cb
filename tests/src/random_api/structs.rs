//! Random structs and custom resources.

use super::fields::RandomField;
use super::module::ModuleWriter;
use super::types::{Kind, RandomType};

const CASES: [&str; 5] = [
    "camelCase",
    "PascalCase",
    "kebab-case",
    "SCREAMING_SNAKE_CASE",
    "lowercase",
];

impl ModuleWriter {
    pub(super) fn structure(&mut self, depth: usize) -> RandomType {
        let inner = depth.saturating_sub(1);
        match self.below(16) {
            0 => self.tuple(inner),
            1 => self.unit(),
            2 => self.converted(),
            3 => self.transparent(inner),
            4 => self.union_of_fields(inner),
            _ => self.named(inner),
        }
    }

    fn declare(&mut self, item: String, ty: RandomType) -> RandomType {
        self.items.push(item);
        self.declared.push(ty.clone());
        ty
    }

    fn named(&mut self, depth: usize) -> RandomType {
        let name = self.name("S");
        let mut fields = self.fields(depth, 5);
        if self.makes_mistake(10) {
            let text = ["Box<Self>", "Vec<SELF>", "Option<Box<SELF>>"][self.below(3)]
                .replace("SELF", &name)
                .replace("Self", &name);
            let ty = RandomType {
                default: false,
                ..RandomType::new(text, Kind::Other)
            };
            fields.push(RandomField {
                name: "inner_self".to_owned(),
                attributes: Vec::new(),
                ty,
                make: None,
            });
        }
        let all_default = fields
            .iter()
            .all(|field| field.ty.default && field.make.is_none());
        let mut derives = "Schema, Serialize, Deserialize, Clone, Debug".to_owned();
        let mut attributes = String::new();
        let has_default = all_default && self.one_in(2);
        if has_default {
            derives.push_str(", Default");
            if self.one_in(2) {
                attributes.push_str("#[serde(default)]\n");
            }
        }
        if self.one_in(3) {
            attributes.push_str(&format!("#[serde(rename_all = \"{}\")]\n", self.pick(&CASES)));
        }
        if self.one_in(8)
            && !fields
                .iter()
                .any(|field| field.attributes.iter().any(|text| text.contains("flatten")))
        {
            attributes.push_str("#[serde(deny_unknown_fields)]\n");
        }
        if self.makes_mistake(10) {
            let wrong = self.pick(&[
                "#[serde(tag = \"kind\")]",
                "#[crd(exactly_one_of(\"name\", \"nothing\"))]",
                "#[crd(minimum = 1)]",
                "#[crd(rule(\"self.name\"))]",
                "#[crd(rule(\"has(self.nobody)\"))]",
                "#[serde(into = \"String\")]",
                "#[serde(remote = \"Vec<u8>\")]",
                "#[crd(group = \"a.b\")]",
                "#[serde(deny_unknown_fields)]",
                "#[crd(max_properties = 9)]",
            ]);
            attributes.push_str(wrong);
            self.restricted_by_hand = true;
            attributes.push('\n');
        }
        let macro_made = self.one_in(10);
        let body: String = fields.iter().map(|field| field.declaration("")).collect();
        let item = if macro_made {
            // Types from fragments of a macro are passed to the derive in invisible groups.
            let parameters: Vec<String> = (0..fields.len()).map(|at| format!("$t{at}:ty")).collect();
            let arguments: Vec<String> = fields.iter().map(|field| field.ty.text.clone()).collect();
            let body: String = fields
                .iter()
                .enumerate()
                .map(|(at, field)| {
                    let ty = RandomType {
                        text: format!("$t{at}"),
                        ..field.ty.clone()
                    };
                    RandomField { ty, ..field.clone() }.declaration("")
                })
                .collect();
            format!(
                "macro_rules! make_{name} {{ ($name:ident; {}) => {{\n#[derive({derives})]\n{attributes}struct $name {{\n{body}}}\n}} }}\nmake_{name}!({name}; {});",
                parameters.join(", "),
                arguments.join(", ")
            )
        } else {
            format!("/// A type.\n#[derive({derives})]\n{attributes}struct {name} {{\n{body}}}")
        };
        let entries: Vec<String> = fields.iter().map(RandomField::arbitrary_entry).collect();
        let item = format!("{item}\narbitrary!(struct {name} {{ {} }});", entries.join(", "));
        self.declare(
            item,
            RandomType {
                default: has_default,
                ..RandomType::new(name, Kind::Struct)
            },
        )
    }

    fn tuple(&mut self, depth: usize) -> RandomType {
        let name = self.name("T");
        let ty = self.ty(depth);
        let mut first = self.field(String::new(), ty);
        let count = if first.make.is_some() {
            1
        } else {
            1 + self.below(3)
        };
        first.name = String::new();
        let mut body = first.declaration("");
        let mut entries = vec![first.arbitrary_entry()];
        for _ in 1..count {
            let mut more = first.clone();
            if self.makes_mistake(4) {
                more.ty = self.scalar();
            }
            if self.makes_mistake(4) && more.ty.default {
                more.attributes.push("#[serde(skip)]".to_owned());
            }
            body.push_str(&more.declaration(""));
            entries.push("_".to_owned());
        }
        let item = format!(
            "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\nstruct {name}(\n{body});\narbitrary!(struct {name}({}));",
            entries.join(", ")
        );
        self.declare(
            item,
            RandomType {
                default: false,
                ..RandomType::new(name, Kind::Other)
            },
        )
    }

    fn unit(&mut self) -> RandomType {
        let name = self.name("U");
        let form = self.pick(&[";", " {}"]);
        let item = format!(
            "#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]\nstruct {name}{form}\narbitrary!(struct {name} {{}});"
        );
        self.declare(
            item,
            RandomType::new(name, if form == ";" { Kind::Other } else { Kind::Struct }),
        )
    }

    fn converted(&mut self) -> RandomType {
        let name = self.name("C");
        let item = if self.one_in(2) {
            format!(
                "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\n#[serde(from = \"String\", into = \"String\")]\nstruct {name}(u128);\n\
                 impl From<String> for {name} {{ fn from(text: String) -> Self {{ {name}(text.len() as u128) }} }}\n\
                 impl From<{name}> for String {{ fn from(it: {name}) -> Self {{ \"x\".repeat(it.0 as usize) }} }}\n\
                 arbitrary!(struct {name}((|c| c.below(4) as u128)));"
            )
        } else {
            let inner = self.named(0);
            format!(
                "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\n#[serde(try_from = \"{0}\", into = \"{0}\")]\nstruct {name} {{ kept: {0}, extra: Option<u128> }}\n\
                 impl TryFrom<{0}> for {name} {{ type Error = String; fn try_from(kept: {0}) -> Result<Self, String> {{ Ok({name} {{ kept, extra: None }}) }} }}\n\
                 impl From<{name}> for {0} {{ fn from(it: {name}) -> Self {{ it.kept }} }}\n\
                 arbitrary!(struct {name} {{ kept, extra: (|_| None) }});",
                inner.text
            )
        };
        self.declare(
            item,
            RandomType {
                default: false,
                ..RandomType::new(name, Kind::Other)
            },
        )
    }

    fn transparent(&mut self, depth: usize) -> RandomType {
        let name = self.name("P");
        let ty = self.ty(depth);
        let item = format!(
            "#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\n#[serde(transparent)]\nstruct {name} {{ only: {}, #[serde(skip)] mark: PhantomData<u128> }}\narbitrary!(struct {name} {{ only, mark }});",
            ty.text
        );
        let kind = match ty.kind {
            kind @ (Kind::Struct | Kind::Enum) => kind,
            _ => Kind::Other,
        };
        self.declare(
            item,
            RandomType {
                default: false,
                ..RandomType::new(name, kind)
            },
        )
    }

    fn union_of_fields(&mut self, depth: usize) -> RandomType {
        let name = self.name("N");
        let (one, two) = (self.named(depth.min(1)), self.named(depth.min(1)));
        let item = format!(
            "#[derive(Union, Clone, Debug)]\nenum {name} {{ First({}), SecondOne({}), Third(String) }}\narbitrary!(enum {name} {{ First(_), SecondOne(_), Third(_) }});",
            one.text, two.text
        );
        self.declare(
            item,
            RandomType {
                default: false,
                ..RandomType::new(name, Kind::Struct)
            },
        )
    }

    /// Declares a custom resource.
    pub(super) fn resource(&mut self) -> RandomType {
        let name = "RootSpec".to_owned();
        self.types += 1;
        let mut fields = self.fields(2, 5);
        let mut attributes = Vec::new();
        let group = if self.makes_mistake(8) {
            self.pick(&["nodot", "UPPER.io", "x.k8s.io", "a..b", ""])
        } else {
            "random.example.com"
        };
        let version = if self.makes_mistake(8) {
            self.pick(&["1", "V1", "v1.0", ""])
        } else {
            self.pick(&["v1", "v1beta1", "v2alpha3", "stable"])
        };
        attributes.push(format!(
            "group = \"{group}\", version = \"{version}\", kind = \"Random\""
        ));
        for (attribute, wrong) in [
            ("namespaced", "namespaced = 1"),
            ("shortname = \"rnd\"", "shortname = \"Rnd\""),
            ("category = \"all\"", "category = \"A B\""),
            ("plural = \"randoms\"", "plural = \"Randoms\""),
            ("singular = \"random\"", "singular = \"-\""),
            ("list_kind = \"RandomList\"", "list_kind = \"Random\""),
            ("deprecated", "deprecated = \"\""),
            ("annotation(\"a.b/c\", \"d\")", "annotation(\"a/b/c\", \"d\")"),
            ("label(\"a.b/c\", \"d\")", "label(\"a b\", \"d\")"),
        ] {
            if self.one_in(4) {
                attributes.push(if self.makes_mistake(4) { wrong } else { attribute }.to_owned());
            }
        }
        if self.one_in(3) {
            let status = self.named(1);
            attributes.push(format!("status = {}", status.text));
        }
        if self.one_in(4) {
            let ty = RandomType::new("Option<i32>", Kind::Other);
            fields.push(RandomField {
                name: "replicas".to_owned(),
                attributes: Vec::new(),
                ty,
                make: None,
            });
            let status = self.pick(&[".status.replicas", ".spec.replicas"]);
            attributes.push(format!(
                "scale(spec_replicas_path = \".spec.replicas\", status_replicas_path = \"{status}\")"
            ));
        }
        for field in &mut fields {
            let scalar = matches!(
                field.ty.kind,
                Kind::Bool | Kind::Int(..) | Kind::Float | Kind::Text
            );
            if scalar && field.attributes.iter().all(|text| !text.contains("skip")) {
                if self.one_in(3) {
                    field.attributes.push("#[crd(printcolumn)]".to_owned());
                }
                if self.one_in(5) && !matches!(field.ty.kind, Kind::Float) {
                    field.attributes.push("#[crd(selectable)]".to_owned());
                }
            }
        }
        let body: String = fields.iter().map(|field| field.declaration("pub ")).collect();
        let entries: Vec<String> = fields.iter().map(RandomField::arbitrary_entry).collect();
        let item = format!(
            "/// A root.\n#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]\n#[crd({})]\npub struct {name} {{\n{body}}}\narbitrary!(struct {name} {{ {} }});\n\
             pub fn resource() -> Option<Value> {{ Some(match Random::crd() {{ Ok(crd) => serde_json::to_value(crd).unwrap(), Err(problems) => Value::String(problems.to_string()) }}) }}",
            attributes.join(", "),
            entries.join(", ")
        );
        self.declare(
            item,
            RandomType {
                default: false,
                ..RandomType::new(name, Kind::Struct)
            },
        )
    }
}
