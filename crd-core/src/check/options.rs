//! The options of a check.

use std::sync::Arc;

use super::known::KnownFindings;
use super::levels::Levels;
use super::old::OldCrds;
use crate::model::kube_version::KubeVersion;
use crate::model::mapping::Mapping;
use crate::yaml;

/// What to check for, and how findings are reported.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The version of the API server; [`KubeVersion::DEFAULT`] unless set.
    pub version: KubeVersion,
    /// What is asked of each CRD; the server's verdict unless set.
    pub question: Question,
    /// The CRDs that are deployed. A CRD of the same name is checked as an update of it, any other as a new one.
    pub old: Option<Arc<OldCrds>>,
    /// What becomes of the findings of each code; the code's own severity unless set.
    pub levels: Levels,
    /// Whether members that the server does not know are reported; they are unless set.
    pub unknown_members: UnknownMembers,
    /// Whether the size of each CRD is compared with the limits of etcd and of `kubectl apply`; it is not unless
    /// set.
    pub sizes: Sizes,
    /// How bad it is that conversion with strategy None loses data, where the CRD leaves the strategy to the server; a warning
    /// unless set.
    pub data_loss: DataLoss,
    /// How the versions map to each other, if that is known: `convert::mapping_of` of the types. Then findings about versions that
    /// a webhook converts go by it; nothing is known unless set.
    pub mapping: Option<Arc<Mapping>>,
    /// The names of CRDs to which a patch adds a conversion webhook before they are applied, as kustomize does: their versions are
    /// checked as versions that a webhook converts.
    pub webhook_patches: Vec<String>,
    /// The findings that were there before, which are only counted; none unless set.
    pub known: Option<Arc<KnownFindings>>,
    /// Bounds on what is read.
    pub reading: yaml::Options,
    /// How many findings are kept in the report; the others are only counted, which is much faster than finding
    /// their places. No limit unless set.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            version: KubeVersion::DEFAULT,
            question: Question::default(),
            old: None,
            levels: Levels::default(),
            unknown_members: UnknownMembers::default(),
            sizes: Sizes::default(),
            data_loss: DataLoss::default(),
            mapping: None,
            webhook_patches: Vec::new(),
            known: None,
            reading: yaml::Options::default(),
            limit: usize::MAX,
        }
    }
}

impl Options {
    /// The defaults for a server of a version.
    #[must_use]
    pub fn for_version(version: KubeVersion) -> Self {
        Options {
            version,
            ..Options::default()
        }
    }
}

/// What is asked of each CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// What the server answers when the CRD is created or updated.
    #[default]
    Verdict,
    /// Which is the lowest version that accepts the CRD when it is created.
    MinimumVersion,
    /// Which condition `NonStructuralSchema` the server sets on the CRD.
    Condition,
}

/// What is said about members that the server does not know and drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownMembers {
    /// They are findings.
    #[default]
    Report,
    /// They are not reported: the text is meant for other readers too, as that of the profile
    /// [`Extended`](crate::generate::Profile::Extended) is.
    Ignore,
}

/// How bad it is that conversion with strategy None loses data. A CRD that has `strategy: None` chose it, and is warned of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataLoss {
    /// It is reported as a warning: the server accepts the CRD.
    #[default]
    Warn,
    /// It is an error: the author of the CRD can still decide.
    Refuse,
    /// It is an error, and one finding for all that is lost in the same way: the versions declare how they convert, so naming the
    /// webhook that does it fixes all of it.
    RefuseTogether,
}

/// Whether sizes are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sizes {
    /// They are not.
    #[default]
    Ignore,
    /// They are, and [`CheckedCrd::oversize`](super::CheckedCrd::oversize) says what is too large.
    Check,
}
