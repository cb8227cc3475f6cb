//! Docs, constraints and extensions of a type, a field, elements or map values.

use proc_macro2::Ident;
use syn::{Expr, ExprLit, Lit, Path, Type};

use super::keys::{self, Place};
use super::kube::MergeStrategy;
use super::lifecycle::Lifecycle;
use super::literal::Literal;
use super::meta::{Arg, Body, Meta};
use super::read::{self, Spanned};
use super::resource::Column;
use super::rule::Rule;
use super::validation::Validation;
use crate::codes;
use crate::context::Context;

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListType {
    Atomic,
    Set,
    Map,
}

/// `x-kubernetes-map-type`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MapType {
    Granular,
    Atomic,
}

/// Which descriptions stand below a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Descriptions {
    Keep,
    Drop,
}

/// How many fields of a group may be set.
#[derive(Clone, Copy)]
#[expect(clippy::enum_variant_names, reason = "the names of the attributes")]
pub(crate) enum GroupBound {
    ExactlyOne,
    AtMostOne,
    AtLeastOne,
}

/// `exactly_one_of(…)` and its like; `true` marks a name written without quotes.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) bound: GroupBound,
    pub(crate) meta: Meta,
    pub(crate) fields: Vec<(Spanned<String>, bool)>,
}

/// What replaces the schema of a type.
#[derive(Clone)]
pub(crate) enum Source {
    /// `schema_with = path`.
    With(Path),
    /// `schema_as = Type`.
    As(Box<Type>),
    /// `schemars`.
    Schemars(Ident),
}

/// A member of a union, as `union` or `union = "Value"` on a field.
#[derive(Clone)]
pub(crate) struct Member {
    pub(crate) ident: Ident,
    pub(crate) value: Option<Spanned<String>>,
}

/// Everything `#[crd(…)]` may say on a type, a field, elements or map values.
#[derive(Clone, Default)]
pub(crate) struct Attrs {
    pub(crate) title: Option<Spanned<String>>,
    pub(crate) description: Option<String>,
    pub(crate) max_description: Option<Spanned<i64>>,
    pub(crate) descriptions: Option<Spanned<Descriptions>>,
    pub(crate) example: Option<Spanned<Literal>>,
    pub(crate) validation: Validation,
    pub(crate) items: Option<Box<Attrs>>,
    pub(crate) items_ident: Option<Ident>,
    pub(crate) values: Option<Box<Attrs>>,
    pub(crate) values_ident: Option<Ident>,
    pub(crate) list_type: Option<Spanned<ListType>>,
    pub(crate) list_map_keys: Vec<Spanned<String>>,
    pub(crate) list_map_keys_ident: Option<Ident>,
    pub(crate) map_type: Option<Spanned<MapType>>,
    pub(crate) nullable: Option<bool>,
    pub(crate) preserve_unknown_fields: Option<Ident>,
    pub(crate) embedded_resource: Option<Ident>,
    pub(crate) int_or_string: Option<Ident>,
    pub(crate) immutable: Option<Ident>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) groups: Vec<Group>,
    pub(crate) lifecycle: Vec<(Lifecycle, Meta)>,
    pub(crate) columns: Vec<Column>,
    /// serde's `deny_unknown_fields`.
    pub(crate) closed: bool,
    pub(crate) selectable: Option<Ident>,
    pub(crate) source: Option<Source>,
    // Fields only.
    pub(crate) default: Option<Spanned<Literal>>,
    pub(crate) default_ident: Option<Ident>,
    pub(crate) optional: Option<Ident>,
    pub(crate) required: Option<Ident>,
    pub(crate) skip: Option<Ident>,
    pub(crate) discriminator: Option<Ident>,
    pub(crate) discriminator_name: Option<Spanned<String>>,
    pub(crate) union: Option<Member>,
    // Types only.
    pub(crate) feature_gates: Option<Vec<Spanned<String>>>,
    pub(crate) bound: Option<Spanned<String>>,
    pub(crate) json_schema: Option<Ident>,
    // Variants only.
    pub(crate) value: Option<Spanned<String>>,
}

