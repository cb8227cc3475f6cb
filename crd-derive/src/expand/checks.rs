//! Generates calls of constant checks that involve several types. The compiler evaluates them.
//!
//! ```text
//! #[crd(list_type = map, list_map_keys("nmae"))] ports: Vec<Port>
//!     const _: () = { … __crd::check::require(__crd::check::list_map_key(<shape of ports>, "nmae")); … };
//! ```
//!
//! Each call has the span of the token that it checks, so a failed check is reported there.

use crd_cel::go::jsonpath::{self, StepKind};
use crd_cel::syntax::is_string_format;
use proc_macro2::{Literal as Token, TokenStream};
use quote::ToTokens;
use syn::Type;

use super::known_kind::KnownKind;
use super::require::require;
use super::rules;
use super::to_const::ToConst as _;
use crate::attr::attrs::Attrs;
use crate::attr::column::Column;
use crate::attr::input::{Input, InputField, ItemBody, Style, Variant};
use crate::attr::json_literal::JsonLiteral;
use crate::attr::keys;
use crate::attr::merge_strategy::ListTypeAttr;
use crate::attr::resource::ResourceAttrs;
use crate::attr::serde::DefaultFrom;
use crate::attr::validation::{NUMBER_FORMATS, Restricts, ValidationAttrs};
use crate::check::rule::RuleChecks;
use crate::hygiene::{self, lit_num, lit_str, quote_stable};
use crate::rust_type::{self, StdType};
use crate::spanned::Spanned;

