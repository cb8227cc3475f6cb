//! Types, interned: equal types have equal ids within one [`TypeStore`].

mod base;
mod index;

use std::borrow::Cow;
use std::collections::BinaryHeap;
use std::fmt::{self, Write as _};

use base::{BASE, BASE_SLOTS};

use crate::version::CompatVersion;

pub(crate) use base::BASE_OBJECTS;
pub(crate) use index::TypeIndex;

/// The index of a type in a [`TypeStore`] or, for types created during a check, in a
/// [`Checked`](crate::Checked). Read it with [`TypeStore::get`] or [`Checked::get`](crate::Checked::get).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeId(pub(crate) u32);

/// The index of an object type in a [`TypeStore`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(crate) u32);

impl ObjectId {
    /// Returns the index among the objects of a store, after the base objects.
    fn own(self) -> Option<usize> {
        (self.0 as usize).checked_sub(BASE_OBJECTS.len())
    }
}

/// A type of CEL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Any value; checked at run time.
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
    /// A type that is not known yet during a check. Never in a [`Checked`](crate::Checked).
    Var(u32),
}

/// A field of an [`ObjectType`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name in expressions (escaped).
    pub name: String,
    /// Type of the field.
    pub ty: TypeId,
}

/// A type with named fields.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectType {
    name: Cow<'static, str>,
    naming: Naming,
    fields: Vec<Field>,
    /// The fields that identify an object among the elements of its list.
    keys: Vec<String>,
}

/// The origin of the name of an [`ObjectType`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Naming {
    /// The type has this name for users.
    #[default]
    Given,
    /// The name is used only in the server's texts.
    MadeUp,
}

/// The text for people in place of a made-up name.
const UNNAMED: &str = "object";

impl ObjectType {
    /// Creates an object type with a `name` for users. If two fields have the same name, the later one wins.
    pub fn new(name: impl Into<String>, fields: impl IntoIterator<Item = (String, TypeId)>) -> Self {
        let mut list = Vec::new();
        for (name, ty) in fields {
            list.push(Field { name, ty });
        }
        if !list.is_sorted_by(|a, b| a.name < b.name) {
            list = sorted(list);
        }
        Self {
            name: Cow::Owned(name.into()),
            naming: Naming::Given,
            fields: list,
            keys: Vec::new(),
        }
    }

    /// Creates an object type that has no name of its own, such as a place in a schema. The server's texts
    /// show `name`; texts for people show `object` instead.
    ///
    /// ```
    /// use crd_cel::{ObjectType, TypeId, TypeStore};
    ///
    /// let mut types = TypeStore::new();
    /// let fields = [("port".to_owned(), TypeId::INT)];
    /// let listener = types.object(ObjectType::unnamed("selfType1.listeners.@idx", fields));
    /// let listeners = types.list(listener);
    /// assert_eq!(types.display(listeners), "list(selfType1.listeners.@idx)");
    /// assert_eq!(types.describe(listeners).as_str(), "list(object)");
    /// ```
    pub fn unnamed(name: impl Into<String>, fields: impl IntoIterator<Item = (String, TypeId)>) -> Self {
        Self {
            naming: Naming::MadeUp,
            ..Self::new(name, fields)
        }
    }

