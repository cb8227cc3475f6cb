//! Handles to texts, and the texts that every tree contains.

use super::Span;

/// A handle to a piece of text in the tree; read it with [`Ast::text`](super::Ast::text).
///
/// Names that no expression can contain (operators, the accumulator) have one fixed handle each, so that they
/// can be recognized by comparing handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Text(pub(super) Span);

/// Marks fixed handles: `start` has this value, `end` is an index into [`FIXED_TEXTS`].
const FIXED: u32 = u32::MAX;

macro_rules! fixed_texts {
    ($($name:ident = $text:literal;)*) => {
        /// The index of each text in [`FIXED_TEXTS`].
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "named as the constants are")]
        #[repr(u32)]
        enum FixedIndex {
            $($name),*
        }

        impl Text {
            $(
                #[doc = concat!("`", $text, "`")]
                pub const $name: Text = Text(Span { start: FIXED, end: FixedIndex::$name as u32 });
            )*
        }

        /// The names of the fixed handles, by index.
        pub(crate) const FIXED_TEXTS: &[&str] = &[$($text),*];
    };
}

fixed_texts! {
    CONDITIONAL = "_?_:_";
    LOGICAL_OR = "_||_";
    LOGICAL_AND = "_&&_";
    LOGICAL_NOT = "!_";
    EQUALS = "_==_";
    NOT_EQUALS = "_!=_";
    LESS = "_<_";
    LESS_EQUALS = "_<=_";
    GREATER = "_>_";
    GREATER_EQUALS = "_>=_";
    ADD = "_+_";
    SUBTRACT = "_-_";
    MULTIPLY = "_*_";
    DIVIDE = "_/_";
    MODULO = "_%_";
    NEGATE = "-_";
    INDEX = "_[_]";
    OPT_INDEX = "_[?_]";
    OPT_SELECT = "_?._";
    IN = "@in";
    NOT_STRICTLY_FALSE = "@not_strictly_false";
    MAP_INSERT = "cel.@mapInsert";
    SORT_BY_KEYS = "@sortByAssociatedKeys";
    ACCUMULATOR = "@result";
    UNUSED = "#unused";
    SORT_BY_INPUT = "@__sortBy_input__";
    HAS_VALUE = "hasValue";
    VALUE = "value";
    OPTIONAL_OF = "optional.of";
    OPTIONAL_NONE = "optional.none";
}

impl Text {
    /// Returns the index of a fixed handle, or `None` for any other handle.
    pub(crate) fn fixed(self) -> Option<usize> {
        (self.0.start == FIXED).then_some(self.0.end as usize)
    }
}
