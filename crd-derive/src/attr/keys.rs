//! The names of all attributes: a constant for each, where it may be written, and whether it may be repeated.

/// The kind of item that an attribute is written on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeTarget {
    /// On the spec of a custom resource, with `#[derive(CustomResource)]`.
    Root,
    /// On a type, with `#[derive(Schema)]`.
    Type,
    /// On an enum, with `#[derive(Union)]`.
    Union,
    /// On a field of a struct or variant.
    Field,
    /// On a variant of an enum.
    Variant,
    /// In `items(…)` and `values(…)`.
    Element,
    /// In `any_of(…)`, `all_of(…)`, `one_of(…)`, `not(…)`.
    Nested,
}

impl AttributeTarget {
    /// Every target, in the order in which messages list them.
    pub(super) const ALL: [AttributeTarget; 7] = [
        AttributeTarget::Root,
        AttributeTarget::Type,
        AttributeTarget::Union,
        AttributeTarget::Field,
        AttributeTarget::Variant,
        AttributeTarget::Element,
        AttributeTarget::Nested,
    ];
}

/// One attribute.
pub(crate) struct AttributeKey {
    pub(super) name: &'static str,
    targets: &'static [AttributeTarget],
    repetition: Repetition,
}

/// How often an attribute may be given at one place.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repetition {
    Once,
    Repeatable,
}

impl AttributeKey {
    pub(crate) fn belongs(&self, target: AttributeTarget) -> bool {
        self.targets.contains(&target)
    }

    pub(super) fn is_repeatable(&self) -> bool {
        self.repetition == Repetition::Repeatable
    }
}

/// Returns the attribute with a name.
pub(crate) fn find(name: &str) -> Option<&'static AttributeKey> {
    KEYS.iter().find(|key| key.name == name)
}

macro_rules! attributes {
    ($($constant:ident = $name:literal: $($target:ident)+ $(, $repeatable:ident)?;)*) => {
        $(pub(crate) const $constant: &str = $name;)*

        /// Every attribute.
        pub(super) const KEYS: &[AttributeKey] = &[$(AttributeKey {
            name: $name,
            targets: &[$(AttributeTarget::$target),+],
            repetition: attributes!(@repetition $($repeatable)?),
        }),*];
    };
    (@repetition) => { Repetition::Once };
    (@repetition repeatable) => { Repetition::Repeatable };
}