    const fn base(name: &'static str) -> Self {
        Self {
            name: Cow::Borrowed(name),
            naming: Naming::Given,
            fields: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Sets the fields that identify an object among the elements of its list, by their escaped names.
    #[must_use]
    pub fn with_keys(self, keys: Vec<String>) -> Self {
        Self { keys, ..self }
    }

    /// Returns the type's name, as in error texts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name for users, if the type has one.
    pub(crate) fn given_name(&self) -> Option<&str> {
        match self.naming {
            Naming::Given => Some(&self.name),
            Naming::MadeUp => None,
        }
    }

    /// Returns the fields, sorted by name.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// Returns the field of a type that is certainly the one by which elements of a list are called: the only key, or else `name`, or
    /// the only field of this type.
    pub(crate) fn name_of_elements(&self, ty: TypeId) -> Option<&str> {
        if let [key] = self.keys.as_slice() {
            return (self.field(key) == Some(ty)).then_some(key);
        }
        let mut fitting = self.fields.iter().filter(|field| field.ty == ty);
        match (self.field("name"), fitting.next(), fitting.next()) {
            (Some(name), ..) if name == ty => Some("name"),
            (_, Some(only), None) => Some(&only.name),
            _ => None,
        }
    }

    /// Returns the type of a field.
    pub fn field(&self, name: &str) -> Option<TypeId> {
        let at = self
            .fields
            .binary_search_by(|field| field.name.as_str().cmp(name))
            .ok()?;
        self.fields.get(at).map(|field| field.ty)
    }
}

/// Sorts fields by name, and removes those that a later one with the same name replaces. A heap compiles to a
/// quarter of the code of a sort.
fn sorted(fields: Vec<Field>) -> Vec<Field> {
    let mut heap = BinaryHeap::with_capacity(fields.len());
    for (at, Field { name, ty }) in fields.into_iter().enumerate() {
        heap.push((name, at, ty));
    }
    let mut fields: Vec<Field> = Vec::with_capacity(heap.len());
    while let Some((name, _, ty)) = heap.pop() {
        if fields.last().is_none_or(|later| later.name != name) {
            fields.push(Field { name, ty });
        }
    }
    fields.reverse();
    fields
}

/// The description of a type for people, such as `list(object)`: see [`TypeStore::describe`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    text: String,
    /// The type. Its ids are those of one check and may be meaningless elsewhere.
    ty: Type,
}

impl TypeName {
    pub(crate) fn new(text: String, ty: Type) -> Self {
        Self { text, ty }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(crate) fn ty(&self) -> Type {
        self.ty
    }
}

impl fmt::Display for TypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// All types of an environment. Create list, map and object types here and use their ids for the environment's variables.
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
    /// Types in addition to the base types.
    types: Vec<Type>,
    index: TypeIndex,
    /// Objects in addition to the base objects.
    objects: Vec<ObjectType>,
    /// Those objects, sorted by name.
    names: Vec<ObjectId>,
    /// First parts of the dotted names of objects, sorted.
    namespaces: Vec<String>,
}

impl TypeStore {
    /// Creates a store with the types of the libraries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Checks whether a type is, or contains, a parameter of a declaration.
    pub(crate) fn is_generic(id: TypeId) -> bool {
        (TypeId::A..=TypeId::TYPE_A).contains(&id)
    }

    /// Returns one of the built-in types.
    pub(crate) fn base(id: TypeId) -> Option<Type> {
        BASE.get(id.0 as usize).copied()
    }

    /// Returns the definition of a type. An id of another store may give any type, or `dyn`.
    pub fn get(&self, id: TypeId) -> Type {
        let index = id.0 as usize;
        match BASE.get(index) {
            Some(ty) => *ty,
            None => self.types.get(index - BASE.len()).copied().unwrap_or(Type::Dyn),
        }
    }

