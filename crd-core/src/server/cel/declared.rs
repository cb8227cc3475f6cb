//! The CEL types of a schema, with the sizes that the cost estimate needs: `apiservercel.DeclType`.
//!
//! ```text
//! type: array, maxItems: 5              list of up to 5
//! items:
//!   type: object                        object `selfType1.@idx`
//!   properties:
//!     name: {type: string}              string of up to 3 MiB (4 bytes for each of `maxLength` characters)
//! ```
//!
//! The types of a whole schema are registered in one environment that the rules of all nodes share. Their names
//! differ from the server's, which names the types of each node separately. Therefore an expression with a mistake
//! is checked a second time, in an environment that has only the types of its own node, under the server's names.

use std::cell::OnceCell;

use crd_cel::cost::{PathSegment, Size, SizeSource};
use crd_cel::{Env, ObjectType, TypeId, TypeStore, escape};
use serde_json::Value;

use super::environment::{SELF_TYPE, SelfKind};
use crate::KubeVersion;
use crate::model::changes::Change;
use crate::model::schema::JsonSchemaProps;
use crate::model::sort::sort_by;

/// The maximum size of a request, `3 MiB`.
pub(super) const MAX_REQUEST: u64 = 3 * 1024 * 1024;
/// The maximum length of a string in a request, without its two quotes.
const MAX_TEXT: u64 = MAX_REQUEST - 2;
/// The maximum number of bytes of a code point.
const CODE_POINT: i64 = 4;
/// The maximum size of a duration or date-time, including its two quotes.
const MAX_TIME: u64 = 32;
const DATE: u64 = 12;
/// The limits of `metadata.name` and `metadata.generateName`, in code points.
const METADATA: [(&str, i64); 2] = [("name", 253), ("generateName", 252)];

/// The index of a type in [`DeclaredTypes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DeclId(usize);

/// The types of a schema and of all its parts.
#[derive(Debug)]
pub(crate) struct DeclaredTypes {
    version: KubeVersion,
    decls: Vec<Decl>,
    registered: OnceCell<RegisteredTypes>,
}

/// The types of a whole schema in an environment that all its rules share.
#[derive(Debug)]
pub(super) struct RegisteredTypes {
    env: Env,
    types: Vec<TypeId>,
}

impl RegisteredTypes {
    pub(super) fn env(&self) -> &Env {
        &self.env
    }

    /// Returns the type of `self` for the rules of a node.
    pub(super) fn type_of(&self, id: DeclId) -> Option<TypeId> {
        self.types.get(id.0).copied()
    }
}

#[derive(Debug)]
struct Decl {
    kind: DeclKind,
    size: Size,
    /// Size of the shortest JSON form, in bytes.
    shortest: u64,
}

#[derive(Debug)]
enum DeclKind {
    Scalar(TypeId),
    List(DeclId),
    Map(DeclId),
    /// The fields with their escaped names, sorted, and those of them that are keys of the list of these objects.
    Object(Vec<(String, DeclId)>, Vec<String>),
}

impl DeclaredTypes {
    pub(super) fn new(version: KubeVersion) -> Self {
        DeclaredTypes {
            version,
            decls: Vec::new(),
            registered: OnceCell::new(),
        }
    }

    /// Returns the types of the whole schema; objects are named after their path from its root.
    pub(super) fn registered(&self) -> &RegisteredTypes {
        self.registered.get_or_init(|| {
            let mut env = Env::new(self.version.compatibility());
            let mut types = vec![TypeId::DYN; self.decls.len()];
            // Parts are added before the whole, so the root is the last one.
            if let Some(root) = self.decls.len().checked_sub(1) {
                let mut name = SELF_TYPE.to_owned();
                self.register_below(DeclId(root), env.types_mut(), &mut name, &mut types);
            }
            RegisteredTypes { env, types }
        })
    }

