//! Shapes: what the derive knows of a type, as constants.
//!
//! [`Schema::SHAPE`] is static data: names, docs, constraints, references to other types' shapes. Nothing
//! is allocated and no builder code runs; because shapes are constants, the compiler itself checks what no
//! single macro expansion can see (design §3).

pub mod check;
pub mod std;

use serde_json::Value;

/// A type that has a structural schema.
///
/// Derive it with `#[derive(Schema)]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema [CRD0909]",
    label = "`{Self}` does not implement `crd_core::Schema`",
    note = "derive it with `#[derive(crd_core::Schema)]`; for a type of another crate turn on the feature of crd-core that is named for the crate (`k8s-openapi` …), or use `#[crd(schema_with = path)]` on the field, or `#[crd(preserve_unknown_fields)]` to leave it open"
)]
pub trait Schema {
    /// What values of the type look like.
    const SHAPE: Shape;

    /// The shape at one place in memory. The compiler looks through constants as often as they are mentioned,
    /// so whatever points to a shape points here.
    const REF: &'static Shape = &Self::SHAPE;
}

/// A custom resource: a root type with its CRD.
pub trait CustomResource {
    /// Everything the CRD says besides what the shapes say.
    const RESOURCE: Resource;

    /// The CRD with this one version, in the `apiserver` profile.
    ///
    /// # Errors
    /// Only where the compiler cannot see: schemas made at run time, and merges in generic types.
    fn crd() -> Result<crate::Crd, crate::generate::Problems> {
        crate::generate::crd(&Self::RESOURCE, crate::generate::Profile::ApiServer)
    }
}