impl Attrs {
    /// Reads and checks the attributes of one place.
    pub(crate) fn read(cx: &Context, place: Place, metas: Vec<Meta>) -> Attrs {
        let mut attrs = Attrs::default();
        for meta in keys::vet(cx, place, metas) {
            attrs.take(cx, place, &meta);
        }
        crate::check::attrs::check(cx, &attrs);
        attrs
    }

    fn take(&mut self, cx: &Context, place: Place, meta: &Meta) {
        if self.validation.take(cx, meta) {
            return;
        }
        let ident = || Some(meta.ident.clone());
        let set = |flag: Option<bool>| if flag == Some(true) { ident() } else { None };
        match meta.name.as_str() {
            "title" => self.title = read::string(cx, meta),
            "description" => {
                self.description = read::string(cx, meta).map(|text| text.value.trim().to_owned());
            }
            "max_description" => self.max_description = read::count(cx, meta),
            "descriptions" => {
                let words = [("keep", Descriptions::Keep), ("drop", Descriptions::Drop)];
                self.descriptions = read::word(cx, meta, &words);
            }
            "example" => self.example = literal(cx, meta),
            "items" => {
                self.items = Some(Box::new(Attrs::read(cx, Place::Element, read::metas(cx, meta))));
                self.items_ident = ident();
            }
            "values" => {
                self.values = Some(Box::new(Attrs::read(cx, Place::Element, read::metas(cx, meta))));
                self.values_ident = ident();
            }
            "list_type" => self.take_list_type(cx, meta),
            "merge_strategy" => self.take_merge_strategy(cx, meta),
            "list_map_keys" => {
                self.list_map_keys = read::names(cx, meta).into_iter().map(|(name, _)| name).collect();
                self.list_map_keys_ident = ident();
            }
            "map_type" => {
                let words = [("granular", MapType::Granular), ("atomic", MapType::Atomic)];
                self.map_type = read::word(cx, meta, &words);
            }
            "nullable" => self.nullable = read::flag(cx, meta),
            "preserve_unknown_fields" => self.preserve_unknown_fields = set(read::flag(cx, meta)),
            "embedded_resource" => self.embedded_resource = set(read::flag(cx, meta)),
            "int_or_string" => self.int_or_string = set(read::flag(cx, meta)),
            "immutable" => self.immutable = set(read::flag(cx, meta)),
            "rule" | "validation" => self.rules.extend(Rule::read(cx, meta)),
            "exactly_one_of" => self.take_group(cx, meta, GroupBound::ExactlyOne),
            "at_most_one_of" => self.take_group(cx, meta, GroupBound::AtMostOne),
            "at_least_one_of" => self.take_group(cx, meta, GroupBound::AtLeastOne),
            "lifecycle" => {
                self.lifecycle
                    .extend(Lifecycle::read(cx, meta).map(|lifecycle| (lifecycle, meta.clone())));
            }
            "printcolumn" => self.columns.extend(Column::read(cx, meta, true)),
            "selectable" => self.selectable = set(read::flag(cx, meta)),
            "schema_with" => {
                let source = read::path(cx, meta).map(Source::With);
                self.take_source(cx, meta, source);
            }
            "schema_as" => {
                let source = read::type_(cx, meta).map(|ty| Source::As(Box::new(ty)));
                self.take_source(cx, meta, source);
            }
            "schemars" => {
                let source = set(read::flag(cx, meta)).map(Source::Schemars);
                self.take_source(cx, meta, source);
            }
            "default" => {
                self.default = literal(cx, meta);
                self.default_ident = ident();
            }
            "optional" => self.optional = set(read::flag(cx, meta)),
            "required" => self.required = set(read::flag(cx, meta)),
            "skip" => self.skip = set(read::flag(cx, meta)),
            "discriminator" if place == Place::Union => self.discriminator_name = read::string(cx, meta),
            "discriminator" => self.discriminator = set(read::flag(cx, meta)),
            "union" => {
                let value = match &meta.body {
                    Body::Flag => None,
                    _ => read::string(cx, meta),
                };
                self.union = Some(Member {
                    ident: meta.ident.clone(),
                    value,
                });
            }
            "feature_gates" => {
                self.feature_gates = Some(read::names(cx, meta).into_iter().map(|(name, _)| name).collect());
            }
            "json_schema" => self.json_schema = set(read::flag(cx, meta)),
            "bound" => self.bound = read::string(cx, meta),
            "value" => self.value = read::string(cx, meta),
            // `crates` is read by `crates::Paths`.
            _ => {}
        }
    }

