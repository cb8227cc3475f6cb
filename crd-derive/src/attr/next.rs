//! Parses the attributes that map a field or a variant to the next version.
//!
//! ```text
//! #[crd(next(rename = "engine"))]                                     on a field or a variant
//! #[crd(next(path = "storage.size"))]                                 on a field: a path in the next version's type
//! #[crd(next(into("host", "port"), up = split, down = join))]         on a field
//! #[crd(next(up = to_number, down = to_text))]                        on a field
//! #[crd(next(by = Inverse<SecondsAsDuration>))]                       on a field
//! #[crd(next(keyed_by = "name", value = "value"))]                    on a field
//! #[crd(next(path = "conditions", keyed_by = "type", element = "Ready", value = "status"))]   on a field
//! #[crd(next(unfit = "saturate"))]                                    on a field
//! #[crd(next(dropped))]                                               on a field
//! #[crd(next(annotation = "example.com/tier"))]                       on a field
//! #[crd(next(falls_back = "Small"))]                                  on a variant
//! #[crd(moved("host", "port", to = "address", up = join, down = split))]   on a type
//! #[crd(moved(annotation = "example.com/tier", to = "tier"))]         on a type
//! #[crd(when("kind", case("Git", "location", to = "git.url")))]       on a type: see `next_when`
//! #[crd(variant("Huge", falls_back = "Large"))]                       on an enum
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::{LitStr, Path, Type};

use super::keys::next as part;
use super::literal::literal;
use super::meta::{Arg, Meta, MetaValue};
use super::{keys, reject, value};
use crate::errors::{Errors, report};
use crate::spanned::Spanned;

/// The mapping of a field, of a variant, or of several fields.
#[derive(Clone)]
pub(crate) struct NextStep {
    /// The name of the attribute.
    pub(crate) ident: Ident,
    /// Paths of this version; empty for the field itself.
    pub(crate) from: Vec<Spanned<String>>,
    /// Paths of the next version; empty for the name of the field, unless it is dropped.
    pub(crate) to: Vec<Spanned<String>>,
    pub(crate) functions: Option<StepFunctions>,
    pub(crate) dropped: Option<Ident>,
    /// The variant of the next version that replaces one that it does not have.
    pub(crate) falls_back: Option<Spanned<String>>,
    pub(crate) unfit: Option<UnfitPolicy>,
    /// Whether several values may become one.
    pub(crate) lossy: Option<Ident>,
    /// The annotation or label of the other version.
    pub(crate) metadata: Option<MetadataEntry>,
    /// The choice of a field by the value of a discriminator.
    pub(crate) choice: Option<Choice>,
}

/// An annotation or a label that is a field in the other version.
#[derive(Clone)]
pub(crate) struct MetadataEntry {
    pub(crate) kind: MetadataKind,
    pub(crate) name: Spanned<String>,
}

#[derive(Clone, Copy)]
pub(crate) enum MetadataKind {
    Annotation,
    Label,
}

/// The choice of a field by the value of a discriminator, which is the first path of its versions.
#[derive(Clone)]
pub(crate) struct Choice {
    pub(crate) discriminator: Discriminator,
    pub(crate) cases: Vec<Case>,
}

/// The versions that have the discriminator.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Discriminator {
    Older,
    Newer,
    Both,
}

/// The fields that exchange values if the discriminator has a value.
#[derive(Clone)]
pub(crate) struct Case {
    /// The value; `None` for all others.
    pub(crate) value: Option<Spanned<String>>,
    /// The indexes of the fields among the paths of the step.
    pub(crate) from: usize,
    pub(crate) to: usize,
}

/// The functions that compute values of the next version, and values of this one.
#[derive(Clone)]
pub(crate) enum StepFunctions {
    /// `up = …, down = …`.
    Own(Box<(Path, Path)>),
    /// `by = …`: a type with both functions.
    By(Box<Type>),
    /// `keyed_by = "…", value = "…"`: a list becomes a map, or a map a list; or an element of a list becomes a field.
    Keyed {
        key: Spanned<String>,
        value: Option<Spanned<String>>,
        /// `element = "…"`: the key of the only element that is a field in the other version.
        element: Option<Spanned<String>>,
    },
}

/// The policy for values that the other version's schema rejects.
#[derive(Clone, Copy)]
pub(crate) enum UnfitPolicy {
    Keep,
    Saturate,
    Refuse,
    Pass,
}

