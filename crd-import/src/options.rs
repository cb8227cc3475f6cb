//! What an import writes.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::ImportError;
use crate::names::is_identifier;

/// What an import writes; the defaults give plain types for crd-core alone.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The type of `metadata`, and whether roots work with `kube::Api`.
    pub client: Client,
    /// Whether types of `crd_core::types`, such as `Condition`, take the place of types with the same members.
    pub known_types: bool,
    /// What becomes of null where a member may be absent, too.
    pub null: NullOfOptional,
    /// Traits that every type derives besides `Schema`, `Serialize`, `Deserialize`, `Clone`, `Debug` and `PartialEq`.
    pub derives: Vec<String>,
    /// Traits that single types derive, by the name of the type; `@struct` and `@enum` are all of them.
    pub derives_of: BTreeMap<String, Vec<String>>,
    /// The visibility of types and fields.
    pub visibility: String,
    /// Names of types, by the path of a place where the type stands, such as `spec.users[]`, or by the name that it would have.
    pub renames: BTreeMap<String, String>,
    /// Types of one's own in place of those that would be written, by path.
    pub types: BTreeMap<String, String>,
    /// Paths that are left out.
    pub left_out: BTreeSet<String>,
    /// The only paths that are written, if there are any.
    pub only: BTreeSet<String>,
    /// Whether labels and annotations of the CRD are written.
    pub deployment: Deployment,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions {
            client: Client::None,
            known_types: true,
            null: NullOfOptional::ReadAsAbsent,
            derives: Vec::new(),
            derives_of: BTreeMap::new(),
            visibility: "pub".to_owned(),
            renames: BTreeMap::new(),
            types: BTreeMap::new(),
            left_out: BTreeSet::new(),
            only: BTreeSet::new(),
            deployment: Deployment::LeftOut,
        }
    }
}

impl ImportOptions {
    /// Whether names and types can stand in Rust.
    pub(crate) fn check(&self) -> Result<(), ImportError> {
        for (of, name) in &self.renames {
            if !is_identifier(name) {
                return Err(ImportError::Option {
                    message: format!("`{name}`, the new name of `{of}`, is no name of a Rust type"),
                });
            }
        }
        Ok(())
    }
}

/// Which client reads and writes objects of the types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// None: `metadata` is crd-core's.
    #[default]
    None,
    /// kube: `metadata` is k8s-openapi's, and the roots implement `kube::Resource`.
    Kube,
}

/// How a member is read that may be absent, null or a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullOfOptional {
    /// As `Option`: null is `None`, which is left out.
    #[default]
    ReadAsAbsent,
    /// As `crd_core::types::Nullable`, which is written as it was read.
    Kept,
}

/// What becomes of the parts of a CRD that say how it is deployed: labels and annotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deployment {
    /// They are left out, since they belong to whoever deploys the CRD.
    #[default]
    LeftOut,
    /// They become attributes.
    Written,
}