    /// `list_type = set`, or `list_type = map("name")` with its keys.
    fn take_list_type(&mut self, cx: &Context, meta: &Meta) {
        if let Body::Value(Expr::Call(call)) = &meta.body
            && matches!(&*call.func, Expr::Path(path) if path.path.is_ident("map"))
        {
            self.list_type = Some(Spanned::new(ListType::Map, &call.func));
            self.list_map_keys_ident = Some(meta.ident.clone());
            for argument in &call.args {
                if let Expr::Lit(ExprLit {
                    lit: Lit::Str(key), ..
                }) = argument
                {
                    self.list_map_keys.push(read::text(key));
                } else {
                    cx.error(
                        argument,
                        codes::VALUE,
                        "list-map keys are names: `list_map_keys(\"name\")`",
                    );
                }
            }
            return;
        }
        let words = [
            ("atomic", ListType::Atomic),
            ("set", ListType::Set),
            ("map", ListType::Map),
        ];
        self.list_type = read::word(cx, meta, &words);
    }

    /// kube's name of `list_type` and `map_type`.
    fn take_merge_strategy(&mut self, cx: &Context, meta: &Meta) {
        if self.list_type.is_some() || self.map_type.is_some() {
            cx.error(
                &meta.ident,
                codes::DUPLICATE,
                "`merge_strategy` says what `list_type` and `map_type` say; keep one",
            );
            return;
        }
        match MergeStrategy::read(cx, meta) {
            Some(MergeStrategy::List(list_type, keys)) => {
                if list_type.value == ListType::Map {
                    self.list_map_keys_ident = Some(meta.ident.clone());
                }
                self.list_type = Some(list_type);
                self.list_map_keys = keys;
            }
            Some(MergeStrategy::Map(map_type)) => self.map_type = Some(map_type),
            None => {}
        }
    }

    fn take_group(&mut self, cx: &Context, meta: &Meta, bound: GroupBound) {
        let fields = read::names(cx, meta);
        self.groups.push(Group {
            bound,
            meta: meta.clone(),
            fields,
        });
    }

    fn take_source(&mut self, cx: &Context, meta: &Meta, source: Option<Source>) {
        if self.source.is_some() {
            cx.error(
                &meta.ident,
                codes::CONTRADICTION,
                "only one of `schema_with`, `schema_as` and `schemars` can give the schema",
            );
        }
        self.source = source.or(self.source.take());
    }

    /// Whether the schema of the Rust type itself is not used.
    pub(crate) fn replaces_schema(&self) -> bool {
        self.source.is_some() || self.int_or_string.is_some() || self.preserve_unknown_fields.is_some()
    }
}

fn literal(cx: &Context, meta: &Meta) -> Option<Spanned<Literal>> {
    let expr = match &meta.body {
        Body::Value(expr) => expr,
        Body::List(arguments) if let [Arg::Expr(expr)] = arguments.as_slice() => expr,
        _ => return read::wrong(cx, meta, &format!("`{} = value`", meta.name)),
    };
    if let Some(object) = Literal::object_in(expr) {
        cx.error(
            object,
            codes::VALUE,
            "this is a block in Rust, not a JSON object; write `serde_json::json!({…})`, or a value of the field's type",
        );
        return None;
    }
    Some(Literal::read(expr))
}
