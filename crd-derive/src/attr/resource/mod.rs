//! The attributes of a custom resource besides its schema.
//!
//! ```text
//! #[crd(group = "db.example.com", version = "v1", kind = "Database", shortname = "db", scale(…))]
//!     Resource {
//!         group: "db.example.com", version: "v1", kind: "Database", short_names: ["db"], scale: Some(Scale { … }), …
//!     }
//!     resource.plural() == "databases"      // follows from the kind unless it is given
//! ```

mod also;
mod conversion;
mod names;
mod root;
mod scale;
mod spec;

use proc_macro2::Ident;
use syn::{Attribute, Path, Type};

pub(crate) use self::also::Also;
pub(crate) use self::conversion::Conversion;
pub(crate) use self::scale::ScaleAttr;
pub(crate) use self::spec::Spec;
use super::column::{Column, ColumnOwner};
use super::json_literal::JsonLiteral;
use super::literal::{self, literal};
use super::meta::{Arg, Meta, MetaValue};
use super::rule::CelRule;
use super::validation::ConstantValue;
use super::when::When;
use super::{foreign, keys, reject, value};
use crate::errors::{Errors, report};
use crate::rust_type::{self, StdType};
use crate::spanned::Spanned;

/// A custom resource as its attributes describe it.
pub(crate) struct ResourceAttrs {
    /// Empty for a constant.
    pub(crate) group: Spanned<String>,
    /// `group = GROUP`: only the compiler knows its value, so it is checked when the CRD is generated.
    pub(crate) group_constant: Option<ConstantValue>,
    /// Empty for a constant.
    pub(crate) version: Spanned<String>,
    /// `version = VERSION`.
    pub(crate) version_constant: Option<ConstantValue>,
    pub(crate) kind: Spanned<String>,
    /// The plural name, if given; see [`Resource::plural`].
    pub(crate) given_plural: Option<Spanned<String>>,
    /// The singular name, if given; see [`Resource::singular`].
    pub(crate) given_singular: Option<Spanned<String>>,
    /// The kind of lists, if given; see [`Resource::list_kind`].
    pub(crate) given_list_kind: Option<Spanned<String>>,
    pub(crate) short_names: Vec<Spanned<String>>,
    pub(crate) categories: Vec<Spanned<String>>,
    pub(crate) scope: ResourceScope,
    /// `true` unless given.
    pub(crate) served: bool,
    /// `true` unless given.
    pub(crate) storage: bool,
    pub(crate) deprecated: Option<Deprecation>,
    /// Other versions with the same schema.
    pub(crate) also: Vec<Also>,
    pub(crate) annotations: Vec<KeyValue>,
    pub(crate) labels: Vec<KeyValue>,
    pub(crate) status: Option<Type>,
    /// The default of `spec`.
    pub(crate) spec_default: Option<Spanned<JsonLiteral>>,
    /// The default of `status`.
    pub(crate) status_default: Option<Spanned<JsonLiteral>>,
    /// The webhook that converts between versions.
    pub(crate) conversion: Option<Conversion>,
    /// The spec of the next version.
    pub(crate) next: Option<Type>,
    /// `spec_optional`: an object may lack `spec`.
    pub(crate) spec_optional: Option<SpecOptional>,
    /// `flatten`: the members of the spec are members of the object.
    pub(crate) flatten: Option<Ident>,
    /// `metadata_required`: `required` includes `metadata`.
    pub(crate) metadata_required: bool,
    /// Whether the status is a subresource; unless given, it is one if there is a status.
    pub(crate) status_subresource: Option<bool>,
    /// `status_nullable`: `status` may be null.
    pub(crate) status_nullable: bool,
    /// `describe_type_meta`: the descriptions of `apiVersion` and `kind`.
    pub(crate) type_meta: Option<TypeMetaDocs>,
    /// `unchecked_paths`: paths of columns and of the scale subresource need not lead to a field.
    pub(crate) unchecked_paths: bool,
    /// `root_title`: the title of the whole object.
    pub(crate) root_title: Option<Spanned<String>>,
    /// A function that returns the schema of the whole object.
    pub(crate) root_schema: Option<Path>,
    pub(crate) scale: Option<ScaleAttr>,
    pub(crate) columns: Vec<Column>,
    /// Paths such as `.spec.host`.
    pub(crate) selectable: Vec<Spanned<String>>,
    /// Rules on the whole object.
    pub(crate) rules: Vec<CelRule>,
    /// The channels and feature gates with which this version exists.
    pub(crate) when: When,
    /// The name of the root type, if given; see [`Resource::root_name`].
    pub(crate) given_root: Option<Spanned<String>>,
    /// The description; the doc comment of the spec unless given.
    pub(crate) doc: Option<String>,
    pub(crate) metadata: MetadataType,
    /// Traits that the root derives besides those that the macro implements.
    pub(crate) derives: Vec<Path>,
    pub(crate) attributes: Vec<Spanned<syn::Meta>>,
}

