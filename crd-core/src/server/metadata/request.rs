//! Changes the metadata of a request as the server does, before validation and after it.
//!
//! ```text
//! CRD       namespace: default                  the namespace is cleared                      (PREP-04)
//! any       ownerReferences: [a, b, a]          [a, b], and a warning                         (PREP-06)
//! any       managedFields: [{operation: x}]     none                                          (PREP-07)
//! create    resourceVersion: "7"                valid, but it cannot be stored                (PREP-05)
//! ```

use std::borrow::Cow;

use super::managers;
use crate::model::field::{ErrorType, FieldError, Path};
use crate::model::metadata::ObjectMeta;
use crate::model::rules;

/// The time at which owner references are checked, which affects the text of the warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OwnersSeen {
    /// Before admission: creates and updates.
    BeforeAdmission,
    /// After admission: patches, including server-side apply.
    #[cfg(feature = "eval")]
    AfterAdmission,
}

/// Removes repeated entries of owner references. Returns the index of the first removed entry and the
/// server's warning, if there is one. `uid` returns the UID of an entry.
pub(crate) fn drop_repeated_owners<T: PartialEq>(
    owners: &mut Vec<T>,
    uid: impl Fn(&T) -> String,
    seen: OwnersSeen,
) -> Option<(usize, String)> {
    let mut first = None;
    let mut uids = Vec::new();
    let mut kept: Vec<T> = Vec::with_capacity(owners.len());
    for (index, owner) in owners.drain(..).enumerate() {
        if kept.contains(&owner) {
            first = first.or(Some(index));
            uids.push(uid(&owner));
        } else {
            kept.push(owner);
        }
    }
    *owners = kept;
    let when = match seen {
        OwnersSeen::BeforeAdmission => "",
        #[cfg(feature = "eval")]
        OwnersSeen::AfterAdmission => " after mutating admission happens",
    };
    let text = format!(
        ".metadata.ownerReferences contains duplicate entries{when}; API server dedups owner references in 1.20+, and may reject such \
         requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        uids.join(", ")
    );
    first.map(|index| (index, text))
}

/// The metadata of a CRD in a request, in the form in which it is validated.
pub(crate) struct ReceivedMeta<'a> {
    pub(crate) meta: Cow<'a, ObjectMeta>,
    /// The position of a repeated owner, and the server's warning.
    pub(crate) repeated_owner: Option<(usize, String)>,
}

/// Prepares the metadata of a CRD in a request, which replaces `old` if there is one.
pub(crate) fn receive<'a>(meta: &'a ObjectMeta, old: Option<&ObjectMeta>) -> ReceivedMeta<'a> {
    let mut received = ReceivedMeta {
        meta: Cow::Borrowed(meta),
        repeated_owner: None,
    };
    if !meta.namespace.is_empty() {
        received.meta.to_mut().namespace = Box::default();
    }
    if meta.owner_references.len() > 1 {
        let owners = &mut received.meta.to_mut().owner_references;
        received.repeated_owner =
            drop_repeated_owners(owners, |owner| owner.uid.to_string(), OwnersSeen::BeforeAdmission);
    }
    if !managers::are_readable(&meta.managed_fields) {
        received.meta.to_mut().managed_fields = old.map(|old| old.managed_fields.clone()).unwrap_or_default();
    }
    received
}

/// Returns the error if valid metadata cannot be stored for a new object because it contains a resource
/// version (PREP-05). A text that is not a version is ignored.
pub(crate) fn unstorable(resource_version: &str, metadata: &Path<'_>) -> Option<FieldError> {
    let is_number = resource_version.bytes().all(|byte| byte.is_ascii_digit());
    let version: u64 = resource_version.parse().ok().filter(|_| is_number)?;
    (version != 0).then(|| {
        FieldError::new(
            rules::PREP_05,
            ErrorType::Unstorable,
            &metadata.child("resourceVersion"),
            "resourceVersion should not be set on objects to be created",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_versions_of_stored_objects_keep_an_object_from_being_created() {
        let refused = |version: &str| unstorable(version, &Path::root("metadata")).is_some();
        for version in ["1", "007", "18446744073709551615"] {
            assert!(refused(version), "{version}");
        }
        for version in ["", "0", "00", "abc", "+1", "-1", "1.0", "18446744073709551616"] {
            assert!(!refused(version), "{version}");
        }
    }

    #[test]
    fn owners_that_differ_in_any_member_are_kept() {
        let mut owners = vec!["a1", "b1", "a1", "a2", "b1"];
        let (first, text) = drop_repeated_owners(
            &mut owners,
            |owner| owner[..1].to_owned(),
            OwnersSeen::BeforeAdmission,
        )
        .unwrap();
        assert_eq!((first, owners), (2, vec!["a1", "b1", "a2"]));
        assert!(text.ends_with("observed: a, b"), "{text}");
    }
}
