//! The keywords of a schema, in one table.
//!
//! ```text
//! row     min_length: Option<i64> = "minLength", MinLength 14, written 17, of Strings, merged larger;
//! gives   JsonSchemaProps::min_length, ValueValidation::min_length, shape::Validation::min_length and its setter,
//!         the decoding of `minLength: 3`, the writing of `minLength: 3` after `multipleOf` and before `maxLength`,
//!         `"MinLength":3` in error texts of the server, 15th in its struct,
//!         the comparison of two schemas, and the larger of two bounds where attributes are laid over a type.
//! ```
//!
//! A new keyword is a new row here, and code where the keyword has a meaning: the checks of the server, the
//! validation of values, the attribute of the derive.
//!
//! A row has the columns
//!
//! * the name and the type of the field in [`JsonSchemaProps`](super::JsonSchemaProps);
//! * the name on the wire;
//! * the name of the field in Go's internal `JSONSchemaProps` and its position there, counted from 0;
//! * the position in written manifests, counted from 0, which has members in the order that people read them;
//! * `as`: the name of the type in Go, where it is not the usual one for the type of the field;
//! * for value validation, what it restricts (`of`), and for what the derive writes, the type of the attribute
//!   (`attribute`) and the merge rule (`merged`): the `larger` or `smaller` of two bounds, or `by_hand` in `generate::attrs`.
//!
//! Rows are grouped by the part of a structural schema that they belong to (KEP-2335). [`for_keywords`] gives a macro
//! all rows with the columns that each of them has, [`for_value_validation`] the groups of value validation with all
//! columns, [`for_rule_members`] the members of a rule of `x-kubernetes-validations`.

