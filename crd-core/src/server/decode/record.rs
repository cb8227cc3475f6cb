//! The members of Go's structs as tables, and the decoding of each Rust type.
//!
//! ```text
//! records! { |out, reader, value, here|
//!     Names as "{}" "CustomResourceDefinitionNames" {      the package ("{}": that of the document) and the name in Go
//!         "plural" => plural,                              read into the field, by its type
//!         "uid" => (uid as "types.UID"),                   with a named type in Go
//!         "status" => { out.status = …; },                 read by custom code
//!         "newer" if reader.version.has(…) => newer,       known to some servers only
//!     }
//! }
//! ```

use super::reader::{CrdReader, DecodeContext, GoType};
use crate::model::map::Map;
use crate::yaml::tree::{InternedText, Node, Value};

/// A struct of Go.
pub(in crate::server) trait Record: Default {
    /// Its name as the owner of a field in errors.
    const OWNER: &'static str;
    /// Its name with the package.
    const GO_TYPE: GoType;
    /// The Go type of a list of it.
    const GO_LIST: GoType;

    /// Reads a member; false if the struct has no such member.
    fn member(&mut self, reader: &mut CrdReader, name: &str, value: &Node, here: DecodeContext<'_>) -> bool;
}

macro_rules! records {
    (|$out:ident, $reader:ident, $value:ident, $here:ident| $(
        $type:ty as $package:literal $owner:literal { $($wire:pat $(if $known:expr)? => $how:tt,)* }
    )*) => { $(
        impl $crate::server::decode::record::Record for $type {
            const OWNER: &'static str = $owner;
            const GO_TYPE: &'static str = concat!($package, ".", $owner);
            const GO_LIST: &'static str = concat!("[]", $package, ".", $owner);

            fn member(
                &mut self,
                $reader: &mut CrdReader,
                name: &str,
                $value: &Node,
                $here: DecodeContext<'_>,
            ) -> bool {
                let $out = self;
                match name {
                    $($wire $(if $known)? => {
                        $crate::server::decode::record::read_member!($out, $reader, $value, $here, $how)
                    })*
                    _ => return false,
                }
                true
            }
        }
    )* };
}

macro_rules! read_member {
    ($out:ident, $reader:ident, $value:ident, $here:ident, ($field:ident as $go_type:literal)) => {
        $out.$field.read($reader, $value, $here, GoName(&[$go_type]))
    };
    ($out:ident, $reader:ident, $value:ident, $here:ident, $field:ident) => {
        $out.$field.read($reader, $value, $here, GoName(&[]))
    };
    ($out:ident, $reader:ident, $value:ident, $here:ident, { $($read:tt)* }) => {{
        $($read)*
    }};
}

pub(in crate::server) use {read_member, records};

/// The name of the type in Go, if it is not the usual one.
#[derive(Clone, Copy)]
pub(in crate::server) struct GoName(pub(in crate::server) &'static [GoType]);

impl GoName {
    pub(super) fn or(self, usual: GoType) -> GoType {
        self.0.first().copied().unwrap_or(usual)
    }
}

/// A value that is read from a document.
pub(in crate::server) trait Read {
    /// Replaces the value by the contents of `node`.
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, go: GoName);
}

macro_rules! read_as {
    ($($type:ty: |$reader:ident, $node:ident, $at:ident, $go:ident| $read:expr;)*) => { $(
        impl $crate::server::decode::record::Read for $type {
            fn read(&mut self, $reader: &mut CrdReader, $node: &Node, $at: DecodeContext<'_>, $go: GoName) {
                *self = $read;
            }
        }
    )* };
}

pub(super) use read_as;

read_as! {
    bool: |reader, node, at, _go| reader.flag(node, at).unwrap_or_default();
    i32: |reader, node, at, _go| reader.integer32(node, at).unwrap_or_default();
    i64: |reader, node, at, _go| reader.integer(node, at).unwrap_or_default();
    Box<str>: |reader, node, at, go| reader.text_as(node, at, go.or("string")).map(Into::into).unwrap_or_default();
    InternedText: |reader, node, at, go| reader.text_as(node, at, go.or("string")).cloned().unwrap_or_default();
    Vec<Box<str>>: |reader, node, at, _go| reader.texts(node, at).unwrap_or_default();
    Map<Box<str>>: |reader, node, at, _go| reader.text_map(node, at);
    Option<bool>: |reader, node, at, _go| reader.flag(node, at);
    Option<i32>: |reader, node, at, _go| reader.integer32(node, at);
    Option<i64>: |reader, node, at, _go| reader.integer(node, at);
    Option<f64>: |reader, node, at, _go| reader.number(node, at);
    Option<Box<str>>: |reader, node, at, go| reader.text_as(node, at, go.or("string")).map(Into::into);
    Option<Vec<Box<str>>>: |reader, node, at, _go| reader.texts(node, at);
    // DEC-06: null means absent.
    Option<serde_json::Value>: |_reader, node, _at, _go| (node.value != Value::Null).then(|| node.to_json());
}

impl<T: Record> Read for T {
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, _: GoName) {
        *self = T::default();
        reader.members(node, at, self);
    }
}