/// Generates expressions of type `()`, one for each place with checks, whose evaluation panics when a check fails.
pub(crate) fn all(input: &Input<'_>, shape: &TokenStream, rule_checks: &RuleChecks<'_>) -> Vec<TokenStream> {
    let mut groups = Vec::new();
    if input.attrs.source.is_none() {
        groups.push(attributes(
            &input.attrs,
            KnownKind::Unknown,
            shape,
            &quote_stable!((*#shape).attrs),
        ));
        rules::of_attrs(&input.attrs, shape, None, rule_checks, &mut groups);
    }
    let members_matter = input.serde.into.is_none()
        && (!input.attrs.replaces_schema() || input.attrs.preserve_unknown_fields.is_some());
    match &input.data {
        _ if !members_matter => {}
        ItemBody::Struct(style, members) => {
            let plain = *style == Style::Named && !input.serde.transparent;
            for (index, field) in on_wire(members).enumerate() {
                if plain {
                    let index = lit_num(Token::usize_unsuffixed(index));
                    let at = quote_stable!(__crd::check::field(#shape, #index));
                    groups.push(self::field(
                        field,
                        shape,
                        &at,
                        Some(&index),
                        input.serde.default.as_ref(),
                    ));
                    rules_of(field, &at, rule_checks, &mut groups);
                    if input.generics.params.is_empty() {
                        groups.push(opened(field));
                    }
                } else {
                    groups.push(attributes(
                        &field.attrs,
                        KnownKind::Unknown,
                        shape,
                        &quote_stable!(&__crd::Attrs::NONE),
                    ));
                    rules::of_attrs(&field.attrs, shape, None, rule_checks, &mut groups);
                }
            }
        }
        ItemBody::Enum(variants) => groups.extend(enumeration(input, variants, shape, rule_checks)),
    }
    groups.extend(super::next::checks(input, shape));
    groups.retain(|group| !group.is_empty());
    groups
        .into_iter()
        .map(|group| quote_stable!({ #(#group;)* }))
        .collect()
}

fn on_wire<'a>(members: &'a [InputField<'a>]) -> impl Iterator<Item = &'a InputField<'a>> {
    members.iter().filter(|field| !field.is_skipped())
}

fn enumeration(
    input: &Input<'_>,
    variants: &[Variant<'_>],
    shape: &TokenStream,
    rule_checks: &RuleChecks<'_>,
) -> Vec<Vec<TokenStream>> {
    let variants: Vec<&Variant<'_>> = variants.iter().filter(|variant| !variant.is_skipped()).collect();
    let mut groups = Vec::new();
    for (index, variant) in variants.iter().enumerate() {
        let index = lit_num(Token::usize_unsuffixed(index));
        match (variant.style, variant.fields.as_slice()) {
            (Style::Named, members) => {
                for (number, field) in on_wire(members).enumerate() {
                    let number = lit_num(Token::usize_unsuffixed(number));
                    let place = quote_stable!(__crd::check::variant_field(#shape, #index, #number));
                    let mut calls = self::field(field, shape, &place, None, None);
                    if let Some(flatten) = &field.serde.flatten {
                        calls.push(require!(flatten => distinct_in_variant(#shape, #index, #number)));
                    }
                    groups.push(calls);
                    rules_of(field, &place, rule_checks, &mut groups);
                }
            }
            (Style::Tuple, [field]) => {
                let content = quote_stable!(__crd::check::content(#shape, #index));
                groups.push(attributes(
                    &field.attrs,
                    KnownKind::Unknown,
                    &content,
                    &quote_stable!(&__crd::Attrs::NONE),
                ));
                rules::of_attrs(&field.attrs, &content, None, rule_checks, &mut groups);
            }
            _ => {}
        }
    }
    // Each variant of an externally tagged enum is a separate property.
    let merged = input.serde.tag.is_some() || input.serde.untagged.is_some();
    if merged && input.attrs.preserve_unknown_fields.is_none() {
        for (index, variant) in variants.iter().enumerate() {
            let index = lit_num(Token::usize_unsuffixed(index));
            groups.push(vec![require!(variant.ident => variant(#shape, #index))]);
        }
    }
    groups
}

/// Checks that a field whose unknown members the server preserves can hold them.
fn opened(field: &InputField<'_>) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    if let Some(preserve) = &field.attrs.preserve_unknown_fields
        && field.attrs.source.is_none()
        && field.serde.reads_by_function.is_none()
        && rust_type::known_json(field.ty).is_none()
    {
        let ty = field.ty;
        let check = require!(preserve => reads_unknown_fields(__crd::ShapeOf::<#ty>::SHAPE));
        calls.push(quote_stable! {
            #[allow(unused_imports)]
            use __crd::WithoutShape as _;
            #check
        });
    }
    calls
}

/// Generates the checks of the rules of a field of a struct or struct variant.
fn rules_of(
    field: &InputField<'_>,
    at: &TokenStream,
    rule_checks: &RuleChecks<'_>,
    groups: &mut Vec<Vec<TokenStream>>,
) {
    let (shape, attrs) = (quote_stable!(#at.shape), quote_stable!(#at.attrs));
    rules::of_attrs(&field.attrs, &shape, Some(&attrs), rule_checks, groups);
}

/// Generates the checks of a field of a struct or struct variant.
fn field(
    field: &InputField<'_>,
    shape: &TokenStream,
    at: &TokenStream,
    index: Option<&Token>,
    container_default: Option<&DefaultFrom>,
) -> Vec<TokenStream> {
    let attrs = &field.attrs;
    let known = KnownKind::of(field.ty);
    let mut calls = attributes(attrs, known, &quote_stable!(#at.shape), &quote_stable!(#at.attrs));
    match attrs.default.as_ref().map(|default| (default, &default.value)) {
        None | Some((_, JsonLiteral::Expression(_))) => {}
        Some((default, JsonLiteral::Json(_, value))) => {
            let value = value.to_const();
            calls.push(require!(default => default_of_json(#at, #value)));
        }
        Some((default, _)) => calls.push(require!(default => default(#at))),
    }
    if let (Some(flatten), Some(index)) = (&field.serde.flatten, index) {
        calls.push(require!(flatten => distinct(#shape, #index)));
    }
    if let (Some(true), Some(nullable)) = (attrs.nullable, &attrs.nullable_ident)
        && field.serde.reads_by_function.is_none()
        && !attrs.replaces_schema()
        && !rust_type::is_option(field.ty)
    {
        calls.push(require!(nullable => nullable(#at.shape)));
    }
    // serde also reads an absent field from the struct's default.
    let readable = field.serde.default.is_some()
        || container_default.is_some()
        || rust_type::is_option(field.ty)
        || attrs.replaces_schema();
    if let (Some(optional), false) = (&attrs.optional, readable || attrs.default.is_some()) {
        let name = if optional == keys::REQUIRED {
            "required = false"
        } else {
            keys::OPTIONAL
        };
        let why = lit_str(format!("`{name}` allows the field to be absent, but serde"));
        calls.push(require!(optional => optional(#at, #why)));
    }
    if let (Some((path, ident)), false) = (&field.serde.skip_serializing_if, readable)
        && rust_type::last_segment(path) == "is_none"
    {
        let why = lit_str("serde omits the field when this condition is true, but");
        calls.push(require!(ident => optional(#at, #why)));
    }
    for column in attrs.columns.iter().filter(|column| column.json_path.is_none()) {
        if let Some(type_) = &column.type_ {
            let name = lit_str(type_.value);
            calls.push(require!(type_ => column_of_field(#at, #name)));
        }
    }
    if attrs.source.is_none() && attrs.embedded_resource.is_none() && is_named_value(field.ty) {
        for rule in &attrs.rules {
            calls.push(require!(&rule.rule => typed(#at.shape)));
        }
    }
    if let Some(selectable) = &attrs.selectable {
        calls.push(require!(selectable => selectable_field(#at)));
    }
    if let Some(member) = &attrs.union {
        calls.push(require!(&member.ident => union_member(#at)));
    }
    if let Some(discriminator) = &attrs.discriminator {
        calls.push(require!(discriminator => discriminator(#shape, #at)));
    }
    calls
}

/// Whether a type has the name of `serde_json::Value`, or is an `Option` or a pointer of that.
fn is_named_value(ty: &Type) -> bool {
    match rust_type::std_type(ty) {
        Some(StdType::Option(inner) | StdType::Pointer(inner)) => is_named_value(inner),
        _ => rust_type::name(ty).is_some_and(|name| name == "Value"),
    }
}

/// Generates the checks of the attributes of one place. `shape` and `at` are expressions for its shape and its attributes.
fn attributes(attrs: &Attrs, known: KnownKind, shape: &TokenStream, at: &TokenStream) -> Vec<TokenStream> {
    let mut calls = Vec::new();
    if attrs.replaces_schema() {
        return calls;
    }
    let needs_check = known.needs_check(&attrs.validation);
    let format = attrs.validation.format.as_ref();
    for keyword in attrs.validation.keywords.iter().filter(|_| needs_check) {
        let kind = match keyword.restricts {
            Restricts::Numbers => quote_stable!(Number),
            Restricts::Strings => quote_stable!(String),
            Restricts::Lists => quote_stable!(List),
            Restricts::Objects => quote_stable!(Object),
            Restricts::Scalars if attrs.validation.has_format(NUMBER_FORMATS) => quote_stable!(Number),
            Restricts::Scalars if format.is_some_and(|format| is_string_format(&format.value)) => {
                quote_stable!(String)
            }
            Restricts::Scalars => quote_stable!(Scalar),
            Restricts::Anything => continue,
        };
        let name = match format {
            Some(format) if keyword.restricts == Restricts::Scalars => {
                lit_str(format!("format = \"{}\"", format.value))
            }
            _ => lit_str(keyword.name),
        };
        calls.push(require!(&keyword.ident => keyword(#shape, __crd::check::Keyword::#kind(#name))));
    }
    if let Some(format) = format.filter(|_| needs_check && !attrs.validation.has_format(NUMBER_FORMATS)) {
        let given = lit_str(&format.value);
        calls.push(require!(format.tokens => format(#shape, #given)));
    }
    constants(&attrs.validation, &mut calls);
    let is_bounded_by_constant = !attrs.validation.constants.is_empty();
    if (is_bounded_by_constant || !known.holds_all(&attrs.validation.enumeration))
        && let Some(given) = attrs
            .validation
            .keywords
            .iter()
            .find(|keyword| keyword.name == keys::ENUM)
    {
        calls.push(require!(&given.ident => enumeration(#shape, #at)));
    }
    required(&attrs.validation, shape, at, &mut calls);
    if let Some(items) = &attrs.items_ident {
        calls.push(require!(items => keyword(#shape, __crd::check::Keyword::List("items"))));
    }
    if let Some(values) = &attrs.values_ident {
        calls.push(require!(values => keyword(#shape, __crd::check::Keyword::Map("values"))));
    }
    if let Some(bound) = first_bound(attrs)
        && needs_check
    {
        for (name, tokens) in number_bounds(&attrs.validation) {
            let name = hygiene::ident(name);
            calls.push(require!(tokens => number_bound(#shape, #at, __crd::check::BoundKeyword::#name)));
        }
        calls.push(require!(&bound => ordered(#shape, #at)));
    }
    if let Some(list_type) = &attrs.list_type {
        let call = match list_type.value {
            ListTypeAttr::Atomic => quote_stable!(list_atomic(#shape)),
            ListTypeAttr::Set => quote_stable!(list_set(#shape, #at)),
            ListTypeAttr::Map => quote_stable!(list_map(#shape)),
        };
        calls.push(require!(list_type => #call));
    }
    for key in &attrs.list_map_keys {
        let name = lit_str(&key.value);
        calls.push(require!(key => list_map_key(#shape, #name)));
    }
    if let Some(embedded) = &attrs.embedded_resource {
        calls.push(require!(embedded => embedded_resource(#shape)));
    }
    if let Some(map_type) = &attrs.map_type {
        calls.push(require!(map_type => map_type(#shape)));
    }
    for (index, nested) in attrs.at.iter().enumerate() {
        let names = steps(&nested.path.value).into_iter().map(lit_str);
        let path = quote_stable!(&[#(#names),*]);
        calls.push(require!(&nested.path => at(#shape, #path)));
        let index = lit_num(Token::usize_unsuffixed(index));
        calls.extend(attributes(
            &nested.attrs,
            KnownKind::Unknown,
            &quote_stable!(__crd::check::shape_at(#shape, #path)),
            &quote_stable!(__crd::check::attrs_at(#at, #index)),
        ));
    }
    for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
        let shape = quote_stable!(__crd::check::elements(#shape));
        calls.extend(attributes(
            nested,
            KnownKind::Unknown,
            &shape,
            &quote_stable!(__crd::check::nested(#at)),
        ));
    }
    calls
}

/// Returns the steps of the path of `at(…)`: names, `[]` for the elements of a list, and `*` for the values of a map.
fn steps(path: &str) -> Vec<&str> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let name = part.trim_end_matches("[]");
        steps.extend((!name.is_empty()).then_some(name));
        steps.extend(std::iter::repeat_n(
            "[]",
            part.len().saturating_sub(name.len()) / 2,
        ));
    }
    steps
}

/// Generates checks of numbers that the compiler evaluates, including those inside of combinations.
fn constants(v: &ValidationAttrs, calls: &mut Vec<TokenStream>) {
    for constant in &v.constants {
        calls.extend(super::constant::check(constant));
    }
    v.for_each_nested(&mut |nested| constants(nested, calls));
}

/// Returns the bounds on numbers, each as its variant of `BoundKeyword` and its tokens.
fn number_bounds(v: &ValidationAttrs) -> Vec<(&'static str, TokenStream)> {
    let of_keyword = |(keyword, variant, literal): (&str, _, &Option<Spanned<f64>>)| {
        let constant = || v.constants.iter().find(|constant| constant.name == keyword);
        let literal = literal.as_ref().map(|bound| bound.tokens.clone());
        let tokens = literal.or_else(|| Some(constant()?.expr.to_token_stream()))?;
        Some((variant, tokens))
    };
    [
        (keys::MINIMUM, "Minimum", &v.minimum.value),
        (keys::MAXIMUM, "Maximum", &v.maximum.value),
        (keys::MULTIPLE_OF, "MultipleOf", &v.multiple_of),
    ]
    .into_iter()
    .filter_map(of_keyword)
    .collect()
}

/// Returns the tokens of the first bound, where contradictions between bounds are reported.
fn first_bound(attrs: &Attrs) -> Option<TokenStream> {
    let v = &attrs.validation;
    let bounds = [&v.minimum.value, &v.maximum.value, &v.multiple_of]
        .into_iter()
        .flatten();
    let mut tokens = bounds
        .map(|bound| &bound.tokens)
        .chain(v.counts.iter().map(|(_, count)| &count.tokens));
    let constant = || {
        v.constants
            .first()
            .map(|constant| constant.expr.to_token_stream())
    };
    tokens.next().cloned().or_else(constant)
}

/// Generates the checks of names in `required(…)` inside of combinations such as `any_of(…)`, which refer to the value itself.
fn required(
    validation: &ValidationAttrs,
    shape: &TokenStream,
    at: &TokenStream,
    calls: &mut Vec<TokenStream>,
) {
    for name in &validation.required {
        let text = lit_str(&name.value);
        calls.push(require!(name => required(#shape, #at, #text)));
    }
    let lists = [&validation.any_of, &validation.all_of, &validation.one_of];
    for nested in lists.into_iter().flatten().chain(validation.not.as_deref()) {
        required(nested, shape, at, calls);
    }
}

/// Generates the checks that the paths of a custom resource lead to fields of its spec and status.
pub(super) fn resource(
    spec: &syn::Ident,
    resource: &ResourceAttrs,
    rule_checks: &RuleChecks<'_>,
    placed_columns: &[Column],
) -> TokenStream {
    let mut calls = Vec::new();
    if let Some(flatten) = &resource.flatten {
        calls.push(require!(flatten => flat_root(root)));
    }
    if resource.unchecked_paths {
        return of_root(spec, resource, &calls, &[]);
    }
    let mut path = |path: &Spanned<String>, check: &str| {
        let Some(plain) = plain_path(&path.value) else {
            return;
        };
        let (names, check) = (plain.split('.').map(lit_str), hygiene::ident(check));
        calls.push(require!(path => #check(root, &[#(#names),*])));
    };
    if let Some(scale) = &resource.scale {
        path(&scale.spec_replicas_path, "replicas");
        path(&scale.status_replicas_path, "replicas");
        if let Some(selector) = &scale.label_selector_path {
            path(selector, "selector");
        }
    }
    for selectable in &resource.selectable {
        path(selectable, "selectable");
    }
    for column in resource.columns.iter().chain(placed_columns) {
        if let Some(json_path) = &column.json_path {
            let type_ = column.type_.as_ref().map_or("", |type_| type_.value);
            // Several checks of one path report one error.
            let mut of_column = Vec::new();
            column_calls(json_path, type_, &mut of_column);
            calls.push(quote_stable!(#(#of_column);*));
        }
    }
    let mut rules = Vec::new();
    // The types of rules on the object follow paths through `spec`.
    for rule in resource.rules.iter().filter(|_| resource.flatten.is_none()) {
        rules::of_rule(
            rule,
            &quote_stable!(__crd::check::rules::RuleRoot::Resource(root)),
            rule_checks,
            &mut rules,
        );
    }
    for (default, check) in [
        (&resource.spec_default, "spec_default"),
        (&resource.status_default, "status_default"),
    ] {
        if let Some(default) = default
            && !matches!(default.value, JsonLiteral::Expression(_))
        {
            let (value, check) = (default.value.value().to_const(), hygiene::ident(check));
            calls.push(require!(default => #check(root, #value)));
        }
    }
    of_root(spec, resource, &calls, &rules)
}

/// Generates the constant with the checks of a custom resource, for which `root` is its types.
fn of_root(
    spec: &syn::Ident,
    resource: &ResourceAttrs,
    calls: &[TokenStream],
    rules: &[Vec<TokenStream>],
) -> TokenStream {
    if calls.is_empty() && rules.is_empty() {
        return TokenStream::new();
    }
    let status = resource.status.as_ref().map_or_else(
        || quote_stable!(__crd::None),
        |status| quote_stable!(__crd::Some(<#status as __crd::WithSchema>::SHAPE)),
    );
    let when = resource.when.to_const();
    let flatten = resource.flatten.is_some().to_const();
    quote_stable! {
        const _: () = {
            const root: __crd::check::Root = __crd::check::Root {
                spec: <#spec as __crd::WithSchema>::SHAPE, status: #status, flatten: #flatten, when: #when
            };
            #(const _: () = { #calls; };)*
            #(const _: () = { #(#rules;)* };)*
        };
    }
}

/// Generates the checks of the path of a column, and of the paths in its filters.
fn column_calls(path: &Spanned<String>, type_: &'static str, calls: &mut Vec<TokenStream>) {
    let Ok(steps) = jsonpath::parse(&path.value) else {
        return;
    };
    let mut names: Vec<String> = Vec::new();
    let mut type_ = type_;
    let mut push = |names: &[String], type_: &str| {
        let (names, type_) = (names.iter().map(lit_str), lit_str(type_));
        calls.push(require!(path => column(root, &[#(#names),*], #type_)));
    };
    for step in &steps {
        match &step.kind {
            StepKind::Field(name) => names.push(name.clone()),
            StepKind::Element => names.push("[]".into()),
            StepKind::Several => names.push("[*]".into()),
            StepKind::Filter { left, .. } => {
                names.push("[]".into());
                let mut inner = names.clone();
                for step in left {
                    let StepKind::Field(name) = &step.kind else {
                        break;
                    };
                    inner.push(name.clone());
                }
                push(&inner, "");
            }
            // The type of the rest of the path is not known.
            _ => {
                type_ = "";
                break;
            }
        }
    }
    push(&names, type_);
}

/// Returns a path without its first dot if it consists of names and dots only. Paths with indexes or filters are not followed.
fn plain_path(path: &str) -> Option<&str> {
    path.strip_prefix('.')
        .filter(|rest| !rest.contains(['[', ']', '@', '*', '?', '(', '\'', '"', '\\', ' ']))
}
