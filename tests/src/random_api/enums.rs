//! Random enums: plain, and with data under each of serde's taggings.

use super::fields::RandomField;
use super::module::ModuleWriter;
use super::types::{Kind, RandomType};

const CASES: [&str; 4] = ["camelCase", "kebab-case", "UPPERCASE", "snake_case"];
const VARIANTS: [&str; 8] = [
    "One",
    "TwoWords",
    "Three",
    "R2D2",
    "Final",
    "Abc",
    "HTTPServer",
    "r#Dyn",
];

impl ModuleWriter {
    /// Declares an enum of unit variants.
    pub(super) fn unit_enum(&mut self) -> RandomType {
        let name = self.name("V");
        let mut attributes = String::new();
        if self.one_in(2) {
            attributes = format!("#[serde(rename_all = \"{}\")]\n", self.pick(&CASES));
        }
        let count = 1 + self.below(4);
        let mut body = String::new();
        let mut entries = Vec::new();
        for (at, variant) in VARIANTS.iter().take(count).enumerate() {
            match self.below(8) {
                0 => body.push_str(&format!("    #[serde(rename = \"re-{at}\")]\n")),
                1 => body.push_str(&format!("    #[serde(alias = \"al-{at}\")]\n")),
                2 => body.push_str("    /// A comment.\n"),
                _ => {}
            }
            if at == 0 {
                body.push_str("    #[default]\n");
            } else if at + 1 == count && self.one_in(8) {
                body.push_str("    #[serde(other)]\n");
            } else if self.one_in(10) {
                body.push_str("    #[serde(skip)]\n");
                body.push_str(&format!("    {variant},\n"));
                continue;
            }
            body.push_str(&format!("    {variant},\n"));
            entries.push((*variant).to_owned());
        }
        self.items.push(format!(
            "#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]\n{attributes}enum {name} {{\n{body}}}\narbitrary!(enum {name} {{ {} }});",
            entries.join(", ")
        ));
        RandomType {
            ord: true,
            ..RandomType::new(name, Kind::Other)
        }
    }

    pub(super) fn enumeration(&mut self, depth: usize) -> RandomType {
        if self.one_in(6) {
            return self.unit_enum();
        }
        let inner = depth.saturating_sub(1);
        let name = self.name("E");
        let tagging = self.below(4);
        let mut attributes = match tagging {
            0 => String::new(),
            1 => format!("#[serde(tag = \"{}\")]\n", self.pick(&["type", "kind", "t"])),
            2 => "#[serde(tag = \"t\", content = \"c\")]\n".to_owned(),
            _ => "#[serde(untagged)]\n".to_owned(),
        };
        if self.one_in(3) {
            attributes.push_str(&format!("#[serde(rename_all = \"{}\")]\n", self.pick(&CASES)));
        }
        if self.one_in(4) {
            attributes.push_str("#[serde(rename_all_fields = \"camelCase\")]\n");
        }
        let closed = self.one_in(8);
        if closed {
            attributes.push_str("#[serde(deny_unknown_fields)]\n");
        }
        // Fields of the same name mostly have the same type, as variants may only share properties that agree.
        let mut known: Vec<RandomField> = Vec::new();
        let count = 1 + self.below(4);
        let scalars = self.one_in(3);
        let mut body = String::new();
        let mut entries = Vec::new();
        for (at, variant) in VARIANTS.iter().take(count).enumerate() {
            match self.below(10) {
                0 => body.push_str(&format!("    #[serde(rename = \"re{at}\")]\n")),
                1 => body.push_str(&format!("    #[serde(alias = \"al{at}\")]\n")),
                2 => body.push_str("    /// A comment.\n"),
                3 => body.push_str("    #[serde(rename_all = \"camelCase\")]\n"),
                _ => {}
            }
            if self.makes_mistake(25) {
                let wrong = self.pick(&[
                    "#[serde(untagged)]",
                    "#[serde(skip_serializing)]",
                    "#[crd(minimum = 1)]",
                    "#[serde(with = \"text\")]",
                    "#[serde(other)]",
                ]);
                body.push_str(&format!("    {wrong}\n"));
            }
            // Mostly forms that the tagging supports.
            let form = if self.makes_mistake(3) {
                self.below(5)
            } else {
                match tagging {
                    0 => [1, 1, 2, 2, 3][self.below(5)],
                    1 => [0, 1, 1, 4, 1][self.below(5)],
                    2 if scalars => [0, 5, 5][self.below(3)],
                    2 => [0, 1, 1, 4][self.below(4)],
                    _ if scalars => 6,
                    _ => [1, 1, 4][self.below(3)],
                }
            };
            match form {
                0 => {
                    body.push_str(&format!("    {variant},\n"));
                    entries.push((*variant).to_owned());
                }
                1 => {
                    let fields = self.variant_fields(&mut known, inner, closed);
                    let list: String = fields.iter().map(|field| field.declaration("")).collect();
                    body.push_str(&format!("    {variant} {{\n{list}    }},\n"));
                    let list: Vec<String> = fields.iter().map(RandomField::arbitrary_entry).collect();
                    entries.push(format!("{variant} {{ {} }}", list.join(", ")));
                }
                2 => {
                    let ty = self.ty(inner);
                    let field = self.field(String::new(), ty);
                    body.push_str(&format!(
                        "    {variant}({}),\n",
                        field.declaration("").trim().trim_end_matches(',')
                    ));
                    entries.push(format!("{variant}({})", field.arbitrary_entry()));
                }
                3 => {
                    let ty = self.ty(inner);
                    body.push_str(&format!("    {variant}({0}, {0}),\n", ty.text));
                    entries.push(format!("{variant}(_, _)"));
                }
                4 => {
                    let ty = if self.one_in(4) {
                        self.enumeration(inner)
                    } else {
                        self.structure(inner)
                    };
                    body.push_str(&format!("    {variant}({}),\n", ty.text));
                    entries.push(format!("{variant}(_)"));
                }
                5 => {
                    body.push_str(&format!("    {variant}(u32),\n"));
                    entries.push(format!("{variant}(_)"));
                }
                _ => {
                    let ty = self.pick(&[
                        "u8",
                        "i64",
                        "String",
                        "IntOrString",
                        "i32",
                        "Quantity",
                        "Duration",
                    ]);
                    body.push_str(&format!("    {variant}({ty}),\n"));
                    entries.push(format!("{variant}(_)"));
                }
            }
        }
        self.items.push(format!(
            "/// An enum.\n#[derive(Schema, Serialize, Deserialize, Clone, Debug)]\n{attributes}enum {name} {{\n{body}}}\narbitrary!(enum {name} {{ {} }});",
            entries.join(", ")
        ));
        let kind = if tagging == 3 && scalars {
            Kind::Other
        } else {
            Kind::Enum
        };
        let ty = RandomType {
            default: false,
            ..RandomType::new(name, kind)
        };
        self.declared.push(ty.clone());
        ty
    }

    fn variant_fields(
        &mut self,
        known: &mut Vec<RandomField>,
        depth: usize,
        closed: bool,
    ) -> Vec<RandomField> {
        let mut fields = self.fields(depth, 3);
        for field in &mut fields {
            if closed {
                field.attributes.retain(|text| !text.contains("flatten"));
            }
            match known.iter().find(|other| other.name == field.name) {
                Some(other) if !self.makes_mistake(3) => *field = other.clone(),
                _ => known.push(field.clone()),
            }
        }
        fields
    }
}
