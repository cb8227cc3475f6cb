//! Generates the source positions of a type, its members and the texts of its rules, for findings about the generated CRD.
//!
//! ```text
//! struct A { max_size: u8 }
//!     __crd::source!(file!(), (line!(), column!()), [("maxSize", "max_size", line!(), column!())], [], [], [], false)
//! ```
//!
//! crd-core's features `check` and `registry` enable this. The compiler's own macros `line!` and `column!` give the position
//! of each name, also in `macro_rules!`, where the position of a token may be inside of the macro.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;
use syn::spanned::Spanned as _;

use super::to_const::ToConst as _;
use crate::attr::allow::Allowance;
use crate::attr::attrs::Attrs;
use crate::attr::crates::Crates;
use crate::attr::input::{Input, InputField, ItemBody, Variant};
use crate::attr::rule::CelRule;
use crate::attr::serde::DefaultFrom;
use crate::attr::validation::ConstantValue;
use crate::check::attrs::admits_std_default;
use crate::check::resource::RootType;
use crate::check::union::UnionMember;
use crate::hygiene::{lit_str, quote_stable};
use crate::spanned::Spanned;

/// Generates the function with the positions of a type and its fields or variants.
pub(super) fn of_input(input: &Input<'_>, crates: &Crates) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let mut members = SourceTable::default();
    match &input.data {
        ItemBody::Struct(_, fields) => members.add_fields("", fields),
        ItemBody::Enum(variants) => {
            for variant in variants.iter().filter(|variant| !variant.is_skipped()) {
                members.add_variant(variant, &variant.name.value);
                members.add_fields(&format!("{}.", variant.name.value), &variant.fields);
            }
        }
    }
    Some(source(input, members, crates))
}

