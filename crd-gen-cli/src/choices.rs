//! The values of options that are also in `crd-gen.toml`.

use clap::ValueEnum;
use crd_core::check::LintProfile;
use crd_core::check::objects::UnknownKinds;
use crd_core::objects::FieldValidation;
use serde::{Deserialize, Serialize};

/// The format of CRDs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ManifestFormat {
    /// YAML.
    #[default]
    Yaml,
    /// JSON.
    Json,
}

/// The purpose of CRDs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ProfileName {
    /// CRDs that can be applied to a cluster.
    #[default]
    Apiserver,
    /// CRDs with `x-kubernetes-unions` and `x-kubernetes-api-lifecycle` (from KEPs), for documentation and tools.
    Extended,
}

/// The documents that are published.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PublishFormat {
    /// OpenAPI documents.
    #[default]
    Openapi,
    /// JSON Schemas, for editors and tools that validate manifests.
    JsonSchema,
}

/// The version of JSON Schema.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
pub enum DraftName {
    /// Draft 7, which editors and kubeconform read.
    #[default]
    #[value(name = "7")]
    #[serde(rename = "7")]
    Draft7,
    /// Draft 2020-12.
    #[value(name = "2020-12")]
    #[serde(rename = "2020-12")]
    Draft202012,
}

/// The treatment of unknown fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UnknownFieldsName {
    /// Reject unknown fields, as strict field validation does, which kubectl requests.
    #[default]
    #[value(alias = "strict")]
    Reject,
    /// Allow unknown fields; the API server prunes them.
    Allow,
}

/// The names of files of JSON Schemas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// `GROUP/KIND_VERSION.json` in lower case, as in the CRDs catalog that editors use.
    #[default]
    Catalog,
    /// `master-standalone[-strict]/KIND-GROUP-VERSION.json`, with the first label of the group.
    Kubeconform,
}

/// The values of `fieldValidation`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldValidationName {
    /// Report them as errors.
    Strict,
    /// Report them as warnings.
    #[default]
    Warn,
    /// Do not report them.
    Ignore,
}

impl From<FieldValidationName> for FieldValidation {
    fn from(name: FieldValidationName) -> Self {
        match name {
            FieldValidationName::Strict => FieldValidation::Strict,
            FieldValidationName::Warn => FieldValidation::Warn,
            FieldValidationName::Ignore => FieldValidation::Ignore,
        }
    }
}

/// The undeclared kinds that are errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StrictKinds {
    /// All kinds without a CRD.
    All,
    /// Only kinds that are not built into Kubernetes.
    Custom,
}

impl StrictKinds {
    /// Returns the treatment of undeclared kinds; they are skipped unless they are errors.
    pub(crate) fn unknown_kinds(strict: Option<Self>) -> UnknownKinds {
        match strict {
            None => UnknownKinds::PassOver,
            Some(StrictKinds::Custom) => UnknownKinds::RefuseCustom,
            Some(StrictKinds::All) => UnknownKinds::RefuseAll,
        }
    }
}

/// The lints that are reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LintProfileName {
    /// Schemas that the API server accepts but treats differently than intended.
    #[default]
    Server,
    /// In addition, violations of the Kubernetes API conventions.
    Conventions,
    /// The API conventions of `OpenShift`.
    Openshift,
    /// The API conventions of Gateway API.
    GatewayApi,
    /// Every lint.
    Strict,
}

impl From<LintProfileName> for LintProfile {
    fn from(name: LintProfileName) -> Self {
        match name {
            LintProfileName::Server => LintProfile::Server,
            LintProfileName::Conventions => LintProfile::Conventions,
            LintProfileName::Openshift => LintProfile::Openshift,
            LintProfileName::GatewayApi => LintProfile::GatewayApi,
            LintProfileName::Strict => LintProfile::Strict,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command line and the configuration file have the same word for each value.
    fn check<T: ValueEnum + Serialize>() {
        for value in T::value_variants() {
            let on_the_command_line = value.to_possible_value().unwrap();
            let in_the_file = serde_json::to_value(value).unwrap();
            assert_eq!(in_the_file, on_the_command_line.get_name());
        }
    }

    #[test]
    fn values_have_one_name() {
        check::<ManifestFormat>();
        check::<ProfileName>();
        check::<PublishFormat>();
        check::<DraftName>();
        check::<UnknownFieldsName>();
        check::<Layout>();
        check::<FieldValidationName>();
        check::<StrictKinds>();
        check::<LintProfileName>();
    }
}

/// The format of pages of documentation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DocsFormat {
    /// Markdown, for GitHub and common static site generators.
    #[default]
    Markdown,
    /// HTML without JavaScript or other files.
    Html,
    /// The data that templates get, as JSON.
    Json,
}

impl DocsFormat {
    /// Returns the file extension.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            DocsFormat::Markdown => "md",
            DocsFormat::Html => "html",
            DocsFormat::Json => "json",
        }
    }
}
