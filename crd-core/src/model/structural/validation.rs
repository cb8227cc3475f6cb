//! Restrictions on values, generated from the table of keywords.

use serde_json::Value;

use crate::model::map::Map;
#[cfg(feature = "schemars")]
use crate::model::schema::Written;
use crate::model::schema::{JsonSchemaProps, for_value_validation};
use crate::model::text::InternedText;

macro_rules! value_validation {
    (
        validation { $(
            $(#[$doc:meta])* $name:ident: $type:ty, of $fits:ident, attribute $attribute:ident $form:ident $arguments:tt,
                merged $merge:ident;
        )* }
        counts { $(
            $(#[$count_doc:meta])* $count:ident: Option<i64> = $wire:literal, of $count_fits:ident, merged $count_merge:ident;
        )* }
        no_attribute { $( $(#[$other_doc:meta])* $other:ident: $other_type:ty; )* }
    ) => {
        /// Restrictions on a value that do not change its shape (KEP-2335's value validation).
        ///
        /// Build one with `..ValueValidation::default()`, which restricts nothing: new versions of Kubernetes add
        /// keywords.
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct ValueValidation {
            $( $(#[$doc])* pub $name: $type, )*
            $( $(#[$count_doc])* pub $count: Option<i64>, )*
            $( $(#[$other_doc])* pub $other: $other_type, )*
            /// `allOf`: restrictions that a value must all satisfy; empty when absent.
            pub all_of: Vec<NestedValidation>,
            /// `anyOf`: restrictions of which a value must satisfy one or more; empty when absent.
            pub any_of: Vec<NestedValidation>,
            /// `oneOf`: restrictions of which a value must satisfy exactly one; empty when absent.
            pub one_of: Vec<NestedValidation>,
            /// `not`: a restriction that a value must not satisfy.
            pub not: Option<Box<NestedValidation>>,
        }

        impl ValueValidation {
            /// Returns the restrictions of a schema outside of junctors.
            #[cfg(feature = "check")]
            pub(crate) fn without_junctors(schema: &JsonSchemaProps) -> Self {
                ValueValidation {
                    $( $name: schema.$name.clone(), )*
                    $( $count: schema.$count, )*
                    $( $other: schema.$other, )*
                    ..ValueValidation::default()
                }
            }

            /// Adds the restrictions to a schema that has none.
            pub(super) fn write_to(self, props: &mut JsonSchemaProps) {
                $( props.$name = self.$name; )*
                $( props.$count = self.$count; )*
                $( props.$other = self.$other; )*
                props.all_of = list(self.all_of);
                props.any_of = list(self.any_of);
                props.one_of = list(self.one_of);
                props.not = self.not.map(|nested| Box::new((*nested).into()));
            }

            /// Returns the restrictions on counts, with their names in manifests.
            #[cfg(feature = "schemars")]
            pub(crate) fn counts(&self) -> [(&'static str, Option<i64>); COUNTS] {
                [$( ($wire, self.$count) ),*]
            }

            /// Returns a mutable reference to the restriction on counts with the name `wire`.
            #[cfg(feature = "schemars")]
            pub(crate) fn count_mut(&mut self, wire: &str) -> Option<&mut Option<i64>> {
                match wire {
                    $( $wire => Some(&mut self.$count), )*
                    _ => None,
                }
            }

            /// Adds restrictions on counts, in the order of [`counts`](ValueValidation::counts): the tighter
            /// of two bounds is kept.
            pub(crate) fn restrict_counts(&mut self, counts: [Option<i64>; COUNTS]) {
                let [$( $count ),*] = counts;
                $( self.$count = $count_merge(self.$count, $count); )*
            }

            /// Checks whether a keyword restricts only this kind of values.
            #[cfg(feature = "schemars")]
            pub(crate) fn restricts(&self, values: Restricted) -> bool {
                $( Restricted::$fits == values && self.$name.written().is_some() || )*
                $( Restricted::$count_fits == values && self.$count.is_some() || )*
                false
            }
        }

        /// Number of restrictions on counts.
        pub(crate) const COUNTS: usize = [$( $wire ),*].len();
    };
}

for_value_validation!(value_validation);

/// The values that a keyword restricts.
#[cfg(feature = "schemars")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Restricted {
    All,
    Scalars,
    Strings,
    Numbers,
    Arrays,
    Objects,
}

/// Value validation under a junctor.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NestedValidation {
    /// Restrictions on the value itself.
    pub validation: ValueValidation,
    /// Restrictions on the elements of an array.
    pub items: Option<Box<NestedValidation>>,
    /// Restrictions on the named members of an object.
    pub properties: Map<NestedValidation>,
    /// `additionalProperties: false`: members that are not properties are rejected. The server drops it from
    /// the structural schema, so only the validation of objects uses it.
    pub closed: bool,
}

fn list(nested: Vec<NestedValidation>) -> Option<Vec<JsonSchemaProps>> {
    (!nested.is_empty()).then(|| nested.into_iter().map(JsonSchemaProps::from).collect())
}

/// Returns the tighter of two lower bounds.
fn larger(here: Option<i64>, other: Option<i64>) -> Option<i64> {
    here.max(other)
}

/// Returns the tighter of two upper bounds.
fn smaller(here: Option<i64>, other: Option<i64>) -> Option<i64> {
    match (here, other) {
        (Some(here), Some(other)) => Some(here.min(other)),
        (here, other) => here.or(other),
    }
}
