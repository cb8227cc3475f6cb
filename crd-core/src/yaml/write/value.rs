//! Writes values: every kind that serde knows, and the members of lists and objects.

use serde::ser::{self, Serialize};

use super::key::KeyWriter;
use super::{Collection, ValuePlace, WriteError, Writer, style, write_key};

macro_rules! displayed {
    ($($method:ident: $type:ty),* $(,)?) => {
        $(fn $method(self, value: $type) -> Result<(), WriteError> {
            self.display(value)
        })*
    };
}

impl<'a> ser::Serializer for Writer<'a> {
    type Ok = ();
    type Error = WriteError;
    type SerializeSeq = Collection<'a>;
    type SerializeTuple = Collection<'a>;
    type SerializeTupleStruct = Collection<'a>;
    type SerializeTupleVariant = Collection<'a>;
    type SerializeMap = Collection<'a>;
    type SerializeStruct = Collection<'a>;
    type SerializeStructVariant = Collection<'a>;

    displayed! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_i128: i128,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_u128: u128,
    }

    fn serialize_f32(self, value: f32) -> Result<(), WriteError> {
        self.float(f64::from(value), &format!("{value:?}"))
    }

    fn serialize_f64(self, value: f64) -> Result<(), WriteError> {
        self.float(value, &format!("{value:?}"))
    }

    fn serialize_char(self, value: char) -> Result<(), WriteError> {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(mut self, value: &str) -> Result<(), WriteError> {
        self.space();
        if style::is_block(value) {
            style::write_block(self.out, self.indent + 2, value);
        } else {
            style::write_inline(self.out, value);
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), WriteError> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), WriteError> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), WriteError> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), WriteError> {
        self.display("null")
    }

    fn serialize_unit_struct(self, _name: &'static str) -> Result<(), WriteError> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
    ) -> Result<(), WriteError> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        value: &T,
    ) -> Result<(), WriteError> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), WriteError> {
        value.serialize(self.variant(variant))
    }

    fn serialize_seq(self, _len: Option<usize>) -> Result<Collection<'a>, WriteError> {
        Ok(self.list())
    }

    fn serialize_tuple(self, _len: usize) -> Result<Collection<'a>, WriteError> {
        Ok(self.list())
    }

    fn serialize_tuple_struct(self, _name: &'static str, _len: usize) -> Result<Collection<'a>, WriteError> {
        Ok(self.list())
    }

    fn serialize_tuple_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Collection<'a>, WriteError> {
        Ok(self.variant(variant).list())
    }

    fn serialize_map(self, _len: Option<usize>) -> Result<Collection<'a>, WriteError> {
        Ok(self.object())
    }

    fn serialize_struct(self, _name: &'static str, _len: usize) -> Result<Collection<'a>, WriteError> {
        Ok(self.object())
    }

    fn serialize_struct_variant(
        self,
        _name: &'static str,
        _index: u32,
        variant: &'static str,
        _len: usize,
    ) -> Result<Collection<'a>, WriteError> {
        Ok(self.variant(variant).object())
    }
}

macro_rules! collection_of {
    ($($trait:ident { $($members:tt)* })*) => {
        $(impl ser::$trait for Collection<'_> {
            type Ok = ();
            type Error = WriteError;

            $($members)*

            fn end(self) -> Result<(), WriteError> {
                self.finish();
                Ok(())
            }
        })*
    };
}

macro_rules! list_of {
    ($($trait:ident::$method:ident),* $(,)?) => {
        collection_of!($($trait {
            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
                self.item(value)
            }
        })*);
    };
}

list_of! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

macro_rules! object_of {
    ($($trait:ident),* $(,)?) => {
        collection_of!($($trait {
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), WriteError> {
                self.start_member();
                write_key(self.out, self.indent, key);
                self.value(ValuePlace::Key, value)
            }
        })*);
    };
}

object_of!(SerializeStruct, SerializeStructVariant);

collection_of!(SerializeMap {
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), WriteError> {
        self.start_member();
        key.serialize(KeyWriter {
            out: &mut *self.out,
            indent: self.indent,
        })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), WriteError> {
        self.value(ValuePlace::Key, value)
    }
});
