//! The position at which a migration can continue.

use std::fmt;
use std::str::FromStr;

use ::kube::api::ObjectMeta;

use super::Migrated;

/// The position at which a migration can continue: after an object, in the order in which the server lists
/// them. In text form, it can be stored in an annotation or a file.
///
/// ```
/// use crd_webhook::kube::Checkpoint;
///
/// let checkpoint: Checkpoint = "7 v2 shop/b".parse().unwrap();
/// assert_eq!(checkpoint.to_string(), "7 v2 shop/b");
/// assert!("7 v2".parse::<Checkpoint>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    generation: i64,
    storage: String,
    /// Empty for objects without a namespace.
    namespace: String,
    name: String,
}

/// A text that is not a checkpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoCheckpoint(String);

impl fmt::Display for NoCheckpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a checkpoint of a migration, such as `7 v2 namespace/name`",
            self.0
        )
    }
}

impl std::error::Error for NoCheckpoint {}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} ", self.generation, self.storage)?;
        if !self.namespace.is_empty() {
            write!(f, "{}/", self.namespace)?;
        }
        f.write_str(&self.name)
    }
}

impl FromStr for Checkpoint {
    type Err = NoCheckpoint;

    fn from_str(text: &str) -> Result<Self, NoCheckpoint> {
        let wrong = || NoCheckpoint(text.to_owned());
        let mut parts = text.splitn(3, ' ');
        let (Some(generation), Some(storage), Some(object)) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(wrong());
        };
        let (namespace, name) = object.split_once('/').unwrap_or(("", object));
        Ok(Checkpoint {
            generation: generation.parse().map_err(|_| wrong())?,
            storage: storage.to_owned(),
            namespace: namespace.to_owned(),
            name: name.to_owned(),
        })
    }
}

impl Checkpoint {
    pub(super) fn after(migrated: &Migrated, object: &ObjectMeta) -> Self {
        Checkpoint {
            generation: migrated.generation,
            storage: migrated.storage.clone(),
            namespace: object.namespace.clone().unwrap_or_default(),
            name: object.name.clone().unwrap_or_default(),
        }
    }

    /// Checks whether the CRD has not changed since: all objects written since then are stored in the same version.
    pub(super) fn is_of(&self, migrated: &Migrated) -> bool {
        (self.generation, &self.storage) == (migrated.generation, &migrated.storage)
    }

    /// Checks whether an object comes after it. The server lists objects by the bytes of their keys, `namespace/name`.
    pub(super) fn is_before(&self, object: &ObjectMeta) -> bool {
        let key = |namespace: &str, name: &str| format!("{namespace}/{name}");
        let namespace = object.namespace.as_deref().unwrap_or_default();
        let name = object.name.as_deref().unwrap_or_default();
        key(namespace, name) > key(&self.namespace, &self.name)
    }
}
