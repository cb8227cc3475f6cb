//! The JSON Schema of `crd-gen.toml`, by which editors complete and check it.

use clap::ValueEnum;
use clap::builder::PossibleValue;
use crd_core::KubeVersion;
use crd_core::check::{self, Levels, codes};
use serde_json::{Map, Value, json};

use super::written::LevelName;
use crate::choices::{
    DocsFormat, DraftName, FieldValidationName, Layout, LintProfileName, ManifestFormat, ProfileName,
    PublishFormat, StrictKinds, UnknownFieldsName,
};

/// The name of an option, its description, and its values.
type OptionRow = (&'static str, &'static str, OptionValues);

/// The values of an option, with an example.
#[derive(Clone, Copy)]
enum OptionValues {
    Text(&'static str),
    Texts(&'static str),
    Flag(bool),
    /// A number that is not negative.
    Count(usize),
    /// Texts by names.
    Names([&'static str; 2]),
    /// A version of Kubernetes.
    Version,
    Choice(fn() -> Vec<PossibleValue>),
    /// What is defined under this name.
    Defined(&'static str),
    Table(&'static [OptionRow]),
    /// Tables with a description, the options that they must have, and all their options.
    Tables(&'static str, &'static [&'static str], &'static [OptionRow]),
    /// Others, with the members of their schema.
    Other(fn() -> Value),
}

use OptionValues::{Choice, Count, Defined, Flag, Names, Other, Table, Tables, Text, Texts, Version};

const OPTIONS: &[OptionRow] = &[
    (
        "kubernetes-version",
        "The Kubernetes version of the API server, unless `--kubernetes-version` is given.",
        Version,
    ),
    (
        "exclude",
        "Files and directories to skip, as patterns in the syntax of .gitignore; `./` is the directory of this file.",
        Texts("charts/"),
    ),
    ("levels", "", Defined("levels")),
    ("lints", "", Defined("lints")),
    (
        "crds",
        "Configuration for some CRDs. Later entries take precedence.",
        Tables(
            "Configuration for some CRDs.",
            &["match"],
            &[
                (
                    "match",
                    "Names of CRDs, with their group; `*` matches any text.",
                    Texts("*.example.com"),
                ),
                ("levels", "", Defined("levels")),
                ("lints", "", Defined("lints")),
            ],
        ),
    ),
    (
        "paths",
        "Configuration for some files. Later entries take precedence.",
        Tables(
            "Configuration for some files.",
            &["match"],
            &[
                (
                    "match",
                    "Files and directories, as patterns in the syntax of .gitignore; `./` is the directory of this file.",
                    Texts("vendor/"),
                ),
                (
                    "kubernetes-version",
                    "The Kubernetes version of the API server for these files.",
                    Version,
                ),
                ("levels", "", Defined("levels")),
                ("lints", "", Defined("lints")),
            ],
        ),
    ),
    (
        "generate",
        "Defaults for the options of `crd-gen generate`.",
        Table(GENERATE),
    ),
    (
        "publish",
        "Defaults for the options of `crd-gen publish`.",
        Table(PUBLISH),
    ),
    (
        "validate",
        "Defaults for the options of `crd-gen validate`.",
        Table(VALIDATE),
    ),
    (
        "convert",
        "Defaults for the options of `crd-gen convert`.",
        Table(CONVERT),
    ),
    ("import", "Options of `crd-gen import`.", Table(IMPORT)),
    ("compat", "Options of `crd-gen compat`.", Table(COMPAT)),
    ("docs", "Options of `crd-gen docs`.", Table(DOCS)),
];

const GENERATE: &[OptionRow] = &[
    (
        "output",
        "The directory to write to, relative to this file; `-o -` writes to standard output.",
        Text("config/crd"),
    ),
    (
        "packages",
        "The packages to generate CRDs from.",
        Texts("my-operator"),
    ),
    (
        "workspace",
        "Whether to generate the CRDs of all packages of the workspace.",
        Flag(true),
    ),
    ("features", "Features of the packages to enable.", Texts("v2")),
    (
        "header",
        "A file with comments to write at the top of every manifest, relative to this file.",
        Text("hack/header.txt"),
    ),
    ("channels", "The channels to generate.", Texts("standard")),
    ("feature-sets", "The feature sets to generate.", Texts("Default")),
    (
        "format",
        "The output format of CRDs.",
        Choice(choices::<ManifestFormat>),
    ),
    (
        "crd-profile",
        "The purpose of the CRDs.",
        Choice(choices::<ProfileName>),
    ),
    (
        "max-description",
        "The maximum length of descriptions, in bytes; 0 removes descriptions.",
        Count(120),
    ),
];

const PUBLISH: &[OptionRow] = &[
    ("format", "The output format.", Choice(choices::<PublishFormat>)),
    (
        "out-dir",
        "The directory for JSON Schemas, relative to this file.",
        Text("schemas"),
    ),
    (
        "layout",
        "The names of JSON Schema files.",
        Choice(choices::<Layout>),
    ),
    (
        "draft",
        "The version of JSON Schema.",
        Choice(choices::<DraftName>),
    ),
    (
        "unknown-fields",
        "How JSON Schemas treat unknown fields.",
        Choice(choices::<UnknownFieldsName>),
    ),
];

const VALIDATE: &[OptionRow] = &[
    (
        "crds",
        "The CRDs: files, directories or Rust packages, relative to this file.",
        Texts("config/crd"),
    ),
    (
        "packages",
        "Rust packages to generate CRDs from.",
        Texts("my-operator"),
    ),
    (
        "field-validation",
        "How to treat unknown and duplicate fields.",
        Choice(choices::<FieldValidationName>),
    ),
    (
        "strict-kinds",
        "Which objects without a CRD are reported as errors.",
        Choice(choices::<StrictKinds>),
    ),
];

const CONVERT: &[OptionRow] = &[
    (
        "package",
        "The package with the conversions.",
        Text("my-operator"),
    ),
    ("to", "The API version to convert to.", Text("v2")),
];

const DOCS: &[OptionRow] = &[
    (
        "format",
        "The output format of pages.",
        Choice(choices::<DocsFormat>),
    ),
    (
        "out-dir",
        "The directory for pages, relative to this file.",
        Text("docs/api"),
    ),
    (
        "template",
        "A Jinja template for pages, relative to this file.",
        Text("docs/kind.md.j2"),
    ),
    ("title", "The title of the index.", Text("API reference")),
    (
        "order",
        "The order of kinds in the index; other kinds follow by group and name.",
        Texts("Database"),
    ),
    (
        "hidden",
        "Fields to omit, of all kinds or of one kind.",
        Texts("Database.spec.internal"),
    ),
    (
        "front-matter",
        "The front matter of each page; `{title}`, `{kind}`, `{group}`, `{plural}` and `{crd}` are replaced.",
        Text("sidebar_label: {kind}"),
    ),
    (
        "titles",
        "The titles of pages, by kind.",
        Other(|| json!({"type": "object", "additionalProperties": {"type": "string"}, "examples": [{}]})),
    ),
];

const IMPORT: &[OptionRow] = &[
    (
        "output",
        "The file to write, or the directory for one module per CRD, relative to this file.",
        Text("src/api"),
    ),
    ("kube", "Whether to generate types for `kube::Api`.", Flag(true)),
    (
        "k8s-openapi",
        "The version of Kubernetes whose types of k8s-openapi are used for objects with the same fields.",
        Text("1.36"),
    ),
    (
        "known-types",
        "Whether to use types of crd-core and k8s-openapi, such as `Condition`, instead of generating types with the same fields.",
        Flag(false),
    ),
    (
        "keep-null",
        "Whether fields that may be absent or null have the type `Nullable`, which distinguishes the two.",
        Flag(true),
    ),
    (
        "unions",
        "Whether objects of which exactly one field is set become enums. Otherwise they become structs.",
        Flag(false),
    ),
    (
        "derives",
        "Traits to derive for all types but root types.",
        Texts("Eq"),
    ),
    (
        "derives-of",
        "Traits to derive for single types, by type name, root types included; `@struct`, `@enum` and `@union` are all structs, all enums of strings, and all enums with data.",
        Other(
            || json!({"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}, "examples": [{"User": ["Eq"]}]}),
        ),
    ),
    (
        "visibility",
        "The visibility of types and fields.",
        Text("pub(crate)"),
    ),
    (
        "renames",
        "Names of types, by the path of a field of the type or by the default name.",
        Names(["spec.users[]", "Account"]),
    ),
    (
        "types",
        "Existing types to use, by the path of the field.",
        Names(["spec.size", "crate::Size"]),
    ),
    ("leave-out", "Paths of fields to omit.", Texts("spec.legacy")),
    (
        "only",
        "Paths of the only fields to generate.",
        Texts("spec.template"),
    ),
    (
        "deployment",
        "Whether to include the labels and annotations of the CRD.",
        Flag(true),
    ),
];

const COMPAT: &[OptionRow] = &[(
    "accept",
    "Breaking changes to accept.",
    Tables(
        "A breaking change to accept.",
        &["fingerprint", "reason"],
        &[
            (
                "fingerprint",
                "The fingerprint that `crd-gen compat` prints.",
                Text("039cb79638cd"),
            ),
            (
                "reason",
                "The reason for accepting the change.",
                Text("nobody uses it: see the survey of March"),
            ),
        ],
    ),
)];

const LINTS: &[OptionRow] = &[
    ("profile", "The lint profile.", Choice(choices::<LintProfileName>)),
    (
        "select",
        "Lints to report in addition to the profile: rules, families, codes or slugs.",
        Texts("LNT-20"),
    ),
    (
        "ignore",
        "Lints not to report, even if the profile has them: rules, families, codes or slugs.",
        Texts("naming"),
    ),
    (
        "workspace",
        "Whether to inherit levels and lints from the nearest `crd-gen.toml` in a parent directory, unless this file sets them.",
        Flag(true),
    ),
];

/// Returns the header of each table with its keys; the header of the keys above all tables is empty.
pub(super) fn tables() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    rows().map(|(header, rows)| (header, rows.iter().map(|(key, ..)| *key).collect()))
}

fn rows() -> impl Iterator<Item = (&'static str, &'static [OptionRow])> {
    let (paths, crds, accept) = (
        of_tables(OPTIONS, "paths"),
        of_tables(OPTIONS, "crds"),
        of_tables(COMPAT, "accept"),
    );
    [
        ("", OPTIONS),
        ("[lints]", LINTS),
        ("[[paths]]", paths),
        ("[[crds]]", crds),
        ("[generate]", GENERATE),
        ("[publish]", PUBLISH),
        ("[validate]", VALIDATE),
        ("[convert]", CONVERT),
        ("[import]", IMPORT),
        ("[compat]", COMPAT),
        ("[[compat.accept]]", accept),
        ("[docs]", DOCS),
    ]
    .into_iter()
}

/// Returns the options of the tables under a key.
fn of_tables(rows: &[OptionRow], key: &str) -> &'static [OptionRow] {
    let mut rows = rows.iter().filter(|(name, ..)| *name == key);
    rows.find_map(|(.., values)| match values {
        Tables(_, _, options) => Some(*options),
        _ => None,
    })
    .unwrap_or_default()
}

/// Returns the values of an option below a header.
pub(super) fn choices_of(header: &str, key: &str) -> Option<Vec<String>> {
    let (_, rows) = rows().find(|(known, _)| *known == header)?;
    let (.., values) = rows.iter().find(|(known, ..)| *known == key)?;
    let Choice(values) = values else {
        return None;
    };
    Some(values().iter().map(|value| value.get_name().to_owned()).collect())
}

/// Returns the schema, in draft 7.
pub(crate) fn schema() -> Value {
    let mut schema = table(
        "The configuration of crd-gen. For each input file, the nearest crd-gen.toml in its directory or the directories above it applies.",
        OPTIONS,
    );
    schema["$schema"] = "http://json-schema.org/draft-07/schema#".into();
    schema["title"] = "crd-gen.toml".into();
    schema["definitions"] = json!({"levels": levels(), "lints": table("Selection of lints.", LINTS)});
    schema
}

fn table(description: &str, options: &[OptionRow]) -> Value {
    let mut properties = Map::new();
    properties.extend(options.iter().map(|(name, description, values)| {
        let mut schema = values.schema(description);
        if schema.get("description").is_none() && !description.is_empty() {
            schema["description"] = (*description).into();
        }
        ((*name).to_owned(), schema)
    }));
    json!({
        "description": description,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    })
}

impl OptionValues {
    /// Returns the schema of the values, which may lack the description of the option.
    fn schema(self, description: &str) -> Value {
        let of_texts = || json!({"type": "string"});
        let (type_, example, details) = match self {
            Text(example) => ("string", example.into(), None),
            Texts(example) => ("array", json!([example]), Some(("items", of_texts()))),
            Flag(example) => ("boolean", example.into(), None),
            Count(example) => ("integer", example.into(), Some(("minimum", 0.into()))),
            Names([name, example]) => (
                "object",
                json!({name: example}),
                Some(("additionalProperties", of_texts())),
            ),
            Version => {
                let known: Vec<String> = KubeVersion::all().map(|version| version.to_string()).collect();
                return json!({"enum": known});
            }
            Choice(values) => return choice(description, &values()),
            Defined(name) => return json!({"$ref": format!("#/definitions/{name}")}),
            Table(options) => return table(description, options),
            Tables(of_one, required, options) => {
                let mut items = table(of_one, options);
                items["required"] = json!(required);
                return json!({"type": "array", "items": items});
            }
            Other(schema) => return schema(),
        };
        let mut schema = json!({"type": type_, "examples": [example]});
        if let Some((keyword, value)) = details {
            schema[keyword] = value;
        }
        schema
    }
}

fn choices<T: ValueEnum>() -> Vec<PossibleValue> {
    let values = T::value_variants().iter();
    values.filter_map(ValueEnum::to_possible_value).collect()
}

/// Returns the schema of an option, with a description of each value.
fn choice(description: &str, values: &[PossibleValue]) -> Value {
    let (mut names, mut meanings) = (Vec::new(), Vec::new());
    for value in values {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        meanings.push(format!("`{}`: {help}", value.get_name()));
        names.push(value.get_name().to_owned());
    }
    json!({"description": format!("{description} {}.", meanings.join("; ")), "enum": names})
}

/// Returns the schema of levels by slug; codes, rules and families of lints are accepted, too.
fn levels() -> Value {
    let level = json!({"enum": LevelName::ALL.map(LevelName::word)});
    let mut slugs = Map::new();
    let mut add = |name: &str, description: String| {
        let mut described = level.clone();
        described["description"] = description.into();
        slugs.insert(name.to_owned(), described);
    };
    add(Levels::WARNINGS, "All warnings.".to_owned());
    for entry in codes::all() {
        add(entry.slug, format!("{}: {}", entry.code, entry.title));
    }
    for lint in check::lints() {
        add(lint.family, format!("All lints of the family `{}`.", lint.family));
    }
    json!({
        "description": "The levels of findings, by code, slug, or rule or family of lints.",
        "type": "object",
        "additionalProperties": false,
        "patternProperties": {"^CRD[0-9]{4}$": level, "^LNT-[0-9]{2}$": level},
        "properties": slugs,
    })
}
