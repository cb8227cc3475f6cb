//! The `OpenAPI` documents that the server publishes for custom resources (rules PUB; KEP-2335, "Unfolding the Extensions").
//!
//! ```text
//! CRD  group: a.example.com, kind: Widget, plural: widgets, scope: Namespaced, version v1
//! ->   /openapi/v3/apis/a.example.com/v1
//!        paths       /apis/a.example.com/v1/namespaces/{namespace}/widgets/{name}: {get: {…}, put: {…}, …}
//!        components  com.example.a.v1.Widget, com.example.a.v1.WidgetList, …meta.v1.ObjectMeta
//! ```
//!
//! `openapi_v3` and `openapi_v2` make whole documents, `apply_schemas` the schemas that server-side apply merges by, and
//! `kind_schema` the schema of one kind, and
//! `json_schema` a JSON Schema of it for editors and validators. All are JSON values, equal to the server's as JSON: the order of members says nothing.

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