attributes! {
    // Root of a custom resource.
    GROUP = "group": Root;
    VERSION = "version": Root;
    KIND = "kind": Root;
    PLURAL = "plural": Root;
    SINGULAR = "singular": Root;
    LIST_KIND = "list_kind": Root;
    SHORTNAME = "shortname": Root, repeatable;
    CATEGORY = "category": Root, repeatable;
    NAMESPACED = "namespaced": Root;
    STATUS = "status": Root;
    SPEC_DEFAULT = "spec_default": Root;
    STATUS_DEFAULT = "status_default": Root;
    SPEC_OPTIONAL = "spec_optional": Root;
    FLATTEN = "flatten": Root;
    METADATA_REQUIRED = "metadata_required": Root;
    STATUS_SUBRESOURCE = "status_subresource": Root;
    STATUS_NULLABLE = "status_nullable": Root;
    DESCRIBE_TYPE_META = "describe_type_meta": Root;
    ROOT_SCHEMA_WITH = "root_schema_with": Root;
    ROOT_TITLE = "root_title": Root;
    UNCHECKED_PATHS = "unchecked_paths": Root;
    SCALE = "scale": Root;
    ANNOTATION = "annotation": Root, repeatable;
    LABEL = "label": Root, repeatable;
    SERVED = "served": Root;
    STORAGE = "storage": Root;
    DEPRECATED = "deprecated": Root;
    ALSO = "also": Root, repeatable;
    ROOT = "root": Root;
    ROOT_RULE = "root_rule": Root, repeatable;
    KUBE = "kube": Root;
    DERIVE = "derive": Root, repeatable;
    DOC = "doc": Root;
    ATTR = "attr": Root, repeatable;
    SCHEMA = "schema": Root;
    NEXT = "next": Root Type Union Field Variant;
    CONVERSION = "conversion": Root;
    PRINTCOLUMN = "printcolumn": Root Field, repeatable;
    SELECTABLE = "selectable": Root Field, repeatable;
    // Channels and feature gates.
    CHANNEL = "channel": Root Field Variant;
    FEATURE_GATE = "feature_gate": Root Field Variant, repeatable;
    ONLY = "only": Type Union Field Element, repeatable;
    // Both derives.
    CRATE = "crate": Root Type Union;
    CRATES = "crates": Root Type Union;
    // Types.
    EXACTLY_ONE_OF = "exactly_one_of": Type, repeatable;
    AT_MOST_ONE_OF = "at_most_one_of": Type, repeatable;
    AT_LEAST_ONE_OF = "at_least_one_of": Type, repeatable;
    MAX_DESCRIPTION = "max_description": Type Field;
    DESCRIPTIONS = "descriptions": Field Element;
    FEATURE_GATES = "feature_gates": Type;
    KEEP_LINE_BREAKS = "keep_line_breaks": Type Union;
    ADDED = "added": Type, repeatable;
    UNFIT = "unfit": Type Union;
    MOVED = "moved": Type, repeatable;
    WHEN = "when": Type, repeatable;
    VARIANT = "variant": Type Union, repeatable;
    BOUND = "bound": Type;
    JSON_SCHEMA = "json_schema": Type Union;
    DISCRIMINATOR = "discriminator": Union Field;
    DISCRIMINATOR_DESCRIPTION = "discriminator_description": Union;
    NO_DERIVED_RULES = "no_derived_rules": Type Union;
    // Types and fields.
    RULE = "rule": Type Union Field Element, repeatable;
    VALIDATION = "validation": Type Union Field Element, repeatable;
    ALLOW = "allow": Type Union Field Variant, repeatable;
    TITLE = "title": Type Union Field Element;
    DESCRIPTION = "description": Type Union Field Variant Element;
    EXAMPLE = "example": Type Field Element;
    MAP_TYPE = "map_type": Type Field Element;
    SCHEMA_WITH = "schema_with": Type Field Element;
    SCHEMA_AS = "schema_as": Type Field;
    SCHEMARS = "schemars": Type Field;
    UNCHECKED = "unchecked": Type Field Element;
    PRESERVE_UNKNOWN_FIELDS = "preserve_unknown_fields": Type Field Element;
    EMBEDDED_RESOURCE = "embedded_resource": Type Field Element;
    INT_OR_STRING = "int_or_string": Type Field Element;
    NULLABLE = "nullable": Type Field Element Nested;
    IMMUTABLE = "immutable": Type Field Element;
    // Fields.
    DEFAULT = "default": Field Nested;
    NO_DEFAULT = "no_default": Field Element;
    OPTIONAL = "optional": Field;
    REQUIRED = "required": Field Nested;
    SKIP = "skip": Field Variant;
    UNION = "union": Field;
    LIFECYCLE = "lifecycle": Field, repeatable;
    // Value validation.
    MINIMUM = "minimum": Type Field Element Nested;
    MAXIMUM = "maximum": Type Field Element Nested;
    EXCLUSIVE_MINIMUM = "exclusive_minimum": Type Field Element Nested;
    EXCLUSIVE_MAXIMUM = "exclusive_maximum": Type Field Element Nested;
    MULTIPLE_OF = "multiple_of": Type Field Element Nested;
    MIN_LENGTH = "min_length": Type Field Element Nested;
    MAX_LENGTH = "max_length": Type Field Element Nested;
    PATTERN = "pattern": Type Field Element Nested;
    FORMAT = "format": Type Field Element Nested;
    MIN_ITEMS = "min_items": Type Field Element Nested;
    MAX_ITEMS = "max_items": Type Field Element Nested;
    MIN_PROPERTIES = "min_properties": Type Field Element Nested;
    MAX_PROPERTIES = "max_properties": Type Field Element Nested;
    ENUM = "enum": Type Field Element Nested;
    LIST_TYPE = "list_type": Type Field Element;
    LIST_MAP_KEYS = "list_map_keys": Type Field Element;
    MERGE_STRATEGY = "merge_strategy": Type Field Element;
    ITEMS = "items": Type Field Element Nested;
    VALUES = "values": Type Field Element;
    AT = "at": Field Element, repeatable;
    PROPERTIES = "properties": Nested;
    ANY_OF = "any_of": Type Union Field Element Nested;
    ALL_OF = "all_of": Type Union Field Element Nested;
    ONE_OF = "one_of": Type Union Field Element Nested;
    NOT = "not": Type Union Field Element Nested;
    VALUE = "value": Variant;
}

