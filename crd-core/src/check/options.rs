//! The options of a check.

use std::sync::Arc;

use super::known::KnownFindings;
use super::levels::Levels;
use super::old::OldCrds;
use crate::model::kube_version::KubeVersion;
use crate::model::mapping::Mapping;
use crate::yaml;

/// Options of a check and of the report of its findings.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The version of the API server; [`KubeVersion::DEFAULT`] unless set.
    pub version: KubeVersion,
    /// The question about each CRD; the server's verdict unless set.
    pub mode: CheckMode,
    /// The CRDs that are deployed. A CRD of the same name is checked as an update of it, any other as a new one.
    pub old: Option<Arc<OldCrds>>,
    /// The levels of the findings of each code; the code's default severity unless set.
    pub levels: Levels,
    /// Whether members that the server does not know are reported; they are unless set.
    pub unknown_members: UnknownMembers,
    /// Whether the size of each CRD is compared with the limits of etcd and of `kubectl apply`; it is not unless
    /// set.
    pub sizes: SizeCheck,
    /// The severity of data loss in conversion with strategy None, if the CRD leaves the strategy to the server; a
    /// warning unless set.
    pub data_loss: DataLoss,
    /// The mapping between the versions, if it is known: `convert::mapping_of` of the types. Findings about versions
    /// that a webhook converts then take it into account; unknown unless set.
    pub mapping: Option<Arc<Mapping>>,
    /// The names of CRDs to which a patch, such as one of kustomize, adds a conversion webhook before they are applied:
    /// their versions are checked as versions that a webhook converts.
    pub webhook_patches: Vec<String>,
    /// The findings that were known before, which are only counted; none unless set.
    pub known: Option<Arc<KnownFindings>>,
    /// Limits of the parser.
    pub reading: yaml::Options,
    /// Maximum number of findings in the report; the others are only counted, which is much faster than finding their
    /// places. With 0, errors that the server reports only after others are fixed are not counted. No limit unless set.
    pub limit: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            version: KubeVersion::DEFAULT,
            mode: CheckMode::default(),
            old: None,
            levels: Levels::default(),
            unknown_members: UnknownMembers::default(),
            sizes: SizeCheck::default(),
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
    /// Returns the default options for a version of the server.
    #[must_use]
    pub fn for_version(version: KubeVersion) -> Self {
        Options {
            version,
            ..Options::default()
        }
    }
}

/// The question about each CRD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CheckMode {
    /// The server's response when the CRD is created or updated.
    #[default]
    Verdict,
    /// The lowest version that accepts the CRD when it is created.
    MinimumVersion,
    /// The condition `NonStructuralSchema` that the server sets on the CRD.
    Condition,
}

/// The treatment of members that the server does not know and drops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnknownMembers {
    /// They are reported.
    #[default]
    Report,
    /// They are not reported: the text is also for other readers, as with the profile
    /// [`Extended`](crate::generate::Profile::Extended).
    Ignore,
}

/// The severity of data loss in conversion with strategy None. For a CRD with an explicit `strategy: None`, it is a warning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataLoss {
    /// A warning: the server accepts the CRD.
    #[default]
    Warn,
    /// An error: the author of the CRD can still choose another strategy.
    Refuse,
    /// An error, with one finding for all losses of the same kind: the versions declare their mapping, so declaring the
    /// webhook that implements it fixes all of them.
    RefuseTogether,
}

/// Whether sizes are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum SizeCheck {
    /// They are not checked.
    #[default]
    Ignore,
    /// They are checked, and the result is in [`CheckedCrd::oversize`](super::CheckedCrd::oversize).
    Check,
}