/// The value that an object without `spec` is read with.
pub(crate) enum SpecOptional {
    /// The default of the spec: `spec_optional`.
    Default(Ident),
    /// No spec: `spec_optional = option`.
    Option,
}

/// The descriptions of `apiVersion` and `kind` in the schema.
pub(crate) enum TypeMetaDocs {
    /// Those of controller-gen, with its line breaks: `describe_type_meta`.
    Lines,
    /// Those of older releases of controller-gen: `describe_type_meta = joined`.
    Joined,
    /// `describe_type_meta("of apiVersion", "of kind")`.
    Given(Spanned<String>, Spanned<String>),
}

/// `spec.scope` of a CRD.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResourceScope {
    Cluster,
    Namespaced,
}

/// The type of `metadata`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MetadataType {
    /// `crd_core::types::ObjectMeta`.
    Own,
    /// k8s-openapi's `ObjectMeta`; the root implements kube's traits.
    Kube,
}

/// A deprecated version, with its own warning or the server's default.
pub(crate) struct Deprecation {
    pub(crate) warning: Option<Spanned<String>>,
}

/// `label("key", "value")` or `annotation("key", "value")`.
pub(crate) struct KeyValue {
    pub(crate) key: Spanned<String>,
    pub(crate) value: Spanned<String>,
}

/// The attribute that describes a resource.
pub(crate) enum Owner {
    /// `#[crd(…)]`.
    Own,
    /// `#[kube(…)]`, the attribute of kube's derive.
    Kube,
}

/// Parses the type of the status.
fn status(cx: &Errors, meta: &Meta) -> Option<Type> {
    let ty = value::type_(cx, meta)?;
    if let Some(StdType::Option(inner)) = rust_type::std_type(&ty) {
        let inner = rust_type::text(inner).replace(' ', "");
        return value::wrong(
            cx,
            meta,
            &format!("`status = {inner}`: an object may lack its status"),
        );
    }
    Some(ty)
}

/// Reports `#[kube(…)]` on the spec: it is for kube's derive of the same name, which conflicts with this one.
pub(crate) fn report_kube(cx: &Errors, attributes: &[Attribute]) -> Owner {
    let mut owner = Owner::Own;
    for attribute in attributes {
        if attribute.path().is_ident("kube") {
            report!(cx, attribute.path() => ATTRIBUTE_UNKNOWN,
                "`#[kube(…)]` is for kube's `CustomResource`: for crd-core's, write `#[crd(…)]`, and derive \
                 only one of the two");
            owner = Owner::Kube;
        }
    }
    owner
}

