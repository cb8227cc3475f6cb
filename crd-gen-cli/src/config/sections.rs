//! The sections of `crd-gen.toml` for single commands: defaults for their options.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::choices::{
    DocsFormat, DraftName, FieldValidationName, Layout, ManifestFormat, ProfileName, PublishFormat,
    StrictKinds, UnknownFieldsName,
};

/// `[generate]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct GenerateSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<PathBuf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) packages: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) workspace: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) features: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) header: Option<PathBuf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) channels: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) feature_sets: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<ManifestFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) crd_profile: Option<ProfileName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) max_description: Option<usize>,
}

/// `[compat]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct CompatSection {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) accept: Vec<Acceptance>,
}

/// `[[compat.accept]]`: a breakage that is accepted.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acceptance {
    pub(crate) fingerprint: String,
    pub(crate) reason: String,
}

/// `[publish]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct PublishSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<PublishFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) out_dir: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) layout: Option<Layout>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) draft: Option<DraftName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unknown_fields: Option<UnknownFieldsName>,
}

/// `[validate]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ValidateSection {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) crds: Vec<PathBuf>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) packages: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) field_validation: Option<FieldValidationName>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) strict_kinds: Option<StrictKinds>,
}

/// `[convert]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ConvertSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) package: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
}

/// `[docs]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct DocsSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) format: Option<DocsFormat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) out_dir: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) template: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) title: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) order: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) hidden: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) front_matter: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) titles: BTreeMap<String, String>,
}

impl DocsSection {
    /// Resolves paths against the directory of the file.
    pub(super) fn below(mut self, directory: &Path) -> Self {
        for path in self.out_dir.iter_mut().chain(&mut self.template) {
            place(path, directory);
        }
        self
    }
}

/// `[import]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct ImportSection {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) output: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) kube: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) k8s_openapi: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) known_types: Option<bool>,
    pub(crate) keep_null: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) unions: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) derives: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) visibility: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) leave_out: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) only: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) deployment: Option<bool>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) renames: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) types: BTreeMap<String, String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) derives_of: BTreeMap<String, Vec<String>>,
}

impl ImportSection {
    /// Resolves paths against the directory of the file.
    pub(super) fn below(mut self, directory: &Path) -> Self {
        self.output.iter_mut().for_each(|path| place(path, directory));
        self
    }
}

impl GenerateSection {
    /// Resolves paths against the directory of the file.
    pub(super) fn below(mut self, directory: &Path) -> Self {
        for path in self.output.iter_mut().chain(&mut self.header) {
            place(path, directory);
        }
        self
    }
}

impl PublishSection {
    /// Resolves paths against the directory of the file.
    pub(super) fn below(mut self, directory: &Path) -> Self {
        self.out_dir.iter_mut().for_each(|path| place(path, directory));
        self
    }
}

impl ValidateSection {
    /// Resolves paths against the directory of the file.
    pub(super) fn below(mut self, directory: &Path) -> Self {
        self.crds.iter_mut().for_each(|path| place(path, directory));
        self
    }
}

/// Resolves a path against the directory; a path below the current directory is shortened, as it would be typed.
fn place(path: &mut PathBuf, directory: &Path) {
    let whole = directory.join(&*path);
    let here = std::env::current_dir().unwrap_or_default();
    *path = match whole.strip_prefix(here) {
        Ok(below) if below.as_os_str().is_empty() => PathBuf::from("."),
        Ok(below) => below.to_owned(),
        Err(_) => whole,
    };
}
