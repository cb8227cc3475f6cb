//! References to objects of the same namespace, and to keys of secrets and config maps (`core/v1`).

use serde::{Deserialize, Serialize};

use super::meta::object;
use crate::rust::shape::{Attrs, MapType};

const ATOMIC: Attrs = Attrs {
    map_type: Some(MapType::Atomic),
    ..Attrs::NONE
};

object! {
    /// A reference to an object of the same namespace by name.
    [&ATOMIC] LocalObjectReference {
        /// Name of the object.
        name "name": String,
    }

    /// A key of a secret in the same namespace.
    [&ATOMIC] SecretKeySelector {
        /// Name of the secret.
        name "name": String,
        /// The key.
        key "key": String,
        /// Whether the secret or its key may be missing.
        optional "optional": Option<bool>,
    }

    /// A key of a config map in the same namespace.
    [&ATOMIC] ConfigMapKeySelector {
        /// Name of the config map.
        name "name": String,
        /// The key.
        key "key": String,
        /// Whether the config map or its key may be missing.
        optional "optional": Option<bool>,
    }
}