    /// Adds the type of a schema; `None` if it has no type, so that expressions cannot access its values.
    pub(super) fn add(&mut self, schema: &JsonSchemaProps, kind: SelfKind) -> Option<DeclId> {
        if schema.x_int_or_string {
            let size = match schema.max_length {
                // Servers without the change ignore the length.
                Some(length) if self.version.has(Change::SizesIntOrString) => bytes_of(length),
                _ => unbounded(MAX_TEXT),
            };
            return Some(self.push(DeclKind::Scalar(TypeId::DYN), size, 1));
        }
        match &*schema.type_ {
            "array" => {
                let items = schema.item_schema()?;
                let element = self.add(items, SelfKind::declared_by(items))?;
                if let Some(DeclKind::Object(_, keys)) =
                    self.decls.get_mut(element.0).map(|decl| &mut decl.kind)
                {
                    let names = schema.x_list_map_keys.iter().flatten();
                    keys.extend(names.filter_map(|name| escape(name)));
                }
                let size = limit(schema.max_items, MAX_TEXT / (self.shortest(element) + 1));
                Some(self.push(DeclKind::List(element), size, 2))
            }
            "object" => match schema.additional_schema() {
                Some(values) => {
                    let element = self.add(values, SelfKind::declared_by(values))?;
                    // A key has two quotes, a colon and a comma.
                    let size = limit(schema.max_properties, MAX_TEXT / (self.shortest(element) + 6));
                    Some(self.push(DeclKind::Map(element), size, 2))
                }
                None => Some(self.object(schema, kind)),
            },
            "string" => Some(self.text(schema)),
            "boolean" => Some(self.push(DeclKind::Scalar(TypeId::BOOL), bounded(0), 4)),
            "number" => Some(self.push(DeclKind::Scalar(TypeId::DOUBLE), bounded(0), 1)),
            "integer" => Some(self.push(DeclKind::Scalar(TypeId::INT), bounded(0), 1)),
            _ => None,
        }
    }

    fn object(&mut self, schema: &JsonSchemaProps, kind: SelfKind) -> DeclId {
        let required = schema.required.as_deref().unwrap_or_default();
        let is_filled_in = kind.is_resource(schema) && !has_type_and_metadata(schema);
        let mut fields = Vec::new();
        let mut shortest = 2u64;
        for (name, property) in schema.properties.iter().flat_map(crate::model::map::Map::iter) {
            let is_replaced = is_filled_in && matches!(name, "kind" | "apiVersion" | "metadata");
            if is_replaced {
                continue;
            }
            let Some(decl) = self.add(property, SelfKind::declared_by(property)) else {
                continue;
            };
            if required.iter().any(|required| **required == *name) && property.default.is_none() {
                shortest += member(name, self.shortest(decl));
            }
            fields.extend(escape(name).map(|name| (name, decl)));
        }
        if is_filled_in {
            for name in ["kind", "apiVersion"] {
                let text = self.push(DeclKind::Scalar(TypeId::STRING), unbounded(MAX_TEXT), 2);
                fields.push((name.to_owned(), text));
            }
            let metadata = self.metadata(schema);
            fields.push(("metadata".to_owned(), metadata));
            for name in ["kind", "apiVersion", "metadata"] {
                if required.iter().any(|required| **required == *name) {
                    shortest += member(name, 2);
                }
            }
        }
        sort_by(&mut fields, &|left, right| left.0.cmp(&right.0));
        self.push(DeclKind::Object(fields, Vec::new()), bounded(0), shortest)
    }

    /// Adds the type of `metadata`, which is the same for every resource except for the lengths of names.
    fn metadata(&mut self, schema: &JsonSchemaProps) -> DeclId {
        let declared = schema.property("metadata");
        let mut fields = Vec::new();
        for (name, longest) in METADATA {
            let own = declared
                .and_then(|metadata| metadata.property(name))
                .and_then(|name| name.max_length);
            let size = if self.version.has(Change::SizesMetadataNames) {
                bytes_of(own.map_or(longest, |own| own.min(longest)))
            } else {
                unbounded(MAX_TEXT)
            };
            fields.push((
                name.to_owned(),
                self.push(DeclKind::Scalar(TypeId::STRING), size, 2),
            ));
        }
        sort_by(&mut fields, &|left, right| left.0.cmp(&right.0));
        self.push(DeclKind::Object(fields, Vec::new()), bounded(0), 2)
    }

