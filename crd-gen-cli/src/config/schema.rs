//! The JSON Schema of `crd-gen.toml`, by which editors complete and check it.

use clap::ValueEnum;
use crd_core::KubeVersion;
use crd_core::check::{self, Levels, codes};
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
        "description": "The configuration of crd-gen. For each input file, the nearest crd-gen.toml in its directory or the directories above it applies.",
        "type": "object",
        "additionalProperties": false,
        "properties": {
            "kubernetes-version": version("The Kubernetes version of the API server, unless `--kubernetes-version` is given."),
            "exclude": texts("Files and directories to skip, as patterns in the syntax of .gitignore.", "charts/"),
            "levels": {"$ref": "#/definitions/levels"},
            "lints": {"$ref": "#/definitions/lints"},
            "crds": {
                "description": "Configuration for some CRDs. Later entries take precedence.",
                "type": "array",
                "items": table("Configuration for some CRDs.", &json!({
                    "match": texts("Names of CRDs; `*` matches any text.", "*.example.com"),
                    "levels": {"$ref": "#/definitions/levels"},
                    "lints": {"$ref": "#/definitions/lints"},
                }), &["match"]),
            },
            "paths": {
                "description": "Configuration for some files. Later entries take precedence.",
                "type": "array",
                "items": table("Configuration for some files.", &json!({
                    "match": texts("Files and directories, as patterns in the syntax of .gitignore.", "vendor/"),
                    "kubernetes-version": version("The Kubernetes version of the API server for these files."),
                    "levels": {"$ref": "#/definitions/levels"},
                    "lints": {"$ref": "#/definitions/lints"},
                }), &["match"]),
            },
            "generate": table("Defaults for the options of `crd-gen generate`.", &generate(), &[]),
            "publish": table("Defaults for the options of `crd-gen publish`.", &publish(), &[]),
            "validate": table("Defaults for the options of `crd-gen validate`.", &validate(), &[]),
            "convert": table("Defaults for the options of `crd-gen convert`.", &convert(), &[]),
            "import": table("Options of `crd-gen import`.", &import(), &[]),
            "compat": table("Options of `crd-gen compat`.", &compat(), &[]),
            "docs": table("Options of `crd-gen docs`.", &docs(), &[]),
        },
        "definitions": {"levels": levels(), "lints": lints()},
    })
}

fn generate() -> Value {
    json!({
        "output": text("The directory to write to, relative to this file; `-o -` writes to standard output.", "config/crd"),
        "packages": texts("The packages to generate CRDs from.", "my-operator"),
        "workspace": {
            "description": "Whether to generate the CRDs of all packages of the workspace.",
            "type": "boolean",
            "examples": [true],
        },
        "features": texts("Features of the packages to enable.", "v2"),
        "header": text("A file with comments to write at the top of every manifest, relative to this file.", "hack/header.txt"),
        "channels": texts("The channels to generate.", "standard"),
        "feature-sets": texts("The feature sets to generate.", "Default"),
        "format": choice::<ManifestFormat>("The output format of CRDs."),
        "crd-profile": choice::<ProfileName>("The purpose of the CRDs."),
        "max-description": {
            "description": "The maximum length of descriptions, in bytes; 0 removes descriptions.",
            "type": "integer",
            "minimum": 0,
            "examples": [120],
        },
    })
}

fn publish() -> Value {
    json!({
        "format": choice::<PublishFormat>("The output format."),
        "out-dir": text("The directory for JSON Schemas, relative to this file.", "schemas"),
        "layout": choice::<Layout>("The names of JSON Schema files."),
        "draft": choice::<DraftName>("The version of JSON Schema."),
        "unknown-fields": choice::<UnknownFieldsName>("How JSON Schemas treat unknown fields."),
    })
}

fn validate() -> Value {
    json!({
        "crds": texts("The CRDs: files, directories or Rust packages, relative to this file.", "config/crd"),
        "packages": texts("Rust packages to generate CRDs from.", "my-operator"),
        "field-validation": choice::<FieldValidationName>("How to treat unknown and duplicate fields."),
        "strict-kinds": choice::<StrictKinds>("Which objects without a CRD are reported as errors."),
    })
}