    /// Returns the id of a type, which is added if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(id) = self.find(ty) {
            return id;
        }
        let id = TypeId(u32::try_from(self.len()).unwrap_or(u32::MAX));
        self.types.push(ty);
        self.index.add_last(&self.types);
        id
    }

    /// Returns the type `list(element)`.
    pub fn list(&mut self, element: TypeId) -> TypeId {
        self.intern(Type::List(element))
    }

    /// Returns the type `map(key, value)`.
    pub fn map(&mut self, key: TypeId, value: TypeId) -> TypeId {
        self.intern(Type::Map(key, value))
    }

    /// Returns the type `optional_type(inner)`.
    pub fn optional(&mut self, inner: TypeId) -> TypeId {
        self.intern(Type::Optional(inner))
    }

    /// Adds an object type, which replaces one of the same name.
    pub fn object(&mut self, object: ObjectType) -> TypeId {
        let place = match self.place_of(object.name()) {
            Ok(known) => {
                let known = self.names.get(known).copied().unwrap_or(ObjectId(u32::MAX));
                if let Some(place) = self.objects.get_mut(known.own().unwrap_or(usize::MAX)) {
                    *place = object;
                }
                return self.intern(Type::Object(known));
            }
            Err(place) => place,
        };
        if let Some((first, _)) = object.name.split_once('.')
            && let Err(at) = self.namespace(first)
        {
            self.namespaces.insert(at, first.to_owned());
        }
        let id = BASE_OBJECTS.len() + self.objects.len();
        let id = ObjectId(u32::try_from(id).unwrap_or(u32::MAX));
        self.objects.push(object);
        self.names.insert(place, id);
        self.intern(Type::Object(id))
    }

    /// Returns the index of an object in `names`, or the index for inserting it.
    fn place_of(&self, name: &str) -> Result<usize, usize> {
        self.names
            .binary_search_by(|known| self.object_type(*known).name().cmp(name))
    }

    /// Returns the index of a first part in `namespaces`, or the index for inserting it.
    fn namespace(&self, first: &str) -> Result<usize, usize> {
        self.namespaces
            .binary_search_by(|known| known.as_str().cmp(first))
    }

    /// Returns the object type of an id.
    pub fn object_type(&self, id: ObjectId) -> &ObjectType {
        static NONE: ObjectType = ObjectType::base("");
        let found = match id.own() {
            None => BASE_OBJECTS.get(id.0 as usize),
            Some(own) => self.objects.get(own),
        };
        found.unwrap_or(&NONE)
    }

    /// Returns the object type with a name.
    pub fn find_object(&self, name: &str) -> Option<TypeId> {
        let id = if let Ok(place) = self.place_of(name) {
            *self.names.get(place)?
        } else {
            let index = BASE_OBJECTS.iter().position(|known| known.name == name)?;
            ObjectId(u32::try_from(index).ok()?)
        };
        self.find(Type::Object(id))
    }

    /// Formats a type as in cel-go's messages: `map(string, list(int))`.
    pub fn display(&self, id: TypeId) -> String {
        let mut out = String::new();
        write_type(&mut out, id, &|id| self.get(id), self, Audience::Server, 0);
        out
    }

    /// Formats a type for people: like [`display`](Self::display), with `object` for types that have no name of their own.
    pub fn describe(&self, id: TypeId) -> TypeName {
        let mut out = String::new();
        write_type(&mut out, id, &|id| self.get(id), self, Audience::People, 0);
        TypeName::new(out, self.get(id))
    }

    /// Checks whether an object has a dotted name that begins with this part.
    pub(crate) fn is_namespace(&self, first: &str) -> bool {
        self.namespace(first).is_ok()
    }

    pub(crate) fn len(&self) -> usize {
        BASE.len() + self.types.len()
    }

    pub(crate) fn find(&self, ty: Type) -> Option<TypeId> {
        let place = match index::find(&BASE_SLOTS, BASE, ty) {
            Some(place) => place,
            None => BASE.len() + self.index.find(&self.types, ty)?,
        };
        Some(TypeId(u32::try_from(place).ok()?))
    }
}

/// The maximum depth at which types are printed; deeper parts become `…`. No schema nests this deeply.
const MAX_DISPLAY_DEPTH: usize = 512;
/// The maximum length of a printed type in bytes; the rest becomes `…`.
const MAX_DISPLAY_LEN: usize = 1 << 16;

/// The reader of the text of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Audience {
    /// The server's texts: every name is unchanged.
    Server,
    /// The texts of servers until 1.30, which have another name for optionals.
    OldServer,
    /// Texts for people: without made-up names.
    People,
}

impl Audience {
    /// Returns the audience for the texts of a version's server.
    pub(crate) fn of(version: CompatVersion) -> Audience {
        if version.server() <= 30 {
            Audience::OldServer
        } else {
            Audience::Server
        }
    }
}

/// Formats a type as cel-go does, looking up its parts with `get`.
pub(crate) fn write_type(
    out: &mut String,
    id: TypeId,
    get: &dyn Fn(TypeId) -> Type,
    store: &TypeStore,
    audience: Audience,
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
            write_type(out, part, get, store, audience, depth + 1);
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
        Type::Optional(inner) if audience == Audience::OldServer => nested(out, "optional", &[inner]),
        Type::Optional(inner) => nested(out, "optional_type", &[inner]),
        Type::Object(object) => {
            let object = store.object_type(object);
            out.push_str(match (audience, object.given_name()) {
                (Audience::People, None) => UNNAMED,
                _ => object.name(),
            });
        }
        Type::Type(None) => out.push_str("type"),
        Type::Type(Some(inner)) => nested(out, "type", &[inner]),
        Type::Param(letter) => out.push(char::from(letter)),
        Type::Var(n) => {
            let _ = write!(out, "_var{n}");
        }
    }
}
