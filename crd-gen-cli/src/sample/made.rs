//! The samples of one version of a CRD.

use crd_core::samples::{MemberSample, SampleError, Samples};
use crd_core::{Crd, KubeVersion};
use serde_json::Value;

use super::{SampleForm, SampleFormat};

/// The samples of a version, and the reasons why others were not found.
pub(crate) struct VersionSamples {
    pub(crate) samples: Vec<MadeSample>,
    pub(crate) problems: Vec<String>,
}

/// A sample.
pub(crate) struct MadeSample {
    group: String,
    kind: String,
    version: String,
    /// The union and its member, for a sample of one.
    pub(crate) member: Option<(String, String)>,
    pub(crate) object: Value,
    text: String,
}

impl VersionSamples {
    /// Generates the samples of a form.
    pub(crate) fn make(crd: &Crd, version: &str, server: KubeVersion, form: SampleForm) -> Self {
        let mut made = VersionSamples {
            samples: Vec::new(),
            problems: Vec::new(),
        };
        let mut samples = match Samples::new(crd, version, server) {
            Ok(samples) => samples,
            Err(error) => {
                let name = &crd.metadata.name;
                made.problems
                    .push(format!("no sample of `{name}` {version}: {error}"));
                return made;
            }
        };
        let mut add = |member, found: Result<(Value, String), SampleError>| match found {
            Ok((object, text)) => made.samples.push(MadeSample {
                group: crd.spec.group.to_string(),
                kind: crd.spec.names.kind.to_string(),
                version: version.to_owned(),
                member,
                object,
                text,
            }),
            Err(none) => made.problems.push(match &member {
                Some((union, member)) => format!("`{member}` at `{union}`: {none}"),
                None => none.to_string(),
            }),
        };
        match form {
            SampleForm::Smallest => {
                let object = samples.smallest();
                add(None, object.map(|object| (object.clone(), samples.text(&object))));
            }
            SampleForm::Full => {
                let full = samples.full();
                let text = full.map(|full| (full.object.clone(), samples.text_of_full(&full)));
                add(None, text);
            }
            SampleForm::Members => {
                for found in samples.members() {
                    let MemberSample {
                        union_path,
                        member,
                        object,
                        ..
                    } = found;
                    let text = |object: Value| {
                        let text = samples.text(&object);
                        (object, format!("# `{member}` at `{union_path}`\n{text}"))
                    };
                    let made = object.map(text);
                    add(Some((union_path, member)), made);
                }
            }
        }
        made
    }
}

impl MadeSample {
    /// Returns the sample as text.
    pub(crate) fn written(&self, format: SampleFormat) -> String {
        match format {
            SampleFormat::Yaml => self.text.clone(),
            SampleFormat::Json => format!("{}\n", self.object),
        }
    }

    /// Returns the file name: `database_v1.yaml`, or `database_v1_spec.source_git.yaml`.
    pub(crate) fn file_name(&self, format: SampleFormat) -> String {
        self.file_name_of(&self.kind.to_lowercase(), format)
    }

    /// Returns the file name with the group: `database.db.example.com_v1.yaml`.
    pub(crate) fn file_name_with_group(&self, format: SampleFormat) -> String {
        self.file_name_of(&format!("{}.{}", self.kind.to_lowercase(), self.group), format)
    }

    fn file_name_of(&self, kind: &str, format: SampleFormat) -> String {
        let mut name = format!("{kind}_{}", self.version);
        for part in self.member.iter().flat_map(|(union, member)| [union, member]) {
            name.push('_');
            // Names of fields and values of enums may contain any characters.
            name.extend(
                part.chars()
                    .filter(|c| c.is_alphanumeric() || matches!(c, '.' | '-')),
            );
        }
        let extension = match format {
            SampleFormat::Yaml => "yaml",
            SampleFormat::Json => "json",
        };
        format!("{name}.{extension}")
    }
}
