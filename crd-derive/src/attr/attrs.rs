//! The attributes of one place: docs, constraints and extensions of a type, a field, list elements or map values.

use proc_macro2::Ident;
use syn::{Expr, LitStr, Path, Type, WhereClause};

use super::allow::Allowance;
use super::column::{Column, ColumnOwner};
use super::json_literal::JsonLiteral;
use super::keys::{self, AttributeTarget};
use super::lifecycle::LifecycleMarker;
use super::literal::{self, literal};
use super::merge_strategy::{ListTypeAttr, MapType, MergeStrategy};
use super::meta::{Arg, Meta, MetaValue};
use super::next::{self, AddedVariant, NextStep, UnfitPolicy};
use super::next_when;
use super::rule::CelRule;
use super::validation::{Taken, UncheckedAttrs, ValidationAttrs};
use super::value::ListedName;
use super::when::{self, When};
use super::{reject, value};
use crate::errors::{Errors, report};
use crate::rust_type;
use crate::spanned::Spanned;

/// Source of the descriptions below a field.
#[derive(Clone)]
pub(crate) enum Descriptions {
    /// The `JsonSchema` of the field's type.
    Keep,
    Drop,
    /// A constant with paths and texts.
    Table(Box<Expr>),
}

impl Descriptions {
    /// Parses `descriptions = keep`, `descriptions = drop`, or `descriptions = CONSTANT`.
    fn parse(cx: &Errors, meta: &Meta) -> Option<Spanned<Descriptions>> {
        if let MetaValue::Expr(Expr::Path(path)) = &meta.value
            && rust_type::last_segment(&path.path).starts_with(char::is_uppercase)
            && literal::is_constant_expression(&Expr::Path(path.clone()))
        {
            let table = Expr::Path(path.clone());
            return Some(Spanned::new(Descriptions::Table(Box::new(table.clone())), &table));
        }
        if let MetaValue::List(arguments) = &meta.value
            && let [Arg::Meta(table)] = arguments.as_slice()
            && table.name.starts_with(char::is_uppercase)
        {
            return value::wrong(cx, meta, &format!("`descriptions = {}`", table.name));
        }
        let words = [("keep", DescriptionsWord::Keep), ("drop", DescriptionsWord::Drop)];
        let word = value::word(cx, meta, &words)?;
        Some(Spanned {
            value: match word.value {
                DescriptionsWord::Keep => Descriptions::Keep,
                DescriptionsWord::Drop => Descriptions::Drop,
            },
            tokens: word.tokens,
        })
    }
}

/// `keep` or `drop`.
#[derive(Clone, Copy)]
enum DescriptionsWord {
    Keep,
    Drop,
}

/// The number of fields of a group that may be set.
#[derive(Clone, Copy)]
#[expect(clippy::enum_variant_names, reason = "the names of the attributes")]
pub(crate) enum GroupBound {
    ExactlyOne,
    AtMostOne,
    AtLeastOne,
}

/// `exactly_one_of(…)`, `at_most_one_of(…)` or `at_least_one_of(…)`.
#[derive(Clone)]
pub(crate) struct FieldGroup {
    pub(crate) bound: GroupBound,
    pub(crate) meta: Meta,
    pub(crate) fields: Vec<ListedName>,
}

/// Source of a schema that does not follow from the Rust type.
#[derive(Clone)]
pub(crate) enum SchemaSource {
    /// `schema_with = path`.
    With(Path),
    /// `schema_as = Type`.
    As(Box<Type>),
    /// `schemars`.
    Schemars(Ident),
}

/// `union` or `union = "Value"` on a field: a member of a union.
#[derive(Clone)]
pub(crate) struct UnionMemberAttr {
    pub(crate) ident: Ident,
    pub(crate) value: Option<Spanned<String>>,
}

/// `only(channel = experimental, maximum = 10)`: attributes that hold in some channels or with some gates.
#[derive(Clone)]
pub(crate) struct Only {
    pub(crate) when: When,
    pub(crate) attrs: Attrs,
}

/// `at("containers[].resources", map_type = atomic)`: attributes of a node below.
#[derive(Clone)]
pub(crate) struct AttrsAt {
    pub(crate) path: Spanned<String>,
    pub(crate) attrs: Attrs,
}

