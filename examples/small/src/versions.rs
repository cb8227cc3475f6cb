//! Two versions of one resource, with separate types in one CRD.

/// The storage version.
pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A clock.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "small.example.com", version = "v2", kind = "Clock")]
    #[serde(rename_all = "camelCase")]
    pub struct ClockSpec {
        /// Name of the zone.
        pub time_zone: String,
    }
}

/// The first version, which is no longer the storage version.
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    /// A clock.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "small.example.com",
        version = "v1",
        kind = "Clock",
        storage = false,
        deprecated
    )]
    pub struct ClockSpec {
        /// Hours from UTC.
        #[crd(minimum = -12, maximum = 14)]
        pub offset: i8,
    }
}