/// What values of a type look like.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The Rust name of the type, for messages.
    pub name: &'static str,
    /// The kind of value.
    pub kind: Kind,
    /// Whether serde reads an absent field as a value of this type (`Option`).
    pub optional: bool,
    /// Whether serde may write null for a value of this type.
    pub nullable: bool,
    /// Docs, constraints and extensions given on the type.
    pub attrs: &'static Attrs,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A whole number of the closed range; the range is the Rust type's.
    Integer {
        /// Smallest value.
        minimum: i128,
        /// Largest value.
        maximum: i128,
    },
    /// A float: `float` or `double`.
    Number {
        /// The format.
        format: &'static str,
    },
    /// A string, with its format or an empty text.
    String {
        /// The format.
        format: &'static str,
    },
    /// One of some strings: an enum of unit variants.
    StringEnum(&'static [EnumValue]),
    /// A list.
    Array(&'static Shape),
    /// A set of scalars: `x-kubernetes-list-type: set`.
    Set(&'static Shape),
    /// A map with string keys.
    Map(&'static Shape),
    /// A struct with named fields.
    Object(&'static [Field]),
    /// An enum with data.
    Variants(Tagging, &'static [Variant]),
    /// A KEP-2335 union: `{type: HostPath, hostPath: {…}}`.
    Union {
        /// The discriminator field.
        discriminator: &'static str,
        /// The members.
        members: &'static [UnionMember],
    },
    /// An integer or a string.
    IntOrString,
    /// Anything, nothing pruned.
    Any,
    /// A Kubernetes object with `apiVersion`, `kind` and `metadata`; its own fields if known.
    EmbeddedResource(Option<&'static Shape>),
    /// Another shape under this one's attributes (newtypes, `Box`, `#[serde(transparent)]`).
    Alias(&'static Shape),
    /// A schema made at run time, for types without constants.
    Foreign(fn() -> Result<crate::Structural, Vec<ForeignError>>),
}

/// Why a schema made at run time could not be had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeignError {
    /// Where in the foreign schema, as a JSON pointer.
    pub pointer: String,
    /// What is wrong and what to do.
    pub message: String,
}

/// A value of a string enum.
#[derive(Clone, Copy, Debug)]
pub struct EnumValue {
    /// The wire name.
    pub name: &'static str,
    /// Its docs.
    pub description: &'static str,
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
}

/// How serde tells the variants of an enum apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// `{Variant: content}`.
    External,
    /// `{tag: Variant, …content}`.
    Internal(&'static str),
    /// `{tag: Variant, content: …}`.
    Adjacent(&'static str, &'static str),
    /// Content only.
    Untagged,
}

/// A variant of an enum with data.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// The wire name.
    pub name: &'static str,
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
    /// Docs of the variant.
    pub description: &'static str,
    /// What it holds.
    pub content: Content,
    /// Whether it stands for every unknown tag (`#[serde(other)]`).
    pub other: bool,
}

impl Variant {
    /// A plain variant; the derive fills in the rest with `..`.
    pub const fn new(name: &'static str, content: Content) -> Self {
        Variant {
            name,
            aliases: &[],
            description: "",
            content,
            other: false,
        }
    }
}

/// What a variant holds.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// Nothing.
    Unit,
    /// One value.
    Newtype(&'static Shape),
    /// Named fields.
    Struct(&'static [Field]),
    /// Several values of one type, as a list.
    Tuple(&'static [&'static Shape]),
}

/// A member of a union.
#[derive(Clone, Copy, Debug)]
pub struct UnionMember {
    /// The value of the discriminator.
    pub value: &'static str,
    /// The field that goes with it; empty for a member without content.
    pub field: &'static str,
    /// Docs.
    pub description: &'static str,
    /// The content.
    pub shape: Option<&'static Shape>,
}

/// A field of a struct.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The wire name; the Rust name where `flatten` is set.
    pub name: &'static str,
    /// Other names serde reads.
    pub aliases: &'static [&'static str],
    /// Its docs; those in `attrs` count where this is empty.
    pub description: &'static str,
    /// The shape of its type.
    pub shape: &'static Shape,
    /// Whether the field must be present.
    pub presence: Presence,
    /// Whether it may be null.
    pub null: Null,
    /// The default the server fills in.
    pub default: Option<Literal>,
    /// Whether the members of the value stand among the struct's own (`#[serde(flatten)]`).
    pub flatten: bool,
    /// What the field's attributes add.
    pub attrs: &'static Attrs,
}

impl Field {
    /// Nothing said; the derive fills in the rest with `..`.
    pub const PLAIN: Field = Field::new("", &Shape::new("", Kind::Any));

    /// A plain field; the derive fills in the rest with `..`.
    pub const fn new(name: &'static str, shape: &'static Shape) -> Self {
        Field {
            name,
            aliases: &[],
            description: "",
            shape,
            presence: Presence::FromType,
            null: Null::FromType,
            default: None,
            flatten: false,
            attrs: &Attrs::NONE,
        }
    }

    /// Whether the field is in `required`.
    pub const fn is_required(&self) -> bool {
        match self.presence {
            Presence::Required => true,
            Presence::Optional => false,
            Presence::FromType => !self.shape.optional && self.default.is_none(),
        }
    }
}

/// Whether a field must be present.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Required unless the type is `Option` or there is a default.
    FromType,
    /// In `required`.
    Required,
    /// Not in `required`.
    Optional,
}

/// Whether a field may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Null {
    /// As the type says.
    FromType,
    /// `nullable: true`.
    Allowed,
    /// Never, since serde never writes it (`skip_serializing_if = "Option::is_none"`).
    Refused,
}

/// A JSON value as a constant, or a function that makes one.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// `null`.
    Null,
    /// A boolean.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// Another number.
    Float(f64),
    /// A string.
    Str(&'static str),
    /// A list.
    List(&'static [Literal]),
    /// An object.
    Object(&'static [(&'static str, Literal)]),
    /// A value only known at run time; `None` when serde would leave the field out.
    Made(fn() -> Option<Value>),
}

/// Docs, constraints and extensions, given on a type, a field, elements or map values.
///
/// Absent members say nothing: a field's attributes lie over those of its type.
#[derive(Clone, Copy, Debug)]
pub struct Attrs {
    /// `title`.
    pub title: &'static str,
    /// `description`, trimmed doc comments.
    pub description: &'static str,
    /// The most bytes that a description of the node or below it may have; 0 for none.
    pub max_description: Option<usize>,
    /// Which descriptions stand below the node.
    pub descriptions: Descriptions,
    /// `example`.
    pub example: Option<Literal>,
    /// Value validation.
    pub validation: &'static Validation,
    /// Attributes of elements: `items(…)`.
    pub items: Option<&'static Attrs>,
    /// Attributes of map values: `values(…)`.
    pub values: Option<&'static Attrs>,
    /// `x-kubernetes-list-type`.
    pub list_type: Option<ListType>,
    /// `x-kubernetes-map-type`.
    pub map_type: Option<MapType>,
    /// `nullable`, given by hand.
    pub nullable: Option<bool>,
    /// `x-kubernetes-preserve-unknown-fields`.
    pub preserve_unknown_fields: bool,
    /// `x-kubernetes-embedded-resource`.
    pub embedded_resource: bool,
    /// `x-kubernetes-int-or-string`, in place of the type's own schema.
    pub int_or_string: bool,
    /// Only unchanged on update: becomes a rule.
    pub immutable: bool,
    /// `x-kubernetes-validations`.
    pub rules: &'static [Rule],
    /// Groups of fields of which some number must be set.
    pub groups: &'static [FieldGroup],
    /// KEP-2335 unions among a struct's own fields.
    pub unions: &'static [UnionDeclaration],
    /// KEP-2558 lifecycle, one entry a project.
    pub lifecycle: &'static [Lifecycle],
    /// Printer columns declared on the field.
    pub columns: &'static [Column],
    /// Whether the field is a selectable field.
    pub selectable: bool,
    /// Whether serde refuses members it does not know (`deny_unknown_fields`).
    pub closed: bool,
    /// A schema made at run time in place of the type's own (`schemars`, `schema_with`).
    pub foreign: Option<fn() -> Result<crate::Structural, ForeignError>>,
}