impl ResourceAttrs {
    /// Parses the attributes of a root; `None` when group, version or kind are missing.
    pub(crate) fn parse(cx: &Errors, spec: &Ident, metas: Vec<Meta>) -> Option<ResourceAttrs> {
        let given_otherwise = metas.iter().any(|meta| foreign::is_status(&meta.name));
        // An attribute that seems to be missing may be one that could not be parsed.
        let is_complete = cx.is_clean();
        let given = Given {
            cx,
            metas: reject::root_attributes(cx, metas),
        };
        if is_complete {
            given.report_missing(spec);
        }
        let (group_constant, version_constant) = (given.constant(keys::GROUP), given.constant(keys::VERSION));
        let group = given.string_unless(keys::GROUP, group_constant.as_ref());
        let version = given.string_unless(keys::VERSION, version_constant.as_ref());
        let kind = given.string(keys::KIND);
        if let Some(mode) = given.one(keys::SCHEMA) {
            root::schema_mode(cx, mode);
        }
        let status = given.one(keys::STATUS).and_then(|meta| status(cx, meta));
        // What needs a status is not reported because of it.
        let has_wrong_status = status.is_none() && (given_otherwise || given.one(keys::STATUS).is_some());
        let status_default = given.one(keys::STATUS_DEFAULT).and_then(|meta| {
            if given.one(keys::STATUS).is_none() {
                report!(cx, meta.ident => ATTRIBUTE_VALUE,
                    "`status_default` needs a `status`, which this kind does not have; add `status = Type`");
                return None;
            }
            JsonLiteral::of_attribute(cx, meta)
        });
        Some(ResourceAttrs {
            given_plural: given.string(keys::PLURAL),
            given_singular: given.string(keys::SINGULAR),
            given_list_kind: given.string(keys::LIST_KIND),
            short_names: given.strings(keys::SHORTNAME),
            categories: given.strings(keys::CATEGORY),
            scope: match given.flag(keys::NAMESPACED) {
                Some(true) => ResourceScope::Namespaced,
                Some(false) | None => ResourceScope::Cluster,
            },
            served: given.flag(keys::SERVED).unwrap_or(true),
            storage: given.flag(keys::STORAGE).unwrap_or(true),
            deprecated: given.one(keys::DEPRECATED).and_then(|meta| deprecation(cx, meta)),
            also: given.parse_all(keys::ALSO, |meta| Also::parse(cx, meta)),
            annotations: given.pairs(keys::ANNOTATION),
            labels: given.pairs(keys::LABEL),
            status,
            spec_default: given
                .one(keys::SPEC_DEFAULT)
                .and_then(|meta| JsonLiteral::of_attribute(cx, meta)),
            status_default,
            conversion: given
                .one(keys::CONVERSION)
                .and_then(|meta| Conversion::parse(cx, meta)),
            // `#[derive(Schema)]` reports errors in it.
            next: given
                .one(keys::NEXT)
                .and_then(|meta| value::type_(&Errors::silent(), meta)),
            spec_optional: given
                .one(keys::SPEC_OPTIONAL)
                .and_then(|meta| root::spec_optional(cx, meta)),
            flatten: given
                .one(keys::FLATTEN)
                .filter(|meta| value::flag(cx, meta) == Some(true))
                .map(|meta| meta.ident.clone()),
            metadata_required: given.flag(keys::METADATA_REQUIRED).unwrap_or_default(),
            status_subresource: given.flag(keys::STATUS_SUBRESOURCE),
            status_nullable: given.of_status(keys::STATUS_NULLABLE).unwrap_or_default(),
            type_meta: given
                .one(keys::DESCRIBE_TYPE_META)
                .and_then(|meta| root::type_meta(cx, meta)),
            unchecked_paths: given.flag(keys::UNCHECKED_PATHS).unwrap_or_default(),
            root_title: given.string(keys::ROOT_TITLE),
            root_schema: given
                .one(keys::ROOT_SCHEMA_WITH)
                .and_then(|meta| value::path(cx, meta)),
            scale: given
                .one(keys::SCALE)
                .and_then(|meta| ScaleAttr::parse(cx, meta))
                .filter(|_| !has_wrong_status),
            columns: given.parse_all(keys::PRINTCOLUMN, |meta| {
                Column::parse(cx, meta, ColumnOwner::Root)
            }),
            selectable: given.names(keys::SELECTABLE),
            rules: given.parse_all(keys::ROOT_RULE, |meta| CelRule::parse(cx, meta)),
            when: given.when(),
            given_root: given.string(keys::ROOT),
            doc: given.string(keys::DOC).map(|doc| doc.value.trim().to_owned()),
            metadata: match given.flag(keys::KUBE) {
                Some(true) => MetadataType::Kube,
                Some(false) | None => MetadataType::Own,
            },
            derives: given.derives(),
            attributes: given.parse_all(keys::ATTR, |meta| root::attribute(cx, meta)),
            group: group?,
            group_constant,
            version: version?,
            version_constant,
            kind: kind?,
        })
    }
}

/// The attributes that are given, by name.
struct Given<'a> {
    cx: &'a Errors,
    metas: Vec<Meta>,
}