impl UnfitPolicy {
    /// Parses `unfit = "keep"`.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<UnfitPolicy> {
        let given = value::string(cx, meta)?;
        match given.value.as_str() {
            "keep" => Some(UnfitPolicy::Keep),
            "saturate" => Some(UnfitPolicy::Saturate),
            "refuse" => Some(UnfitPolicy::Refuse),
            "pass" => Some(UnfitPolicy::Pass),
            other => {
                report!(cx, given => ATTRIBUTE_VALUE,
                    "`unfit` must be \"keep\" (in an annotation), \"saturate\" (the nearest value), \
                     \"refuse\" or \"pass\", not `{other}`");
                None
            }
        }
    }
}

/// A variant that only the next version has.
#[derive(Clone)]
pub(crate) struct AddedVariant {
    pub(crate) name: Spanned<String>,
    /// The variant of this version that replaces it.
    pub(crate) falls_back: Spanned<String>,
}

impl NextStep {
    /// Creates a step without parts.
    pub(super) fn new(meta: &Meta) -> NextStep {
        NextStep {
            ident: meta.ident.clone(),
            from: Vec::new(),
            to: Vec::new(),
            functions: None,
            dropped: None,
            falls_back: None,
            unfit: None,
            lossy: None,
            metadata: None,
            choice: None,
        }
    }

