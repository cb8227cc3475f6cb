//! Attributes to constants. Nothing here can fail.

use proc_macro2::{Literal as Token, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::attr::attrs::{Attrs, Descriptions, GroupBound, ListType, MapType, Source};
use crate::attr::lifecycle::Lifecycle;
use crate::attr::literal::Literal;
use crate::attr::resource::Column;
use crate::attr::rule::Rule;
use crate::attr::validation::Validation;
use crate::ground::{code, number, text, truth, word};

/// What the struct around an attribute list knows: names of fields, and unions among them.
#[derive(Default)]
pub(crate) struct Scope {
    /// Rust names and wire names.
    pub(crate) names: Vec<(String, String)>,
    /// `x-kubernetes-unions` entries among the fields.
    pub(crate) unions: Vec<TokenStream>,
    /// The Rust type of a field.
    pub(crate) ty: Option<TokenStream>,
}

impl Scope {
    /// Nothing but the type of a field, where its attributes need it.
    pub(crate) fn of(ty: &Type, attrs: &Attrs) -> Self {
        Scope {
            ty: attrs.descriptions.as_ref().map(|_| ty.to_token_stream()),
            ..Scope::default()
        }
    }

    /// The wire name of a field that may be named as in Rust.
    pub(crate) fn wire_name(&self, name: &str, bare: bool) -> String {
        let found = bare
            .then(|| self.names.iter().find(|(rust, _)| rust == name))
            .flatten();
        found.map_or_else(|| name.to_owned(), |(_, wire)| wire.clone())
    }
}

/// A `&'static Attrs`; nothing where they say nothing.
pub(crate) fn attrs(attrs: &Attrs, scope: &Scope) -> Option<TokenStream> {
    let mut members = Members::default();
    members.text("description", description(attrs));
    spell(members, attrs, scope)
}

/// The same for a field, whose description stands beside its attributes.
pub(crate) fn of_field(attrs: &Attrs, scope: &Scope) -> Option<TokenStream> {
    spell(Members::default(), attrs, scope)
}

/// The description, where there is one.
pub(crate) fn description(attrs: &Attrs) -> Option<&str> {
    attrs.description.as_deref().filter(|text| !text.is_empty())
}

fn spell(mut members: Members, attrs: &Attrs, scope: &Scope) -> Option<TokenStream> {
    members.text("title", attrs.title.as_ref().map(|title| title.value.as_str()));
    members.given(
        "max_description",
        attrs.max_description.as_ref().map(|bytes| {
            let bytes = number(Token::usize_unsuffixed(
                usize::try_from(bytes.value).unwrap_or_default(),
            ));
            code!(#bytes)
        }),
    );
    members.given(
        "descriptions",
        match (&attrs.descriptions, &scope.ty) {
            (Some(word), Some(ty)) => Some(match word.value {
                Descriptions::Keep => {
                    quote_spanned!(word.span()=> __crd::Descriptions::Of(__crd::descriptions!(#ty)))
                }
                Descriptions::Drop => code!(__crd::Descriptions::Dropped),
            }),
            _ => None,
        },
    );
    members.given(
        "example",
        attrs.example.as_ref().map(|example| literal(&example.value)),
    );
    members.given(
        "validation",
        validation(&attrs.validation).map(|validation| code!(&#validation)),
    );
    members.given("items", attrs.items.as_deref().map(nested));
    members.given("values", attrs.values.as_deref().map(nested));
    let keys = attrs.list_map_keys.iter().map(|key| text(&key.value));
    members.given(
        "list_type",
        attrs.list_type.as_ref().map(|list_type| match list_type.value {
            ListType::Atomic => code!(__crd::ListType::Atomic),
            ListType::Set => code!(__crd::ListType::Set),
            ListType::Map => code!(__crd::ListType::Map(&[#(#keys),*])),
        }),
    );
    members.given(
        "map_type",
        attrs.map_type.as_ref().map(|map_type| match map_type.value {
            MapType::Granular => code!(__crd::MapType::Granular),
            MapType::Atomic => code!(__crd::MapType::Atomic),
        }),
    );
    members.given(
        "nullable",
        attrs.nullable.map(|nullable| truth(nullable).into_token_stream()),
    );
    members.flag("preserve_unknown_fields", attrs.preserve_unknown_fields.is_some());
    members.flag("embedded_resource", attrs.embedded_resource.is_some());
    members.flag("int_or_string", attrs.int_or_string.is_some());
    members.flag("immutable", attrs.immutable.is_some());
    members.list("rules", attrs.rules.iter().map(rule));
    members.list(
        "groups",
        attrs.groups.iter().map(|group| {
            let bound = match group.bound {
                GroupBound::ExactlyOne => code!(ExactlyOne),
                GroupBound::AtMostOne => code!(AtMostOne),
                GroupBound::AtLeastOne => code!(AtLeastOne),
            };
            let fields = group
                .fields
                .iter()
                .map(|(name, bare)| text(scope.wire_name(&name.value, *bare)));
            code!(__crd::FieldGroup { bound: __crd::GroupBound::#bound, fields: &[#(#fields),*] })
        }),
    );
    members.list("unions", scope.unions.iter().cloned());
    members.list(
        "lifecycle",
        attrs.lifecycle.iter().map(|(entry, _)| lifecycle(entry)),
    );
    members.list("columns", attrs.columns.iter().map(column));
    members.flag("selectable", attrs.selectable.is_some());
    members.flag("closed", attrs.closed);
    members.given(
        "foreign",
        match &attrs.source {
            Some(Source::With(path)) => Some(path.to_token_stream()),
            _ => None,
        },
    );
    members.finish(&code!(__crd::Attrs)).map(|attrs| code!(&#attrs))
}

/// The attributes of elements or values.
fn nested(attrs: &Attrs) -> TokenStream {
    self::attrs(attrs, &Scope::default()).unwrap_or_else(|| code!(&__crd::Attrs::NONE))
}

/// A `Validation`, or nothing when it says nothing.
pub(crate) fn validation(v: &Validation) -> Option<TokenStream> {
    let mut members = Members::default();
    members.given(
        "format",
        v.format
            .as_ref()
            .map(|format| text(&format.value).into_token_stream()),
    );
    members.given("minimum", v.minimum.as_ref().map(|bound| float(bound.value)));
    members.flag("exclusive_minimum", v.exclusive_minimum);
    members.given("maximum", v.maximum.as_ref().map(|bound| float(bound.value)));
    members.flag("exclusive_maximum", v.exclusive_maximum);
    members.given(
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
        members.given(name, count.as_ref().map(|count| integer(count.value)));
    }
    members.text(
        "pattern",
        v.pattern.as_ref().map(|pattern| pattern.value.as_str()),
    );
    members.list(
        "enumeration",
        v.enumeration.iter().map(|value| literal(&value.value)),
    );
    members.list(
        "required",
        v.required
            .iter()
            .map(|name| text(&name.value).into_token_stream()),
    );
    members.list(
        "properties",
        v.properties.iter().map(|(name, property)| {
            let (name, property) = (text(&name.value), whole_validation(property));
            code!((#name, #property))
        }),
    );
    members.given(
        "items",
        v.items.as_ref().map(|items| {
            let items = whole_validation(items);
            code!(&#items)
        }),
    );
    members.list("all_of", v.all_of.iter().map(whole_validation));
    members.list("any_of", v.any_of.iter().map(whole_validation));
    members.list("one_of", v.one_of.iter().map(whole_validation));
    members.given(
        "not",
        v.not.as_ref().map(|not| {
            let not = whole_validation(not);
            code!(&#not)
        }),
    );
    members.finish(&code!(__crd::Validation))
}

fn whole_validation(v: &Validation) -> TokenStream {
    validation(v).unwrap_or_else(|| code!(__crd::Validation::NONE))
}

/// A `Literal`.
pub(crate) fn literal(value: &Literal) -> TokenStream {
    match value {
        Literal::Null => code!(__crd::Literal::Null),
        Literal::Bool(value) => {
            let value = truth(*value);
            code!(__crd::Literal::Bool(#value))
        }
        Literal::Int(value) => {
            let value = integer(*value);
            code!(__crd::Literal::Int(#value))
        }
        Literal::Float(value) => {
            let value = float(*value);
            code!(__crd::Literal::Float(#value))
        }
        Literal::Str(value) => {
            let value = text(value);
            code!(__crd::Literal::Str(#value))
        }
        Literal::List(list) => {
            let list = list.iter().map(literal);
            code!(__crd::Literal::List(&[#(#list),*]))
        }
        Literal::Made(expr) => {
            // What is wrong with its type is said at the expression.
            let made = quote_spanned!(expr.span()=> __crd::made(&(#expr)));
            code!(__crd::Literal::Made(|| #made))
        }
    }
}

/// A `Rule`.
pub(crate) fn rule(rule: &Rule) -> TokenStream {
    let mut members = Members::default();
    let value =
        |text: &Option<crate::attr::read::Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    members.text("message", value(&rule.message).as_deref());
    members.text("message_expression", value(&rule.message_expression).as_deref());
    members.given(
        "reason",
        value(&rule.reason).map(|reason| text(reason).into_token_stream()),
    );
    members.text("field_path", value(&rule.field_path).as_deref());
    members.given(
        "optional_old_self",
        rule.optional_old_self
            .map(|value| truth(value).into_token_stream()),
    );
    let expression = text(&rule.rule.value);
    let set = &members.set;
    code!(__crd::Rule::new(#expression) #(#set)*)
}

/// A `Column`.
pub(crate) fn column(column: &Column) -> TokenStream {
    let mut members = Members::default();
    let value =
        |text: &Option<crate::attr::read::Spanned<String>>| text.as_ref().map(|text| text.value.clone());
    members.text("name", value(&column.name).as_deref());
    members.text("type_", column.type_.as_ref().map(|type_| type_.value));
    members.text("format", value(&column.format).as_deref());
    members.text("description", value(&column.description).as_deref());
    members.text("json_path", value(&column.json_path).as_deref());
    let priority = number(Token::i32_unsuffixed(column.priority));
    members.given("priority", (column.priority != 0).then(|| code!(#priority)));
    members
        .finish(&code!(__crd::Column))
        .unwrap_or_else(|| code!(__crd::Column::NONE))
}

fn lifecycle(lifecycle: &Lifecycle) -> TokenStream {
    let Lifecycle {
        project,
        min_version,
        status,
        feature_gate,
    } = lifecycle;
    let feature_gate = feature_gate
        .as_ref()
        .map(|gate| gate.value.as_str())
        .unwrap_or_default();
    let [project, min_version, status, feature_gate] =
        [project.as_str(), min_version, status, feature_gate].map(text);
    code! {
        __crd::Lifecycle {
            project: #project,
            min_version: #min_version,
            status: #status,
            feature_gate: #feature_gate,
        }
    }
}

/// A number with its sign, without a suffix.
fn integer(value: i64) -> TokenStream {
    if value == i64::MIN {
        return code!(i64::MIN);
    }
    let digits = number(Token::i64_unsuffixed(value.abs()));
    if value < 0 {
        code!(-#digits)
    } else {
        code!(#digits)
    }
}

fn float(value: f64) -> TokenStream {
    if !value.is_finite() {
        return code!(f64::MAX);
    }
    let digits = number(Token::f64_unsuffixed(value.abs()));
    if value < 0.0 {
        code!(-#digits)
    } else {
        code!(#digits)
    }
}

/// Calls that set the members of a constant that differ from its `NONE`.
#[derive(Default)]
struct Members {
    set: Vec<TokenStream>,
}

impl Members {
    fn given(&mut self, name: &str, value: Option<TokenStream>) {
        if let Some(value) = value {
            let name = word(name);
            self.set.push(code!(.#name(#value)));
        }
    }

    fn text(&mut self, name: &str, value: Option<&str>) {
        self.given(name, value.map(|value| text(value).into_token_stream()));
    }

    fn flag(&mut self, name: &str, value: bool) {
        self.given(name, value.then(|| truth(true).into_token_stream()));
    }

    fn list(&mut self, name: &str, values: impl Iterator<Item = TokenStream>) {
        let values: Vec<_> = values.collect();
        self.given(name, (!values.is_empty()).then(|| code!(&[#(#values),*])));
    }

    /// The whole constant; nothing when nothing is set.
    fn finish(self, ty: &TokenStream) -> Option<TokenStream> {
        let set = self.set;
        (!set.is_empty()).then(|| code!(#ty::NONE #(#set)*))
    }
}
