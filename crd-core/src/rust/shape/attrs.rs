//! Attributes of types and fields, as constants.

use serde_json::Value;

use super::macros::{
    attribute_absent, attribute_argument, attribute_to_owned, attribute_type, attribute_value, const_struct,
    setters,
};
use super::{Column, ForeignError, Literal, Next, When};
use crate::model::schema::{ValidationRule, for_rule_members, for_value_validation};
pub use crate::model::structural::{IntOrStringSpelling, MapType};

const_struct! {
    /// Docs, constraints and extensions, given on a type, a field, elements or map values.
    ///
    /// The attributes of a field are added to those of its type; absent attributes change nothing.
    #[derive(Clone, Copy, Debug)]
    struct Attrs;
    /// No attributes.
    const NONE;

    /// `title`: a short heading; empty when not given.
    title: plain(&'static str, "");
    /// `description`: trimmed doc comments; empty when there are none.
    description: plain(&'static str, "");
    /// Maximum length in bytes of the descriptions of the node and below it; 0 drops them, `None` keeps them whole.
    max_description: given(usize);
    /// Source of the descriptions of the nodes below.
    descriptions: plain(Descriptions, Descriptions::AsDeclared);
    /// `example`: a value for documentation.
    example: given(Literal);
    /// Value validation, added to that of the type.
    validation: plain(&'static Validation, &Validation::NONE);
    /// Keywords that stand in the schema whatever the type is: `unchecked(…)`.
    unchecked: given(&'static Unchecked);
    /// Attributes of the elements of a list: `items(…)`.
    items: given(&'static Attrs);
    /// Attributes of the values of a map: `values(…)`.
    values: given(&'static Attrs);
    /// Attributes of nodes further below, by path: `at("containers[].resources", …)`.
    at: plain(&'static [(&'static str, &'static Attrs)], &[]);
    /// Whether the default of a node inside of another type is removed.
    no_default: plain(bool, false);
    /// `x-kubernetes-list-type`: how server-side apply merges a list; determined by the type when not given.
    list_type: given(ListType);
    /// `x-kubernetes-map-type`: how server-side apply merges an object or a map; granular when not given.
    map_type: given(MapType);
    /// `nullable`; determined by the type when not given.
    nullable: given(bool);
    /// `x-kubernetes-preserve-unknown-fields`: whether pruning keeps unknown members.
    preserve_unknown_fields: plain(bool, false);
    /// `x-kubernetes-embedded-resource`: whether the value is a whole Kubernetes object.
    embedded_resource: plain(bool, false);
    /// `x-kubernetes-int-or-string`: whether the value is an integer or a string; replaces the schema of the type.
    int_or_string: plain(bool, false);
    /// Whether the value may not change on update; becomes a rule.
    immutable: plain(bool, false);
    /// `x-kubernetes-validations`: rules in CEL, after those of the type.
    rules: plain(&'static [Rule], &[]);
    /// Groups of fields, a certain number of which must be set; become rules.
    groups: plain(&'static [FieldGroup], &[]);
    /// Unions among the fields of a struct (KEP-2335).
    unions: plain(&'static [UnionDeclaration], &[]);
    /// The lifecycle of the field, one entry for each project (KEP-2558).
    lifecycle: plain(&'static [Lifecycle], &[]);
    /// The channels and feature gates with which the field or the type exists.
    when: plain(&'static When, &When::ALWAYS);
    /// Attributes that apply only in some channels or with some feature gates: `only(…)`.
    only: plain(&'static [(When, &'static Attrs)], &[]);
    /// Printer columns that show the field.
    columns: plain(&'static [Column], &[]);
    /// Whether field selectors may use the field (`selectableFields`).
    selectable: plain(bool, false);
    /// Whether no rules, `oneOf` or counts are derived from the form of an externally tagged enum or a union:
    /// `no_derived_rules`.
    no_derived_rules: plain(bool, false);
    /// Description of the discriminator of a union; a fixed sentence when not given.
    discriminator_description: given(&'static str);
    /// Whether serde rejects unknown members (`deny_unknown_fields`).
    closed: plain(bool, false);
    /// The names of the fields that are not in the JSON (`#[serde(skip)]`), for messages.
    skipped: plain(&'static [&'static str], &[]);
    /// The shape of the Rust type of a field with `preserve_unknown_fields` or `int_or_string`, if the type has one.
    ///
    /// It is a function since the type may contain itself. The constant shape of such a field is open.
    declared: given(fn() -> Option<&'static super::Shape>);
    /// The shape of the keys of a map, if they are an enum.
    keys: given(&'static super::Shape);
    /// The mapping of values of the type to values of the next version.
    next: given(&'static Next);
    /// A schema computed at run time in place of the type's own (`schemars`, `schema_with`).
    foreign: given(fn() -> Result<crate::Structural, ForeignError>);
}

const_struct! {
    /// Keywords that no check compares with the type: those of another type, which the API server accepts and ignores.
    #[derive(Clone, Copy, Debug)]
    struct Unchecked;
    /// No keywords.
    const NONE;

    /// Value validation.
    validation: plain(&'static Validation, &Validation::NONE);
    /// `x-kubernetes-preserve-unknown-fields`, on or off.
    preserve_unknown_fields: given(bool);
    /// `nullable` beside an `enum` without null, which rejects null nevertheless.
    nullable: plain(bool, false);
    /// `x-kubernetes-int-or-string`, with or without `anyOf`; beside the type, unless that is `IntOrString`.
    int_or_string: given(IntOrStringSpelling);
    /// `items` of any value, where the value is no list.
    items: plain(bool, false);
}

impl Attrs {
    /// Sets the mapping, unless the versions form a circle, which is an error of its own.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn next_unless(self, next: &'static Next, is_circle: bool) -> Self {
        if is_circle { self } else { self.next(next) }
    }
}

/// Source of the descriptions of the nodes below a node; its own description is not affected.
#[derive(Clone, Copy, Debug)]
pub enum Descriptions {
    /// The descriptions of the shapes.
    AsDeclared,
    /// None: descriptions are dropped.
    Dropped,
    /// The descriptions of the shapes or, where those have none, of a JSON Schema of the same type.
    Of(fn() -> Value),
    /// A table of descriptions: the path of a node, such as `spec.containers[].name` or `labels.*`, with its text.
    /// Nodes without an entry have none.
    Table(&'static [(&'static str, &'static str)]),
}

macro_rules! validation_struct {
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
        /// Value validation as constants, including that under junctors.
        ///
        /// The compiler evaluates it, so its strings are `'static`, and `format: Some("")` removes the format of a
        /// type; [`ValueValidation`](crate::structural::ValueValidation) owns its data, since it is parsed, merged and
        /// serialized.
        #[derive(Clone, Copy, Debug)]
        pub struct Validation {
            $( $(#[$doc])* pub $attribute: attribute_type!($form $arguments), )*
            $( $(#[$count_doc])* pub $count: Option<i64>, )*
            /// `properties`: restrictions on members, under junctors only.
            pub properties: &'static [(&'static str, Validation)],
            /// `items`: restrictions on elements, under junctors only.
            pub items: Option<&'static Validation>,
            /// `allOf`: restrictions that a value must all satisfy.
            pub all_of: &'static [Validation],
            /// `anyOf`: restrictions of which a value must satisfy one or more.
            pub any_of: &'static [Validation],
            /// `oneOf`: restrictions of which a value must satisfy exactly one.
            pub one_of: &'static [Validation],
            /// `not`: a restriction that a value must not satisfy.
            pub not: Option<&'static Validation>,
        }

        impl Validation {
            /// No restriction.
            pub const NONE: Validation = Validation {
                $( $attribute: attribute_absent!($form $arguments), )*
                $( $count: None, )*
                properties: &[],
                items: None,
                all_of: &[],
                any_of: &[],
                one_of: &[],
                not: None,
            };

            /// Returns the restrictions on lengths and counts, in the order of those of a `ValueValidation`.
            pub(crate) const fn counts(&self) -> [Option<i64>; crate::model::structural::COUNTS] {
                [$( self.$count ),*]
            }
        }

        setters!(Validation {
            $( $attribute: attribute_argument!($form $arguments) => attribute_value!($attribute $form); )*
            $( $count: i64 => Some($count); )*
            properties: &'static [(&'static str, Validation)] => properties;
            items: &'static Validation => Some(items);
            all_of: &'static [Validation] => all_of;
            any_of: &'static [Validation] => any_of;
            one_of: &'static [Validation] => one_of;
            not: &'static Validation => Some(not);
        });
    };
}

for_value_validation!(validation_struct);

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// A set.
    Set,
    /// Keyed by the named properties.
    Map(&'static [&'static str]),
}

macro_rules! rule_struct {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $(, as $go_type:literal)?,
            attribute $form:ident $arguments:tt;
    )*) => {
        /// A rule of `x-kubernetes-validations`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Rule {
            /// `rule`: the CEL expression that must be true; `self` is the value.
            pub rule: &'static str,
            /// The channels and feature gates with which it applies.
            pub when: &'static When,
            $( $(#[$doc])* pub $name: attribute_type!($form $arguments), )*
        }

        impl Rule {
            /// Creates a rule that only has an expression.
            pub const fn new(rule: &'static str) -> Self {
                Rule {
                    rule,
                    when: &When::ALWAYS,
                    $( $name: attribute_absent!($form $arguments), )*
                }
            }
        }

        impl From<&Rule> for ValidationRule {
            fn from(rule: &Rule) -> Self {
                ValidationRule {
                    rule: rule.rule.into(),
                    $( $name: attribute_to_owned!(rule.$name, $form), )*
                }
            }
        }

        setters!(Rule {
            when: &'static When => when;
            $( $name: attribute_argument!($form $arguments) => attribute_value!($name $form); )*
        });
    };
}

for_rule_members!(rule_struct);

/// Fields of a struct, a certain number of which must be set: `exactly_one_of(…)`, `at_most_one_of(…)`, `at_least_one_of(…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldGroup {
    /// Number of the fields that may be set.
    pub bound: GroupBound,
    /// The wire names of the fields.
    pub fields: &'static [&'static str],
}

/// Number of the fields of a group that may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBound {
    /// Exactly one.
    ExactlyOne,
    /// None or one.
    AtMostOne,
    /// One or more.
    AtLeastOne,
}

/// A KEP-2335 union among the fields of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionDeclaration {
    /// The wire name of the discriminator field; empty when there is none.
    pub discriminator: &'static str,
    /// Wire name of each member field and its discriminator value.
    pub members: &'static [(&'static str, &'static str)],
}

/// One project's lifecycle of a field (KEP-2558).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The project, `kubernetes` or another.
    pub project: &'static str,
    /// `vX.Y`.
    pub min_version: &'static str,
    /// `alpha`, `beta` or `deprecated`.
    pub status: &'static str,
    /// The feature gate, or empty.
    pub feature_gate: &'static str,
    /// The replacement of a deprecated field, or empty.
    pub replacement: &'static str,
}
