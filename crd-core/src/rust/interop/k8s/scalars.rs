//! Types that are not objects. They are written by hand, since their serde forms are not published.

use k8s_openapi::ByteString;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{FieldsV1, MicroTime, Time};
use k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;

use super::shapes::{BYTES, FIELDS_V1, INT_OR_STRING, MICRO_TIME, QUANTITY, RAW_EXTENSION, TIME};
use crate::rust::shape::{Schema, Shape};

macro_rules! scalars {
    ($($type:ty => $shape:ident;)*) => { $(
        #[diagnostic::do_not_recommend]
        impl Schema for $type {
            const SHAPE: Shape = $shape;
        }
    )* };
}

scalars! {
    ByteString => BYTES;
    FieldsV1 => FIELDS_V1;
    IntOrString => INT_OR_STRING;
    MicroTime => MICRO_TIME;
    Quantity => QUANTITY;
    RawExtension => RAW_EXTENSION;
    Time => TIME;
}