impl Attrs {
    /// Nothing said.
    pub const NONE: Attrs = Attrs {
        title: "",
        description: "",
        max_description: None,
        descriptions: Descriptions::AsDeclared,
        example: None,
        validation: &Validation::NONE,
        items: None,
        values: None,
        list_type: None,
        map_type: None,
        nullable: None,
        preserve_unknown_fields: false,
        embedded_resource: false,
        int_or_string: false,
        immutable: false,
        rules: &[],
        groups: &[],
        unions: &[],
        lifecycle: &[],
        columns: &[],
        selectable: false,
        closed: false,
        foreign: None,
    };
}

/// Which descriptions stand below a node; its own is its own matter.
#[derive(Clone, Copy, Debug)]
pub enum Descriptions {
    /// Those of the shapes.
    AsDeclared,
    /// None.
    Dropped,
    /// Those of the shapes, and where they have none, those of a JSON Schema of the same type.
    Of(fn() -> Value),
}

/// Value validation as constants, nested ones included.
#[derive(Clone, Copy, Debug)]
pub struct Validation {
    /// `format`; replaces the type's own.
    pub format: Option<&'static str>,
    /// `minimum`.
    pub minimum: Option<f64>,
    /// `exclusiveMinimum`.
    pub exclusive_minimum: bool,
    /// `maximum`.
    pub maximum: Option<f64>,
    /// `exclusiveMaximum`.
    pub exclusive_maximum: bool,
    /// `multipleOf`.
    pub multiple_of: Option<f64>,
    /// `minLength`.
    pub min_length: Option<i64>,
    /// `maxLength`.
    pub max_length: Option<i64>,
    /// `pattern`.
    pub pattern: &'static str,
    /// `minItems`.
    pub min_items: Option<i64>,
    /// `maxItems`.
    pub max_items: Option<i64>,
    /// `minProperties`.
    pub min_properties: Option<i64>,
    /// `maxProperties`.
    pub max_properties: Option<i64>,
    /// `enum`.
    pub enumeration: &'static [Literal],
    /// `required`, for nested validation.
    pub required: &'static [&'static str],
    /// Restrictions on properties, for nested validation.
    pub properties: &'static [(&'static str, Validation)],
    /// Restrictions on elements, for nested validation.
    pub items: Option<&'static Validation>,
    /// `allOf`.
    pub all_of: &'static [Validation],
    /// `anyOf`.
    pub any_of: &'static [Validation],
    /// `oneOf`.
    pub one_of: &'static [Validation],
    /// `not`.
    pub not: Option<&'static Validation>,
}

impl Validation {
    /// No restriction.
    pub const NONE: Validation = Validation {
        format: None,
        minimum: None,
        exclusive_minimum: false,
        maximum: None,
        exclusive_maximum: false,
        multiple_of: None,
        min_length: None,
        max_length: None,
        pattern: "",
        min_items: None,
        max_items: None,
        min_properties: None,
        max_properties: None,
        enumeration: &[],
        required: &[],
        properties: &[],
        items: None,
        all_of: &[],
        any_of: &[],
        one_of: &[],
        not: None,
    };
}

/// `x-kubernetes-list-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// A set.
    Set,
    /// Keyed by the named properties.
    Map(&'static [&'static str]),
}

