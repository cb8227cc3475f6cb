//! The values of constants in attributes, such as `max_length = MAX_NAME` and `pattern = NAME_PATTERN`.
//!
//! ```text
//! whole_number(MAX_NAME).value()     MAX_NAME: usize    the function for usize
//!                                    MAX_NAME: &str     the bound of `whole_number` reports the error
//! ```
//!
//! For an unsuitable type, the call resolves to [`Unfit::value`], so that the compiler reports the bound alone.

/// A constant that is a count: a length, or a number of elements or members.
pub struct Count<T>(T);

/// Wraps a constant that is a count.
pub const fn whole_number<T: WholeNumber>(value: T) -> Count<T> {
    Count(value)
}

/// A constant that is a bound on numbers.
pub struct Bound<T>(T);

/// Wraps a constant that is a bound on numbers.
pub const fn number<T: AnyNumber>(value: T) -> Bound<T> {
    Bound(value)
}

/// A constant string.
pub struct TextConstant<T>(T);

/// Wraps a constant string.
pub const fn static_text<T: StaticText>(value: T) -> TextConstant<T> {
    TextConstant(value)
}

/// Joins two constant strings with a byte between them, in a constant.
#[doc(hidden)]
#[macro_export]
macro_rules! __joined {
    ($one:expr, $between:literal, $other:expr) => {{
        const ONE: &str = $one;
        const OTHER: &str = $other;
        const BYTES: [u8; ONE.len() + 1 + OTHER.len()] =
            $crate::__private::joined_bytes(ONE, $between, OTHER);
        match ::core::str::from_utf8(&BYTES) {
            ::core::result::Result::Ok(text) => text,
            ::core::result::Result::Err(_) => "",
        }
    }};
}

/// Returns the bytes of two strings with an ASCII byte between them.
pub const fn joined_bytes<const N: usize>(one: &str, between: u8, other: &str) -> [u8; N] {
    let mut bytes = [between; N];
    let (before, rest) = bytes.split_at_mut(one.len());
    before.copy_from_slice(one.as_bytes());
    if let Some((_, after)) = rest.split_first_mut() {
        after.copy_from_slice(other.as_bytes());
    }
    bytes
}

/// The types of constants that are counts.
#[diagnostic::on_unimplemented(
    message = "a length or a count must be a whole number, but this constant is `{Self}` [CRD0905]",
    label = "not an integer type",
    note = "name a constant of an integer type, or compute one: `TEXT.len()`, `VALUE as usize`"
)]
pub trait WholeNumber: Copy {}

/// The types of constants that are bounds on numbers.
#[diagnostic::on_unimplemented(
    message = "a bound must be a number, but this constant is `{Self}` [CRD0905]",
    label = "not a numeric type",
    note = "name a constant of an integer type or of a float"
)]
pub trait AnyNumber: Copy {}

/// The types of constant strings.
#[diagnostic::on_unimplemented(
    message = "a string is expected, but this constant is `{Self}` [CRD0905]",
    label = "not a `&'static str`",
    note = "name a constant such as `const NAME: &str = \"^[a-z]+$\"`"
)]
pub trait StaticText: Copy {}

/// Fallback for constants of unsuitable types; its methods are never called.
pub trait Unfit {
    /// The expected type.
    type Value: Default;

    /// Returns the default value.
    fn value(&self) -> Self::Value {
        Self::Value::default()
    }

    /// Returns the default value.
    fn wide(&self) -> i128 {
        0
    }
}

impl<T> Unfit for Count<T> {
    type Value = i64;
}

impl<T> Unfit for Bound<T> {
    type Value = f64;
}

impl<T> Unfit for TextConstant<T> {
    type Value = &'static str;
}

macro_rules! integers {
    ($($ty:ty)*) => {
        $(
            #[diagnostic::do_not_recommend]
            impl WholeNumber for $ty {}

            #[diagnostic::do_not_recommend]
            impl AnyNumber for $ty {}

            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_wrap,
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                clippy::unnecessary_cast,
                reason = "one text for all types; `check::count` reports what 64 bits cannot hold"
            )]
            impl Count<$ty> {
                /// Returns the count, wrapped at 64 bits.
                pub const fn value(&self) -> i64 {
                    self.0 as i64
                }

                /// Returns the count, unchanged.
                pub const fn wide(&self) -> i128 {
                    self.0 as i128
                }
            }

            #[allow(
                clippy::cast_lossless,
                clippy::cast_possible_wrap,
                clippy::cast_precision_loss,
                clippy::unnecessary_cast,
                reason = "bounds are doubles on the server too"
            )]
            impl Bound<$ty> {
                /// Returns the bound.
                pub const fn value(&self) -> f64 {
                    self.0 as f64
                }

                /// Returns the bound, unchanged.
                pub const fn wide(&self) -> i128 {
                    self.0 as i128
                }
            }
        )*
    };
}

integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

#[diagnostic::do_not_recommend]
impl AnyNumber for f32 {}

#[diagnostic::do_not_recommend]
impl AnyNumber for f64 {}

impl Bound<f32> {
    /// Returns the bound.
    pub const fn value(&self) -> f64 {
        self.0 as f64
    }

    /// Returns 0: a float needs no check.
    pub const fn wide(&self) -> i128 {
        0
    }
}

impl Bound<f64> {
    /// Returns the bound.
    pub const fn value(&self) -> f64 {
        self.0
    }

    /// Returns 0: a float needs no check.
    pub const fn wide(&self) -> i128 {
        0
    }
}

#[diagnostic::do_not_recommend]
impl StaticText for &'static str {}

impl TextConstant<&'static str> {
    /// Returns the text.
    pub const fn value(&self) -> &'static str {
        self.0
    }
}
