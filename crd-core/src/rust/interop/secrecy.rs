//! `secrecy::SecretBox`: the schema of its content, with a sentence in the description.

use secrecy::SecretBox;
use secrecy::zeroize::Zeroize;

use crate::rust::shape::{Attrs, Schema, Shape};

// The server has no `writeOnly`, so the description says so.
impl<T: Schema + Zeroize + ?Sized> Schema for SecretBox<T> {
    const SHAPE: Shape = Shape::alias(&T::SHAPE).with(&Attrs {
        description: "Write-only: a secret.",
        ..Attrs::NONE
    });
}