/// Parts of `only(…)` and of rules that are not attributes themselves.
pub(crate) const BEFORE: &str = "before";
pub(crate) const WITHOUT_GATE: &str = "without_gate";

/// Names that are written inside an attribute: a module for each attribute, with `ALL` for suggestions.
macro_rules! parts {
    ($($module:ident: $($constant:ident = $name:literal)+;)*) => {
        $(pub(crate) mod $module {
            $(pub(crate) const $constant: &str = $name;)+

            pub(crate) const ALL: &[&str] = &[$($constant),+];
        })*

        /// The names of each module.
        const PARTS: &[(&str, &[&str])] = &[$((stringify!($module), $module::ALL)),*];
    };
}

parts! {
    // `rule(…)`, `root_rule(…)` and `validation(…)`, after the expression.
    rule: MESSAGE = "message"
        MESSAGE_EXPRESSION = "message_expression"
        REASON = "reason"
        FIELD_PATH = "field_path"
        OPTIONAL_OLD_SELF = "optional_old_self"
        CHANNEL = "channel"
        BEFORE = "before"
        FEATURE_GATE = "feature_gate"
        WITHOUT_GATE = "without_gate";
    // After the names: `allow(NAME, reason = TEXT)`.
    allow: REASON = "reason";
    lifecycle: PROJECT = "project"
        MIN_VERSION = "min_version"
        STATUS = "status"
        FEATURE_GATE = "feature_gate"
        REPLACEMENT = "replacement";
    // `printcolumn(…)`.
    column: NAME = "name"
        TYPE = "type_"
        FORMAT = "format"
        DESCRIPTION = "description"
        JSON_PATH = "json_path"
        PRIORITY = "priority"
        POSITION = "position";
    scale: SPEC_REPLICAS_PATH = "spec_replicas_path"
        STATUS_REPLICAS_PATH = "status_replicas_path"
        LABEL_SELECTOR_PATH = "label_selector_path";
    // `next(…)` and `moved(…)`.
    next: RENAME = "rename"
        PATH = "path"
        INTO = "into"
        TO = "to"
        UP = "up"
        DOWN = "down"
        LOSSY = "lossy"
        BY = "by"
        KEYED_BY = "keyed_by"
        VALUE = "value"
        ELEMENT = "element"
        DROPPED = "dropped"
        ANNOTATION = "annotation"
        LABEL = "label"
        UNFIT = "unfit"
        FALLS_BACK = "falls_back";
    // `when(…)`.
    when: TO = "to"
        CASE = "case"
        OTHERWISE = "otherwise";
    // `conversion(…)`.
    conversion: SERVICE = "service"
        NAMESPACE = "namespace"
        PATH = "path"
        PORT = "port"
        URL = "url"
        CA_BUNDLE = "ca_bundle"
        CERT_MANAGER = "cert_manager"
        OPENSHIFT = "openshift"
        EXTERNAL = "external"
        REVIEW_VERSIONS = "review_versions";
    // `also(…)`, after the name of the version.
    also: SERVED = "served"
        STORAGE = "storage"
        DEPRECATED = "deprecated";
    crates: CRD_CORE = "crd_core"
        KUBE = "kube"
        K8S_OPENAPI = "k8s_openapi";
}

