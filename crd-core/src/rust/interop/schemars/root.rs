//! The root type that kube's derive makes with `schema = "manual"`.

use std::marker::PhantomData;

use crate::rust::shape::{Field, Kind, Null, Presence, Schema, Shape};

/// A root with `spec` alone.
pub struct Root<P>(PhantomData<P>);

/// A root with `spec` and `status`.
pub struct RootWithStatus<P, S>(PhantomData<(P, S)>);

impl<P: Schema> Schema for Root<P> {
    const SHAPE: Shape = Shape::new("root", Kind::Object(&[Field::new("spec", P::REF)]));
}

impl<P: Schema, S: Schema> Schema for RootWithStatus<P, S> {
    const SHAPE: Shape = Shape::new(
        "root",
        Kind::Object(&[
            Field::new("spec", P::REF),
            Field {
                presence: Presence::Optional,
                null: Null::Refused,
                ..Field::new("status", S::REF)
            },
        ]),
    );
}

/// Implements `JsonSchema` for the root type of kube's derive with `#[kube(schema = "manual")]`, from the schemas of
/// our `spec` and `status`.
///
/// ```
/// use crd_core::Schema;
///
/// #[derive(Schema)]
/// struct DatabaseSpec {
///     #[crd(minimum = 1)]
///     replicas: u32,
/// }
///
/// #[derive(Schema)]
/// struct DatabaseStatus {
///     ready: bool,
/// }
///
/// // Made by `#[derive(kube::CustomResource)] #[kube(…, kind = "Database", schema = "manual")]`.
/// struct Database;
///
/// crd_core::json_schema!(Database: DatabaseSpec, status = DatabaseStatus);
///
/// let schema = schemars::schema_for!(Database).to_value();
/// assert_eq!(schema["properties"]["spec"]["properties"]["replicas"]["minimum"], 1);
/// assert_eq!(schema["required"], serde_json::json!(["spec"]));
/// ```
#[macro_export]
macro_rules! json_schema {
    ($root:ty: $spec:ty $(,)?) => {
        $crate::__json_schema_of_root!($root, $crate::interop::schemars::Root<$spec>);
    };
    ($root:ty: $spec:ty, status = $status:ty $(,)?) => {
        $crate::__json_schema_of_root!($root, $crate::interop::schemars::RootWithStatus<$spec, $status>);
    };
}

/// Writes `impl JsonSchema` for a type with the schema of another.
#[doc(hidden)]
#[macro_export]
macro_rules! __json_schema_of_root {
    ($root:ty, $shape:ty) => {
        impl $crate::__private::schemars_crate::JsonSchema for $root {
            fn schema_name() -> $crate::__private::Cow<'static, str> {
                $crate::__private::json::schema_name::<Self>()
            }
            fn schema_id() -> $crate::__private::Cow<'static, str> {
                $crate::__private::Cow::Borrowed($crate::__private::type_name::<Self>())
            }
            fn json_schema(
                generator: &mut $crate::__private::schemars_crate::SchemaGenerator,
            ) -> $crate::__private::schemars_crate::Schema {
                $crate::__private::json::json_schema::<$shape>(generator)
            }
        }
    };
}