/// `x-kubernetes-map-type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MapType {
    /// Members are owned one by one.
    Granular,
    /// Replaced as a whole.
    Atomic,
}

/// A rule of `x-kubernetes-validations`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The CEL expression.
    pub rule: &'static str,
    /// `message`.
    pub message: &'static str,
    /// `messageExpression`.
    pub message_expression: &'static str,
    /// `reason`.
    pub reason: Option<&'static str>,
    /// `fieldPath`.
    pub field_path: &'static str,
    /// `optionalOldSelf`.
    pub optional_old_self: Option<bool>,
}

impl Rule {
    /// An empty rule; the derive fills in the rest with `..`.
    pub const NONE: Rule = Rule::new("");

    /// A rule with nothing but its expression.
    pub const fn new(rule: &'static str) -> Self {
        Rule {
            rule,
            message: "",
            message_expression: "",
            reason: None,
            field_path: "",
            optional_old_self: None,
        }
    }
}

/// `exactly_one_of(…)` and its like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldGroup {
    /// How many may be set.
    pub bound: GroupBound,
    /// The wire names of the fields.
    pub fields: &'static [&'static str],
}

/// How many fields of a group may be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBound {
    /// Exactly one.
    ExactlyOne,
    /// None or one.
    AtMostOne,
    /// One or more.
    AtLeastOne,
}

/// A KEP-2335 union among the fields of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnionDeclaration {
    /// The wire name of the discriminator field; empty when there is none.
    pub discriminator: &'static str,
    /// Wire name of each member field and its discriminator value.
    pub members: &'static [(&'static str, &'static str)],
}

/// One project's lifecycle of a field (KEP-2558).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lifecycle {
    /// The project, `kubernetes` or another.
    pub project: &'static str,
    /// `vX.Y`.
    pub min_version: &'static str,
    /// `alpha`, `beta` or `deprecated`.
    pub status: &'static str,
    /// The gate, or empty.
    pub feature_gate: &'static str,
}

/// A printer column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// `name`; from the field's name when empty.
    pub name: &'static str,
    /// `type`; from the field's shape when empty.
    pub type_: &'static str,
    /// `format`.
    pub format: &'static str,
    /// `description`.
    pub description: &'static str,
    /// `jsonPath`; from the field's place when empty.
    pub json_path: &'static str,
    /// `priority`.
    pub priority: i32,
}

impl Column {
    /// Everything from the field.
    pub const NONE: Column = Column {
        name: "",
        type_: "",
        format: "",
        description: "",
        json_path: "",
        priority: 0,
    };
}

/// The root of a custom resource.
#[derive(Clone, Copy, Debug)]
pub struct Resource {
    /// `group`.
    pub group: &'static str,
    /// Name of this version.
    pub version: &'static str,
    /// `kind`.
    pub kind: &'static str,
    /// `plural`.
    pub plural: &'static str,
    /// `singular`.
    pub singular: &'static str,
    /// `listKind`.
    pub list_kind: &'static str,
    /// `shortNames`.
    pub short_names: &'static [&'static str],
    /// `categories`.
    pub categories: &'static [&'static str],
    /// Whether objects live in namespaces.
    pub namespaced: bool,
    /// `served`.
    pub served: bool,
    /// `storage`.
    pub storage: bool,
    /// `deprecated`, with its warning if any.
    pub deprecated: Option<Option<&'static str>>,
    /// Annotations of the CRD.
    pub annotations: &'static [(&'static str, &'static str)],
    /// Labels of the CRD.
    pub labels: &'static [(&'static str, &'static str)],
    /// Docs of the root.
    pub description: &'static str,
    /// Shape of `spec`.
    pub spec: &'static Shape,
    /// Shape of `status`; its presence turns the status subresource on.
    pub status: Option<&'static Shape>,
    /// The scale subresource.
    pub scale: Option<Scale>,
    /// Printer columns of the root attribute, in order.
    pub columns: &'static [Column],
    /// Selectable fields of the root attribute.
    pub selectable: &'static [&'static str],
    /// Rules at the root of the object.
    pub rules: &'static [Rule],
    /// `module_path!()::Type`, for messages.
    pub rust_path: &'static str,
}

/// The scale subresource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// `specReplicasPath`.
    pub spec_replicas_path: &'static str,
    /// `statusReplicasPath`.
    pub status_replicas_path: &'static str,
    /// `labelSelectorPath`; empty when there is none.
    pub label_selector_path: &'static str,
}
