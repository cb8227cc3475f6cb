//! Options of imports.

use std::collections::{BTreeMap, BTreeSet};

use crate::error::ImportError;
use crate::place::SchemaPosition;
use crate::words::{is_identifier, is_of_std, is_word, pascal, words};

/// Options of an import; with the defaults, the types depend only on crd-core.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ImportOptions {
    /// The type of `metadata`, and whether roots work with `kube::Api`.
    pub client: Client,
    /// Whether types of `crd_core::types`, such as `Condition`, are used for objects with the same members.
    pub known_types: bool,
    /// Whether types of k8s-openapi, such as `PodTemplateSpec`, are also used for objects with the same members.
    pub kubernetes: KubernetesTypes,
    /// How null is handled for members that may also be absent.
    pub null: NullHandling,
    /// The types of objects of which exactly one member is set.
    pub unions: UnionTypes,
    /// Additional traits that every type derives, besides `Schema`, `Serialize`, `Deserialize`, `Clone`, `Debug` and `PartialEq`; `Default`
    /// is only derived for structs whose required fields have it, and `Eq`, `Ord` and `Hash` for types without floats.
    /// Root types do not, because the type of their metadata implements few traits.
    pub derives: Vec<String>,
    /// Additional traits of individual types, by the name of the type, root types included; `@struct`, `@enum` and `@union` select all structs, all
    /// enums of strings, or all enums with data.
    pub derives_of: BTreeMap<String, Vec<String>>,
    /// The visibility of types and fields.
    pub visibility: String,
    /// Names of types, by the path of a place where the type is used, such as `spec.users[]`, or by its default name.
    pub renames: BTreeMap<String, String>,
    /// Existing types that are used instead of generated ones, by path.
    pub types: BTreeMap<String, String>,
    /// Paths that are not imported.
    pub left_out: BTreeSet<String>,
    /// If not empty, only these paths are imported.
    pub only: BTreeSet<String>,
    /// Whether labels and annotations of the CRD are imported.
    pub deployment: Deployment,
}