impl AttrsAt {
    fn parse(cx: &Errors, meta: &Meta) -> Option<AttrsAt> {
        const EXPECTED: &str = "`at(\"containers[].resources\", …)`: a path, then attributes";
        let (path, rest) = match &meta.value {
            MetaValue::List(arguments) => match arguments.split_first() {
                Some((Arg::Expr(path), rest)) if !rest.is_empty() => (value::text_of(path), rest),
                _ => (None, [].as_slice()),
            },
            _ => (None, [].as_slice()),
        };
        let Some(path) = path.filter(|path| !path.value.is_empty()) else {
            return value::wrong(cx, meta, EXPECTED);
        };
        let attrs = Attrs::parse(cx, AttributeTarget::Element, value::metas_of(cx, meta, rest));
        Some(AttrsAt { path, attrs })
    }
}

/// All attributes that `#[crd(…)]` may have on a type, a field, list elements or map values.
#[derive(Clone, Default)]
pub(crate) struct Attrs {
    pub(crate) title: Option<Spanned<String>>,
    pub(crate) description: Option<String>,
    pub(crate) max_description: Option<Spanned<i64>>,
    pub(crate) descriptions: Option<Spanned<Descriptions>>,
    pub(crate) example: Option<Spanned<JsonLiteral>>,
    pub(crate) validation: ValidationAttrs,
    pub(crate) unchecked: Option<UncheckedAttrs>,
    pub(crate) items: Option<Box<Attrs>>,
    pub(crate) items_ident: Option<Ident>,
    pub(crate) values: Option<Box<Attrs>>,
    pub(crate) values_ident: Option<Ident>,
    pub(crate) at: Vec<AttrsAt>,
    pub(crate) list_type: Option<Spanned<ListTypeAttr>>,
    pub(crate) list_map_keys: Vec<Spanned<String>>,
    pub(crate) list_map_keys_ident: Option<Ident>,
    pub(crate) map_type: Option<Spanned<MapType>>,
    pub(crate) nullable: Option<bool>,
    pub(crate) nullable_ident: Option<Ident>,
    pub(crate) preserve_unknown_fields: Option<Ident>,
    pub(crate) embedded_resource: Option<Ident>,
    pub(crate) int_or_string: Option<Ident>,
    pub(crate) immutable: Option<Ident>,
    pub(crate) rules: Vec<CelRule>,
    pub(crate) groups: Vec<FieldGroup>,
    pub(crate) lifecycle: Vec<LifecycleMarker>,
    /// The findings that are not reported.
    pub(crate) allows: Vec<Allowance>,
    /// The channels and feature gates with which a field or a variant exists.
    pub(crate) when: When,
    pub(crate) only: Vec<Only>,
    pub(crate) columns: Vec<Column>,
    pub(crate) selectable: Option<Ident>,
    pub(crate) source: Option<SchemaSource>,
    // Fields only.
    pub(crate) default: Option<Spanned<JsonLiteral>>,
    pub(crate) default_ident: Option<Ident>,
    pub(crate) no_default: Option<Ident>,
    pub(crate) optional: Option<Ident>,
    pub(crate) required: Option<Ident>,
    pub(crate) skip: Option<Ident>,
    pub(crate) discriminator: Option<Ident>,
    pub(crate) discriminator_name: Option<Spanned<String>>,
    pub(crate) discriminator_description: Option<Spanned<String>>,
    pub(crate) union: Option<UnionMemberAttr>,
    // Types only.
    /// The type of the next version.
    pub(crate) next: Option<Type>,
    /// Paths that only the next version has.
    pub(crate) added: Vec<Spanned<String>>,
    pub(crate) moved: Vec<NextStep>,
    /// The policy for values that the other version's schema rejects.
    pub(crate) unfit: Option<UnfitPolicy>,
    pub(crate) unfit_ident: Option<Ident>,
    pub(crate) added_variants: Vec<AddedVariant>,
    pub(crate) feature_gates: Option<Vec<Spanned<String>>>,
    pub(crate) bound: Option<Spanned<WhereClause>>,
    pub(crate) json_schema: Option<Ident>,
    /// The form of an enum or a union adds no rules.
    pub(crate) no_derived_rules: Option<Ident>,
    /// Doc comments keep their line breaks.
    pub(crate) keep_line_breaks: Option<Ident>,
    /// The first attribute that only `#[derive(CustomResource)]` reads.
    pub(crate) of_custom_resource: Option<Ident>,
    // Fields and variants.
    /// The mapping to the next version.
    pub(crate) next_step: Option<NextStep>,
    // Variants only.
    pub(crate) value: Option<Spanned<String>>,
}

