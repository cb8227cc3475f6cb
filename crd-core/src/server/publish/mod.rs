//! The `OpenAPI` documents that the server publishes for custom resources (rules PUB; KEP-2335, "Unfolding the Extensions").
//!
//! ```text
//! CRD  group: a.example.com, kind: Widget, plural: widgets, scope: Namespaced, version v1
//! ->   /openapi/v3/apis/a.example.com/v1
//!        paths       /apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}: {get: {…}, put: {…}, …}
//!        components  com.example.a.v1.Widget, com.example.a.v1.WidgetList, …meta.v1.ObjectMeta
//! ```
//!
//! `openapi_v3` and `openapi_v2` create whole documents, `apply_schemas` the schemas by which server-side
//! apply merges, `kind_schema` the schema of one kind, and `json_schema` a JSON Schema of it for editors and
//! validators. All are JSON values, equal to the server's as JSON: the order of members has no meaning.
//!
//! ```
//! # #[cfg(feature = "derive")] {
//! use crd_core::{CustomResource, Schema, KubeVersion};
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
//! #[crd(group = "example.com", version = "v1", kind = "Widget")]
//! pub struct WidgetSpec {
//!     #[crd(maximum = 9)]
//!     size: u8,
//! }
//!
//! use crd_core::publish::{OpenApi, kind_schema};
//!
//! let crd = Widget::crd().unwrap();
//! let schema = kind_schema(&crd, "v1", OpenApi::V3, KubeVersion::DEFAULT).unwrap();
//! assert_eq!(schema["x-kubernetes-group-version-kind"][0]["kind"], "Widget");
//! # }
//! ```

#[cfg(feature = "publish")]
mod facts;
#[cfg(feature = "publish")]
mod json_schema;
#[cfg(feature = "publish")]
mod names;
#[cfg(feature = "publish")]
mod operations;
#[cfg(feature = "publish")]
mod resource;
mod schema;
#[cfg(feature = "publish")]
mod v2;
#[cfg(feature = "publish")]
mod v3;

#[cfg(feature = "publish")]
pub use json_schema::{Draft, JsonSchemaOptions, UnknownFields, json_schema};
#[cfg(feature = "publish")]
pub use resource::{kind_schema, list_schema};
pub use schema::{OBJECT_META, OpenApi, publish, publish_node};
#[cfg(feature = "publish")]
pub use v2::openapi_v2;
#[cfg(feature = "publish")]
pub use v3::{apply_schemas, group_versions, openapi_v3};
