//! The JSON Schema of `crd-gen.toml`, by which editors complete and check it.

use clap::ValueEnum;
use crd_core::KubeVersion;
use crd_core::check::{Levels, codes};
use serde_json::{Map, Value, json};

use super::written::LevelName;
use crate::choices::{
    DocsFormat, DraftName, FieldValidationName, Layout, LintProfileName, ManifestFormat, ProfileName,
    PublishFormat, StrictKinds, UnknownFieldsName,
};

/// Returns the schema, in draft 7.
pub(crate) fn schema() -> Value {
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "crd-gen.toml",
        "description": "The configuration of crd-gen. The nearest file above what is read counts, and no other.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "kubernetes-version": version("The Kubernetes version to go by, unless `--kubernetes-version` says another."),
            "exclude": texts("Files and directories that are not read, as in .gitignore.", "charts/"),
            "levels": {"$ref": "#/definitions/levels"},
            "lints": {"$ref": "#/definitions/lints"},
            "crds": {
                "description": "What counts for some CRDs; of several, the later ones count more.",
                "type": "array",
                "items": table("What counts for some CRDs.", &json!({
                    "match": texts("Names of CRDs, in which `*` stands for any text.", "*.example.com"),
                    "levels": {"$ref": "#/definitions/levels"},
                    "lints": {"$ref": "#/definitions/lints"},
                }), &["match"]),
            },
            "paths": {
                "description": "What counts for some files below; of several, the later ones count more.",
                "type": "array",
                "items": table("What counts for some files.", &json!({
                    "match": texts("The files and directories, as in .gitignore.", "vendor/"),
                    "kubernetes-version": version("The Kubernetes version to go by for these files."),
                    "levels": {"$ref": "#/definitions/levels"},
                    "lints": {"$ref": "#/definitions/lints"},
                }), &["match"]),
            },
            "generate": table("Defaults for the options of `crd-gen generate`.", &generate(), &[]),
            "publish": table("Defaults for the options of `crd-gen publish`.", &publish(), &[]),
            "validate": table("Defaults for the options of `crd-gen validate`.", &validate(), &[]),
            "convert": table("Defaults for the options of `crd-gen convert`.", &convert(), &[]),
            "import": table("What `crd-gen import` writes.", &import(), &[]),
            "compat": table("What `crd-gen compat` is told.", &compat(), &[]),
            "docs": table("What `crd-gen docs` writes.", &docs(), &[]),
        },
        "definitions": {"levels": levels(), "lints": lints()},
    })
}

fn generate() -> Value {
    json!({
        "output": text("The directory to write to, from that of this file; `-o -` writes to standard output.", "config/crd"),
        "packages": texts("The packages whose CRDs are written.", "my-operator"),
        "workspace": {
            "description": "Whether the CRDs of all packages of the workspace are written.",
            "type": "boolean",
            "examples": [true],
        },
        "features": texts("Features of the packages to turn on.", "v2"),
        "header": text("A file whose comments are put on top of every file, from the directory of this file.", "hack/header.txt"),
        "channels": texts("The channels to write.", "standard"),
        "feature-sets": texts("The feature sets to write.", "Default"),
        "format": choice::<ManifestFormat>("How CRDs are written."),
        "profile": choice::<ProfileName>("What the CRDs are for."),
        "max-description": {
            "description": "Each description is cut to at most this many bytes; 0 drops them.",
            "type": "integer",
            "minimum": 0,
            "examples": [120],
        },
    })
}

fn publish() -> Value {
    json!({
        "format": choice::<PublishFormat>("What is written."),
        "out-dir": text("The directory that JSON Schemas are written to, from that of this file.", "schemas"),
        "layout": choice::<Layout>("How files of JSON Schemas are named."),
        "draft": choice::<DraftName>("The version of JSON Schema."),
        "unknown-fields": choice::<UnknownFieldsName>("What JSON Schemas say of fields that the CRD does not know."),
    })
}

fn validate() -> Value {
    json!({
        "crds": texts("CRDs that objects are judged by, as files, directories or Rust packages, from the directory of this file.", "config/crd"),
        "packages": texts("Rust packages whose types give CRDs.", "my-operator"),
        "field-validation": choice::<FieldValidationName>("What is done about unknown and duplicate fields."),
        "strict-kinds": choice::<StrictKinds>("Objects of which kinds that no CRD declares are errors."),
    })
}

fn convert() -> Value {
    json!({
        "package": text("The package with the mappings.", "my-operator"),
        "to": text("The version to convert to.", "v2"),
    })
}

fn docs() -> Value {
    json!({
        "format": choice::<DocsFormat>("How pages are written."),
        "out-dir": text("The directory that pages are written to, from that of this file.", "docs/api"),
        "template": text("A Jinja template of pages, from the directory of this file.", "docs/kind.md.j2"),
        "title": text("The title of the index.", "API reference"),
        "order": texts("Kinds in the order of the index; the others follow by group and name.", "Database"),
        "hidden": texts("Fields that are left out, of all kinds or of one.", "Database.spec.internal"),
        "front-matter": text("Lines between `---` before each page; `{title}`, `{kind}`, `{group}`, `{plural}` and `{crd}` are filled in.", "sidebar_label: {kind}"),
        "titles": {
            "description": "The titles of pages, by kind.",
            "type": "object",
            "additionalProperties": {"type": "string"},
            "examples": [{}],
        },
    })
}

