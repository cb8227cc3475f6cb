//! Deserializes custom resources. One generic function replaces a derived implementation for each root, each of which
//! would have to be compiled.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use crate::rust::shape::check::{self, CheckResult};
use crate::rust::shape::{Resource, Schema, Shape};

/// A spec or a status that serde writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `serde::Serialize`, which a custom resource needs [CRD0907]",
    label = "add `Serialize` to the derives of `{Self}`; if it is one of them, correct its own errors first"
)]
pub trait Written: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + ?Sized> Written for T {}

/// A spec or a status that serde reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not implement `serde::Deserialize`, which a custom resource needs [CRD0907]",
    label = "add `Deserialize` to the derives of `{Self}`; if it is one of them, correct its own errors first"
)]
pub trait Read<'de>: Deserialize<'de> {}

#[diagnostic::do_not_recommend]
impl<'de, T: Deserialize<'de>> Read<'de> for T {}

/// A spec or a status with a schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema [CRD0909]",
    label = "add `Schema` to the derives of `{Self}`"
)]
pub trait WithSchema {
    /// The shape of the type.
    const SHAPE: &'static Shape;
}

#[diagnostic::do_not_recommend]
impl<T: Schema + ?Sized> WithSchema for T {
    const SHAPE: &'static Shape = T::REF;
}

/// Deserializes the metadata, spec and status of a custom resource. The metadata and the status may be absent.
///
/// `absent` creates the spec of an object without one, if the spec may be absent.
pub fn deserialize_root<'de, D, M, P, T>(
    deserializer: D,
    name: &'static str,
    absent: Option<fn() -> P>,
) -> Result<(M, P, Option<T>), D::Error>
where
    D: Deserializer<'de>,
    M: Deserialize<'de> + Default,
    P: Read<'de>,
    T: Read<'de>,
{
    let visitor = RootVisitor {
        name,
        absent,
        members: PhantomData,
    };
    deserializer.deserialize_struct(name, &["metadata", "spec", "status"], visitor)
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "camelCase")]
enum RootMember {
    Metadata,
    Spec,
    Status,
    #[serde(other)]
    Other,
}

/// A spec with `#[derive(CustomResource)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the spec of a custom resource [CRD0907]",
    label = "`next` of a custom resource must be the spec of the next version",
    note = "add `#[derive(crd_core::CustomResource)]` to that struct"
)]
pub trait DerivesCustomResource {
    /// The resource; none after an error.
    const DERIVED: Option<&'static Resource> = None;
}

/// Checks whether a type is a spec with `#[derive(CustomResource)]`: the `OUTCOME` of any other type is that of
/// [`WithoutCustomResource`].
pub struct CustomResourceOf<T: ?Sized>(PhantomData<T>);

impl<T: DerivesCustomResource + ?Sized> CustomResourceOf<T> {
    /// The attributes of a custom resource have an effect.
    pub const OUTCOME: CheckResult = Ok(());
}

/// See [`CustomResourceOf`].
pub trait WithoutCustomResource {
    /// The attributes of a custom resource have no effect.
    const OUTCOME: CheckResult = check::NO_CUSTOM_RESOURCE;
}

impl<T: ?Sized> WithoutCustomResource for CustomResourceOf<T> {}

/// The traits that a type implements: for those that it lacks, the constants are those of [`WithoutTraits`].
pub struct TraitsOf<T>(PhantomData<T>);

impl<T: Clone> TraitsOf<T> {
    /// Whether the type implements `Clone`.
    pub const CLONE: bool = true;
}

impl<T: fmt::Debug> TraitsOf<T> {
    /// Whether the type implements `Debug`.
    pub const DEBUG: bool = true;
}

/// See [`TraitsOf`].
pub trait WithoutTraits {
    /// Whether the type implements `Clone`.
    const CLONE: bool = false;
    /// Whether the type implements `Debug`.
    const DEBUG: bool = false;
}

impl<T> WithoutTraits for TraitsOf<T> {}

/// A spec or a status. The code that clones and prints it compiles although its type lacks `Clone` or `Debug`, with the methods
/// of [`SpecOrStatusWithoutTraits`], so that only a check reports that.
pub struct SpecOrStatus<'a, T>(pub &'a T);

impl<T: Clone> SpecOrStatus<'_, T> {
    /// Returns a clone.
    #[inline]
    #[must_use]
    pub fn cloned(&self) -> T {
        self.0.clone()
    }
}

impl<'a, T: fmt::Debug> SpecOrStatus<'a, T> {
    /// Returns what is printed.
    #[must_use]
    pub fn printed(&self) -> &'a dyn fmt::Debug {
        self.0
    }
}

/// See [`SpecOrStatus`].
pub trait SpecOrStatusWithoutTraits {
    /// The type.
    type Value;

    /// Never returns.
    #[expect(clippy::unimplemented, reason = "a program with such a type does not compile")]
    fn cloned(&self) -> Self::Value {
        unimplemented!()
    }

    /// Returns nothing that is printed.
    fn printed(&self) -> &'static dyn fmt::Debug {
        &()
    }
}

impl<T> SpecOrStatusWithoutTraits for SpecOrStatus<'_, T> {
    type Value = T;
}

struct RootVisitor<M, P, T> {
    name: &'static str,
    absent: Option<fn() -> P>,
    members: PhantomData<(M, P, T)>,
}

impl<'de, M, P, T> Visitor<'de> for RootVisitor<M, P, T>
where
    M: Deserialize<'de> + Default,
    P: Deserialize<'de>,
    T: Deserialize<'de>,
{
    type Value = (M, P, Option<T>);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "struct {}", self.name)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let (mut metadata, mut spec, mut status) = (None, None, None);
        while let Some(member) = map.next_key()? {
            match member {
                RootMember::Metadata => read_once("metadata", &mut metadata, &mut map)?,
                RootMember::Spec => read_once("spec", &mut spec, &mut map)?,
                RootMember::Status => read_once("status", &mut status, &mut map)?,
                RootMember::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        let spec = spec
            .or_else(|| self.absent.map(|absent| absent()))
            .ok_or_else(|| A::Error::missing_field("spec"))?;
        Ok((metadata.unwrap_or_default(), spec, status.flatten()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let metadata = seq.next_element()?.unwrap_or_default();
        let spec = seq
            .next_element()?
            .ok_or_else(|| A::Error::invalid_length(1, &self))?;
        let status: Option<Option<T>> = seq.next_element()?;
        Ok((metadata, spec, status.flatten()))
    }
}

/// Reads a member, which must not have been read before.
fn read_once<'de, V: Deserialize<'de>, A: MapAccess<'de>>(
    name: &'static str,
    member: &mut Option<V>,
    map: &mut A,
) -> Result<(), A::Error> {
    if member.is_some() {
        return Err(A::Error::duplicate_field(name));
    }
    *member = Some(map.next_value()?);
    Ok(())
}
