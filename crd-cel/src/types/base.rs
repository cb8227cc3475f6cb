//! The built-in types that every environment has.

use super::index::slots_of;
use super::{ObjectId, ObjectType, Type, TypeId};

/// Declares the types with fixed ids: every simple type and every type that the function declarations use.
macro_rules! base_types {
    ($($(#[$doc:meta])* $vis:vis $name:ident = $type:expr;)*) => {
        /// The index of each type in [`BASE`].
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        #[repr(u32)]
        enum BaseIndex {
            $($name),*
        }

        impl TypeId {
            $($(#[$doc])* $vis const $name: TypeId = TypeId(BaseIndex::$name as u32);)*
        }

        pub(crate) static BASE: &[Type] = &[$($type),*];
    };
}

base_types! {
    /// `dyn`
    pub DYN = Type::Dyn;
    /// `*error*`
    pub ERROR = Type::Error;
    /// `null_type`
    pub NULL = Type::Null;
    /// `bool`
    pub BOOL = Type::Bool;
    /// `int`
    pub INT = Type::Int;
    /// `uint`
    pub UINT = Type::Uint;
    /// `double`
    pub DOUBLE = Type::Double;
    /// `string`
    pub STRING = Type::String;
    /// `bytes`
    pub BYTES = Type::Bytes;
    /// `google.protobuf.Duration`
    pub DURATION = Type::Duration;
    /// `google.protobuf.Timestamp`
    pub TIMESTAMP = Type::Timestamp;
    /// `google.protobuf.Any`
    pub ANY = Type::Any;
    /// `type`
    pub TYPE = Type::Type(None);
    /// `kubernetes.URL`
    pub URL = Type::Object(ObjectId(0));
    /// `kubernetes.Quantity`
    pub QUANTITY = Type::Object(ObjectId(1));
    /// `net.IP`
    pub IP = Type::Object(ObjectId(2));
    /// `net.CIDR`
    pub CIDR = Type::Object(ObjectId(3));
    /// `kubernetes.Semver`
    pub SEMVER = Type::Object(ObjectId(4));
    /// `kubernetes.NamedFormat`
    pub FORMAT = Type::Object(ObjectId(5));
    pub(crate) AUTHZ = Type::Object(ObjectId(6));
    pub(crate) AUTHZ_DECISION = Type::Object(ObjectId(7));
    pub(crate) AUTHZ_GROUP = Type::Object(ObjectId(8));
    pub(crate) AUTHZ_PATH = Type::Object(ObjectId(9));
    pub(crate) AUTHZ_RESOURCE = Type::Object(ObjectId(10));
    pub(crate) EMPTY = Type::Object(ObjectId(12));
    /// The name `optional_type` itself.
    pub(crate) OPTIONAL_TYPE = Type::Object(ObjectId(11));
    pub(crate) A = Type::Param(b'A');
    pub(crate) B = Type::Param(b'B');
    pub(crate) K = Type::Param(b'K');
    pub(crate) T = Type::Param(b'T');
    pub(crate) V = Type::Param(b'V');
    pub(crate) LIST_A = Type::List(TypeId::A);
    pub(crate) LIST_T = Type::List(TypeId::T);
    pub(crate) LIST_V = Type::List(TypeId::V);
    pub(crate) LIST_LIST_T = Type::List(TypeId::LIST_T);
    pub(crate) MAP_A_B = Type::Map(TypeId::A, TypeId::B);
    pub(crate) MAP_K_V = Type::Map(TypeId::K, TypeId::V);
    pub(crate) OPTIONAL_V = Type::Optional(TypeId::V);
    pub(crate) OPTIONAL_LIST_V = Type::Optional(TypeId::LIST_V);
    pub(crate) OPTIONAL_MAP_K_V = Type::Optional(TypeId::MAP_K_V);
    pub(crate) LIST_OPTIONAL_V = Type::List(TypeId::OPTIONAL_V);
    pub(crate) TYPE_A = Type::Type(Some(TypeId::A));
    pub(crate) LIST_DYN = Type::List(TypeId::DYN);
    pub(crate) LIST_BOOL = Type::List(TypeId::BOOL);
    pub(crate) LIST_INT = Type::List(TypeId::INT);
    pub(crate) LIST_UINT = Type::List(TypeId::UINT);
    pub(crate) LIST_DOUBLE = Type::List(TypeId::DOUBLE);
    pub(crate) LIST_STRING = Type::List(TypeId::STRING);
    pub(crate) LIST_BYTES = Type::List(TypeId::BYTES);
    pub(crate) LIST_DURATION = Type::List(TypeId::DURATION);
    pub(crate) LIST_TIMESTAMP = Type::List(TypeId::TIMESTAMP);
    pub(crate) MAP_STRING_DYN = Type::Map(TypeId::STRING, TypeId::DYN);
    pub(crate) MAP_STRING_LIST_STRING = Type::Map(TypeId::STRING, TypeId::LIST_STRING);
    pub(crate) OPTIONAL_FORMAT = Type::Optional(TypeId::FORMAT);
    pub(crate) OPTIONAL_LIST_STRING = Type::Optional(TypeId::LIST_STRING);
    pub(crate) WRAPPER_BOOL = Type::Wrapper(TypeId::BOOL);
    pub(crate) WRAPPER_BYTES = Type::Wrapper(TypeId::BYTES);
    pub(crate) WRAPPER_DOUBLE = Type::Wrapper(TypeId::DOUBLE);
    pub(crate) WRAPPER_INT = Type::Wrapper(TypeId::INT);
    pub(crate) WRAPPER_STRING = Type::Wrapper(TypeId::STRING);
    pub(crate) WRAPPER_UINT = Type::Wrapper(TypeId::UINT);
}

impl TypeId {
    /// Returns the index; that of a type which every environment has is the same in all stores.
    pub fn index(self) -> u32 {
        self.0
    }

    /// Returns the type if every environment has it.
    pub(crate) fn built_in(self) -> Option<Type> {
        BASE.get(self.0 as usize).copied()
    }
}

/// The objects of [`BASE`], by [`ObjectId`]. For expressions they are only names.
pub(crate) static BASE_OBJECTS: [ObjectType; 13] = [
    ObjectType::base("kubernetes.URL"),
    ObjectType::base("kubernetes.Quantity"),
    ObjectType::base("net.IP"),
    ObjectType::base("net.CIDR"),
    ObjectType::base("kubernetes.Semver"),
    ObjectType::base("kubernetes.NamedFormat"),
    ObjectType::base("kubernetes.authorization.Authorizer"),
    ObjectType::base("kubernetes.authorization.Decision"),
    ObjectType::base("kubernetes.authorization.GroupCheck"),
    ObjectType::base("kubernetes.authorization.PathCheck"),
    ObjectType::base("kubernetes.authorization.ResourceCheck"),
    ObjectType::base("optional_type"),
    ObjectType::base("google.protobuf.Empty"),
];

/// The index of [`BASE`].
pub(super) static BASE_SLOTS: [u32; 256] = slots_of(BASE);