impl Attrs {
    /// Parses the attributes of one place.
    pub(crate) fn parse(cx: &Errors, target: AttributeTarget, metas: Vec<Meta>) -> Attrs {
        let mut attrs = Attrs {
            of_custom_resource: reject::first_of_root(target, &metas),
            ..Attrs::default()
        };
        // Keys under an unknown name are reported once, and not missed in `list_type = map`.
        let is_misspelt_key = |meta: &&Meta| keys::find(&meta.name).is_none() && meta.name.contains("key");
        let misspelt_keys = metas.iter().find(is_misspelt_key).map(|meta| meta.ident.clone());
        let has_list_type = metas.iter().any(|meta| meta.name == keys::LIST_TYPE);
        for meta in reject::invalid(cx, target, metas) {
            attrs.take(cx, target, &meta);
        }
        if has_list_type && attrs.list_type.is_none() {
            // Its value is reported, and the keys beside it are not reported, too.
            attrs.list_map_keys_ident = None;
            attrs.list_map_keys.clear();
        }
        let is_map = |list_type: &Spanned<ListTypeAttr>| list_type.value == ListTypeAttr::Map;
        if attrs.list_type.as_ref().is_some_and(is_map) && attrs.list_map_keys_ident.is_none() {
            attrs.list_map_keys_ident = misspelt_keys;
        }
        attrs
    }

    fn take(&mut self, cx: &Errors, target: AttributeTarget, meta: &Meta) {
        if let Taken::Yes = self.validation.take(cx, target, meta) {
            return;
        }
        // On the spec of a custom resource, `channel` and `feature_gate` belong to the resource.
        let has_when = matches!(target, AttributeTarget::Field | AttributeTarget::Variant);
        if has_when && let when::Taken::Yes = self.when.take(cx, meta) {
            return;
        }
        let ident = || Some(meta.ident.clone());
        // The name of a flag; `None` for `name = false`.
        let flag = || value::flag(cx, meta).and_then(|given| given.then(|| meta.ident.clone()));
        let is_name = target == AttributeTarget::Union && meta.name == keys::DISCRIMINATOR;
        match meta.name.as_str() {
            keys::DISCRIMINATOR if is_name => self.discriminator_name = value::string(cx, meta),
            keys::DISCRIMINATOR if let MetaValue::Expr(literal!(Str(name))) = &meta.value => {
                report_named_discriminator(cx, meta, name);
            }
            keys::REQUIRED if is_false(meta) => self.optional = ident(),
            name if let Some(place) = self.flag(name) => *place = flag(),
            keys::TITLE => self.title = value::string(cx, meta),
            keys::DESCRIPTION => {
                self.description = value::string(cx, meta).map(|text| text.value.trim().to_owned());
            }
            keys::MAX_DESCRIPTION => self.max_description = value::count(cx, meta),
            keys::DESCRIPTIONS => {
                self.descriptions = Descriptions::parse(cx, meta);
                if let (AttributeTarget::Element, Some(Descriptions::Keep)) =
                    (target, self.descriptions.as_ref().map(|given| &given.value))
                {
                    report!(cx, meta => ATTRIBUTE_MISPLACED,
                        "`descriptions = keep` is only for fields, because it reads the field's type; for \
                         elements, name a table: `descriptions = TABLE`");
                }
            }
            keys::UNCHECKED => self.unchecked = Some(UncheckedAttrs::parse(cx, meta)),
            keys::EXAMPLE => self.example = JsonLiteral::of_attribute(cx, meta),
            keys::ITEMS => {
                self.items = Some(Box::new(Attrs::of_elements(cx, meta)));
                self.items_ident = ident();
            }
            keys::VALUES => {
                self.values = Some(Box::new(Attrs::of_elements(cx, meta)));
                self.values_ident = ident();
            }
            keys::AT => self.at.extend(AttrsAt::parse(cx, meta)),
            keys::LIST_TYPE => self.take_list_type(cx, meta),
            keys::MERGE_STRATEGY => self.take_merge_strategy(cx, meta),
            keys::LIST_MAP_KEYS => {
                self.list_map_keys = value::plain_names(cx, meta);
                self.list_map_keys_ident = ident();
            }
            keys::MAP_TYPE => {
                let words = [("granular", MapType::Granular), ("atomic", MapType::Atomic)];
                self.map_type = value::word(cx, meta, &words);
            }
            keys::NULLABLE => {
                self.nullable = value::flag(cx, meta);
                self.nullable_ident = ident();
            }
            keys::RULE | keys::VALIDATION => self.rules.extend(CelRule::parse(cx, meta)),
            keys::EXACTLY_ONE_OF => self.take_group(cx, meta, GroupBound::ExactlyOne),
            keys::AT_MOST_ONE_OF => self.take_group(cx, meta, GroupBound::AtMostOne),
            keys::AT_LEAST_ONE_OF => self.take_group(cx, meta, GroupBound::AtLeastOne),
            keys::ONLY => self.take_only(cx, meta),
            keys::ALLOW => self.allows.extend(Allowance::parse(cx, meta)),
            keys::LIFECYCLE => self.lifecycle.extend(LifecycleMarker::parse(cx, meta)),
            keys::PRINTCOLUMN => self.columns.extend(Column::parse(cx, meta, ColumnOwner::Field)),
            keys::SCHEMA_WITH | keys::SCHEMA_AS | keys::SCHEMARS => self.take_schema(cx, meta),
            keys::DEFAULT => {
                self.default = JsonLiteral::of_attribute(cx, meta);
                self.default_ident = ident();
            }
            keys::DISCRIMINATOR_DESCRIPTION => self.discriminator_description = value::string(cx, meta),
            keys::UNION => {
                let value = match &meta.value {
                    MetaValue::Flag => None,
                    _ => value::string(cx, meta),
                };
                self.union = Some(UnionMemberAttr {
                    ident: meta.ident.clone(),
                    value,
                });
            }
            keys::NEXT | keys::ADDED | keys::MOVED | keys::WHEN | keys::UNFIT | keys::VARIANT => {
                self.take_mapping(cx, target, meta);
            }
            keys::FEATURE_GATES => self.feature_gates = Some(value::plain_names(cx, meta)),
            keys::BOUND => self.bound = value::bounds(cx, meta),
            keys::VALUE => self.value = value::string(cx, meta),
            // `Crates::parse` takes `crate` and `crates`.
            _ => {}
        }
    }

