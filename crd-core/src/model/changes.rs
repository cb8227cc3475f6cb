//! The changes between server versions that this crate follows, each with the version that made it.
//!
//! ```text
//! /// Nested `additionalProperties: false` is dropped instead of refused.     what changed
//! DropsNestedFalse = 31,                                                      the minor version that changed it
//! ```
//!
//! Code asks [`KubeVersion::has`], so that no bare version number needs an explanation where it is used. Changes of CEL
//! functions are in crd-cel's declarations, beside the functions.

use super::kube_version::KubeVersion;

macro_rules! changes {
    ($($(#[doc = $text:literal])+ $name:ident = $minor:literal,)+) => {
        /// A change between server versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Change {
            $($(#[doc = $text])+ $name,)+
        }

        impl Change {
            /// The minor version of the first server that has the change.
            pub const fn since(self) -> u16 {
                match self {
                    $(Change::$name => $minor,)+
                }
            }
        }

        /// Every change with its text, line by line, in Markdown.
        #[cfg(feature = "docs")]
        pub(super) const CHANGES: &[(Change, &[&str])] = &[$((Change::$name, &[$($text),+])),+];
    };
}

changes! {
    /// `selectableFields` is a member of the CRD (KEP-4358); servers before drop it as unknown.
    SelectableFieldsKnown = 30,
    /// Updates do not report again what an unchanged value broke before (KEP-4008), and `optionalOldSelf` is kept: the feature
    /// gate `CRDValidationRatcheting` is on.
    ValidationRatcheting = 30,
    /// The `fieldPath` of a false rule does not move later errors of the same node (RUL-09).
    SeparateRulePaths = 30,
    /// `selectableFields` is kept without being in use already (KEP-4358): the feature gate `CustomResourceFieldSelectors` is
    /// on.
    SelectableFieldsEnabled = 31,
    /// `additionalProperties: false` below a combination is dropped instead of refused (STR-21).
    DropsNestedFalse = 31,
    /// Errors of a status update name fields below `status` (VAL-03).
    StatusPaths = 31,
    /// The CA bundle of a conversion webhook is checked when an established CRD is updated (CRD-74).
    ChecksCaBundle = 31,
    /// Errors about length read "may not be more than N bytes".
    TooLongInBytes = 32,
    /// The warning about a finalizer that contains a dot asks for a path (OBJ-19).
    FinalizerPaths = 32,
    /// The error about a stored version that is gone explains storage migration (CRD-84).
    ExplainsStoredVersions = 33,
    /// Updates of the status do not report again what an unchanged value broke before (KEP-4008).
    StatusRatcheting = 33,
    /// Field errors print lists and objects as JSON instead of Go's syntax, and null as `null` instead of `"null"`.
    PrintsValuesAsJson = 34,
    /// Errors about more than one item or byte say "1 item" and "1 byte", no longer "1 items" and "1 bytes".
    SingularItem = 34,
    /// Errors no longer repeat the name of their field, and a required value has no words of its own (CRD-06, CRD-24, CEL-02).
    ShorterErrors = 34,
    /// The server warns of formats that it does not know (WRN-01).
    WarnsOfFormats = 34,
    /// CEL estimates bound the size of an int-or-string by `maxLength`; before, it was always that of a request.
    SizesIntOrString = 34,
    /// The warning of unknown formats looks at strings only (WRN-01).
    WarnsOfStringFormatsOnly = 35,
    /// Errors of rules print the value instead of its type (RUL-04).
    PrintsRuleValues = 35,
    /// Errors about keys of labels and annotations call them that, instead of qualified names, and say lengths in bytes.
    NamesLabelKeys = 35,
    /// The formats `k8s-short-name` and `k8s-long-name` are known to new CRDs.
    KubernetesNameFormats = 35,
    /// `status.observedGeneration` is a member of the CRD and of its conditions.
    ObservedGenerationKnown = 35,
    /// An update may keep more than 8 selectable fields unchanged (CRD-55).
    RatchetsSelectableFields = 35,
    /// Which formats are known depends on the type: those of numbers count, for numbers only.
    FormatsByType = 36,
    /// Values of integers and numbers must be within the range of their format, and bounds of integers must be whole numbers.
    ChecksNumericRanges = 36,
    /// `externalDocs` and `example` are part of a structural schema, so they count in STR-11.
    KeepsDocumentation = 36,
    /// CEL estimates bound `metadata.name` and `metadata.generateName` by their longest valid values.
    SizesMetadataNames = 37,
    /// CEL sees what an optional holds by its schema.
    TypedOptionals = 37,
    /// The server warns of sets of objects and of lists (WRN-02).
    WarnsOfNonScalarSets = 37,
    /// Errors about owner references name the element, and empty members are required values (M-10).
    OwnerReferencesByElement = 37,
    /// An unknown operation in `managedFields` is an unsupported value, and an empty one a required value (M-12).
    ManagedFieldsOperations = 37,
}

impl KubeVersion {
    /// Whether a server of this version has a change.
    pub const fn has(self, change: Change) -> bool {
        self.minor() >= change.since()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_there_from_its_version_on() {
        let server = |minor| KubeVersion::from_minor(minor).unwrap();
        assert!(!server(30).has(Change::DropsNestedFalse));
        assert!(server(31).has(Change::DropsNestedFalse));
        assert!(KubeVersion::NEWEST.has(Change::DropsNestedFalse));
    }
}