impl<T: Record> Read for Option<T> {
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, _: GoName) {
        let mut out = T::default();
        *self = reader.members(node, at, &mut out).then_some(out);
    }
}

impl<T: Record> Read for Option<Vec<T>> {
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, go: GoName) {
        *self = reader.elements(node, at, go.or(T::GO_LIST));
    }
}

impl<T: Record> Read for Vec<T> {
    fn read(&mut self, reader: &mut CrdReader, node: &Node, at: DecodeContext<'_>, _: GoName) {
        *self = reader.elements(node, at, T::GO_LIST).unwrap_or_default();
    }
}

impl CrdReader {
    /// Reads the members of a struct into `out`. Returns false if there is no struct: the node is null, or of the wrong type.
    pub(in crate::server) fn members<T: Record>(
        &mut self,
        node: &Node,
        at: DecodeContext<'_>,
        out: &mut T,
    ) -> bool {
        let Some(mapping) = self.object(node, at, T::GO_TYPE) else {
            return false;
        };
        for entry in &mapping.entries {
            let path = at.field(&entry.key);
            if !out.member(self, &entry.key, &entry.value, at.below(&path, T::OWNER)) {
                self.unknown(at, &entry.key, entry.key_span);
            }
        }
        true
    }

    /// Reads a boxed struct; `None` if null or of the wrong type.
    pub(super) fn boxed<T: Record>(&mut self, node: &Node, at: DecodeContext<'_>) -> Option<Box<T>> {
        let mut out = Box::<T>::default();
        self.members(node, at, &mut *out).then_some(out)
    }

    /// Reads a list of structs; an element that is null becomes an empty one (DEC-07).
    fn elements<T: Record>(&mut self, node: &Node, at: DecodeContext<'_>, go_type: GoType) -> Option<Vec<T>> {
        let items = self.list(node, at, go_type)?;
        let mut out = Vec::with_capacity(items.len());
        out.resize_with(items.len(), T::default);
        for (index, (item, element)) in items.iter().zip(&mut out).enumerate() {
            if let Some(path) = at.path.map(|path| path.index(index)) {
                self.members(item, at.element(&path), element);
            }
        }
        Some(out)
    }

    /// Reads a `map[string]string`; null values are empty strings.
    fn text_map(&mut self, node: &Node, at: DecodeContext<'_>) -> Map<Box<str>> {
        let Some(mapping) = self.object(node, at, "map[string]string") else {
            return Map::new();
        };
        let mut entries = Vec::with_capacity(mapping.entries.len());
        for entry in &mapping.entries {
            if let Some(path) = at.path.map(|path| path.key(&entry.key)) {
                entries.push((&*entry.key, self.text(&entry.value, at.element(&path))));
            }
        }
        entries.into_iter().collect()
    }
}
