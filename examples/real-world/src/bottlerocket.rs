//! The Bottlerocket update operator's `BottlerocketShadow`, in both its versions.

use crd_core::Schema;
use serde::{Deserialize, Serialize};

/// A semantic version.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(transparent)]
#[crd(
    pattern = r"^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$"
)]
pub struct SemanticVersion(pub String);

/// Version 2.
pub mod v2 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::SemanticVersion;

    /// Drives a node through the update state machine.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "brupop.bottlerocket.aws",
        version = "v2",
        kind = "BottlerocketShadow",
        namespaced,
        shortname = "brs",
        status = BottlerocketShadowStatus,
        printcolumn(name = "State", type_ = "string", json_path = ".status.current_state"),
        printcolumn(name = "Version", type_ = "string", json_path = ".status.current_version"),
        printcolumn(name = "Target State", type_ = "string", json_path = ".spec.state"),
        printcolumn(name = "Target Version", type_ = "string", json_path = ".spec.version"),
        printcolumn(name = "Crash Count", type_ = "string", json_path = ".status.crash_count"),
    )]
    pub struct BottlerocketShadowSpec {
        /// The desired state.
        pub state: BottlerocketShadowState,
        /// When the desired state was set.
        pub state_transition_timestamp: Option<String>,
        /// The desired version.
        pub version: Option<SemanticVersion>,
    }

    /// A state of the update state machine.
    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum BottlerocketShadowState {
        #[default]
        Idle,
        StagedAndPerformedUpdate,
        RebootedIntoUpdate,
        MonitoringUpdate,
        ErrorReset,
    }

    /// The state of a node.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct BottlerocketShadowStatus {
        /// The version it runs.
        pub current_version: SemanticVersion,
        /// The version it updates to.
        pub target_version: SemanticVersion,
        /// Its state.
        pub current_state: BottlerocketShadowState,
        /// How often an update failed.
        pub crash_count: u32,
        /// When an update last failed.
        pub state_transition_failure_timestamp: Option<String>,
    }
}

/// Version 1.
pub mod v1 {
    use crd_core::{CustomResource, Schema};
    use serde::{Deserialize, Serialize};

    use super::SemanticVersion;

    /// Drives a node through the update state machine.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(
        group = "brupop.bottlerocket.aws",
        version = "v1",
        kind = "BottlerocketShadow",
        namespaced,
        shortname = "brs",
        storage = false,
        status = BottlerocketShadowStatus,
        printcolumn(name = "State", type_ = "string", json_path = ".status.current_state"),
        printcolumn(name = "Version", type_ = "string", json_path = ".status.current_version"),
        printcolumn(name = "Target State", type_ = "string", json_path = ".spec.state"),
        printcolumn(name = "Target Version", type_ = "string", json_path = ".spec.version"),
    )]
    pub struct BottlerocketShadowSpec {
        /// The desired state.
        pub state: BottlerocketShadowState,
        /// When the desired state was set.
        pub state_transition_timestamp: Option<String>,
        /// The desired version.
        pub version: Option<SemanticVersion>,
    }

    /// A state of the update state machine.
    #[derive(Schema, Serialize, Deserialize, Clone, Copy, Debug, Default)]
    #[expect(missing_docs, reason = "the names say it")]
    pub enum BottlerocketShadowState {
        #[default]
        Idle,
        StagedUpdate,
        PerformedUpdate,
        RebootedIntoUpdate,
        MonitoringUpdate,
    }

    /// The state of a node.
    #[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
    pub struct BottlerocketShadowStatus {
        /// The version it runs.
        pub current_version: SemanticVersion,
        /// The version it updates to.
        pub target_version: SemanticVersion,
        /// Its state.
        pub current_state: BottlerocketShadowState,
    }
}