    /// Takes an attribute that replaces the schema of the type.
    fn take_schema(&mut self, cx: &Errors, meta: &Meta) {
        let source = match meta.name.as_str() {
            keys::SCHEMA_WITH => value::path(cx, meta).map(SchemaSource::With),
            keys::SCHEMA_AS => value::type_(cx, meta).map(|ty| SchemaSource::As(Box::new(ty))),
            _ => value::flag(cx, meta)
                .and_then(|given| given.then(|| meta.ident.clone()))
                .map(SchemaSource::Schemars),
        };
        self.take_source(cx, meta, source);
    }

    /// Takes an attribute of the mapping to the next version: of a type, of a field or of a variant.
    fn take_mapping(&mut self, cx: &Errors, target: AttributeTarget, meta: &Meta) {
        match meta.name.as_str() {
            keys::NEXT if matches!(target, AttributeTarget::Field | AttributeTarget::Variant) => {
                self.next_step = NextStep::parse(cx, meta);
            }
            keys::NEXT => self.next = value::type_(cx, meta),
            keys::ADDED => {
                let added = value::plain_names(cx, meta);
                for path in &added {
                    next::begins_with_field(cx, path);
                }
                self.added.extend(added);
            }
            keys::MOVED => self.moved.extend(NextStep::parse(cx, meta)),
            keys::WHEN => self.moved.extend(next_when::parse(cx, meta)),
            keys::UNFIT => {
                self.unfit = UnfitPolicy::parse(cx, meta);
                self.unfit_ident = Some(meta.ident.clone());
            }
            _ => self.added_variants.extend(AddedVariant::parse(cx, meta)),
        }
    }

    /// Returns the member that holds a flag.
    fn flag(&mut self, name: &str) -> Option<&mut Option<Ident>> {
        Some(match name {
            keys::PRESERVE_UNKNOWN_FIELDS => &mut self.preserve_unknown_fields,
            keys::EMBEDDED_RESOURCE => &mut self.embedded_resource,
            keys::INT_OR_STRING => &mut self.int_or_string,
            keys::IMMUTABLE => &mut self.immutable,
            keys::SELECTABLE => &mut self.selectable,
            keys::NO_DEFAULT => &mut self.no_default,
            keys::OPTIONAL => &mut self.optional,
            keys::REQUIRED => &mut self.required,
            keys::SKIP => &mut self.skip,
            keys::DISCRIMINATOR => &mut self.discriminator,
            keys::JSON_SCHEMA => &mut self.json_schema,
            keys::KEEP_LINE_BREAKS => &mut self.keep_line_breaks,
            keys::NO_DERIVED_RULES => &mut self.no_derived_rules,
            _ => return None,
        })
    }

    /// Parses `only(channel = experimental, …)`.
    fn take_only(&mut self, cx: &Errors, meta: &Meta) {
        let mut when = When::default();
        let mut rest = Vec::new();
        for part in value::metas(cx, meta) {
            if let when::Taken::No = when.take(cx, &part) {
                rest.push(part);
            }
        }
        if when.is_always() || rest.is_empty() {
            report!(cx, meta.ident => ATTRIBUTE_MALFORMED,
                "`only` needs a condition and attributes: `only(channel = experimental, maximum = 10)`; the \
                 condition is `channel`, `before`, `feature_gate` or `without_gate`");
            return;
        }
        self.only.push(Only {
            when,
            attrs: Attrs::parse(cx, AttributeTarget::Element, rest),
        });
    }