    fn text(&mut self, schema: &JsonSchemaProps) -> DeclId {
        let (ty, size, shortest) = match &*schema.format {
            "byte" => (TypeId::BYTES, limit(schema.max_length, MAX_TEXT), 2),
            "duration" => (TypeId::DURATION, bounded(MAX_TIME), 3),
            "date" => (TypeId::TIMESTAMP, bounded(DATE), 12),
            "date-time" => (TypeId::TIMESTAMP, bounded(MAX_TIME), 21),
            _ => {
                let members = schema.enum_.as_deref().unwrap_or_default();
                let size = match schema.max_length {
                    Some(length) => bytes_of(length),
                    None if members.is_empty() => unbounded(MAX_TEXT),
                    None => bounded(longest_text(members)),
                };
                (TypeId::STRING, size, 2)
            }
        };
        self.push(DeclKind::Scalar(ty), size, shortest)
    }

    fn push(&mut self, kind: DeclKind, size: Size, shortest: u64) -> DeclId {
        self.decls.push(Decl { kind, size, shortest });
        DeclId(self.decls.len() - 1)
    }

    fn decl(&self, id: DeclId) -> Option<&Decl> {
        self.decls.get(id.0)
    }

    /// Returns the size of the shortest JSON form of a value, in bytes.
    pub(crate) fn shortest(&self, id: DeclId) -> u64 {
        self.decl(id).map_or(0, |decl| decl.shortest)
    }

    /// Writes a type to a key, until that has a length: two types with equal keys have the same parts with the same names and sizes.
    pub(super) fn write_key(&self, id: DeclId, longest: usize, key: &mut Vec<u8>) {
        let Some(decl) = self.decl(id).filter(|_| key.len() < longest) else {
            return;
        };
        for size in [decl.size.max, decl.shortest] {
            key.extend_from_slice(&size.to_le_bytes());
        }
        key.push(u8::from(decl.size.bounded));
        match &decl.kind {
            DeclKind::Scalar(ty) => key.extend_from_slice(&ty.index().to_le_bytes()),
            DeclKind::List(element) => {
                key.push(b'[');
                self.write_key(*element, longest, key);
            }
            DeclKind::Map(element) => {
                key.push(b'{');
                self.write_key(*element, longest, key);
            }
            DeclKind::Object(fields, _) => {
                key.push(b'(');
                for (name, field) in fields {
                    key.extend_from_slice(name.as_bytes());
                    key.push(b':');
                    self.write_key(*field, longest, key);
                }
                key.push(b')');
            }
        }
    }

    /// Returns a field of an object type, by its escaped name.
    pub(super) fn field(&self, id: DeclId, name: &str) -> Option<DeclId> {
        match &self.decl(id)?.kind {
            DeclKind::Object(fields, _) => {
                let at = fields
                    .binary_search_by(|(field, _)| field.as_str().cmp(name))
                    .ok()?;
                fields.get(at).map(|(_, decl)| *decl)
            }
            _ => None,
        }
    }

    /// Returns the type of a list's elements or a map's values.
    pub(super) fn element(&self, id: DeclId) -> Option<DeclId> {
        match self.decl(id)?.kind {
            DeclKind::List(element) | DeclKind::Map(element) => Some(element),
            _ => None,
        }
    }

    /// Registers the type and its parts in a store; objects are named after their path, which starts with `name`.
    pub(super) fn register(&self, id: DeclId, types: &mut TypeStore, name: &str) -> TypeId {
        self.register_below(id, types, &mut name.to_owned(), &mut [])
    }

