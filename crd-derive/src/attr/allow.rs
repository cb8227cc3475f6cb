//! Findings that are not reported, with the reason: `allow("list-type-absent", reason = "…")`.

use proc_macro2::Ident;

use super::keys::allow as part;
use super::lint_names::{LINT_GROUPS, LINT_NAMES};
use super::literal::literal;
use super::meta::{Arg, Meta, MetaValue};
use super::{reject, value};
use crate::codes::Code;
use crate::errors::{Errors, report};
use crate::spanned::Spanned;
use crate::suggest::did_you_mean;

/// A name whose findings about a type or a field are not reported.
#[derive(Clone)]
pub(crate) struct Allowance {
    /// A code, a slug, a rule such as `LNT-16`, or a family of lints.
    pub(crate) name: String,
    /// The codes that it stands for.
    codes: Vec<u16>,
    /// The name of the attribute, where errors are reported.
    pub(crate) ident: Ident,
    /// The reason, in one line.
    pub(crate) reason: String,
}

impl Allowance {
    /// Parses one `allow`, which may have several names.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Vec<Allowance> {
        let expected = "`allow(\"list-type-absent\", reason = \"…\")`";
        let mut found = Vec::new();
        let mut parts = Vec::new();
        let errors_before = cx.count();
        for argument in value::list(cx, meta) {
            match argument {
                Arg::Expr(literal!(Str(name))) => {
                    let name = value::string_literal(name);
                    found.extend(codes_named(cx, &name).map(|codes| Allowance {
                        name: name.value,
                        codes,
                        ident: meta.ident.clone(),
                        reason: String::new(),
                    }));
                }
                Arg::Meta(given) if given.name == part::REASON => parts.push(given.clone()),
                Arg::Meta(given) if !matches!(given.value, MetaValue::Flag) => {
                    reject::unknown_part(cx, given, "`allow`", part::ALL);
                }
                other => {
                    report!(cx, other => ATTRIBUTE_VALUE,
                        "`allow` expects names of findings in quotes, and a reason: {expected}");
                }
            }
        }
        let reason = reject::repeated_parts(cx, parts)
            .first()
            .and_then(|given| value::string(cx, given));
        if cx.count() == errors_before && found.is_empty() {
            report!(cx, meta.ident => ATTRIBUTE_MISSING,
                "`allow` needs the name of at least one finding: write {expected}");
        }
        let words: String = reason.map_or_else(String::new, |reason| one_line(&reason.value));
        if cx.count() == errors_before && words.is_empty() {
            report!(cx, meta.ident => ATTRIBUTE_MISSING,
                "`allow` needs a reason for the readers of this code: add `reason = \"…\"`");
        }
        for allowance in &mut found {
            allowance.reason.clone_from(&words);
        }
        found
    }
}

/// Whether a code is allowed.
pub(crate) fn allows(allowances: &[Allowance], code: Code) -> bool {
    allowances
        .iter()
        .any(|allowance| allowance.codes.contains(&code.0))
}

/// Returns the codes that a name stands for, as crd-core's `codes_named` does.
fn codes_named(cx: &Errors, name: &Spanned<String>) -> Option<Vec<u16>> {
    let is_named = |other: &str| name.value.eq_ignore_ascii_case(other);
    if let Some((_, codes)) = LINT_GROUPS.iter().find(|(group, _)| is_named(group)) {
        return Some(codes.to_vec());
    }
    for (slug, number) in LINT_NAMES {
        if *slug == name.value || is_named(&Code(*number).to_string()) {
            return Some(vec![*number]);
        }
    }
    let hint = did_you_mean(&name.value, LINT_NAMES.iter().map(|(slug, _)| *slug));
    let hint = if hint.is_empty() {
        "; `crd-gen explain --all` lists all codes; warnings, notes and lints can be allowed".to_owned()
    } else {
        hint
    };
    report!(cx, name => ATTRIBUTE_VALUE,
        "`{}` is not a code, slug, rule or family of lints that can be allowed{hint}", name.value);
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