    /// Parses `next(…)` on a field or variant, and `moved(…)` on a type.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<NextStep> {
        let errors_before = cx.count();
        let mut step = NextStep::new(meta);
        let (mut up, mut down, mut by) = (None, None, None);
        let (mut key, mut key_value, mut element) = (None, None, None);
        let mut given = Vec::new();
        let is_moved = meta.name == keys::MOVED;
        if let (false, MetaValue::Expr(literal!(Str(text)))) = (is_moved, &meta.value) {
            report_name_alone(cx, meta, text);
            return None;
        }
        for argument in value::list(cx, meta) {
            match argument {
                Arg::Expr(literal!(Str(text))) if !is_moved => report_name_alone(cx, meta, text),
                Arg::Meta(meta) => given.push(meta.clone()),
                Arg::Expr(literal!(Str(text))) if is_moved => step.from.push(value::string_literal(text)),
                other => {
                    report!(cx, other => ATTRIBUTE_MALFORMED, "`{}(…)` expects `name = value`", meta.name);
                }
            }
        }
        for given in reject::repeated_parts(cx, given) {
            match given.name.as_str() {
                part::RENAME | part::PATH | part::INTO if !is_moved && !step.to.is_empty() => {
                    report!(cx, given.ident => ATTRIBUTE_CONTRADICTION,
                        "`rename`, `path` and `into` each say where the field goes; keep one of them");
                }
                part::RENAME if !is_moved => step.to.extend(value::string(cx, &given)),
                part::PATH if !is_moved => {
                    let path = value::string(cx, &given);
                    if let Some(path) = &path {
                        report_slashes(cx, path);
                    }
                    step.to.extend(path);
                }
                part::INTO if !is_moved => step.to.extend(value::plain_names(cx, &given)),
                part::TO if is_moved => step.to.extend(value::plain_names(cx, &given)),
                part::UP => up = value::path(cx, &given),
                part::DOWN => down = value::path(cx, &given),
                part::BY => by = value::type_(cx, &given),
                part::KEYED_BY => key = value::string(cx, &given),
                part::VALUE => key_value = value::string(cx, &given),
                part::ELEMENT => element = value::string(cx, &given),
                part::DROPPED if !is_moved => step.dropped = given_flag(cx, &given),
                part::FALLS_BACK if !is_moved => step.falls_back = value::string(cx, &given),
                part::ANNOTATION | part::LABEL => step.add_metadata(cx, &given),
                part::LOSSY => step.lossy = given_flag(cx, &given),
                part::UNFIT => step.unfit = UnfitPolicy::parse(cx, &given),
                _ => report_unknown_part(cx, meta, &given),
            }
        }
        let is_path = is_moved || matches!(step.to.as_slice(), [to] if to.value.contains('.'));
        for path in step.from.iter().chain(&step.to).filter(|_| is_path) {
            begins_with_field(cx, path);
        }
        if cx.count() > errors_before {
            return None;
        }
        step.functions = match (up, down, by, key) {
            (Some(up), Some(down), None, None) => Some(StepFunctions::Own(Box::new((up, down)))),
            (None, None, Some(by), None) => Some(StepFunctions::By(Box::new(by))),
            (None, None, None, Some(key)) => Some(StepFunctions::Keyed {
                key,
                value: key_value,
                element,
            }),
            (None, None, None, None) if key_value.is_none() && element.is_none() => None,
            (None, None, None, None) => {
                let part = if element.is_some() { "element" } else { "value" };
                report!(cx, meta.ident => ATTRIBUTE_MISSING,
                    "`{part}` needs `keyed_by`, the field of the list's elements that is their key");
                return None;
            }
            (_, _, Some(_), _) | (_, _, _, Some(_)) => {
                report!(cx, meta.ident => ATTRIBUTE_CONTRADICTION,
                    "`up` and `down`, `by`, and `keyed_by` exclude each other; keep one");
                return None;
            }
            (up, down, None, None) => {
                let (one, other) = if up.is_some() {
                    ("up", "down")
                } else {
                    ("down", "up")
                };
                report!(cx, up.or(down) => ATTRIBUTE_MISSING,
                    "`{one}` needs `{other}`: a function for each direction");
                return None;
            }
        };
        step.is_whole(cx, meta).then_some(step)
    }

    /// Parses `annotation = "…"` or `label = "…"`.
    fn add_metadata(&mut self, cx: &Errors, given: &Meta) {
        let kind = if given.name == part::LABEL {
            MetadataKind::Label
        } else {
            MetadataKind::Annotation
        };
        if self.metadata.is_some() {
            report!(cx, given.ident => ATTRIBUTE_CONTRADICTION,
                "`annotation` and `label` exclude each other; keep one");
        }
        self.metadata = value::string(cx, given).map(|name| MetadataEntry { kind, name });
    }

    /// Returns the tokens where errors about the step are reported: one of its string literals, or its name.
    pub(crate) fn place(&self, text: Option<&Spanned<String>>) -> TokenStream {
        text.map_or_else(|| self.ident.to_token_stream(), ToTokens::to_token_stream)
    }

    /// What is wrong about a field that is an annotation or a label in the other version.
    fn metadata_problem(&self, meta: &Meta) -> Option<&'static str> {
        self.metadata.as_ref()?;
        let is_moved = meta.name == keys::MOVED;
        if is_moved && self.from.len() + self.to.len() != 1 || !is_moved && !self.to.is_empty() {
            return Some(
                "an annotation or a label maps to exactly one field: `next(annotation = \"…\")` on a field \
                 of this version, `moved(\"a.b\", annotation = \"…\")` for a nested field, or \
                 `moved(annotation = \"…\", to = \"…\")` for a field of the next version",
            );
        }
        if matches!(self.functions, Some(StepFunctions::Keyed { .. })) {
            return Some("`keyed_by` maps a list to a map, but annotations and labels are strings");
        }
        None
    }

    /// Returns the first part that says what becomes of a value that does not fit, with its tokens.
    fn fallback(&self) -> Option<(&'static str, TokenStream)> {
        let dropped = self
            .dropped
            .as_ref()
            .map(|flag| (part::DROPPED, flag.to_token_stream()));
        let falls_back = self.falls_back.as_ref();
        let falls_back = falls_back.map(|name| (part::FALLS_BACK, name.to_token_stream()));
        let unfit = self.unfit.map(|_| (part::UNFIT, self.ident.to_token_stream()));
        dropped.or(falls_back).or(unfit)
    }

    /// Reports parts that have no effect beside others.
    fn is_without_excess(&self, cx: &Errors) -> bool {
        let functions = self.functions.is_some().then(|| self.ident.to_token_stream());
        let target = self.to.first().map(ToTokens::to_token_stream).or(functions);
        match (&self.metadata, self.fallback(), target) {
            (Some(_), Some((name, place)), None) => {
                report!(cx, place => ATTRIBUTE_VALUE,
                    "a value that does not fit an annotation or a label is always kept in another annotation; remove `{name}`");
                false
            }
            (None, Some((name, _)), Some(target)) if name != part::UNFIT => {
                report!(cx, target => ATTRIBUTE_VALUE,
                    "`{name}` is for what the next version does not have, so there is no target; remove one of the two");
                false
            }
            _ => true,
        }
    }

    /// Checks whether the parts are consistent.
    fn is_whole(&self, cx: &Errors, meta: &Meta) -> bool {
        let says_nothing = self.to.is_empty()
            && self.lossy.is_none()
            && self.functions.is_none()
            && self.dropped.is_none()
            && self.metadata.is_none()
            && self.falls_back.is_none()
            && self.unfit.is_none();
        if !self.is_without_excess(cx) {
            return false;
        }
        let mut place = self.ident.to_token_stream();
        let problem = if let Some(problem) = self.metadata_problem(meta) {
            Some(problem)
        } else if says_nothing
            || self.metadata.is_none()
                && meta.name == keys::MOVED
                && (self.from.is_empty() || self.to.is_empty())
        {
            Some(if meta.name == keys::MOVED {
                "name the old and the new field: `moved(\"storage.size\", to = \"size\")`"
            } else {
                "name the mapping of the field: `next(rename = \"…\")`, `next(path = \"….…\")`, `next(up = \
                 …, down = …)`, `next(into(\"…\", \"…\"), up = …, down = …)` or `next(dropped)`"
            })
        } else if self.functions.is_none() && (self.to.len() > 1 || self.from.len() > 1) {
            Some("a mapping of several fields needs functions: `up = …, down = …`")
        } else if let Some(lossy) = &self.lossy
            && !matches!(self.functions, Some(StepFunctions::Own(_)))
        {
            place = lossy.to_token_stream();
            Some(if self.functions.is_some() {
                "`lossy` is only for your own functions; remove it next to `by` or `keyed_by`"
            } else {
                "`lossy` is only for functions: remove it, or write `up = …, down = …, lossy`"
            })
        } else if matches!(
            self.functions,
            Some(StepFunctions::By(_) | StepFunctions::Keyed { .. })
        ) && (self.to.len() > 1 || self.from.len() > 1)
        {
            Some("`by` and `keyed_by` map one field to one field")
        } else {
            None
        };
        if let Some(problem) = problem {
            report!(cx, place => ATTRIBUTE_VALUE, "`{}`: {problem}", meta.name);
        }
        problem.is_none()
    }
}

