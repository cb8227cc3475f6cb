//! Types, interned: equal types have equal ids within one [`TypeStore`].

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// The place of a type in a [`TypeStore`] or, for types that arose while checking, in a
/// [`Checked`](crate::Checked). Read it with [`TypeStore::get`] or [`Checked::get`](crate::Checked::get).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) u32);

/// The place of an object type in a [`TypeStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(crate) u32);

/// A type of CEL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Anything; checked when the expression runs.
    Dyn,
    /// The type of an expression that has an error.
    Error,
    /// `null_type`
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// `google.protobuf.Duration`
    Duration,
    /// `google.protobuf.Timestamp`
    Timestamp,
    /// `google.protobuf.Any`
    Any,
    /// A primitive that may also be null (`wrapper(int)`).
    Wrapper(TypeId),
    /// `list(T)`
    List(TypeId),
    /// `map(K, V)`
    Map(TypeId, TypeId),
    /// `optional_type(T)`
    Optional(TypeId),
    /// A type with named fields, or one of the libraries' types such as `kubernetes.Quantity`.
    Object(ObjectId),
    /// The type of a type: `type(T)`, or plain `type`.
    Type(Option<TypeId>),
    /// A parameter in a declaration: `<T>`, by its letter.
    Param(u8),
    /// A type not yet known, while checking. Never in a [`Checked`](crate::Checked).
    Var(u32),
}

/// A field of an [`ObjectType`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The name as an expression writes it (escaped).
    pub name: String,
    /// Its type.
    pub ty: TypeId,
}

/// A type with named fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectType {
    name: String,
    fields: Vec<Field>,
}

impl ObjectType {
    /// An object type. Of two fields with one name the later wins.
    pub fn new(name: impl Into<String>, fields: impl IntoIterator<Item = (String, TypeId)>) -> Self {
        let mut fields: Vec<Field> = fields.into_iter().map(|(name, ty)| Field { name, ty }).collect();
        if !fields.is_sorted_by(|a, b| a.name < b.name) {
            fields.reverse();
            fields.sort_by(|a, b| a.name.cmp(&b.name));
            fields.dedup_by(|later, kept| later.name == kept.name);
        }
        Self {
            name: name.into(),
            fields,
        }
    }

    /// The type's name, as error texts show it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The fields, by name.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The type of a field.
    pub fn field(&self, name: &str) -> Option<TypeId> {
        let at = self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
            .ok()?;
        self.fields.get(at).map(|field| field.ty)
    }
}

