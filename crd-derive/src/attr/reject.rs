//! Rejects attributes that are unknown, misplaced or repeated.

use proc_macro2::{Ident, Span};
use quote::ToTokens as _;
use syn::{Data, DeriveInput, Expr, ExprLit, Lit, LitStr, Type};

use super::foreign;
use super::keys::next as part;
use super::keys::{self, AttributeKey, AttributeTarget};
use super::literal::{is_text, literal};
use super::meta::{Arg, Meta, MetaValue};
use super::unquoted::source_of;
use super::value;
use crate::errors::{Errors, report};
use crate::rust_type;
use crate::suggest::{did_you_mean, nearest};

/// Checks whether an enum has attributes of `Union`, and reports that on `Schema`.
pub(crate) fn is_union(cx: &Errors, item: &DeriveInput, metas: &[Meta]) -> bool {
    let discriminator = metas.iter().find(|meta| meta.name == keys::DISCRIMINATOR);
    match (&item.data, discriminator) {
        (Data::Enum(_), Some(meta)) => {
            // The name of the derive macro.
            let derive = Ident::new("Schema", Span::call_site());
            let name = &meta.name;
            report!(cx, derive => DERIVE_TARGET,
                "an enum with a `{name}` is a union: write `#[derive(Union)]`, which implements `Schema`, \
                 `Serialize` and `Deserialize`, and do not derive these");
            true
        }
        _ => false,
    }
}

/// Checks whether `next` names the root of the next version, or its module, instead of the type, and reports that.
pub(crate) fn wrong_next(cx: &Errors, spec: &Ident, metas: &[Meta]) -> bool {
    let find = |name: &str| metas.iter().find(|meta| meta.name == name);
    let silent = Errors::silent();
    let Some(Type::Path(next)) = find(keys::NEXT).and_then(|next| value::type_(&silent, next)) else {
        return false;
    };
    let last = rust_type::last_segment(&next.path);
    if last.starts_with(char::is_lowercase) {
        let path = next.path.to_token_stream().to_string().replace(' ', "");
        report!(cx, next => ATTRIBUTE_VALUE, "`next` is a type of the next version, not its module: write `{path}::{spec}`");
        return true;
    }
    let root = [keys::ROOT, keys::KIND].into_iter().find_map(find);
    let Some(root) = root.and_then(|root| value::string(&silent, root)) else {
        return false;
    };
    let is_root = last == root.value && *spec != last;
    if is_root {
        let path = next.path.to_token_stream().to_string().replace(' ', "");
        let module = path.strip_suffix(&last).unwrap_or_default();
        report!(cx, next => ATTRIBUTE_VALUE, "`next` is the spec of the next version, not its root: write `{module}{spec}`");
    }
    is_root
}