/// Reports a path in the form of a file or a JSON pointer.
fn report_slashes(cx: &Errors, path: &Spanned<String>) {
    if path.value.contains('/') && !path.value.contains('.') {
        let meant = path.value.trim_matches('/').replace('/', ".");
        report!(cx, path => ATTRIBUTE_VALUE, "the fields of a path are separated by dots: write `{meant}`");
    }
}

/// Reports `next("name")` and `next = "name"`, without the part that says what the name is for.
fn report_name_alone(cx: &Errors, mapping: &Meta, text: &LitStr) {
    let name = text.value();
    let part = if name.contains('.') {
        part::PATH
    } else {
        part::RENAME
    };
    report!(cx, text => ATTRIBUTE_VALUE, "write `{}({part} = {name:?})`", mapping.name);
}

/// Reports a part that a mapping does not have.
fn report_unknown_part(cx: &Errors, mapping: &Meta, given: &Meta) {
    const OF_NEXT: [&str; 5] = [
        part::RENAME,
        part::PATH,
        part::INTO,
        part::DROPPED,
        part::FALLS_BACK,
    ];
    let has = |name: &&str| match mapping.name.as_str() {
        keys::MOVED => !OF_NEXT.contains(name),
        _ => *name != part::TO,
    };
    let known: Vec<&str> = part::ALL.iter().copied().filter(has).collect();
    reject::unknown_part(cx, given, "a mapping", &known);
}

/// Returns the name of a flag; `None` for `name = false`.
fn given_flag(cx: &Errors, given: &Meta) -> Option<Ident> {
    value::flag(cx, given)?.then(|| given.ident.clone())
}

impl AddedVariant {
    /// Parses `variant("New", falls_back = "Old")`.
    pub(super) fn parse(cx: &Errors, meta: &Meta) -> Option<AddedVariant> {
        let expected = "`variant(\"New\", falls_back = \"Old\")`";
        let [Arg::Expr(literal!(Str(name))), Arg::Meta(falls_back)] = value::list(cx, meta) else {
            return value::wrong(cx, meta, expected);
        };
        if falls_back.name != part::FALLS_BACK {
            return value::wrong(cx, meta, expected);
        }
        Some(AddedVariant {
            name: value::string_literal(name),
            falls_back: value::string(cx, falls_back)?,
        })
    }
}

/// Reports a path that begins with a dot, as those of columns do.
pub(super) fn begins_with_field(cx: &Errors, path: &Spanned<String>) {
    if let Some(rest) = path.value.strip_prefix('.') {
        let rest = rest.strip_prefix("spec.").unwrap_or(rest);
        report!(cx, path => ATTRIBUTE_VALUE, "a path of a mapping begins with a field: write `{rest}`");
    }
}