fn import() -> Value {
    json!({
        "output": text("The file to write, or the directory for a module a CRD, from that of this file.", "src/api"),
        "kube": {
            "description": "Whether the types work with `kube::Api`.",
            "type": "boolean",
            "examples": [true],
        },
        "known-types": {
            "description": "Whether types of crd-core, such as `Condition`, take the place of types with the same members.",
            "type": "boolean",
            "examples": [false],
        },
        "derives": texts("Traits that every type derives, too.", "Eq"),
        "derives-of": {
            "description": "Traits that single types derive, by the name of the type.",
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "examples": [{"User": ["Eq"]}],
        },
        "visibility": text("The visibility of types and fields.", "pub(crate)"),
        "renames": names("Names of types, by the place where a type stands or by the name that it would have.", "spec.users[]", "Account"),
        "types": names("Types of one's own, by the place where they stand.", "spec.size", "crate::Size"),
        "leave-out": texts("Places that are left out.", "spec.legacy"),
        "only": texts("The only places that are written.", "spec.template"),
        "deployment": {
            "description": "Whether labels, annotations and the conversion webhook of the CRD are written.",
            "type": "boolean",
            "examples": [true],
        },
    })
}

fn names(description: &str, of: &str, example: &str) -> Value {
    json!({
        "description": description,
        "type": "object",
        "additionalProperties": {"type": "string"},
        "examples": [{of: example}],
    })
}

fn compat() -> Value {
    json!({
        "accept": {
            "description": "Breakages that are accepted.",
            "type": "array",
            "items": table("A breakage that is accepted.", &json!({
                "fingerprint": text("The fingerprint that `crd-gen compat` prints.", "039cb79638cd"),
                "reason": text("Why it is accepted.", "nobody uses it: see the survey of March"),
            }), &["fingerprint", "reason"]),
        },
    })
}

fn table(description: &str, properties: &Value, required: &[&str]) -> Value {
    let mut table = json!({
        "description": description,
        "type": "object",
        "additionalProperties": false,
        "properties": properties,
    });
    if !required.is_empty() {
        table["required"] = json!(required);
    }
    table
}

fn text(description: &str, example: &str) -> Value {
    json!({"description": description, "type": "string", "examples": [example]})
}

fn texts(description: &str, example: &str) -> Value {
    json!({"description": description, "type": "array", "items": {"type": "string"}, "examples": [[example]]})
}

fn version(description: &str) -> Value {
    let known: Vec<String> = KubeVersion::all().map(|version| version.to_string()).collect();
    json!({"description": description, "enum": known})
}

/// Returns the schema of an option, with a description of each value.
fn choice<T: ValueEnum>(description: &str) -> Value {
    let values = T::value_variants()
        .iter()
        .filter_map(ValueEnum::to_possible_value);
    let (mut names, mut meanings) = (Vec::new(), Vec::new());
    for value in values {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        meanings.push(format!("`{}`: {help}", value.get_name()));
        names.push(value.get_name().to_owned());
    }
    json!({"description": format!("{description} {}.", meanings.join("; ")), "enum": names})
}

/// Returns the schema of the lints that are reported.
fn lints() -> Value {
    table(
        "Which lints are reported.",
        &json!({
            "profile": choice::<LintProfileName>("The profile."),
            "select": texts("Lints that are reported whatever the profile says: rules, families, codes or slugs.", "LNT-20"),
            "ignore": texts("Lints that are not reported whatever the profile says: rules, families, codes or slugs.", "naming"),
            "workspace": {
                "description": "Whether the levels and lints of the nearest `crd-gen.toml` above count, too, where this one says nothing.",
                "type": "boolean",
                "examples": [true],
            },
        }),
        &[],
    )
}

/// Returns the schema of levels by slug; codes are accepted, too.
fn levels() -> Value {
    let level = json!({"enum": LevelName::ALL.map(LevelName::word)});
    let mut slugs = Map::new();
    slugs.insert(
        Levels::WARNINGS.to_owned(),
        json!({"description": "All warnings.", "enum": LevelName::ALL.map(LevelName::word)}),
    );
    for entry in codes::all() {
        let described = json!({
            "description": format!("{}: {}", entry.code, entry.title),
            "enum": LevelName::ALL.map(LevelName::word),
        });
        slugs.insert(entry.slug.to_owned(), described);
    }
    json!({
        "description": "What becomes of findings, by code or slug.",
        "type": "object",
        "additionalProperties": false,
        "patternProperties": {"^CRD[0-9]{4}$": level},
        "properties": slugs,
    })
}