    /// Registers a type whose path is `name`, and writes it and its parts into `registered`, at their indices, unless the
    /// slice is too short.
    fn register_below(
        &self,
        id: DeclId,
        types: &mut TypeStore,
        name: &mut String,
        registered: &mut [TypeId],
    ) -> TypeId {
        let Some(decl) = self.decl(id) else {
            return TypeId::DYN;
        };
        let end = name.len();
        let ty = match &decl.kind {
            DeclKind::Scalar(ty) => *ty,
            DeclKind::List(element) => {
                name.push_str(".@idx");
                let element = self.register_below(*element, types, name, registered);
                types.list(element)
            }
            DeclKind::Map(element) => {
                name.push_str(".@elem");
                let element = self.register_below(*element, types, name, registered);
                types.map(TypeId::STRING, element)
            }
            DeclKind::Object(fields, keys) => {
                let mut members = Vec::with_capacity(fields.len());
                for (field, decl) in fields {
                    name.push('.');
                    name.push_str(field);
                    members.push((field.clone(), self.register_below(*decl, types, name, registered)));
                    name.truncate(end);
                }
                types.object(ObjectType::unnamed(name.as_str(), members).with_keys(keys.clone()))
            }
        };
        name.truncate(end);
        if let Some(place) = registered.get_mut(id.0) {
            *place = ty;
        }
        ty
    }
}

/// Provides the sizes of one type and its parts.
pub(super) struct Sizes<'d> {
    pub(super) declared: &'d DeclaredTypes,
    pub(super) root: DeclId,
}

impl SizeSource for Sizes<'_> {
    fn size_of(&self, path: &[PathSegment<'_>]) -> Option<Size> {
        let mut here = self.root;
        for (position, segment) in path.iter().enumerate() {
            here = match segment {
                PathSegment::Field(name) => self.declared.field(here, name)?,
                PathSegment::Items | PathSegment::Values => self.declared.element(here)?,
                // Keys are strings of unknown size, which count as empty; they have no parts.
                PathSegment::Keys => {
                    let is_map = matches!(self.declared.decl(here)?.kind, DeclKind::Map(_));
                    return (is_map && position + 1 == path.len()).then_some(bounded(0));
                }
            };
        }
        self.declared.decl(here).map(|decl| decl.size)
    }
}

fn bounded(max: u64) -> Size {
    Size { max, bounded: true }
}

fn unbounded(max: u64) -> Size {
    Size { max, bounded: false }
}

/// Returns a limit of the schema, where negative ones count as 0, or otherwise the number that fits in a request.
fn limit(set: Option<i64>, otherwise: u64) -> Size {
    set.map_or_else(
        || unbounded(otherwise),
        |set| bounded(u64::try_from(set).unwrap_or(0)),
    )
}

/// Returns the size in bytes of a text of `length` code points. The server's product wraps around.
fn bytes_of(length: i64) -> Size {
    bounded(length.max(0).wrapping_mul(CODE_POINT).cast_unsigned())
}

fn longest_text(members: &[Value]) -> u64 {
    let longest = members
        .iter()
        .filter_map(Value::as_str)
        .map(str::len)
        .max()
        .unwrap_or(0);
    u64::try_from(longest).unwrap_or(u64::MAX)
}

/// Returns the number of bytes that a required member adds: two quotes, a colon and a comma.
fn member(name: &str, value: u64) -> u64 {
    u64::try_from(name.len()).unwrap_or(0) + value + 4
}

/// Checks whether a schema has a type in CEL.
#[cfg(not(feature = "eval"))]
pub(super) fn has_type(schema: &JsonSchemaProps) -> bool {
    let mut here = schema;
    loop {
        let element = match &*here.type_ {
            _ if here.x_int_or_string => return true,
            "array" => here.item_schema(),
            "object" => match here.additional_schema() {
                Some(values) => Some(values),
                None => return true,
            },
            "string" | "boolean" | "number" | "integer" => return true,
            _ => None,
        };
        match element {
            Some(element) => here = element,
            None => return false,
        }
    }
}

/// Checks whether the schema of a resource itself declares the members of all resources; then nothing is added.
pub(super) fn has_type_and_metadata(schema: &JsonSchemaProps) -> bool {
    let is = |schema: Option<&JsonSchemaProps>, ty: &str| schema.is_some_and(|schema| *schema.type_ == *ty);
    let metadata = schema.property("metadata");
    let in_metadata = |name: &str| metadata.and_then(|metadata| metadata.property(name));
    is(schema.property("kind"), "string")
        && is(schema.property("apiVersion"), "string")
        && is(metadata, "object")
        && METADATA.iter().all(|(name, _)| is(in_metadata(name), "string"))
}
