//! Generates constants from attributes.
//!
//! ```text
//! #[crd(title = "t", min_length = 1)]
//!     &__crd::Attrs::NONE.title("t").validation(&__crd::Validation::NONE.min_length(1))
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use super::require::require;
use super::to_const::{ToConst, call, calls, list, setters, structure, text};
use crate::attr::attrs::{Attrs, AttrsAt, Descriptions, FieldGroup, GroupBound, Only, SchemaSource};
use crate::attr::column::Column;
use crate::attr::input::InputField;
use crate::attr::json_literal::JsonLiteral;
use crate::attr::lifecycle::LifecycleMarker;
use crate::attr::merge_strategy::{ListTypeAttr, MapType};
use crate::attr::rule::CelRule;
use crate::attr::validation::{IntOrStringSpelling, UncheckedAttrs, ValidationAttrs};
use crate::attr::value::{ListedName, Quotes};
use crate::attr::when::When;
use crate::hygiene::{self, quote_stable};
use crate::rust_type;
use crate::spanned::Spanned;

/// Properties of the enclosing item that attributes refer to, such as the names of its fields, and unions among them.
#[derive(Default)]
pub(crate) struct Enclosing {
    /// Names in Rust and in JSON.
    pub(crate) names: Vec<(String, String)>,
    /// `x-kubernetes-unions` entries among the fields.
    pub(crate) unions: Vec<TokenStream>,
    /// The Rust type of a field, if its attributes need it.
    pub(crate) ty: Option<TokenStream>,
    /// The Rust type of a field that an attribute opens; its schema is kept if it has one.
    pub(crate) declared: Option<TokenStream>,
    /// The mapping of the type to the next version, and whether the versions form a circle.
    pub(crate) next: Option<TokenStream>,
    /// serde's `deny_unknown_fields` on the type.
    pub(crate) closed: bool,
    /// The JSON names of skipped fields.
    pub(crate) skipped: Vec<Spanned<String>>,
}

impl Enclosing {
    /// Creates the context for the attributes of a field.
    pub(crate) fn of_field(ty: &Type, attrs: &Attrs) -> Self {
        Enclosing {
            ty: attrs.descriptions.as_ref().map(|_| ty.to_token_stream()),
            ..Enclosing::default()
        }
    }

    /// Creates the context for the attributes of a field whose JSON serde derives from its type.
    pub(crate) fn of_member(field: &InputField<'_>) -> Self {
        let attrs = &field.attrs;
        let opened = attrs.preserve_unknown_fields.is_some() || attrs.int_or_string.is_some();
        let declared = opened
            && attrs.source.is_none()
            && field.serde.custom.is_none()
            && field.serde.flatten.is_none()
            && rust_type::name(field.ty).is_none_or(|name| name != "Value");
        Enclosing {
            declared: declared.then(|| field.ty.to_token_stream()),
            ..Enclosing::of_field(field.ty, attrs)
        }
    }

    /// Returns the JSON name of a field. Without quotes the field may be named as in Rust.
    fn json_name(&self, listed: &ListedName) -> String {
        let name = &listed.name.value;
        let found = match listed.quotes {
            Quotes::Quoted => None,
            Quotes::Bare => self.names.iter().find(|(rust, _)| rust == name),
        };
        found.map_or_else(|| name.clone(), |(_, json)| json.clone())
    }
}

/// Generates a `&'static Attrs`; `None` if no attribute sets anything.
pub(crate) fn attrs(attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    // On a field, `no_default` is about the default of serde.
    let own = calls(&[
        ("description", &description(attrs)),
        ("no_default", &attrs.no_default.is_some()),
    ]);
    reference(own, attrs, enclosing)
}

/// Like [`attrs`], without the description, which is an argument of the field.
pub(crate) fn attrs_of_field(attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    reference(TokenStream::new(), attrs, enclosing)
}

/// Returns the description, where there is one.
pub(crate) fn description(attrs: &Attrs) -> Option<&str> {
    attrs.description.as_deref().filter(|text| !text.is_empty())
}