impl Default for ImportOptions {
    fn default() -> Self {
        ImportOptions {
            client: Client::None,
            known_types: true,
            kubernetes: KubernetesTypes::None,
            null: NullHandling::AsAbsent,
            unions: UnionTypes::Enums,
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
    /// Whether all members are imported.
    pub(crate) fn selects_all(&self) -> bool {
        self.left_out.is_empty() && self.only.is_empty()
    }

    /// Whether a member of the object at a place is not imported.
    pub(crate) fn leaves_out(&self, place: &SchemaPosition, name: &str) -> bool {
        let place = place.member(name).to_string();
        let is_below = |path: &str, of: &str| {
            path.strip_prefix(of)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        if self.left_out.iter().any(|out| is_below(&place, out)) {
            return true;
        }
        !self.only.is_empty()
            && !self
                .only
                .iter()
                .any(|wanted| is_below(&place, wanted) || is_below(wanted, &place))
    }

    /// Checks that names and types are valid in Rust.
    pub(crate) fn check(&self) -> Result<(), ImportError> {
        if let KubernetesTypes::Of(minor) = self.kubernetes
            && !(OLDEST..=NEWEST).contains(&minor)
        {
            return Err(ImportError::Option {
                message: format!(
                    "there are no types of k8s-openapi for Kubernetes 1.{minor}; choose 1.{OLDEST} to \
                     1.{NEWEST}"
                ),
            });
        }
        for (of, name) in &self.renames {
            check_name(name, of)?;
        }
        for (of, ty) in &self.types {
            if !can_be_type(ty) {
                let meant = with_double_colons(ty).filter(|meant| can_be_type(meant));
                let written = meant.as_deref().unwrap_or("crate::Size");
                if let Some((first, _)) = ty.split_once(',').filter(|_| ty.contains('=')) {
                    return Err(ImportError::Option {
                        message: format!("`{of}={first}`: give the option once for each field"),
                    });
                }
                return Err(ImportError::Option {
                    message: format!(
                        "`{ty}`, the type of `{of}`, is not a Rust type; write it as `{written}`"
                    ),
                });
            }
        }
        if !is_visibility(&self.visibility) {
            return Err(ImportError::Option {
                message: format!(
                    "`{}` is no visibility; write `pub`, `pub(crate)`, `pub(super)`, `pub(in crate::api)`, or nothing",
                    self.visibility
                ),
            });
        }
        for derive in self.derives.iter().chain(self.derives_of.values().flatten()) {
            let is_trait = |name: &str| name.starts_with(|first: char| first.is_ascii_uppercase());
            if !derive.split("::").all(is_word) || !derive.rsplit("::").next().is_some_and(is_trait) {
                return Err(ImportError::Option {
                    message: format!("`{derive}` cannot be derived: write the path of a trait, such as `Eq`"),
                });
            }
        }
        Ok(())
    }
}

/// Checks that an author's name for a type is valid in Rust, and not used by the generated code.
pub(crate) fn check_name(name: &str, of: &str) -> Result<(), ImportError> {
    let problem = if name.contains(['.', '[']) && is_identifier(of) {
        "is a path, which must be before the new name".to_owned()
    } else if !is_identifier(name) {
        let meant = pascal(&words(name));
        let proposal = if is_identifier(&meant) {
            format!("; write `{meant}`")
        } else {
            String::new()
        };
        format!("is not a valid name of a Rust type{proposal}")
    } else if is_of_std(name) {
        "is already used by the generated code; choose another".to_owned()
    } else {
        return Ok(());
    };
    Err(ImportError::Option {
        message: format!("`{name}`, the new name of `{of}`, {problem}"),
    })
}

/// Whether a text has the form of a type. The compiler checks the rest.
fn can_be_type(text: &str) -> bool {
    let is_start = |c: char| c.is_ascii_alphabetic() || "_:<([&".contains(c);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_:<>()[]&',; ".contains(c);
    let count = |of: char| text.chars().filter(|c| *c == of).count();
    text.starts_with(is_start)
        && !text.ends_with(':')
        && text.chars().all(is_part)
        && count('<') == count('>')
        && count('(') == count(')')
        && count('[') == count(']')
        && with_double_colons(text).is_none()
        && !has_two_words(text)
}

/// Returns a type with `::` instead of each `:` that stands alone, if there is one.
fn with_double_colons(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split("::").collect();
    parts
        .iter()
        .any(|part| part.contains(':'))
        .then(|| parts.join(":").replace(':', "::"))
}

/// Whether two words follow one another, of which the first is no keyword in types: `my Size`.
fn has_two_words(text: &str) -> bool {
    let mut earlier = None;
    text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_'))
        .any(|part| {
            let (word, end) = match part.char_indices().next_back() {
                Some((at, end)) if !(end.is_alphanumeric() || end == '_') => (&part[..at], Some(end)),
                _ => (part, None),
            };
            if word.is_empty() {
                if end != Some(' ') {
                    earlier = None;
                }
                return false;
            }
            let is_second =
                earlier.is_some_and(|word| !matches!(word, "dyn" | "impl" | "mut" | "const" | "as"));
            earlier = Some(word).filter(|_| end == Some(' '));
            is_second
        })
}

/// Whether a text is a visibility of Rust, or empty.
fn is_visibility(text: &str) -> bool {
    let inside = text
        .strip_prefix("pub(")
        .and_then(|inside| inside.strip_suffix(')'));
    match inside {
        Some("crate" | "super" | "self") => true,
        Some(inside) => inside
            .strip_prefix("in ")
            .is_some_and(|path| path.split("::").all(is_word)),
        None => matches!(text, "" | "pub"),
    }
}

/// The client that reads and writes objects of the types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Client {
    /// No client: `metadata` has crd-core's type.
    #[default]
    None,
    /// kube: `metadata` has k8s-openapi's type, and the root types implement `kube::Resource`.
    Kube,
}

/// Which types of k8s-openapi an import writes. The package that has them picks a version of Kubernetes for k8s-openapi, and needs
/// the feature `k8s-openapi` of crd-core.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KubernetesTypes {
    /// None.
    #[default]
    None,
    /// Those that are the same in all versions of Kubernetes that k8s-openapi has.
    OfAllReleases,
    /// Those of a version, by its minor number: 36 for 1.36. The package must pick the same.
    Of(u32),
}

/// The first and the last minor version of Kubernetes that k8s-openapi has.
pub(crate) const OLDEST: u32 = 33;
pub(crate) const NEWEST: u32 = 37;

/// The type of a member that may be absent, null or a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NullHandling {
    /// `Option`: null is read as `None`, which is omitted when written.
    #[default]
    AsAbsent,
    /// `crd_core::types::Nullable`, which distinguishes null from an absent member.
    Preserve,
}

/// The types of objects of which exactly one member is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum UnionTypes {
    /// Enums with a variant for each member, where the schema admits exactly one. Objects of a later release with a new member
    /// cannot be read.
    #[default]
    Enums,
    /// Structs, in which all members are optional.
    Structs,
}

/// How the parts of a CRD for its deployment are handled: labels and annotations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Deployment {
    /// They are omitted, since they depend on the deployment.
    #[default]
    LeftOut,
    /// They become attributes.
    Written,
}
