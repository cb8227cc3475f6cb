//! Containers: `indexmap`, `smallvec`, `bytes` and `either`.

use crate::rust::shape::{Kind, Schema, Shape};

#[cfg(feature = "indexmap")]
impl<K: crate::rust::shape::std::MapKey, V: Schema, S> Schema for indexmap::IndexMap<K, V, S> {
    const SHAPE: Shape =
        Shape::new("IndexMap", Kind::Map(&V::SHAPE)).with(&crate::rust::shape::std::Keyed::<K>::ATTRS);
}

#[cfg(feature = "indexmap")]
impl<T: Schema, S> Schema for indexmap::IndexSet<T, S> {
    const SHAPE: Shape = Shape::new("IndexSet", Kind::Set(&T::SHAPE));
}

#[cfg(feature = "smallvec")]
impl<A: smallvec::Array> Schema for smallvec::SmallVec<A>
where
    A::Item: Schema,
{
    const SHAPE: Shape = Shape::new("SmallVec", Kind::Array(&A::Item::SHAPE));
}

// A list of numbers, as serde_json writes bytes. For base64 use `String` with `#[crd(format = "byte")]`.
#[cfg(feature = "bytes")]
#[diagnostic::do_not_recommend]
impl Schema for bytes::Bytes {
    const SHAPE: Shape = Shape::new("Bytes", Kind::Array(&u8::SHAPE));
}

#[cfg(feature = "bytes")]
#[diagnostic::do_not_recommend]
impl Schema for bytes::BytesMut {
    const SHAPE: Shape = Shape::new("BytesMut", Kind::Array(&u8::SHAPE));
}

#[cfg(feature = "either")]
pub use self::either::Untagged;

#[cfg(feature = "either")]
mod either {
    use std::marker::PhantomData;

    use either::Either;

    use super::{Kind, Schema, Shape};
    use crate::rust::shape::{Content, Tagging, Variant};

    struct EitherVariants<L, R>(PhantomData<(L, R)>);

    impl<L: Schema, R: Schema> EitherVariants<L, R> {
        const VARIANTS: &[Variant] = &[
            Variant::new("Left", Content::Newtype(&L::SHAPE)),
            Variant::new("Right", Content::Newtype(&R::SHAPE)),
        ];
    }

    // `{Left: …}` or `{Right: …}`, as the crate's derived serde writes it.
    impl<L: Schema, R: Schema> Schema for Either<L, R> {
        const SHAPE: Shape = Shape::new(
            "Either",
            Kind::Variants(Tagging::External, EitherVariants::<L, R>::VARIANTS),
        );
    }

    /// Either type without a tag, for fields with `#[serde(with = "either::serde_untagged")]`:
    /// `#[crd(schema_as = crd_core::interop::Untagged<L, R>)]`.
    pub struct Untagged<L, R>(PhantomData<(L, R)>);

    impl<L: Schema, R: Schema> Schema for Untagged<L, R> {
        const SHAPE: Shape = Shape::new(
            "Either",
            Kind::Variants(Tagging::Untagged, EitherVariants::<L, R>::VARIANTS),
        );
    }
}
