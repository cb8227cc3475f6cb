//! The forms of an attribute, here and in the table of keywords, and the setters that the derive calls.
//!
//! ```text
//! attribute minimum given(f64)        Option<f64>, None unless it is given; the setter takes the f64
//! attribute pattern plain(&str, "")   &str, "" unless it is given; the setter takes the &str
//! ```

/// The type of the field.
macro_rules! attribute_type {
    (given($type:ty)) => { Option<$type> };
    (plain($type:ty, $absent:expr)) => { $type };
}

/// The value of the field when the attribute is not given.
macro_rules! attribute_absent {
    (given($type:ty)) => {
        None
    };
    (plain($type:ty, $absent:expr)) => {
        $absent
    };
}

/// The type of the argument of the setter.
macro_rules! attribute_argument {
    (given($type:ty)) => {
        $type
    };
    (plain($type:ty, $absent:expr)) => {
        $type
    };
}

/// The value that the setter stores in the field.
macro_rules! attribute_value {
    ($name:ident given) => {
        Some($name)
    };
    ($name:ident plain) => {
        $name
    };
}

/// The owned value of the field, for schemas.
macro_rules! attribute_to_owned {
    ($value:expr, given) => {
        $value.map(Into::into)
    };
    ($value:expr, plain) => {
        $value.into()
    };
}

macro_rules! setters {
    ($type:ty { $($name:ident: $argument:ty => $set:expr;)* }) => {
        impl $type {
            $(
                #[doc(hidden)]
                #[inline]
                #[must_use]
                pub const fn $name(mut self, $name: $argument) -> Self {
                    self.$name = $set;
                    self
                }
            )*
        }
    };
}

/// A struct of constants: its members, its empty value and the setters, from one row for each member.
macro_rules! const_struct {
    (
        $(#[$meta:meta])* struct $type:ident;
        $(#[$empty_doc:meta])* const $empty:ident;
        $( $(#[$doc:meta])* $name:ident: $form:ident $arguments:tt; )*
    ) => {
        $(#[$meta])*
        pub struct $type {
            $( $(#[$doc])* pub $name: $crate::rust::shape::macros::attribute_type!($form $arguments), )*
        }

        impl $type {
            $(#[$empty_doc])*
            pub const $empty: $type = $type {
                $( $name: $crate::rust::shape::macros::attribute_absent!($form $arguments), )*
            };
        }

        $crate::rust::shape::macros::setters!($type { $(
            $name: $crate::rust::shape::macros::attribute_argument!($form $arguments)
                => $crate::rust::shape::macros::attribute_value!($name $form);
        )* });
    };
}

pub(super) use {
    attribute_absent, attribute_argument, attribute_to_owned, attribute_type, attribute_value, const_struct,
    setters,
};
