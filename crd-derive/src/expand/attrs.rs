//! Constants made of attributes.
//!
//! ```text
//! #[crd(title = "t", min_length = 1)]
//!     &__crd::Attrs::NONE.title("t").validation(&__crd::Validation::NONE.min_length(1))
//! ```

use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::attr::attrs::{Attrs, Descriptions, GroupBound, SchemaSource};
use crate::attr::input::Field;
use crate::attr::json_literal::JsonLiteral;
use crate::attr::lifecycle::Lifecycle;
use crate::attr::merge_strategy::{ListType, MapType};
use crate::attr::resource::Column;
use crate::attr::rule::Rule;
use crate::attr::validation::Validation;
use crate::attr::value::{ListedName, Quotes};
use crate::attr::when::When;
use crate::hygiene::{self, lit_bool, lit_num, lit_str, quote_stable};
use crate::rust_type;
use crate::spanned::Spanned;

/// What attributes need of the item around them: names of fields, and unions among them.
#[derive(Default)]
pub(crate) struct Enclosing {
    /// Names in Rust and in JSON.
    pub(crate) names: Vec<(String, String)>,
    /// `x-kubernetes-unions` entries among the fields.
    pub(crate) unions: Vec<TokenStream>,
    /// The Rust type of a field, if its attributes need it.
    pub(crate) ty: Option<TokenStream>,
    /// The Rust type of a field that an attribute opens, whose schema is kept where it has one.
    pub(crate) declared: Option<TokenStream>,
    /// How the type becomes that of the next version.
    pub(crate) next: Option<TokenStream>,
    /// serde's `deny_unknown_fields` on the type.
    pub(crate) closed: bool,
}

impl Enclosing {
    /// For the attributes of a field.
    pub(crate) fn of_field(ty: &Type, attrs: &Attrs) -> Self {
        Enclosing {
            ty: attrs.descriptions.as_ref().map(|_| ty.to_token_stream()),
            ..Enclosing::default()
        }
    }