    /// Parses `items(…)` or `values(…)`.
    fn of_elements(cx: &Errors, meta: &Meta) -> Attrs {
        let is_literal = |argument: &Arg| matches!(argument, Arg::Expr(Expr::Lit(_)));
        if let MetaValue::List(arguments) = &meta.value
            && arguments.first().is_some_and(is_literal)
        {
            let way_out = if meta.name == keys::ITEMS {
                "for the values that elements may have, write `items(enum(\"…\", \"…\"))`"
            } else {
                "for the values that a field may have, write `enum(\"…\", \"…\")`"
            };
            report!(cx, meta.ident => ATTRIBUTE_MALFORMED, "`{}(…)` expects attributes; {way_out}", meta.name);
            return Attrs::default();
        }
        Attrs::parse(cx, AttributeTarget::Element, value::metas(cx, meta))
    }

    /// Parses `list_type = set`, or `list_type = map("name")` with its keys.
    fn take_list_type(&mut self, cx: &Errors, meta: &Meta) {
        if let MetaValue::Expr(Expr::Call(call)) = &meta.value
            && matches!(&*call.func, Expr::Path(path) if path.path.is_ident("map"))
        {
            self.list_type = Some(Spanned::new(ListTypeAttr::Map, &call.func));
            self.list_map_keys_ident = Some(meta.ident.clone());
            for argument in &call.args {
                if let literal!(Str(key)) = argument {
                    self.list_map_keys.push(value::string_literal(key));
                } else {
                    report!(cx, argument => ATTRIBUTE_VALUE,
                        "list-map keys are names of fields, in quotes: `list_map_keys(\"name\")`");
                }
            }
            return;
        }
        let words = [
            ("atomic", ListTypeAttr::Atomic),
            ("set", ListTypeAttr::Set),
            ("map", ListTypeAttr::Map),
        ];
        self.list_type = value::word(cx, meta, &words);
    }

    /// Parses kube's spelling of `list_type` and `map_type`.
    fn take_merge_strategy(&mut self, cx: &Errors, meta: &Meta) {
        if self.list_type.is_some() || self.map_type.is_some() {
            report!(cx, meta.ident => ATTRIBUTE_DUPLICATE,
                "`merge_strategy` sets the same keyword as `list_type` and `map_type`; keep one");
            return;
        }
        match MergeStrategy::parse(cx, meta) {
            Some(MergeStrategy::List(list_type, keys)) => {
                if list_type.value == ListTypeAttr::Map {
                    self.list_map_keys_ident = Some(meta.ident.clone());
                }
                self.list_type = Some(list_type);
                self.list_map_keys = keys;
            }
            Some(MergeStrategy::Map(map_type)) => self.map_type = Some(map_type),
            None => {}
        }
    }

    fn take_group(&mut self, cx: &Errors, meta: &Meta, bound: GroupBound) {
        let fields = value::names(cx, meta);
        self.groups.push(FieldGroup {
            bound,
            meta: meta.clone(),
            fields,
        });
    }

    /// Sets the source of the schema, and reports a second one.
    fn take_source(&mut self, cx: &Errors, meta: &Meta, source: Option<SchemaSource>) {
        if self.source.is_some() {
            report!(cx, meta.ident => ATTRIBUTE_CONTRADICTION,
                "only one of `schema_with`, `schema_as` and `schemars` is allowed; remove the others");
        }
        self.source = source.or(self.source.take());
    }

    /// Whether the schema does not come from the Rust type.
    pub(crate) fn replaces_schema(&self) -> bool {
        self.source.is_some() || self.int_or_string.is_some() || self.preserve_unknown_fields.is_some()
    }
}

/// Whether an attribute is `name = false`.
fn is_false(meta: &Meta) -> bool {
    matches!(&meta.value, MetaValue::Expr(literal!(Bool(value))) if !value.value)
}

/// Reports a field that is a discriminator with a name, which only unions have.
fn report_named_discriminator(cx: &Errors, meta: &Meta, name: &LitStr) {
    report!(cx, meta.ident => ATTRIBUTE_MISPLACED,
        "the discriminator of an enum with `#[derive(Union)]` is named on the enum: `#[crd(discriminator = {:?})]`; in a struct with \
         `union` members, the field itself is the `discriminator`, without a name", name.value());
}