/// Reports unknown, misplaced and repeated attributes, and returns the others.
///
/// Attributes of the root of a custom resource may be written beside those of its spec's schema. They are left
/// out here without an error: `#[derive(CustomResource)]` parses them.
pub(super) fn invalid(cx: &Errors, target: AttributeTarget, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    let has_group = metas.iter().any(is_group);
    for meta in metas {
        if let Some(message) = of_another_derive(&meta) {
            report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "{message}");
            continue;
        }
        let Some(key) = keys::find(&meta.name) else {
            match api_version(&meta) {
                Some((group, version)) => {
                    report_api_version(cx, &meta, &version, (!has_group).then_some(&group));
                }
                None => report_unknown(cx, target, &meta),
            }
            continue;
        };
        if !key.belongs(target) {
            if !(target == AttributeTarget::Type && key.belongs(AttributeTarget::Root)) {
                report_misplaced(cx, target, &meta, key);
            }
            continue;
        }
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            report_repeated(cx, &meta);
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Returns the message about the attribute of another derive inside of `#[crd(…)]`, such as `schemars(length(max = 3))`.
fn of_another_derive(meta: &Meta) -> Option<String> {
    const DERIVES: [&str; 8] = [
        "serde",
        "schemars",
        "schema",
        "validate",
        "validation",
        "validations",
        "garde",
        "x_kube",
    ];
    let MetaValue::List(arguments) = &meta.value else {
        return None;
    };
    let Some(Arg::Meta(first)) = arguments.first() else {
        return None;
    };
    if !DERIVES.contains(&meta.name.as_str()) {
        return None;
    }
    if meta.name == keys::VALIDATION && first.name == keys::RULE {
        return Some("`validation(…)` begins with the expression, without a name: write `rule(\"…\", message = \"…\")`".to_owned());
    }
    let advice = if meta.name == "serde" {
        "serde's attributes stand outside of it: `#[serde(…)]`".to_owned()
    } else if let Some(key) = keys::find(&first.name) {
        format!("write `{}` in its place", key.name)
    } else if let Some(advice) = foreign::advice(&first.name) {
        format!("in its place, {advice}")
    } else {
        "write its attributes in its place".to_owned()
    };
    Some(format!("`#[crd(…)]` has no `{}(…)`; {advice}", meta.name))
}

/// Returns the first attribute on a type that only `#[derive(CustomResource)]` reads.
pub(super) fn first_of_root(target: AttributeTarget, metas: &[Meta]) -> Option<Ident> {
    if target != AttributeTarget::Type {
        return None;
    }
    let is_of_root = |meta: &&Meta| {
        keys::find(&meta.name).is_some_and(|key| key.belongs(AttributeTarget::Root) && !key.belongs(target))
    };
    metas.iter().find(is_of_root).map(|meta| meta.ident.clone())
}

/// Returns the group and version in `api_version = "example.com/v1"`.
fn api_version(meta: &Meta) -> Option<(LitStr, LitStr)> {
    let MetaValue::Expr(literal!(Str(text))) = &meta.value else {
        return None;
    };
    let value = text.value();
    let (group, version) = value.rsplit_once('/')?;
    let is_meant = foreign::needed_by_root(&meta.name) == Some(keys::VERSION);
    is_meant.then(|| (LitStr::new(group, text.span()), LitStr::new(version, text.span())))
}

fn is_group(meta: &Meta) -> bool {
    meta.name == keys::GROUP || foreign::needed_by_root(&meta.name) == Some(keys::GROUP)
}

/// Returns the group in `api_version = "example.com/v1"` as the attribute that is meant.
fn group_of_api_version(meta: &Meta) -> Option<Meta> {
    let (group, _) = api_version(meta)?;
    Some(Meta {
        name: keys::GROUP.to_owned(),
        value: MetaValue::Expr(Expr::Lit(ExprLit {
            attrs: Vec::new(),
            lit: Lit::Str(group),
        })),
        ident: meta.ident.clone(),
        parentheses: None,
    })
}

/// Returns the attributes of the root of a custom resource; reports repeated ones.
///
/// The other attributes are left out without an error: `#[derive(Schema)]` parses them. An unknown one that stands for an
/// attribute that every custom resource needs is read as that, so that nothing seems to be missing.
pub(super) fn root_attributes(cx: &Errors, metas: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    let given: Vec<String> = metas.iter().map(|meta| meta.name.clone()).collect();
    let group = metas.iter().find_map(group_of_api_version);
    kept.extend(group.filter(|_| !metas.iter().any(is_group)));
    for mut meta in metas {
        if keys::find(&meta.name).is_none()
            && let Some(meant) = foreign::needed_by_root(&meta.name)
            && !given.iter().any(|name| name == meant)
        {
            if let Some((_, version)) = api_version(&meta)
                && let MetaValue::Expr(literal!(Str(text))) = &mut meta.value
            {
                *text = version;
            }
            meant.clone_into(&mut meta.name);
        }
        let Some(key) = keys::find(&meta.name).filter(|key| key.belongs(AttributeTarget::Root)) else {
            continue;
        };
        if !key.is_repeatable() && kept.iter().any(|earlier| earlier.name == meta.name) {
            // `#[derive(Schema)]` reports errors in the attributes that it also parses.
            if !key.belongs(AttributeTarget::Type) {
                report_repeated(cx, &meta);
            }
            continue;
        }
        kept.push(meta);
    }
    kept
}

/// Reports repeated names among the parts of one attribute, and returns the others.
pub(super) fn repeated_parts(cx: &Errors, parts: Vec<Meta>) -> Vec<Meta> {
    let mut kept: Vec<Meta> = Vec::new();
    for part in parts {
        if kept.iter().any(|earlier| earlier.name == part.name) {
            report_repeated(cx, &part);
        } else {
            kept.push(part);
        }
    }
    kept
}

/// Reports a part that an attribute does not have.
pub(super) fn unknown_part(cx: &Errors, part: &Meta, owner: &str, known: &[&str]) {
    let function = match &part.value {
        MetaValue::Expr(Expr::Path(path)) => rust_type::last_segment(&path.path),
        _ => String::new(),
    };
    let is_function = |meant: &str| match meant {
        keys::next::BY => function.starts_with(char::is_lowercase),
        // A word may be the name of a field without its quotes.
        keys::next::RENAME => function.contains('_'),
        _ => false,
    };
    let hint = match (foreign::part(&part.name, known), part.name.as_str()) {
        (Some(meant), _) if is_function(meant) => "; use `up = …, down = …` for functions".to_owned(),
        (Some(meant), _) => format!("; use `{meant}`"),
        (None, "strategy") => {
            "; remove it: the strategy follows from `service` or `url`, or from `conversion = none`"
                .to_owned()
        }
        (None, name) => did_you_mean(name, known.iter().copied()),
    };
    let hint = if hint.is_empty() {
        format!("; it accepts {}", known.join(", "))
    } else {
        hint
    };
    report!(cx, part.ident => ATTRIBUTE_UNKNOWN, "{owner} has no `{}`{hint}", part.name);
}

pub(super) fn report_repeated(cx: &Errors, meta: &Meta) {
    report!(cx, meta.ident => ATTRIBUTE_DUPLICATE, "`{}` is specified twice; keep one", meta.name);
}

fn report_unknown(cx: &Errors, target: AttributeTarget, meta: &Meta) {
    let name = &meta.name;
    let advice = match target {
        AttributeTarget::Union => foreign::advice_for_union(name),
        AttributeTarget::Type => foreign::advice_for_type(name),
        AttributeTarget::Variant => foreign::advice_for_variant(name),
        AttributeTarget::Field => foreign::advice_for_field(name),
        _ => None,
    };
    let advice = advice.map(str::to_owned).or_else(|| in_mapping(target, meta));
    if let Some(advice) = advice.or_else(|| foreign::advice(name)) {
        let advice = with_value(advice, &meta.value);
        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{name}`: {advice}");
        return;
    }
    let here = keys::KEYS.iter().filter(|key| {
        key.belongs(target) || (target == AttributeTarget::Type && key.belongs(AttributeTarget::Root))
    });
    let negated = ["no_", "not_", "non_", "without_"]
        .iter()
        .find_map(|no| name.strip_prefix(no));
    if let Some(key) = negated.and_then(keys::find) {
        report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{name}`; leave out `{}`", key.name);
        return;
    }
    let mut hint = did_you_mean(name, here.map(|key| key.name));
    if hint.is_empty()
        && let Some(key) = nearest(name, keys::KEYS.iter().map(|key| key.name)).and_then(keys::find)
    {
        hint = format!("; did you mean `{}`, which belongs {}?", key.name, places(key));
    }
    if hint.is_empty() {
        hint.push_str("; the documentation of the derive macro lists all attributes");
    }
    report!(cx, meta.ident => ATTRIBUTE_UNKNOWN, "unknown attribute `{name}`{hint}");
}

/// Returns an advice with the value of an attribute in its only placeholder.
fn with_value(advice: String, value: &MetaValue) -> String {
    let expects_text = advice.contains("\"…\"");
    if advice.matches('…').count() != 1 || !(expects_text || advice.contains("= …`")) {
        return advice;
    }
    let mut values: Vec<&Expr> = Vec::new();
    match value {
        MetaValue::Expr(value) => values.push(value),
        MetaValue::List(arguments) => {
            for argument in arguments {
                match argument {
                    Arg::Expr(value) => values.push(value),
                    _ => return advice,
                }
            }
        }
        _ => {}
    }
    let is_list = advice.contains("(\"…\")");
    let fits = |value: &&Expr| match value {
        Expr::Lit(_) | Expr::Unary(_) | Expr::Path(_) => !expects_text || is_text(value),
        _ => false,
    };
    if values.is_empty() || values.len() > 1 && !is_list || !values.iter().all(fits) {
        return advice;
    }
    let sources: Vec<String> = values
        .iter()
        .map(|value| source_of(value.to_token_stream()))
        .collect();
    advice.replace(if expects_text { "\"…\"" } else { "…" }, &sources.join(", "))
}

fn report_api_version(cx: &Errors, meta: &Meta, version: &LitStr, group: Option<&LitStr>) {
    let group = group
        .map(|group| format!("group = {:?}, ", group.value()))
        .unwrap_or_default();
    report!(cx, meta.ident => ATTRIBUTE_UNKNOWN,
        "unknown attribute `{}`: write `{group}version = {:?}`", meta.name, version.value());
}

/// Returns the places to which an attribute belongs.
fn places(key: &AttributeKey) -> String {
    let mut belongs = Vec::new();
    for other in AttributeTarget::ALL {
        if key.belongs(other) {
            belongs.push(match other {
                AttributeTarget::Root => "on the spec struct of a custom resource",
                AttributeTarget::Union => "on an enum with `#[derive(Union)]`",
                _ => place(other),
            });
        }
    }
    belongs.join(" or ")
}

fn report_misplaced(cx: &Errors, target: AttributeTarget, meta: &Meta, key: &AttributeKey) {
    report!(cx, meta.ident => ATTRIBUTE_MISPLACED,
        "`{}` cannot be used {}; it belongs {}{}",
        meta.name, place(target), places(key), elsewhere(target, meta));
}

/// Returns the mapping in which a part is written that stands beside it.
fn in_mapping(target: AttributeTarget, meta: &Meta) -> Option<String> {
    let name = match meta.name.as_str() {
        "renamed" | part::TO => part::RENAME,
        name => part::ALL.iter().find(|known| **known == name)?,
    };
    let mut given = meta.clone();
    name.clone_into(&mut given.name);
    let given = given.source();
    let mapping = match (target, name) {
        (AttributeTarget::Field, part::UP) => format!("{given}, down = …"),
        (AttributeTarget::Field, part::DOWN) => format!("up = …, {given}"),
        (AttributeTarget::Field, part::INTO | part::LOSSY) => format!("up = …, down = …, {given}"),
        (AttributeTarget::Field, part::FALLS_BACK) => return None,
        (AttributeTarget::Field, _) | (AttributeTarget::Variant, part::RENAME | part::FALLS_BACK) => given,
        (AttributeTarget::Variant, part::DROPPED) => format!("{} = \"…\"", part::FALLS_BACK),
        _ => return None,
    };
    Some(format!(
        "it is part of a mapping: write `{}({mapping})`",
        keys::NEXT
    ))
}

/// Returns what to write instead of a misplaced attribute.
fn elsewhere(target: AttributeTarget, meta: &Meta) -> String {
    let words = match (target, meta.name.as_str()) {
        (AttributeTarget::Field, keys::UNFIT | keys::ANNOTATION | keys::LABEL)
            if matches!(meta.value, MetaValue::Expr(_)) =>
        {
            return in_mapping(target, meta).map_or_else(String::new, |advice| format!("; here, {advice}"));
        }
        (AttributeTarget::Field | AttributeTarget::Variant, keys::DEPRECATED) => {
            "; the schemas of fields and values cannot be deprecated: say it in the doc comment"
        }
        (AttributeTarget::Field, keys::FLATTEN) => "; on a field, write `#[serde(flatten)]`",
        (AttributeTarget::Field | AttributeTarget::Variant, keys::DOC) => {
            "; here, write a doc comment or `description`"
        }
        (AttributeTarget::Variant, keys::DEFAULT) => {
            "; for the default of the enum, derive `Default` and write `#[default]` here"
        }
        (AttributeTarget::Field, keys::VALUE) => {
            "; the attributes of the values of a map are written in `values(…)`"
        }
        (AttributeTarget::Field, keys::ANNOTATION | keys::LABEL) => {
            "; it sets metadata of the CRD, not of objects"
        }
        _ => "",
    };
    words.to_owned()
}

const fn place(target: AttributeTarget) -> &'static str {
    match target {
        AttributeTarget::Root => "on a custom resource",
        AttributeTarget::Type => "on a type",
        AttributeTarget::Union => "on a union",
        AttributeTarget::Field => "on a field",
        AttributeTarget::Variant => "on a variant",
        AttributeTarget::Element => "in `items(…)` or `values(…)`",
        AttributeTarget::Nested => "in `any_of`, `all_of`, `one_of` or `not`",
    }
}