/// Returns the names of the parts that an attribute may have.
pub(super) fn parts(name: &str) -> &'static [&'static str] {
    let module = match name {
        ROOT_RULE | VALIDATION => RULE,
        PRINTCOLUMN => "column",
        name => name,
    };
    let mut modules = PARTS.iter();
    modules
        .find(|(name, _)| *name == module)
        .map_or(&[], |(_, parts)| parts)
}

pub(super) fn is_attribute_or_part(name: &str) -> bool {
    find(name).is_some() || PARTS.iter().any(|(_, parts)| parts.contains(&name))
}

/// Whether an attribute has exactly one value, a text or a number, which follows `=`.
#[rustfmt::skip]
pub(super) fn has_one_value(name: &str) -> bool {
    const NUMBERS: &[&str] = &[
        MINIMUM, MAXIMUM, EXCLUSIVE_MINIMUM, EXCLUSIVE_MAXIMUM, MULTIPLE_OF, MIN_LENGTH, MAX_LENGTH, MIN_ITEMS, MAX_ITEMS,
        MIN_PROPERTIES, MAX_PROPERTIES,
    ];
    is_text_valued(name) || NUMBERS.contains(&name)
}

/// Whether the value of an attribute is a type, which is parsed differently from an expression.
pub(super) fn is_type_valued(name: &str) -> bool {
    matches!(name, STATUS | SCHEMA_AS | NEXT | next::BY)
}

/// Whether a type may also be written in parentheses after the name of an attribute; those of `next(…)` on a field hold a list.
pub(super) fn is_type_in_parentheses(name: &str) -> bool {
    name != NEXT && is_type_valued(name)
}

/// Whether the values of an attribute are texts in parentheses, of which one alone may follow `=`.
pub(super) fn is_list(name: &str) -> bool {
    matches!(
        name,
        ENUM | EXACTLY_ONE_OF
            | AT_MOST_ONE_OF
            | AT_LEAST_ONE_OF
            | LIST_MAP_KEYS
            | ANNOTATION
            | LABEL
            | DESCRIBE_TYPE_META
    )
}

/// Whether the value of an attribute or of a part is always a text, so that anything else lacks its quotes.
#[rustfmt::skip]
pub(super) fn is_text_valued(name: &str) -> bool {
    const NAMES: &[&str] = &[
        // Of a root.
        GROUP, VERSION, KIND, PLURAL, SINGULAR, LIST_KIND, SHORTNAME, CATEGORY, ROOT_TITLE, DOC,
        // Of types and fields.
        RULE, ROOT_RULE, VALIDATION, TITLE, DESCRIPTION, PATTERN, FORMAT, BOUND,
        // Parts.
        rule::MESSAGE, rule::MESSAGE_EXPRESSION, rule::FIELD_PATH, column::NAME, column::JSON_PATH,
        scale::SPEC_REPLICAS_PATH, scale::STATUS_REPLICAS_PATH, scale::LABEL_SELECTOR_PATH,
    ];
    NAMES.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    /// The table of attributes in the documentation of the macros is complete.
    #[test]
    fn every_attribute_is_documented() {
        let docs: Vec<&str> = include_str!("../lib.rs")
            .lines()
            .filter(|line| line.starts_with("///"))
            .flat_map(|line| line.split(|c: char| !c.is_alphanumeric() && c != '_'))
            .collect();
        let missing: Vec<&str> = KEYS
            .iter()
            .map(|key| key.name)
            .filter(|name| !docs.contains(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
