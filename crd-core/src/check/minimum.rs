//! The lowest Kubernetes version that accepts a CRD.

use super::{Diagnostic, DocumentSource, diagnose};
use crate::model::crd::Crd;
use crate::model::kube_version::KubeVersion;
use crate::server::decode::decode_for;
use crate::server::validation::{self, Verdict};

/// The lowest version that accepts a CRD when it is created.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MinimumVersion {
    /// The version; `None` when no known version accepts the CRD.
    pub version: Option<KubeVersion>,
    /// The error of the version before it, or of the newest version.
    pub previous_error: Option<PreviousVersionError>,
}

/// The error of a version that rejects a CRD.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PreviousVersionError {
    /// The version.
    pub version: KubeVersion,
    /// Its first error.
    pub diagnostic: Diagnostic,
}

/// Tries the versions one after the other, each with the CRD that it decodes.
pub(super) fn find(source: DocumentSource<'_>, crd: &Crd) -> MinimumVersion {
    let mut refused: Option<(KubeVersion, Verdict)> = None;
    let mut accepted = None;
    for version in KubeVersion::all() {
        let decoded = decode_for(source.document, version).crd;
        let verdict = validation::create(decoded.as_ref().unwrap_or(crd), version);
        if verdict.accepted() {
            accepted = Some(version);
            break;
        }
        refused = Some((version, verdict));
    }
    MinimumVersion {
        version: accepted,
        previous_error: refused.and_then(|(version, verdict)| {
            let diagnostic = first(source, &verdict)?;
            Some(PreviousVersionError { version, diagnostic })
        }),
    }
}

/// Returns the first error by place, or the panic.
fn first(source: DocumentSource<'_>, verdict: &Verdict) -> Option<Diagnostic> {
    let errors = verdict.errors.iter();
    errors
        .map(|error| diagnose::field_error(source, error))
        .min_by_key(|diagnostic| (diagnostic.span, diagnostic.code))
        .or_else(|| {
            let panic = verdict.panic.as_ref()?;
            Some(diagnose::server_panic(source, panic))
        })
}
