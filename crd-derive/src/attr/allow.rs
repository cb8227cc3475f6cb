//! Findings that are not reported, with the reason: `allow("list-type-absent", reason = "…")`.

use proc_macro2::Ident;

use super::keys::allow as part;
use super::lint_names::LINT_NAMES;
use super::meta::{Arg, Meta, MetaValue, literal};
use super::{reject, value};
use crate::codes::Code;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// A code whose findings about a type or a field are not reported.
#[derive(Clone)]
pub(crate) struct Allowance {
    pub(crate) code: Code,
    /// The name of the attribute, where errors are reported.
    pub(crate) ident: Ident,
    /// The reason, in one line.
    pub(crate) reason: String,
}

impl Allowance {
    /// Parses one `allow`, which may name several codes.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Vec<Allowance> {
        let expected = "`allow(\"list-type-absent\", reason = \"…\")`";
        let mut codes = Vec::new();
        let mut parts = Vec::new();
        let errors_before = cx.count();
        for argument in value::list(cx, meta) {
            match argument {
                Arg::Expr(literal!(Str(name))) => codes.extend(code(cx, &value::string_literal(name))),
                Arg::Meta(given) if given.name == part::REASON => parts.push(given.clone()),
                Arg::Meta(given) if !matches!(given.value, MetaValue::Flag) => {
                    reject::unknown_part(cx, given, "`allow`", part::ALL);
                }
                other => {
                    report!(cx, other => ATTRIBUTE_VALUE,
                        "`allow` expects codes or slugs in quotes, and a reason: {expected}");
                }
            }
        }
        let reason = reject::repeated_parts(cx, parts)
            .first()
            .and_then(|given| value::string(cx, given));
        if cx.count() == errors_before && codes.is_empty() {
            report!(cx, meta.ident => ATTRIBUTE_MISSING,
                "`allow` needs at least one code or slug: write {expected}");
        }
        let words: String = reason.map_or_else(String::new, |reason| one_line(&reason.value));
        if cx.count() == errors_before && words.is_empty() {
            report!(cx, meta.ident => ATTRIBUTE_MISSING,
                "`allow` needs a reason for the readers of this code: add `reason = \"…\"`");
        }
        let mut found = Vec::new();
        for code in codes {
            found.push(Allowance {
                code,
                ident: meta.ident.clone(),
                reason: words.clone(),
            });
        }
        found
    }
}

/// Whether a code is allowed.
pub(crate) fn allows(allowances: &[Allowance], code: Code) -> bool {
    allowances.iter().any(|allowance| allowance.code == code)
}

/// Returns the code with a name.
fn code(cx: &Errors, name: &Spanned<String>) -> Option<Code> {
    for (slug, number) in LINT_NAMES {
        let code = Code(*number);
        if *slug == name.value || name.value.eq_ignore_ascii_case(&code.to_string()) {
            return Some(code);
        }
    }
    let hint = did_you_mean(&name.value, LINT_NAMES.iter().map(|(slug, _)| *slug));
    let hint = if hint.is_empty() {
        "; `crd-gen explain --all` lists all codes; warnings, notes and lints can be allowed".to_owned()
    } else {
        hint
    };
    report!(cx, name => ATTRIBUTE_VALUE, "`{}` is not a code or slug that can be allowed{hint}", name.value);
    None
}

/// Collapses whitespace to single spaces.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    line
}