/// Every simple type and every type the function declarations name has a fixed id.
macro_rules! base_types {
    ($($(#[$doc:meta])* $vis:vis $name:ident = $type:expr;)*) => {
        base_types!(@ids 0u32; $($(#[$doc])* $vis $name;)*);
        pub(crate) static BASE: &[Type] = &[$($type),*];
    };
    (@ids $n:expr; $(#[$doc:meta])* $vis:vis $name:ident; $($rest:tt)*) => {
        impl TypeId {
            $(#[$doc])* $vis const $name: TypeId = TypeId($n);
        }
        base_types!(@ids $n + 1; $($rest)*);
    };
    (@ids $n:expr;) => {};
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

/// Names of the objects of [`BASE`], by [`ObjectId`].
pub(crate) static BASE_OBJECTS: &[&str] = &[
    "kubernetes.URL",
    "kubernetes.Quantity",
    "net.IP",
    "net.CIDR",
    "kubernetes.Semver",
    "kubernetes.NamedFormat",
    "kubernetes.authorization.Authorizer",
    "kubernetes.authorization.Decision",
    "kubernetes.authorization.GroupCheck",
    "kubernetes.authorization.PathCheck",
    "kubernetes.authorization.ResourceCheck",
    "optional_type",
    "google.protobuf.Empty",
];

/// A map by type. Types are a few small numbers, so a cheap hash does.
pub(crate) type TypeMap = HashMap<Type, TypeId, BuildHasherDefault<TypeHasher>>;

/// Mixes numbers as they come.
#[derive(Default)]
pub(crate) struct TypeHasher(u64);

impl Hasher for TypeHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_isize(&mut self, n: isize) {
        self.write_u64(n.unsigned_abs() as u64);
    }
}

/// All types an environment knows. Build list, map and object types here and hand their ids to
/// the environment's variables.
///
/// ```
/// use crd_cel::{ObjectType, TypeId, TypeStore};
///
/// let mut types = TypeStore::new();
/// let names = types.list(TypeId::STRING);
/// let spec = types.object(ObjectType::new("Spec", [("names".to_owned(), names)]));
/// let specs = types.map(TypeId::STRING, spec);
/// assert_eq!(types.display(specs), "map(string, Spec)");
/// ```
#[derive(Clone, Debug, Default)]
pub struct TypeStore {
    /// Types beyond the base types.
    types: Vec<Type>,
    ids: TypeMap,
    /// Objects beyond the base objects.
    objects: Vec<ObjectType>,
    object_ids: HashMap<String, TypeId>,
    /// First parts of the dotted names of objects.
    namespaces: BTreeSet<String>,
}

/// The ids of [`BASE`] and the objects of [`BASE_OBJECTS`], shared by all stores.
static BASE_INDEX: LazyLock<(TypeMap, Vec<ObjectType>)> = LazyLock::new(|| {
    let ids = BASE
        .iter()
        .zip(0u32..)
        .map(|(ty, index)| (*ty, TypeId(index)))
        .collect();
    (
        ids,
        BASE_OBJECTS
            .iter()
            .map(|name| ObjectType::new(*name, []))
            .collect(),
    )
});

impl TypeStore {
    /// A store with the types of the libraries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether a type is, or contains, a parameter of a declaration.
    pub(crate) fn is_generic(id: TypeId) -> bool {
        (TypeId::A..=TypeId::TYPE_A).contains(&id)
    }

    /// What a type is. An id of another store may give any type, or `dyn`.
    pub fn get(&self, id: TypeId) -> Type {
        let index = id.0 as usize;
        match BASE.get(index) {
            Some(ty) => *ty,
            None => self.types.get(index - BASE.len()).copied().unwrap_or(Type::Dyn),
        }
    }

    /// The id of a type, made when new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.find(ty) {
            return id;
        }
        let id = TypeId(u32::try_from(self.len()).unwrap_or(u32::MAX));
        self.types.push(ty);
        self.ids.insert(ty, id);
        id
    }

    /// `list(element)`
    pub fn list(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::List(element))
    }

    /// `map(key, value)`
    pub fn map(&mut self, key: TypeId, value: TypeId) -> TypeId {
        self.intern(Type::Map(key, value))
    }

    /// `optional_type(inner)`
    pub fn optional(&mut self, inner: TypeId) -> TypeId {
        self.intern(Type::Optional(inner))
    }

    /// Adds an object type. One of the same name is replaced.
    pub fn object(&mut self, object: ObjectType) -> TypeId {
        if let Some(&id) = self.object_ids.get(object.name()) {
            if let Type::Object(ObjectId(index)) = self.get(id)
                && let Some(place) = self
                    .objects
                    .get_mut((index as usize).wrapping_sub(BASE_OBJECTS.len()))
            {
                *place = object;
            }
            return id;
        }
        if let Some((first, _)) = object.name.split_once('.')
            && !self.namespaces.contains(first)
        {
            self.namespaces.insert(first.to_owned());
        }
        let index = BASE_OBJECTS.len() + self.objects.len();
        let id = self.intern(Type::Object(ObjectId(u32::try_from(index).unwrap_or(u32::MAX))));
        self.object_ids.insert(object.name.clone(), id);
        self.objects.push(object);
        id
    }

    /// The object type of an id.
    pub fn object_type(&self, id: ObjectId) -> &ObjectType {
        static NONE: ObjectType = ObjectType {
            name: String::new(),
            fields: Vec::new(),
        };
        let index = id.0 as usize;
        let found = match index.checked_sub(BASE_OBJECTS.len()) {
            None => BASE_INDEX.1.get(index),
            Some(own) => self.objects.get(own),
        };
        found.unwrap_or(&NONE)
    }

    /// The object type with a name.
    pub fn find_object(&self, name: &str) -> Option<TypeId> {
        self.object_ids.get(name).copied().or_else(|| {
            let index = BASE_OBJECTS.iter().position(|known| *known == name)?;
            self.find(Type::Object(ObjectId(u32::try_from(index).ok()?)))
        })
    }

    /// The type as cel-go's messages write it: `map(string, list(int))`.
    pub fn display(&self, id: TypeId) -> String {
        let mut out = String::new();
        write_type(&mut out, id, &|id| self.get(id), self, 0);
        out
    }

    /// Whether an object has a dotted name that begins so.
    pub(crate) fn is_namespace(&self, first: &str) -> bool {
        self.namespaces.contains(first)
    }

    pub(crate) fn len(&self) -> usize {
        BASE.len() + self.types.len()
    }

    pub(crate) fn find(&self, ty: Type) -> Option<TypeId> {
        BASE_INDEX.0.get(&ty).or_else(|| self.ids.get(&ty)).copied()
    }
}

/// Deeper types are cut off with `…`; no schema nests so far.
const MAX_DISPLAY_DEPTH: usize = 512;
/// And so are longer ones, in bytes.
const MAX_DISPLAY_LEN: usize = 1 << 16;

/// Writes a type as cel-go does, looking parts up with `get`.
pub(crate) fn write_type(
    out: &mut String,
    id: TypeId,
    get: &dyn Fn(TypeId) -> Type,
    store: &TypeStore,
    depth: usize,
) {
    if depth > MAX_DISPLAY_DEPTH || out.len() > MAX_DISPLAY_LEN {
        out.push('…');
        return;
    }
    let nested = |out: &mut String, name: &str, parts: &[TypeId]| {
        out.push_str(name);
        out.push('(');
        for (i, &part) in parts.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            write_type(out, part, get, store, depth + 1);
        }
        out.push(')');
    };
    match get(id) {
        Type::Dyn => out.push_str("dyn"),
        Type::Error => out.push_str("!error!"),
        Type::Null => out.push_str("null"),
        Type::Bool => out.push_str("bool"),
        Type::Int => out.push_str("int"),
        Type::Uint => out.push_str("uint"),
        Type::Double => out.push_str("double"),
        Type::String => out.push_str("string"),
        Type::Bytes => out.push_str("bytes"),
        Type::Duration => out.push_str("duration"),
        Type::Timestamp => out.push_str("timestamp"),
        Type::Any => out.push_str("any"),
        Type::Wrapper(inner) => nested(out, "wrapper", &[inner]),
        Type::List(element) => nested(out, "list", &[element]),
        Type::Map(key, value) => nested(out, "map", &[key, value]),
        Type::Optional(inner) => nested(out, "optional_type", &[inner]),
        Type::Object(object) => out.push_str(store.object_type(object).name()),
        Type::Type(None) => out.push_str("type"),
        Type::Type(Some(inner)) => nested(out, "type", &[inner]),
        Type::Param(letter) => out.push(char::from(letter)),
        Type::Var(n) => {
            let _ = write!(out, "_var{n}");
        }
    }
}