impl Given<'_> {
    fn one(&self, name: &str) -> Option<&Meta> {
        self.metas.iter().find(|meta| meta.name == name)
    }

    fn string(&self, name: &str) -> Option<Spanned<String>> {
        value::string(self.cx, self.one(name)?)
    }

    /// Returns the constant that is named instead of a string literal.
    fn constant(&self, name: &'static str) -> Option<ConstantValue> {
        match &self.one(name)?.value {
            MetaValue::Expr(expr)
                if value::text_of(expr).is_none() && literal::is_constant_expression(expr) =>
            {
                Some(ConstantValue::text(name, expr))
            }
            _ => None,
        }
    }

    /// Returns a string, which is empty if a constant is named.
    fn string_unless(&self, name: &str, constant: Option<&ConstantValue>) -> Option<Spanned<String>> {
        match constant {
            Some(constant) => Some(Spanned::new(String::new(), &constant.expr)),
            None => self.string(name),
        }
    }

    fn flag(&self, name: &str) -> Option<bool> {
        value::flag(self.cx, self.one(name)?)
    }

    /// Parses a flag about the status, which requires a status.
    fn of_status(&self, name: &str) -> Option<bool> {
        if let (Some(meta), None) = (self.one(name), self.one(keys::STATUS)) {
            report!(self.cx, meta.ident => ATTRIBUTE_VALUE,
                "`{name}` needs a `status`, which this kind does not have; add `status = Type`");
        }
        self.flag(name)
    }

    fn strings(&self, name: &str) -> Vec<Spanned<String>> {
        self.parse_all(name, |meta| value::string(self.cx, meta))
    }

    fn pairs(&self, name: &str) -> Vec<KeyValue> {
        self.parse_all(name, |meta| pair(self.cx, meta))
    }

    fn names(&self, name: &str) -> Vec<Spanned<String>> {
        let mut names = Vec::new();
        for meta in self.metas.iter().filter(|meta| meta.name == name) {
            names.extend(value::plain_names(self.cx, meta));
        }
        names
    }

    fn derives(&self) -> Vec<Path> {
        let mut paths = Vec::new();
        for meta in self.metas.iter().filter(|meta| meta.name == keys::DERIVE) {
            paths.extend(root::derives(self.cx, meta));
        }
        paths
    }

    fn parse_all<T>(&self, name: &str, parse: impl Fn(&Meta) -> Option<T>) -> Vec<T> {
        let metas = self.metas.iter().filter(|meta| meta.name == name);
        metas.filter_map(parse).collect()
    }

    fn when(&self) -> When {
        let mut when = When::default();
        for meta in &self.metas {
            when.take(self.cx, meta);
        }
        when
    }

    fn report_missing(&self, spec: &Ident) {
        let name = spec.to_string();
        let kind = name.strip_suffix("Spec").unwrap_or(&name);
        let values = [
            (keys::GROUP, "example.com"),
            (keys::VERSION, "v1"),
            (keys::KIND, kind),
        ];
        let mut missing = Vec::new();
        let mut written = Vec::new();
        for (key, value) in values {
            if self.one(key).is_none() {
                missing.push(format!("`{key}`"));
                written.push(format!("{key} = \"{value}\""));
            }
        }
        if missing.is_empty() {
            return;
        }
        let (needs, written) = (missing.join(" and "), written.join(", "));
        if missing.len() == values.len() && name.ends_with("Status") {
            report!(self.cx, spec => ATTRIBUTE_MISSING,
                "a custom resource needs {needs}; a status is none: remove `CustomResource` from its derives");
        } else if self.one(keys::KIND).is_none() && kind == name {
            // The root has the name of the kind.
            report!(self.cx, spec => ATTRIBUTE_MISSING,
                "a custom resource needs {needs}: name the struct `{name}Spec`, and write `#[crd({written})]`");
        } else {
            report!(self.cx, spec => ATTRIBUTE_MISSING, "a custom resource needs {needs}: `#[crd({written})]`");
        }
    }
}

/// Parses `deprecated`, `deprecated = false` or `deprecated = "…"`.
fn deprecation(cx: &Errors, meta: &Meta) -> Option<Deprecation> {
    match &meta.value {
        MetaValue::Flag => Some(Deprecation { warning: None }),
        MetaValue::Expr(literal!(Bool(value))) => value.value.then_some(Deprecation { warning: None }),
        _ => value::string(cx, meta).map(|warning| Deprecation {
            warning: Some(warning),
        }),
    }
}

fn pair(cx: &Errors, meta: &Meta) -> Option<KeyValue> {
    let arguments = match &meta.value {
        MetaValue::List(arguments) => arguments.as_slice(),
        _ => &[],
    };
    match arguments {
        [Arg::Expr(literal!(Str(key))), Arg::Expr(literal!(Str(value)))] => Some(KeyValue {
            key: value::string_literal(key),
            value: value::string_literal(value),
        }),
        _ => value::wrong(cx, meta, &format!("`{}(\"key\", \"value\")`", meta.name)),
    }
}