    /// For the attributes of a field whose JSON serde derives from its type.
    pub(crate) fn of_member(field: &Field<'_>) -> Self {
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

    /// The JSON name of a field. Without quotes the field may be named as in Rust.
    fn json_name(&self, listed: &ListedName) -> String {
        let name = &listed.name.value;
        let found = match listed.quotes {
            Quotes::Quoted => None,
            Quotes::Bare => self.names.iter().find(|(rust, _)| rust == name),
        };
        found.map_or_else(|| name.clone(), |(_, json)| json.clone())
    }
}

/// A `&'static Attrs`; `None` if no attribute sets anything.
pub(crate) fn attrs(attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    let mut setters = Setters::default();
    setters.text("description", description(attrs));
    constant(setters, attrs, enclosing)
}

/// Like [`attrs`], without the description: a field has it beside its attributes.
pub(crate) fn attrs_of_field(attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    constant(Setters::default(), attrs, enclosing)
}

/// The description, where there is one.
pub(crate) fn description(attrs: &Attrs) -> Option<&str> {
    attrs.description.as_deref().filter(|text| !text.is_empty())
}

fn constant(mut setters: Setters, attrs: &Attrs, enclosing: &Enclosing) -> Option<TokenStream> {
    setters.text("title", attrs.title.as_ref().map(|title| title.value.as_str()));
    setters.value(
        "max_description",
        attrs.max_description.as_ref().map(|bytes| {
            let bytes = lit_num(Token::usize_unsuffixed(
                usize::try_from(bytes.value).unwrap_or_default(),
            ));
            quote_stable!(#bytes)
        }),
    );
    setters.value(
        "descriptions",
        match (&attrs.descriptions, &enclosing.ty) {
            (Some(word), Some(ty)) => Some(match word.value {
                Descriptions::Keep => {
                    quote_spanned!(word.span()=> __crd::Descriptions::Of(__crd::descriptions!(#ty)))
                }
                Descriptions::Drop => quote_stable!(__crd::Descriptions::Dropped),
            }),
            _ => None,
        },
    );
    setters.value(
        "example",
        attrs.example.as_ref().map(|example| literal(&example.value)),
    );
    setters.value(
        "validation",
        validation(&attrs.validation).map(|validation| quote_stable!(&#validation)),
    );
    setters.value("items", attrs.items.as_deref().map(nested));
    setters.value("values", attrs.values.as_deref().map(nested));
    let keys = attrs.list_map_keys.iter().map(|key| lit_str(&key.value));
    setters.value(
        "list_type",
        attrs.list_type.as_ref().map(|list_type| match list_type.value {
            ListType::Atomic => quote_stable!(__crd::ListType::Atomic),
            ListType::Set => quote_stable!(__crd::ListType::Set),
            ListType::Map => quote_stable!(__crd::ListType::Map(&[#(#keys),*])),
        }),
    );
    setters.value(
        "map_type",
        attrs.map_type.as_ref().map(|map_type| match map_type.value {
            MapType::Granular => quote_stable!(__crd::MapType::Granular),
            MapType::Atomic => quote_stable!(__crd::MapType::Atomic),
        }),
    );
    setters.value("next", enclosing.next.clone());
    setters.value(
        "nullable",
        attrs
            .nullable
            .map(|nullable| lit_bool(nullable).into_token_stream()),
    );
    setters.flag("preserve_unknown_fields", attrs.preserve_unknown_fields.is_some());
    setters.flag("embedded_resource", attrs.embedded_resource.is_some());
    setters.flag("int_or_string", attrs.int_or_string.is_some());
    setters.flag("immutable", attrs.immutable.is_some());
    setters.list("rules", attrs.rules.iter().map(rule));
    setters.list(
        "groups",
        attrs.groups.iter().map(|group| {
            let bound = match group.bound {
                GroupBound::ExactlyOne => quote_stable!(ExactlyOne),
                GroupBound::AtMostOne => quote_stable!(AtMostOne),
                GroupBound::AtLeastOne => quote_stable!(AtLeastOne),
            };
            let fields = group
                .fields
                .iter()
                .map(|listed| lit_str(enclosing.json_name(listed)));
            quote_stable!(__crd::FieldGroup { bound: __crd::GroupBound::#bound, fields: &[#(#fields),*] })
        }),
    );
    setters.list("unions", enclosing.unions.iter().cloned());
    setters.list("lifecycle", attrs.lifecycle.iter().map(lifecycle));
    setters.value("when", when(&attrs.when));
    setters.list(
        "only",
        attrs.only.iter().map(|only| {
            let when = when_value(&only.when);
            let attrs = nested(&only.attrs);
            quote_stable!((#when, #attrs))
        }),
    );
    setters.list("columns", attrs.columns.iter().map(column));
    setters.flag("selectable", attrs.selectable.is_some());
    setters.flag("closed", enclosing.closed);
    setters.value(
        "declared",
        enclosing.declared.as_ref().map(|ty| {
            quote_stable! {
                || {
                    #[allow(unused_imports)]
                    use __crd::WithoutShape as _;
                    __crd::ShapeOf::<#ty>::SHAPE
                }
            }
        }),
    );
    setters.value(
        "foreign",
        match &attrs.source {
            Some(SchemaSource::With(path)) => Some(path.to_token_stream()),
            _ => None,
        },
    );
    setters
        .finish(&quote_stable!(__crd::Attrs))
        .map(|attrs| quote_stable!(&#attrs))
}

/// The attributes of list elements or map values.
fn nested(attrs: &Attrs) -> TokenStream {
    self::attrs(attrs, &Enclosing::default()).unwrap_or_else(|| quote_stable!(&__crd::Attrs::NONE))
}

/// A `Validation`; `None` if it restricts nothing.
pub(crate) fn validation(v: &Validation) -> Option<TokenStream> {
    let mut setters = Setters::default();
    setters.value(
        "format",
        v.format
            .as_ref()
            .map(|format| lit_str(&format.value).into_token_stream()),
    );
    setters.value("minimum", v.minimum.as_ref().map(|bound| float(bound.value)));
    setters.flag("exclusive_minimum", v.exclusive_minimum);
    setters.value("maximum", v.maximum.as_ref().map(|bound| float(bound.value)));
    setters.flag("exclusive_maximum", v.exclusive_maximum);
    setters.value(
        "multiple_of",
        v.multiple_of.as_ref().map(|bound| float(bound.value)),
    );
    for (name, count) in [
        ("min_length", &v.min_length),
        ("max_length", &v.max_length),
        ("min_items", &v.min_items),
        ("max_items", &v.max_items),
        ("min_properties", &v.min_properties),
        ("max_properties", &v.max_properties),
    ] {
        setters.value(name, count.as_ref().map(|count| integer(count.value)));
    }
    setters.text(
        "pattern",
        v.pattern.as_ref().map(|pattern| pattern.value.as_str()),
    );
    for constant in &v.constants {
        setters.value(constant.name, Some(super::constant::value(constant)));
    }
    setters.list(
        "enumeration",
        v.enumeration.iter().map(|value| literal(&value.value)),
    );
    setters.list(
        "required",
        v.required
            .iter()
            .map(|name| lit_str(&name.value).into_token_stream()),
    );
    setters.list(
        "properties",
        v.properties.iter().map(|(name, property)| {
            let (name, property) = (lit_str(&name.value), whole_validation(property));
            quote_stable!((#name, #property))
        }),
    );
    setters.value(
        "items",
        v.items.as_ref().map(|items| {
            let items = whole_validation(items);
            quote_stable!(&#items)
        }),
    );
    setters.list("all_of", v.all_of.iter().map(whole_validation));
    setters.list("any_of", v.any_of.iter().map(whole_validation));
    setters.list("one_of", v.one_of.iter().map(whole_validation));
    setters.value(
        "not",
        v.not.as_ref().map(|not| {
            let not = whole_validation(not);
            quote_stable!(&#not)
        }),
    );
    setters.finish(&quote_stable!(__crd::Validation))
}

fn whole_validation(v: &Validation) -> TokenStream {
    validation(v).unwrap_or_else(|| quote_stable!(__crd::Validation::NONE))
}

/// A `Literal`.
pub(crate) fn literal(value: &JsonLiteral) -> TokenStream {
    match value {
        JsonLiteral::Null => quote_stable!(__crd::Literal::Null),
        JsonLiteral::Bool(value) => {
            let value = lit_bool(*value);
            quote_stable!(__crd::Literal::Bool(#value))
        }
        JsonLiteral::Int(value) => {
            let value = integer(*value);
            quote_stable!(__crd::Literal::Int(#value))
        }
        JsonLiteral::Float(value) => {
            let value = float(*value);
            quote_stable!(__crd::Literal::Float(#value))
        }
        JsonLiteral::Str(value) => {
            let value = lit_str(value);
            quote_stable!(__crd::Literal::Str(#value))
        }
        JsonLiteral::List(list) => {
            let list = list.iter().map(literal);
            quote_stable!(__crd::Literal::List(&[#(#list),*]))
        }
        JsonLiteral::Expression(expr) => {
            // With the span of the expression, an error in its type is reported there.
            let made = quote_spanned!(expr.span()=> __crd::made(&(#expr)));
            quote_stable!(__crd::Literal::Made(|| #made))
        }
    }
}

/// A `&'static When`; `None` for everywhere.
pub(crate) fn when(when: &When) -> Option<TokenStream> {
    (!when.is_always()).then(|| {
        let when = when_value(when);
        quote_stable!(&#when)
    })
}

/// A `&'static When`.
pub(crate) fn when_or_always(given: &When) -> TokenStream {
    when(given).unwrap_or_else(|| quote_stable!(&__crd::When::ALWAYS))
}

/// A `When`. The compiler looks channels up in the module that `channels!` makes at the root of the crate.
fn when_value(when: &When) -> TokenStream {
    let mut setters = Setters::default();
    for (name, channel) in [("channel", &when.channel), ("before", &when.before)] {
        setters.value(
            name,
            channel
                .as_ref()
                .map(|channel| quote_spanned!(channel.span()=> crate::channels::#channel)),
        );
    }
    for (name, gates) in [
        ("feature_gates", &when.feature_gates),
        ("without_gates", &when.without_gates),
    ] {
        setters.list(
            name,
            gates.iter().map(|gate| lit_str(&gate.value).into_token_stream()),
        );
    }
    let calls = &setters.calls;
    quote_stable!(__crd::When::ALWAYS #(#calls)*)
}

/// A `Rule`.
pub(crate) fn rule(rule: &Rule) -> TokenStream {
    let mut setters = Setters::default();
    setters.text("message", text(rule.message.as_ref()));
    setters.text("message_expression", text(rule.message_expression.as_ref()));
    setters.value(
        "reason",
        text(rule.reason.as_ref()).map(|reason| lit_str(reason).into_token_stream()),
    );
    setters.text("field_path", text(rule.field_path.as_ref()));
    setters.value(
        "optional_old_self",
        rule.optional_old_self
            .map(|value| lit_bool(value).into_token_stream()),
    );
    setters.value("when", when(&rule.when));
    let expression = lit_str(&rule.rule.value);
    let calls = &setters.calls;
    quote_stable!(__crd::Rule::new(#expression) #(#calls)*)
}

/// A `Column`.
pub(crate) fn column(column: &Column) -> TokenStream {
    let mut setters = Setters::default();
    setters.text("name", text(column.name.as_ref()));
    setters.text("type_", column.type_.as_ref().map(|type_| type_.value));
    setters.text("format", text(column.format.as_ref()));
    setters.text("description", text(column.description.as_ref()));
    setters.text("json_path", text(column.json_path.as_ref()));
    let priority = lit_num(Token::i32_unsuffixed(column.priority));
    setters.value(
        "priority",
        (column.priority != 0).then(|| quote_stable!(#priority)),
    );
    let position = lit_num(Token::u32_unsuffixed(column.position));
    setters.value(
        "position",
        (column.position != 0).then(|| quote_stable!(#position)),
    );
    setters
        .finish(&quote_stable!(__crd::Column))
        .unwrap_or_else(|| quote_stable!(__crd::Column::NONE))
}

fn text(value: Option<&Spanned<String>>) -> Option<&str> {
    value.map(|text| text.value.as_str())
}

fn lifecycle(lifecycle: &Lifecycle) -> TokenStream {
    let Lifecycle {
        project,
        min_version,
        status,
        feature_gate,
        replacement,
        ident: _,
    } = lifecycle;
    let feature_gate = feature_gate
        .as_ref()
        .map(|gate| gate.value.as_str())
        .unwrap_or_default();
    let replacement = replacement
        .as_ref()
        .map(|text| text.value.trim())
        .unwrap_or_default();
    let [project, min_version, status, feature_gate, replacement] = [
        project.as_str(),
        &min_version.value,
        status,
        feature_gate,
        replacement,
    ]
    .map(lit_str);
    quote_stable! {
        __crd::Lifecycle {
            project: #project,
            min_version: #min_version,
            status: #status,
            feature_gate: #feature_gate,
            replacement: #replacement,
        }
    }
}

/// A number with its sign, without a suffix.
fn integer(value: i64) -> TokenStream {
    if value == i64::MIN {
        return quote_stable!(i64::MIN);
    }
    let digits = lit_num(Token::i64_unsuffixed(value.abs()));
    if value < 0 {
        quote_stable!(-#digits)
    } else {
        quote_stable!(#digits)
    }
}

fn float(value: f64) -> TokenStream {
    if !value.is_finite() {
        return quote_stable!(f64::MAX);
    }
    let digits = lit_num(Token::f64_unsuffixed(value.abs()));
    if value < 0.0 {
        quote_stable!(-#digits)
    } else {
        quote_stable!(#digits)
    }
}

/// Calls of const setters, for the members of a constant that differ from its `NONE`.
#[derive(Default)]
struct Setters {
    calls: Vec<TokenStream>,
}

impl Setters {
    fn value(&mut self, name: &str, value: Option<TokenStream>) {
        if let Some(value) = value {
            let name = hygiene::ident(name);
            self.calls.push(quote_stable!(.#name(#value)));
        }
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        self.value(name, value.map(|value| lit_str(value).into_token_stream()));
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.value(name, value.then(|| lit_bool(true).into_token_stream()));
    }

    fn list(&mut self, name: &str, values: impl Iterator<Item = TokenStream>) {
        let values: Vec<_> = values.collect();
        self.value(name, (!values.is_empty()).then(|| quote_stable!(&[#(#values),*])));
    }

    /// The whole constant; `None` if nothing is set.
    fn finish(self, ty: &TokenStream) -> Option<TokenStream> {
        let calls = self.calls;
        (!calls.is_empty()).then(|| quote_stable!(#ty::NONE #(#calls)*))
    }
}