/// Generates the function with the positions of a union and its members, by the values of the discriminator.
pub(super) fn of_union(
    input: &Input<'_>,
    members: &[UnionMember<'_>],
    crates: &Crates,
) -> Option<TokenStream> {
    if !cfg!(feature = "places") {
        return None;
    }
    let mut all = SourceTable::default();
    for member in members {
        all.add_variant(member.variant, &member.value);
    }
    Some(source(input, all, crates))
}

/// Generates the function with the positions of the rules and the columns of a whole object; `None` if it has none.
pub(super) fn of_root(root: &RootType<'_>, crates: &Crates) -> Option<TokenStream> {
    let paths: Vec<&Spanned<String>> = root
        .resource
        .columns
        .iter()
        .filter_map(|column| column.json_path.as_ref())
        .collect();
    if !cfg!(feature = "places") || (root.resource.rules.is_empty() && paths.is_empty()) {
        return None;
    }
    let mut table = SourceTable::default();
    for path in paths {
        table.add_text("", path);
    }
    table.add_rules("", &root.resource.rules);
    Some(table.source(&root.spec.item.ident, false, crates))
}

fn source(input: &Input<'_>, mut members: SourceTable, crates: &Crates) -> TokenStream {
    members.allow("", &input.attrs.allows);
    members.add_rules_of("", &input.attrs);
    let is_struct = matches!(input.data, ItemBody::Struct(..));
    if let ItemBody::Struct(_, fields) = &input.data {
        members.add_defaults(fields, input.generics.params.is_empty());
        members.add_examples(fields);
    }
    members.source(input.ident, is_struct && input.serde.rename_all.is_none(), crates)
}

/// The positions of the members of a type in the source, the findings that are allowed at them, and the texts of rules.
#[derive(Default)]
struct SourceTable {
    places: Vec<TokenStream>,
    allows: Vec<TokenStream>,
    texts: Vec<TokenStream>,
    defaults: Vec<TokenStream>,
}

impl SourceTable {
    fn source(self, ident: &Ident, has_plain_names: bool, crates: &Crates) -> TokenStream {
        let SourceTable {
            places,
            allows,
            texts,
            defaults,
        } = self;
        let span = ident.span();
        let file = quote_spanned!(span=> ::core::file!());
        let (line, column) = position(span);
        let has_plain_names = has_plain_names.to_const();
        let crd_core = &crates.crd_core;
        // The whole path: the compiler cannot resolve a macro through an import while another derive is unknown.
        quote_stable!(#crd_core::__private::source!(
            #file, (#line, #column), [#(#places),*], [#(#allows),*], [#(#texts),*], [#(#defaults),*], #has_plain_names
        ))
    }

    fn add_fields(&mut self, before: &str, fields: &[InputField<'_>]) {
        for field in fields.iter().filter(|field| !field.is_skipped()) {
            let wire = format!("{before}{}", field.name.value);
            self.add(&wire, &field.rust_name, field.member.span());
            self.allow(&wire, &field.attrs.allows);
            self.add_rules_of(&wire, &field.attrs);
        }
    }

    fn add_defaults(&mut self, fields: &[InputField<'_>], is_concrete: bool) {
        for field in fields.iter().filter(|field| !field.is_skipped()) {
            let (default, ident) = match (&field.attrs.default_ident, &field.serde.default_ident) {
                (Some(ident), _) => (quote_stable!(__crd::RustDefault::Attribute), ident),
                (None, Some(ident)) => match lost_value(field).filter(|_| is_concrete) {
                    Some(lost) => (
                        quote_stable!(__crd::RustDefault::SerdeBesideSkipped(#lost)),
                        ident,
                    ),
                    None => (quote_stable!(__crd::RustDefault::Serde), ident),
                },
                (None, None) => continue,
            };
            self.add_value(field, &default, ident.span());
        }
    }

    fn add_examples(&mut self, fields: &[InputField<'_>]) {
        for field in fields.iter().filter(|field| !field.is_skipped()) {
            let example = field
                .attrs
                .example
                .as_ref()
                .and_then(|example| example.tokens.clone().into_iter().next());
            if let Some(first) = example {
                self.add_value(field, &quote_stable!(__crd::RustDefault::Example), first.span());
            }
        }
    }

    fn add_value(&mut self, field: &InputField<'_>, source: &TokenStream, span: Span) {
        let wire = lit_str(&field.name.value);
        let (line, column) = position(span);
        self.defaults
            .push(quote_stable!((#wire, #source, #line, #column)));
    }

    fn add_variant(&mut self, variant: &Variant<'_>, wire: &str) {
        self.add(wire, &variant.ident.to_string(), variant.ident.span());
        self.allow(wire, &variant.attrs.allows);
        self.add_rules_of(wire, &variant.attrs);
    }

    fn add(&mut self, wire: &str, rust: &str, span: Span) {
        let (wire, rust) = (lit_str(wire), lit_str(rust));
        let (line, column) = position(span);
        self.places.push(quote_stable!((#wire, #rust, #line, #column)));
    }

    /// Adds the rules of attributes, and of those that they contain.
    fn add_rules_of(&mut self, wire: &str, attrs: &Attrs) {
        self.add_rules(wire, &attrs.rules);
        for nested in [&attrs.items, &attrs.values].into_iter().flatten() {
            self.add_rules_of(wire, nested);
        }
        let below = attrs.at.iter().map(|at| &at.attrs);
        for nested in below.chain(attrs.only.iter().map(|only| &only.attrs)) {
            self.add_rules_of(wire, nested);
        }
    }

    fn add_rules(&mut self, wire: &str, rules: &[CelRule]) {
        for rule in rules {
            match &rule.rule_constant {
                Some(constant) => self.add_constant(wire, constant),
                None => self.add_text(wire, &rule.rule),
            }
            if let Some(constant) = &rule.message_constant {
                self.add_constant(wire, constant);
            }
            for text in [&rule.message, &rule.message_expression, &rule.field_path]
                .into_iter()
                .flatten()
            {
                self.add_text(wire, text);
            }
        }
    }

    fn add_text(&mut self, wire: &str, text: &Spanned<String>) {
        let value = lit_str(&text.value);
        // `concat!(…)` has the text, but not as a literal.
        let text_of = match text.tokens.clone().into_iter().next() {
            Some(TokenTree::Ident(_)) => quote_stable!(__crd::RuleText::Constant(|| #value)),
            _ => quote_stable!(__crd::RuleText::Literal(#value)),
        };
        self.add_rule_text(wire, &text_of, text.span());
    }

    fn add_constant(&mut self, wire: &str, constant: &ConstantValue) {
        let value = super::constant::value(constant);
        let text = quote_stable!(__crd::RuleText::Constant(|| #value));
        self.add_rule_text(wire, &text, constant.expr.span());
    }

    fn add_rule_text(&mut self, wire: &str, text: &TokenStream, span: Span) {
        let wire = lit_str(wire);
        let (line, column) = position(span);
        self.texts.push(quote_stable!((#wire, #text, #line, #column)));
    }

    fn allow(&mut self, wire: &str, allowances: &[Allowance]) {
        for allowance in allowances {
            let (wire, name) = (lit_str(wire), lit_str(&allowance.name));
            let reason = lit_str(&allowance.reason);
            let (line, column) = position(allowance.ident.span());
            self.allows
                .push(quote_stable!((#wire, #name, #reason, #line, #column)));
        }
    }
}

fn position(span: Span) -> (TokenStream, TokenStream) {
    (
        quote_spanned!(span=> ::core::line!()),
        quote_spanned!(span=> ::core::column!()),
    )
}

/// Generates the function that finds whether serde omits the `Default` of a type where an absent field has another value.
fn lost_value(field: &InputField<'_>) -> Option<TokenStream> {
    let (Some(DefaultFrom::Path(default)), Some((condition, _))) =
        (&field.serde.default, &field.serde.skip_serializing_if)
    else {
        return None;
    };
    let ty = field.ty;
    admits_std_default(&field.attrs, ty)
        .then(|| quote_stable!(|| __crd::lost_value::<#ty>(&#default(), |value| #condition(value))))
}