fn convert() -> Value {
    json!({
        "package": text("The package with the conversions.", "my-operator"),
        "to": text("The API version to convert to.", "v2"),
    })
}

fn docs() -> Value {
    json!({
        "format": choice::<DocsFormat>("The output format of pages."),
        "out-dir": text("The directory for pages, relative to this file.", "docs/api"),
        "template": text("A Jinja template for pages, relative to this file.", "docs/kind.md.j2"),
        "title": text("The title of the index.", "API reference"),
        "order": texts("The order of kinds in the index; other kinds follow by group and name.", "Database"),
        "hidden": texts("Fields to omit, of all kinds or of one kind.", "Database.spec.internal"),
        "front-matter": text("The front matter of each page; `{title}`, `{kind}`, `{group}`, `{plural}` and `{crd}` are replaced.", "sidebar_label: {kind}"),
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
        "output": text("The file to write, or the directory for one module per CRD, relative to this file.", "src/api"),
        "kube": {
            "description": "Whether to generate types for `kube::Api`.",
            "type": "boolean",
            "examples": [true],
        },
        "k8s-openapi": text("The version of Kubernetes whose types of k8s-openapi are used for objects with the same fields.", "1.36"),
        "known-types": {
            "description": "Whether to use types of crd-core and k8s-openapi, such as `Condition`, instead of generating types with the same fields.",
            "type": "boolean",
            "examples": [false],
        },
        "keep-null": {
            "description": "Whether fields that may be absent or null have the type `Nullable`, which \
                distinguishes the two.",
            "type": "boolean",
            "examples": [true],
        },
        "unions": {
            "description": "Whether objects of which exactly one field is set become enums. Otherwise they become structs.",
            "type": "boolean",
            "examples": [false],
        },
        "derives": texts("Traits to derive for all types but root types.", "Eq"),
        "derives-of": {
            "description": "Traits to derive for single types, by type name, root types included; `@struct`, `@enum` and `@union` are all structs, all enums of strings, and all enums with data.",
            "type": "object",
            "additionalProperties": {"type": "array", "items": {"type": "string"}},
            "examples": [{"User": ["Eq"]}],
        },
        "visibility": text("The visibility of types and fields.", "pub(crate)"),
        "renames": names("Names of types, by the path of a field of the type or by the default name.", "spec.users[]", "Account"),
        "types": names("Existing types to use, by the path of the field.", "spec.size", "crate::Size"),
        "leave-out": texts("Paths of fields to omit.", "spec.legacy"),
        "only": texts("Paths of the only fields to generate.", "spec.template"),
        "deployment": {
            "description": "Whether to include the labels and annotations of the CRD.",
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
            "description": "Breaking changes to accept.",
            "type": "array",
            "items": table("A breaking change to accept.", &json!({
                "fingerprint": text("The fingerprint that `crd-gen compat` prints.", "039cb79638cd"),
                "reason": text("The reason for accepting the change.", "nobody uses it: see the survey of March"),
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
        "Selection of lints.",
        &json!({
            "profile": choice::<LintProfileName>("The lint profile."),
            "select": texts("Lints to report in addition to the profile: rules, families, codes or slugs.", "LNT-20"),
            "ignore": texts("Lints not to report, even if the profile has them: rules, families, codes or slugs.", "naming"),
            "workspace": {
                "description": "Whether to inherit levels and lints from the nearest `crd-gen.toml` in a parent directory, unless this file sets them.",
                "type": "boolean",
                "examples": [true],
            },
        }),
        &[],
    )
}

/// Returns the schema of levels by slug; codes, rules and families of lints are accepted, too.
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
    for lint in check::lints() {
        let described = json!({
            "description": format!("All lints of the family `{}`.", lint.family),
            "enum": LevelName::ALL.map(LevelName::word),
        });
        slugs.insert(lint.family.to_owned(), described);
    }
    json!({
        "description": "The levels of findings, by code, slug, or rule or family of lints.",
        "type": "object",
        "additionalProperties": false,
        "patternProperties": {"^CRD[0-9]{4}$": level, "^LNT-[0-9]{2}$": level},
        "properties": slugs,
    })
}