/// Returns the function of a schema that is computed at run time. With the span of its path, a wrong type is reported there.
pub(super) fn schema_function(path: &syn::Path) -> TokenStream {
    quote_spanned!(path.span()=> || __crd::ReturnedSchema::returned(#path()))
}

fn reference(mut setters: TokenStream, attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    let groups: Vec<TokenStream> = attrs
        .groups
        .iter()
        .map(|group| field_group(group, enclosing))
        .collect();
    let validation = validation(&attrs.validation).map(|validation| quote_stable!(&#validation));
    let foreign = match &attrs.source {
        Some(SchemaSource::With(path)) => Some(schema_function(path)),
        _ => None,
    };
    setters.extend(calls(&[
        ("title", &attrs.title),
        ("max_description", &attrs.max_description),
        ("descriptions", &descriptions(attrs, enclosing)),
        ("example", &attrs.example),
        ("validation", &validation),
        ("unchecked", &attrs.unchecked),
        ("items", &attrs.items.as_deref()),
        ("values", &attrs.values.as_deref()),
        ("at", &attrs.at),
        (
            "list_type",
            &attrs
                .list_type
                .as_ref()
                .map(|list_type| self::list_type(list_type.value, attrs)),
        ),
        ("map_type", &attrs.map_type),
        ("next_unless", &enclosing.next),
        ("nullable", &attrs.nullable),
        (
            "preserve_unknown_fields",
            &attrs.preserve_unknown_fields.is_some(),
        ),
        ("embedded_resource", &attrs.embedded_resource.is_some()),
        ("int_or_string", &attrs.int_or_string.is_some()),
        ("immutable", &attrs.immutable.is_some()),
        ("rules", &attrs.rules),
        ("groups", &groups),
        ("unions", &enclosing.unions),
        ("no_derived_rules", &attrs.no_derived_rules.is_some()),
        (
            "discriminator_description",
            &attrs
                .discriminator_description
                .as_ref()
                .map(|text| text.value.as_str()),
        ),
        ("lifecycle", &attrs.lifecycle),
        ("when", &attrs.when),
        ("only", &attrs.only),
        ("columns", &attrs.columns),
        ("selectable", &attrs.selectable.is_some()),
        ("closed", &enclosing.closed),
        ("skipped", &enclosing.skipped),
        ("declared", &enclosing.declared.as_ref().map(declared)),
        ("foreign", &foreign),
    ]));
    (!setters.is_empty()).then(|| quote_stable!(&__crd::Attrs::NONE #setters))
}

/// Attributes of list elements or map values.
impl ToConst for Attrs {
    fn to_const(&self) -> TokenStream {
        attrs(self, &Enclosing::default()).unwrap_or_else(|| quote_stable!(&__crd::Attrs::NONE))
    }
}

/// `at(…)`.
impl ToConst for AttrsAt {
    fn to_const(&self) -> TokenStream {
        (&self.path, &self.attrs).to_const()
    }
}

/// `only(…)`.
impl ToConst for Only {
    fn to_const(&self) -> TokenStream {
        let is_of_channel = self.when.before.is_none()
            && self.when.feature_gates.is_empty()
            && self.when.without_gates.is_empty();
        let check = if is_of_channel { "only_since" } else { "declared" };
        (when_value(&self.when, check), &self.attrs).to_const()
    }
}

fn descriptions(attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    let word = attrs.descriptions.as_ref()?;
    Some(match &word.value {
        Descriptions::Keep => {
            let ty = enclosing.ty.as_ref()?;
            quote_spanned!(word.span()=> __crd::Descriptions::Of(__crd::descriptions!(#ty)))
        }
        Descriptions::Drop => quote_stable!(__crd::Descriptions::Dropped),
        Descriptions::Table(table) => quote_spanned!(word.span()=> __crd::Descriptions::Table(#table)),
    })
}

fn list_type(list_type: ListTypeAttr, attrs: &Attrs) -> TokenStream {
    match list_type {
        ListTypeAttr::Atomic => quote_stable!(__crd::ListType::Atomic),
        ListTypeAttr::Set => quote_stable!(__crd::ListType::Set),
        ListTypeAttr::Map => {
            let keys = attrs.list_map_keys.to_const();
            quote_stable!(__crd::ListType::Map(#keys))
        }
    }
}

impl ToConst for IntOrStringSpelling {
    fn to_const(&self) -> TokenStream {
        match self {
            IntOrStringSpelling::Implied => quote_stable!(__crd::IntOrStringSpelling::Implied),
            IntOrStringSpelling::AnyOf => quote_stable!(__crd::IntOrStringSpelling::AnyOf),
        }
    }
}

impl ToConst for MapType {
    fn to_const(&self) -> TokenStream {
        match self {
            MapType::Granular => quote_stable!(__crd::MapType::Granular),
            MapType::Atomic => quote_stable!(__crd::MapType::Atomic),
        }
    }
}

fn field_group(group: &FieldGroup, enclosing: &Enclosing) -> TokenStream {
    let bound = match group.bound {
        GroupBound::ExactlyOne => quote_stable!(__crd::GroupBound::ExactlyOne),
        GroupBound::AtMostOne => quote_stable!(__crd::GroupBound::AtMostOne),
        GroupBound::AtLeastOne => quote_stable!(__crd::GroupBound::AtLeastOne),
    };
    let fields = group.fields.iter().map(|listed| enclosing.json_name(listed));
    structure("FieldGroup", &[("bound", &bound), ("fields", &list(fields))])
}

/// Generates the shape of a type, if it has one.
fn declared(ty: &TokenStream) -> TokenStream {
    quote_stable! {
        || {
            #[allow(unused_imports)]
            use __crd::WithoutShape as _;
            __crd::ShapeOf::<#ty>::SHAPE
        }
    }
}

/// Generates a `Validation`; `None` if it restricts nothing.
pub(crate) fn validation(v: &ValidationAttrs) -> Option<TokenStream> {
    let referenced = |nested: &Option<Box<ValidationAttrs>>| {
        nested.as_ref().map(|nested| {
            let nested = nested.to_const();
            quote_stable!(&#nested)
        })
    };
    let mut setters = calls(&[
        ("format", &v.format),
        ("minimum", &v.minimum.value),
        ("exclusive_minimum", &v.minimum.is_exclusive),
        ("maximum", &v.maximum.value),
        ("exclusive_maximum", &v.maximum.is_exclusive),
        ("multiple_of", &v.multiple_of),
        ("pattern", &v.pattern),
    ]);
    for (name, count) in &v.counts {
        setters.extend(calls(&[(name, count)]));
    }
    for constant in &v.constants {
        setters.extend(calls(&[(constant.name, &super::constant::value(constant))]));
    }
    setters.extend(calls(&[
        ("enumeration", &v.enumeration),
        ("required", &v.required),
        ("properties", &v.properties),
        ("items", &referenced(&v.items)),
        ("all_of", &v.all_of),
        ("any_of", &v.any_of),
        ("one_of", &v.one_of),
        ("not", &referenced(&v.not)),
    ]));
    (!setters.is_empty()).then(|| quote_stable!(__crd::Validation::NONE #setters))
}

impl ToConst for ValidationAttrs {
    fn to_const(&self) -> TokenStream {
        validation(self).unwrap_or_else(|| quote_stable!(__crd::Validation::NONE))
    }
}

/// An `&Unchecked`.
impl ToConst for UncheckedAttrs {
    fn to_const(&self) -> TokenStream {
        let validation = validation(&self.validation).map(|validation| quote_stable!(&#validation));
        let unchecked = setters(
            "Unchecked",
            &[
                ("validation", &validation),
                ("preserve_unknown_fields", &self.preserve_unknown_fields),
                ("nullable", &self.nullable),
                ("int_or_string", &self.int_or_string),
                ("items", &self.items),
            ],
        );
        quote_stable!(&#unchecked)
    }
}

/// A `Literal`.
impl ToConst for JsonLiteral {
    fn to_const(&self) -> TokenStream {
        let (variant, value): (_, &dyn ToConst) = match self {
            JsonLiteral::Null => return quote_stable!(__crd::Literal::Null),
            JsonLiteral::Bool(value) => ("Bool", value),
            JsonLiteral::Int(value) => ("Int", value),
            JsonLiteral::Float(value) => ("Float", value),
            JsonLiteral::Str(value) => ("Str", value),
            JsonLiteral::List(list) => ("List", list),
            JsonLiteral::Object(members) => ("Object", members),
            JsonLiteral::Expression(expr) | JsonLiteral::Json(expr, _) => {
                // With the span of the expression, an error in its type is reported there.
                let made = quote_spanned!(expr.span()=> __crd::made(&(#expr)));
                return quote_stable!(__crd::Literal::Made(|| #made));
            }
        };
        let value = call(variant, &[value]);
        quote_stable!(__crd::Literal::#value)
    }
}

/// A `&'static When`.
impl ToConst for When {
    fn to_const(&self) -> TokenStream {
        if self.is_always() {
            return quote_stable!(&__crd::When::ALWAYS);
        }
        let when = when_value(self, "declared");
        quote_stable!(&#when)
    }

    fn is_given(&self) -> bool {
        !self.is_always()
    }
}

/// Generates the constant of a channel, which the compiler looks up in the module that `channels!` declares at the root of the
/// crate. If there is none, the name `channels` is that of the outer block, whose channel is reported. The check has this name.
fn channel(channel: &Ident, check: &str) -> TokenStream {
    let found = quote_spanned!(channel.span()=> channels::#channel);
    let check = hygiene::ident(check);
    let check = require!(channel => #check(CHANNEL));
    quote_stable! {{
        #[allow(non_camel_case_types)]
        struct channels;
        impl channels {
            const #channel: __crd::Channel = __crd::UNDECLARED_CHANNEL;
        }
        {
            #[allow(unused_imports)]
            use crate::*;
            const CHANNEL: __crd::Channel = #found;
            const _: () = #check;
            CHANNEL
        }
    }}
}

/// Generates a `When`, whose `channel` is checked by the function of this name.
fn when_value(when: &When, check: &str) -> TokenStream {
    let since = when.channel.as_ref().map(|since| channel(since, check));
    let before = when.before.as_ref().map(|before| channel(before, "ends_before"));
    let setters = calls(&[
        ("channel", &since),
        ("before", &before),
        ("feature_gates", &when.feature_gates),
        ("without_gates", &when.without_gates),
    ]);
    quote_stable!(__crd::When::ALWAYS #setters)
}

impl ToConst for CelRule {
    fn to_const(&self) -> TokenStream {
        let expression = match &self.rule_constant {
            Some(constant) => super::constant::value(constant),
            None => self.rule.to_const(),
        };
        let message = match &self.message_constant {
            Some(constant) => Some(super::constant::value(constant)),
            None => self.message.as_ref().map(ToConst::to_const),
        };
        let setters = calls(&[
            ("message", &message),
            ("message_expression", &self.message_expression),
            ("reason", &self.reason),
            ("field_path", &self.field_path),
            ("optional_old_self", &self.optional_old_self),
            ("when", &self.when),
        ]);
        quote_stable!(__crd::Rule::new(#expression) #setters)
    }
}

impl ToConst for Column {
    fn to_const(&self) -> TokenStream {
        setters(
            "Column",
            &[
                ("name", &self.name),
                ("type_", &self.type_),
                ("format", &self.format),
                ("description", &self.description),
                ("json_path", &self.json_path),
                ("priority", &self.priority),
                ("position", &self.position),
            ],
        )
    }
}

impl ToConst for LifecycleMarker {
    fn to_const(&self) -> TokenStream {
        structure(
            "Lifecycle",
            &[
                ("project", &self.project),
                ("min_version", &self.min_version),
                ("status", &self.status),
                ("feature_gate", &text(self.feature_gate.as_ref())),
                ("replacement", &text(self.replacement.as_ref()).trim()),
            ],
        )
    }
}