/// Passes the table to `select`, which chooses rows and columns and calls `callback` with them.
macro_rules! keywords {
    ($select:ident $callback:ident) => {
        $crate::model::schema::$select! { $callback
            // The shape of values, which pruning, defaulting and server-side apply use.
            shape {
                /// `type`: `object`, `array`, `string`, `integer`, `number` or `boolean`; empty when absent, as it is
                /// with `x-kubernetes-int-or-string` and `x-kubernetes-preserve-unknown-fields`.
                type_: InternedText = "type", Type 4, written 5;
                /// `properties`: the schema of each named member of an object.
                properties: Option<Map<JsonSchemaProps>> = "properties", Properties 29, written 26;
                /// `items`: the schema of the elements of an array.
                items: Option<Items> = "items", Items 24, written 30;
                /// `additionalProperties`: the schema of the values of a string map, or whether members that
                /// are not properties are allowed.
                additional_properties: Option<SchemaOrBool> =
                    "additionalProperties", AdditionalProperties 30, written 27;
            }
            // Documentation, default and nullability.
            generic {
                /// `description`: documentation for users of the API; empty when absent.
                description: InternedText = "description", Description 3, written 4;
                /// `title`: a short heading; empty when absent. The server keeps it and does nothing with it.
                title: InternedText = "title", Title 7, written 3;
                /// `default`: the value that the server sets if the member is absent; never JSON null, which
                /// the server reads as absent (DEC-06).
                default: Option<Value> = "default", Default 8, written 8;
                /// `nullable`: whether the value may be null; not by default.
                nullable: bool = "nullable", Nullable 5, written 7;
                /// `example`: a value for documentation; never JSON null (DEC-06).
                example: Option<Value> = "example", Example 36, written 9;
                /// `externalDocs`: a link to documentation elsewhere.
                external_docs: Option<Box<ExternalDocs>> = "externalDocs", ExternalDocs 35, written 10;
            }
            // Restrictions on values that do not change their shape.
            validation {
                /// `format`: the name of a format that strings or numbers must have, such as `date-time`; empty when
                /// absent. The server ignores formats that it does not know.
                format: InternedText = "format", Format 6, written 6,
                    of Scalars, attribute format given(&'static str), merged by_hand;
                /// `required`: the names of members that an object must have. The server tells an empty list from an
                /// absent one.
                required: Option<Vec<Box<str>>> = "required", Required 23, written 25,
                    of Objects, attribute required plain(&'static [&'static str], &[]), merged by_hand;
                /// `enum`: the values that are allowed; any if absent.
                enum_: Option<Vec<Value>> = "enum", Enum 20, written 11,
                    of All, attribute enumeration plain(&'static [Literal], &[]), merged by_hand;
                /// `pattern`: a regular expression in Go's RE2 dialect that some part of the string must match; empty
                /// when absent.
                pattern: InternedText = "pattern", Pattern 15, written 19,
                    of Strings, attribute pattern plain(&'static str, ""), merged by_hand;
                /// `minimum`: the least number that is allowed; no bound if absent.
                minimum: Option<f64> = "minimum", Minimum 11, written 12,
                    of Numbers, attribute minimum given(f64), merged by_hand;
                /// `exclusiveMinimum`: whether `minimum` itself is not allowed; it is by default.
                exclusive_minimum: bool = "exclusiveMinimum", ExclusiveMinimum 12, written 13,
                    of Numbers, attribute exclusive_minimum plain(bool, false), merged by_hand;
                /// `maximum`: the greatest number that is allowed; no bound if absent.
                maximum: Option<f64> = "maximum", Maximum 9, written 14,
                    of Numbers, attribute maximum given(f64), merged by_hand;
                /// `exclusiveMaximum`: whether `maximum` itself is not allowed; it is by default.
                exclusive_maximum: bool = "exclusiveMaximum", ExclusiveMaximum 10, written 15,
                    of Numbers, attribute exclusive_maximum plain(bool, false), merged by_hand;
                /// `multipleOf`: the number that values must be multiples of; above 0.
                multiple_of: Option<f64> = "multipleOf", MultipleOf 19, written 16,
                    of Numbers, attribute multiple_of given(f64), merged by_hand;
            }
            // Value validation of counts.
            counts {
                /// `minLength`: the fewest characters of a string, in Unicode code points; no bound if absent.
                min_length: Option<i64> = "minLength", MinLength 14, written 17, of Strings, merged larger;
                /// `maxLength`: the most characters of a string, in Unicode code points; no bound if absent.
                max_length: Option<i64> = "maxLength", MaxLength 13, written 18, of Strings, merged smaller;
                /// `minItems`: the fewest elements of an array; no bound if absent.
                min_items: Option<i64> = "minItems", MinItems 17, written 20, of Arrays, merged larger;
                /// `maxItems`: the most elements of an array; no bound if absent.
                max_items: Option<i64> = "maxItems", MaxItems 16, written 21, of Arrays, merged smaller;
                /// `minProperties`: the fewest members of an object or a map; no bound if absent.
                min_properties: Option<i64> = "minProperties", MinProperties 22, written 23, of Objects, merged larger;
                /// `maxProperties`: the most members of an object or a map; no bound if absent.
                max_properties: Option<i64> = "maxProperties", MaxProperties 21, written 24, of Objects, merged smaller;
            }
            // Value validation that has no attribute, since the server rejects it.
            no_attribute {
                /// `uniqueItems`: whether the elements of an array must differ; not by default. The server
                /// rejects `true` in CRDs, since its run time is quadratic: a set has
                /// `x-kubernetes-list-type: set`.
                unique_items: bool = "uniqueItems", UniqueItems 18, written 22;
            }
            // Value validation with other schemas; its fields in the structural types are written by hand.
            junctors {
                /// `allOf`: schemas that a value must all match.
                all_of: Option<Vec<JsonSchemaProps>> = "allOf", AllOf 25, written 33;
                /// `anyOf`: schemas of which a value must match one or more.
                any_of: Option<Vec<JsonSchemaProps>> = "anyOf", AnyOf 27, written 34;
                /// `oneOf`: schemas of which a value must match exactly one.
                one_of: Option<Vec<JsonSchemaProps>> = "oneOf", OneOf 26, written 35;
                /// `not`: a schema that a value must not match.
                not: Option<Box<JsonSchemaProps>> = "not", Not 28, written 36;
            }
            // Kubernetes' own keywords.
            extensions {
                /// `x-kubernetes-preserve-unknown-fields`: whether pruning keeps members that the schema does not name;
                /// only `true` is allowed.
                x_preserve_unknown_fields: Option<bool> =
                    "x-kubernetes-preserve-unknown-fields", XPreserveUnknownFields 37, written 42;
                /// `x-kubernetes-embedded-resource`: whether the value is a whole Kubernetes object, with `apiVersion`,
                /// `kind` and `metadata`; not by default.
                x_embedded_resource: bool = "x-kubernetes-embedded-resource", XEmbeddedResource 38, written 37;
                /// `x-kubernetes-int-or-string`: whether the value is an integer or a string; then there is no `type`.
                x_int_or_string: bool = "x-kubernetes-int-or-string", XIntOrString 39, written 38;
                /// `x-kubernetes-list-type`: `atomic`, `set` or `map`; the server takes lists as `atomic` if absent.
                x_list_type: Option<Box<str>> = "x-kubernetes-list-type", XListType 41, written 39;
                /// `x-kubernetes-list-map-keys`: the properties of elements that together are unique in a list of type
                /// `map`.
                x_list_map_keys: Option<Vec<Box<str>>> = "x-kubernetes-list-map-keys", XListMapKeys 40, written 40;
                /// `x-kubernetes-map-type`: `granular` or `atomic`; the server takes objects as `granular` if absent.
                x_map_type: Option<Box<str>> = "x-kubernetes-map-type", XMapType 42, written 41;
                /// `x-kubernetes-validations`: rules in CEL that values must satisfy.
                x_validations: Option<Vec<ValidationRule>> =
                    "x-kubernetes-validations", XValidations 43, written 43;
            }
            // Keywords of the wire format that no structural schema may use (STC-01 to STC-07).
            unsupported {
                /// `id`: rejected in CRDs (STC-01); empty when absent.
                id: InternedText = "id", ID 0, written 0;
                /// `$schema`: rejected in CRDs (STC-02); empty when absent.
                schema: InternedText = "$schema", Schema 1, written 1, as "{}.JSONSchemaURL";
                /// `$ref`: rejected in CRDs unless it is empty (STC-03); the server distinguishes an empty
                /// one from an absent one.
                reference: Option<Box<str>> = "$ref", Ref 2, written 2;
                /// `patternProperties`: rejected in CRDs unless it is empty (STC-04).
                pattern_properties: Option<Map<JsonSchemaProps>> =
                    "patternProperties", PatternProperties 31, written 28;
                /// `dependencies`: rejected in CRDs unless it is empty (STC-05).
                dependencies: Option<Map<SchemaOrStrings>> = "dependencies", Dependencies 32, written 29;
                /// `additionalItems`: rejected in CRDs (STC-06).
                additional_items: Option<SchemaOrBool> = "additionalItems", AdditionalItems 33, written 31;
                /// `definitions`: rejected in CRDs unless it is empty (STC-07).
                definitions: Option<Map<JsonSchemaProps>> =
                    "definitions", Definitions 34, written 32, as "{}.JSONSchemaDefinitions";
            }
        }
    };
}

/// Calls a macro with the members of a rule of `x-kubernetes-validations` other than `rule`, in the order of Go's struct.
///
/// The columns are the name and type of the field in [`ValidationRule`](super::ValidationRule), the name on the wire,
/// the name in Go, `as` for an unusual name of the type in Go, and the type of the attribute.
macro_rules! for_rule_members {
    ($callback:ident) => {
        $callback! {
            /// `message`: what the server says when the rule fails; empty for `failed rule: …`.
            message: Box<str> = "message", Message, attribute plain(&'static str, "");
            /// `messageExpression`: a CEL expression that makes the message; comes before `message`, which is used where
            /// the expression fails. Empty when absent.
            message_expression: Box<str> =
                "messageExpression", MessageExpression, attribute plain(&'static str, "");
            /// `reason`: `FieldValueInvalid` (the default), `FieldValueForbidden`, `FieldValueRequired` or
            /// `FieldValueDuplicate`.
            reason: Option<Box<str>> =
                "reason", Reason, as "{}.FieldValueErrorReason", attribute given(&'static str);
            /// `fieldPath`: a simple JSON path, from the value, to the field that the failure is reported at; the value
            /// itself when empty.
            field_path: Box<str> = "fieldPath", FieldPath, attribute plain(&'static str, "");
            /// `optionalOldSelf`: whether `oldSelf` is an optional, so that the rule also runs on create; not by default.
            optional_old_self: Option<bool> = "optionalOldSelf", OptionalOldSelf, attribute given(bool);
        }
    };
}

/// Calls a macro with every keyword: its doc, field, type, name on the wire, name and position in Go, position in
/// written manifests, and in brackets the name of the type in Go where it is unusual.
macro_rules! for_keywords {
    ($callback:ident) => {
        $crate::model::schema::keywords! { select_all $callback }
    };
}

macro_rules! select_all {
    ($callback:ident $($part:ident { $(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal
            $(, as $go_type:literal)? $(, of $fits:ident $(, attribute $attribute:ident $form:ident $arguments:tt)?, merged $merge:ident)?;
    )* })*) => {
        $callback! { $($(
            $(#[$doc])* $name: $type = $wire, $go $position, written $rank, as [$($go_type)?];
        )*)* }
    };
}

/// Calls a macro with the groups `validation`, `counts` and `no_attribute`, the last two without the columns
/// that all their rows have in common.
macro_rules! for_value_validation {
    ($callback:ident) => {
        $crate::model::schema::keywords! { select_value_validation $callback }
    };
}

macro_rules! select_value_validation {
    ($callback:ident
        shape $shape:tt
        generic $generic:tt
        validation { $(
            $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
                of $fits:ident, attribute $attribute:ident $form:ident $arguments:tt, merged $merge:ident;
        )* }
        counts { $(
            $(#[$count_doc:meta])* $count:ident: Option<i64> = $count_wire:literal, $count_go:ident $count_position:literal,
                written $count_rank:literal, of $count_fits:ident, merged $count_merge:ident;
        )* }
        no_attribute { $(
            $(#[$other_doc:meta])* $other:ident: $other_type:ty = $other_wire:literal, $other_go:ident $other_position:literal,
                written $other_rank:literal;
        )* }
        junctors $junctors:tt
        extensions $extensions:tt
        unsupported $unsupported:tt
    ) => {
        $callback! {
            validation { $(
                $(#[$doc])* $name: $type, of $fits, attribute $attribute $form $arguments, merged $merge;
            )* }
            counts { $(
                $(#[$count_doc])* $count: Option<i64> = $count_wire, of $count_fits, merged $count_merge;
            )* }
            no_attribute { $( $(#[$other_doc])* $other: $other_type; )* }
        }
    };
}

pub(crate) use {
    for_keywords, for_rule_members, for_value_validation, keywords, select_all, select_value_validation,
};

macro_rules! keyword_enum {
    ($(
        $(#[$doc:meta])* $name:ident: $type:ty = $wire:literal, $go:ident $position:literal, written $rank:literal,
            as [$($go_type:literal)?];
    )*) => {
        /// A keyword of a schema, with the name of the field in Go's struct.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum SchemaKeyword {
            $( $(#[$doc])* $go, )*
        }

        impl SchemaKeyword {
            /// Number of keywords.
            const COUNT: usize = [$($position),*].len();

            /// The keywords in the order of the fields of Go's struct.
            #[cfg(feature = "check")]
            pub(crate) const IN_GO: [SchemaKeyword; SchemaKeyword::COUNT] = {
                let mut order = [SchemaKeyword::Type; SchemaKeyword::COUNT];
                $( order[$position] = SchemaKeyword::$go; )*
                order
            };

            /// The keywords in the order of written manifests.
            pub(super) const WRITTEN: [SchemaKeyword; SchemaKeyword::COUNT] = {
                let mut order = [SchemaKeyword::Type; SchemaKeyword::COUNT];
                $( order[$rank] = SchemaKeyword::$go; )*
                order
            };

            /// Returns the name on the wire.
            #[cfg(feature = "check")]
            pub(crate) const fn wire(self) -> &'static str {
                match self {
                    $( SchemaKeyword::$go => $wire, )*
                }
            }

            /// Returns the name of the field in Go's struct.
            #[cfg(feature = "check")]
            pub(crate) const fn go_name(self) -> &'static str {
                match self {
                    $( SchemaKeyword::$go => stringify!($go), )*
                }
            }
        }

        /// Two keywords with the same position would leave another position out.
        const _: () = {
            let (mut positions, mut ranks) = (0_u64, 0_u64);
            $(
                positions |= 1 << $position;
                ranks |= 1 << $rank;
            )*
            let all = (1 << SchemaKeyword::COUNT) - 1;
            assert!(positions == all && ranks == all, "every position is taken once");
        };
    };
}

for_keywords!(keyword_enum);
