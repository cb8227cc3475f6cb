//! Parses the choice of a field by the value of a discriminator.
//!
//! ```text
//! #[crd(when("kind", case("Git", "location", to = "git.url"), case("Http", "location", to = "http.url")))]
//! #[crd(when("type", to = "type", case("S3", "config", to = "s3"), otherwise("config", to = "other")))]
//! #[crd(when(to = "target.type", case("Value", "targetValue", to = "target.value")))]
//! ```

use super::keys::when as part;
use super::literal::literal;
use super::meta::{Arg, Meta};
use super::next::{Case, Choice, Discriminator, NextStep};
use super::{reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// A case before its fields are numbered.
struct Given {
    value: Option<Spanned<String>>,
    from: Spanned<String>,
    to: Spanned<String>,
}

/// Parses `when(…)`.
pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<NextStep> {
    let errors_before = cx.count();
    let (mut older, mut newer) = (None, None);
    let mut given: Vec<Given> = Vec::new();
    for argument in value::list(cx, meta) {
        match argument {
            Arg::Expr(literal!(Str(name))) if older.is_none() => older = Some(value::string_literal(name)),
            Arg::Meta(inner) if inner.name == part::TO && newer.is_none() => newer = value::string(cx, inner),
            Arg::Meta(inner) if inner.name == part::TO => reject::report_repeated(cx, inner),
            Arg::Meta(inner) if inner.name == part::CASE || inner.name == part::OTHERWISE => {
                given.extend(case(cx, inner));
            }
            Arg::Meta(inner) => reject::unknown_part(cx, inner, "`when`", part::ALL),
            other => report!(cx, other => ATTRIBUTE_MALFORMED,
                "`when` expects the discriminator and its cases: `when(\"kind\", case(\"Git\", \
                 \"location\", to = \"git.url\"))`"),
        }
    }
    if cx.count() > errors_before {
        return None;
    }
    let discriminator = match (&older, &newer) {
        (Some(_), Some(_)) => Discriminator::Both,
        (Some(_), None) => Discriminator::Older,
        (None, Some(_)) => Discriminator::Newer,
        (None, None) => {
            report!(cx, meta.ident => ATTRIBUTE_MISSING,
                "name the discriminator: `when(\"kind\", …)` if this version has it, `when(to = \"kind\", …)` if the next version has \
                 it, `when(\"kind\", to = \"kind\", …)` if both do");
            return None;
        }
    };
    if given.is_empty() {
        report!(cx, meta.ident => ATTRIBUTE_MISSING,
            "write a case for each value: `case(\"Git\", \"location\", to = \"git.url\")`, or `otherwise(\"location\", to = \
             \"url\")` if the discriminator is absent or has another value");
        return None;
    }
    let mut step = NextStep::new(meta);
    step.from.extend(older);
    step.to.extend(newer);
    let first = [step.from.len(), step.to.len()];
    let mut cases: Vec<Case> = Vec::new();
    for Given { value, from, to } in given {
        let name = value.as_ref().map(|value| value.value.as_str());
        if cases
            .iter()
            .any(|known| known.value.as_ref().map(|value| value.value.as_str()) == name)
        {
            let (at, name) = (value.as_ref().unwrap_or(&from), name.unwrap_or("otherwise"));
            report!(cx, at => ATTRIBUTE_DUPLICATE,
                "`{name}` has two cases, of which only the first would apply; keep one");
            return None;
        }
        let from = number(&mut step.from, first[0], from);
        let (place, is_shared) = match discriminator {
            Discriminator::Newer => (
                step.from.get(from).cloned(),
                cases.iter().any(|known| known.from == from),
            ),
            _ => (Some(to.clone()), false),
        };
        let to = number(&mut step.to, first[1], to);
        let is_shared =
            is_shared || discriminator == Discriminator::Older && cases.iter().any(|known| known.to == to);
        if let (true, Some(place)) = (is_shared, place) {
            let (version, named) = match discriminator {
                Discriminator::Newer => ("this version", "`when(\"kind\", to = \"kind\", …)`"),
                _ => ("the next version", "`when(\"kind\", to = \"kind\", …)`"),
            };
            report!(cx, place => ATTRIBUTE_CONTRADICTION,
                "two cases use `{}`, and {version} has no discriminator to tell them apart: give each its \
                 own field, keep the discriminator in both versions ({named}), or write functions of these \
                 fields: `moved(…, to(…), up = …, down = …)` with `fn up(…) -> Option<(…)>` and `fn down(…) \
                 -> Option<(…)>`", place.value);
            return None;
        }
        cases.push(Case { value, from, to });
    }
    step.choice = Some(Choice { discriminator, cases });
    Some(step)
}

/// Returns the index of a path, which is added if it is new. The discriminator is not a field of a case.
fn number(paths: &mut Vec<Spanned<String>>, first: usize, path: Spanned<String>) -> usize {
    let known = paths
        .iter()
        .skip(first)
        .position(|known| known.value == path.value);
    known.map_or_else(
        || {
            paths.push(path);
            paths.len() - 1
        },
        |at| at + first,
    )
}

/// Parses `case("Value", "field", to = "field")` or `otherwise("field", to = "field")`.
fn case(cx: &Errors, meta: &Meta) -> Option<Given> {
    let texts = |first: &[&Arg]| -> Option<Vec<Spanned<String>>> {
        let text = |argument: &&Arg| match argument {
            Arg::Expr(literal!(Str(text))) => Some(value::string_literal(text)),
            _ => None,
        };
        first.iter().map(text).collect()
    };
    let is_case = meta.name == part::CASE;
    let arguments: Vec<&Arg> = value::list(cx, meta).iter().collect();
    if let [first @ .., Arg::Meta(to)] = arguments.as_slice()
        && to.name == part::TO
        && first.len() == if is_case { 2 } else { 1 }
        && let Some(mut texts) = texts(first)
    {
        let from = texts.pop()?;
        return Some(Given {
            value: texts.pop(),
            from,
            to: value::string(cx, to)?,
        });
    }
    value::wrong(
        cx,
        meta,
        if is_case {
            "`case(\"Git\", \"location\", to = \"git.url\")`: the value, the field of this version, and the field of the next"
        } else {
            "`otherwise(\"location\", to = \"url\")`: the field of this version, and the field of the next"
        },
    )
}
