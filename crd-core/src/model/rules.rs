//! The catalogue of rules: every check of the API server that this crate implements or cites, by ID.
//!
//! ```text
//! /// The root must have type `object`.              what the server requires
//! STR_08 = "STR-08";                                 the constant that code uses, the ID that people read
//! STR_21 = "STR-21" changed "1.31: …";               what differs between server versions
//! CRD_65 = "CRD-65" from "apiserver/pkg/…/x.go";     a source other than that of its group
//! ```
//!
//! A [`RuleId`] cannot be made outside of this module, so a mistyped ID does not compile. `docs/rules.md` is written from
//! this table. IDs are never used again for another rule.

use std::fmt;

/// The ID of a rule in the catalogue, such as `STR-06`.
///
/// The constants of this module are the only values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(&'static str);

impl RuleId {
    /// Returns the ID in its written form: `STR-06`.
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// Rules that share a prefix.
#[cfg(feature = "docs")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RuleGroup {
    /// The subject of the rules, in a few words.
    pub title: &'static str,
    /// The rules, in the order in which the server applies them.
    pub rules: &'static [CatalogueRule],
}

/// One entry of the catalogue.
#[cfg(feature = "docs")]
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CatalogueRule {
    /// The ID.
    pub id: RuleId,
    /// The name of the constant: the ID in upper case, with `_` for `-`.
    pub constant: &'static str,
    /// The requirement or behaviour of the server, line by line, in Markdown.
    pub text: &'static [&'static str],
    /// The Go file that implements the rule, below `staging/src/k8s.io` of kubernetes/kubernetes. A file of another
    /// repository begins with the host.
    pub source: &'static str,
    /// The differences between server versions; empty if all supported versions agree.
    pub changed: &'static str,
}

#[cfg(feature = "docs")]
macro_rules! first {
    ($first:literal $($rest:literal)*) => {
        $first
    };
}

macro_rules! rules {
    ($(
        group $title:literal from $file:literal;
        $(
            $(#[doc = $text:literal])+
            $name:ident = $id:literal $(from $source:literal)? $(changed $changed:literal)?;
        )+
    )+) => {
        $($(
            $(#[doc = $text])+
            pub const $name: RuleId = RuleId($id);
        )+)+

        /// The whole catalogue.
        #[cfg(feature = "docs")]
        pub const GROUPS: &[RuleGroup] = &[$(RuleGroup {
            title: $title,
            rules: &[$(CatalogueRule {
                id: $name,
                constant: stringify!($name),
                text: &[$($text),+],
                source: first!($($source)? $file),
                changed: first!($($changed)? ""),
            }),+],
        }),+];
    };
}

rules! {
    group "Decoding the request" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/types_jsonschema.go";
    /// A value of the wrong JSON type fails the request with status 400, before any validation. Limits on lengths and counts
    /// are 64-bit integers, so `maxLength: 5.5` fails too.
    DEC_01 = "DEC-01";
    /// Member names are case-sensitive. Unknown members are dropped, with a warning by default and an error under strict field
    /// validation. They are never noticed below `items`, `additionalProperties`, `additionalItems` and `dependencies`.
    DEC_02 = "DEC-02" from "apimachinery/pkg/runtime/serializer/json/json.go";
    /// `items` takes one schema or a list of schemas. Any other value counts as present, but contains no schema.
    DEC_03 = "DEC-03" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go";
    /// `additionalProperties` and `additionalItems` take a schema or a boolean; null means absent.
    DEC_04 = "DEC-04" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go";
    /// A value in `dependencies` is a schema or a list of names; any other value is read as empty.
    DEC_05 = "DEC-05" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go";
    /// `default: null` and `example: null` mean absent, while `enum` keeps its null members.
    DEC_06 = "DEC-06";
    /// A property whose schema is null has the empty schema.
    DEC_07 = "DEC-07";

    group "Defaults of a CRD" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/defaults.go";
    /// An empty `names.singular` becomes the lower-cased kind.
    DEF_01 = "DEF-01";
    /// An empty `names.listKind` becomes the kind followed by `List`.
    DEF_02 = "DEF-02";
    /// An absent `conversion` becomes `{strategy: None}`. An empty object stays as it is.
    DEF_03 = "DEF-03";
    /// An absent port of the conversion webhook's service becomes 443.
    DEF_04 = "DEF-04";
    /// An empty `status.storedVersions` becomes a list with the first version that has `storage: true`.
    DEF_05 = "DEF-05";

    group "Conversion of CRDs to the server's internal form, and of objects to other versions" from "apiextensions-apiserver/pkg/apis/apiextensions/v1/conversion.go";
    /// A CRD without versions has no internal `spec.version`, and nothing is moved to the top level.
    CNV_01 = "CNV-01";
    /// The internal `spec.version` is the name of the first version, so a malformed name is reported twice.
    CNV_02 = "CNV-02";
    /// Schema, subresources, printer columns and selectable fields move to the top level of the spec, each on its own, if all
    /// versions agree on them.
    CNV_03 = "CNV-03";
    /// Errors name the internal place: a CRD with one version reports below `spec.validation`, never below `spec.versions`.
    CNV_04 = "CNV-04";
    /// A version's name, its deprecation warning and the error about a missing schema keep the path of the version.
    CNV_05 = "CNV-05";
    /// `conversion.webhook.clientConfig` becomes `conversion.webhookClientConfig`, and `conversionReviewVersions` moves beside it.
    CNV_06 = "CNV-06";
    /// `preserveUnknownFields` is never absent in the internal form of a v1 CRD.
    CNV_07 = "CNV-07";
    /// Errors about a printer column's path name it `JSONPath`; those about selectable fields keep `jsonPath`.
    CNV_08 = "CNV-08";
    /// From 1.31 on, a CRD whose CA bundle holds no certificates is not established, and no version of it is served.
    CNV_19 = "CNV-19" from "apiextensions-apiserver/pkg/controller/establish/establishing_controller.go";
    /// A stored object is pruned with the current schema of its version before it is converted.
    CNV_53 = "CNV-53" from "apiextensions-apiserver/pkg/apiserver/conversion/converter.go";
    /// Server-side apply fails on an object with an entry of a version in `managedFields` that the CRD no longer has.
    CNV_62 = "CNV-62" from "apiextensions-apiserver/pkg/apiserver/conversion/converter.go";
    /// The garbage collector, quotas and the deletion of namespaces use the preferred version, and therefore the webhook if that version is not stored.
    CNV_65 = "CNV-65" from "apiextensions-apiserver/pkg/apiserver/conversion/converter.go";
    /// A patch that changes the strategy from Webhook to None is rejected unless it also removes `webhook`.
    CNV_66 = "CNV-66" from "apiextensions-apiserver/pkg/apiserver/conversion/converter.go";

    group "Preparation before validation" from "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go";
    /// Create removes the status, sets the generation to 1 and stores the first version with `storage: true`.
    PREP_01 = "PREP-01";
    /// Update keeps the old status, raises the generation if the spec changed, and appends a new storage version to
    /// `status.storedVersions`.
    PREP_02 = "PREP-02";
    /// Fields whose feature gate is off are removed unless the old object uses them: `optionalOldSelf` and `selectableFields`.
    PREP_03 = "PREP-03" changed "1.30: `optionalOldSelf` is kept. 1.31: `selectableFields` is kept.";
    /// A CRD is cluster-scoped, so its namespace is cleared.
    PREP_04 = "PREP-04" from "apiserver/pkg/registry/rest/meta.go";
    /// A new object with a `resourceVersion` passes all checks but cannot be stored: status 500. A value of 0, or that is not a number, is ignored.
    PREP_05 = "PREP-05" from "apiserver/pkg/storage/etcd3/store.go";
    /// Owner references that repeat another one are dropped, with a warning.
    PREP_06 = "PREP-06" from "apiserver/pkg/endpoints/handlers/rest.go";
    /// `managedFields` that cannot be decoded are discarded; an update then keeps those of the stored object.
    PREP_07 = "PREP-07" from "apimachinery/pkg/util/managedfields/internal/fieldmanager.go";

    group "Metadata" from "apimachinery/pkg/api/validation/objectmeta.go";
    /// `metadata.generateName` must be a valid prefix of a name. For a CRD it never is, because the name must be
    /// `<plural>.<group>`.
    M_01 = "M-01";
    /// `metadata.name` must be set.
    M_02 = "M-02";
    /// The name must be a DNS subdomain.
    M_03 = "M-03";
    /// The name of a CRD must be its plural name, a dot, and its group.
    M_04 = "M-04" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// `metadata.generation` must not be negative.
    M_05 = "M-05";
    /// Label keys must be qualified names; label values must be empty or start and end with a letter or digit, with at most 63
    /// bytes.
    M_06 = "M-06" from "apimachinery/pkg/apis/meta/v1/validation/validation.go";
    /// A cluster-scoped object must not have a namespace; a namespaced object must have a valid one. The server removes the namespace of a CRD (PREP-04), so only embedded resources can violate this rule.
    M_07 = "M-07";
    /// Annotation keys, converted to lower case, must be qualified names.
    M_08 = "M-08";
    /// Keys and values of all annotations together take at most 262,144 bytes.
    M_09 = "M-09" changed "1.32: another message.";
    /// An owner reference needs `apiVersion`, `kind`, `name` and `uid`. At most one is the controller, and an Event owns nothing.
    M_10 = "M-10" changed "1.37: errors name the element, and empty members are required values.";
    /// Finalizers must be qualified names, and `orphan` and `foregroundDeletion` exclude each other.
    M_11 = "M-11";
    /// Entries of `managedFields` need a known operation, the fields type `FieldsV1`, and managers and subresources within
    /// their limits.
    M_12 = "M-12" from "apimachinery/pkg/apis/meta/v1/validation/validation.go" changed "1.32, 1.37: other messages and types of errors.";

    group "The spec of a CRD" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The group must be set.
    CRD_01 = "CRD-01";
    /// The group must be a DNS subdomain.
    CRD_02 = "CRD-02";
    /// The group must have a dot.
    CRD_03 = "CRD-03";
    /// The scope must be set.
    CRD_04 = "CRD-04";
    /// The scope is `Cluster` or `Namespaced`.
    CRD_05 = "CRD-05";
    /// Every version must have a schema. An update may keep a version without one.
    CRD_06 = "CRD-06" changed "1.34: the error has no message of its own.";
    /// A version that is served and prunes must have a schema even where CRD-06 is relaxed, or all fields would be pruned.
    CRD_07 = "CRD-07";
    /// Defaults in a schema need `preserveUnknownFields: false`.
    CRD_08 = "CRD-08";
    /// The name of a version must be a DNS label that starts with a letter.
    CRD_14 = "CRD-14";
    /// Only a deprecated version may have a deprecation warning.
    CRD_15 = "CRD-15";
    /// A deprecation warning has at most 256 bytes.
    CRD_16 = "CRD-16";
    /// A deprecation warning must not be empty.
    CRD_17 = "CRD-17";
    /// A deprecation warning must contain only printable characters; the only white space allowed is the space U+0020.
    CRD_18 = "CRD-18";
    /// A deprecation warning must be UTF-8. A JSON document cannot violate this rule.
    CRD_19 = "CRD-19";
    /// The schema of a version is checked like the one at the top level; SCH-01 and SCH-02 apply if the version has the status subresource.
    CRD_20 = "CRD-20";
    /// Subresources of a version are checked by CRD-30 to CRD-36.
    CRD_21 = "CRD-21";
    /// Printer columns of a version are checked by CRD-37 to CRD-43.
    CRD_22 = "CRD-22";
    /// A version that has selectable fields of its own must have a schema of its own. Equal schemas move to the top level
    /// (CNV-03), and then this fails.
    CRD_24 = "CRD-24" changed "1.34: a shorter message.";
    /// The schema of a version with selectable fields must be structural. If it is not, a path that starts with a dot makes
    /// the server panic.
    CRD_25 = "CRD-25";
    /// Selectable fields of a version are checked by CRD-50 to CRD-55.
    CRD_26 = "CRD-26";
    /// Schema, subresources and printer columns must not be both at the top level and on a version. This can only occur in v1beta1.
    CRD_27A = "CRD-27a";
    /// Versions must not all have equal schemas, subresources or printer columns of their own. This can only occur in v1beta1.
    CRD_27B = "CRD-27b";
    /// Names of versions must be unique.
    CRD_28 = "CRD-28";
    /// Exactly one version must have `storage: true`.
    CRD_29 = "CRD-29";
    /// The scale subresource must have a `specReplicasPath`.
    CRD_30 = "CRD-30";
    /// `specReplicasPath` must be a path below `.spec`.
    CRD_31 = "CRD-31";
    /// The scale subresource must have a `statusReplicasPath`.
    CRD_33 = "CRD-33";
    /// `statusReplicasPath` must be a path below `.status`.
    CRD_34 = "CRD-34";
    /// `labelSelectorPath`, where it is set, must be a path below `.spec` or `.status`.
    CRD_36 = "CRD-36";
    /// A printer column must have a name.
    CRD_37 = "CRD-37";
    /// A printer column must have a type.
    CRD_38 = "CRD-38";
    /// The type of a printer column is `boolean`, `date`, `integer`, `number` or `string`.
    CRD_39 = "CRD-39";
    /// The format of a printer column, where it is set, is `byte`, `date`, `date-time`, `double`, `float`, `int32`, `int64` or
    /// `password`.
    CRD_41 = "CRD-41";
    /// A printer column must have a path.
    CRD_42 = "CRD-42";
    /// The path of a printer column must start with a dot; nothing else about it is checked.
    CRD_43 = "CRD-43";
    /// The internal `spec.version` must be a DNS label; it is the name of the first version (CNV-02).
    CRD_46 = "CRD-46";
    /// `spec.version` must be the name of the first version. Only v1beta1 can violate this rule.
    CRD_47 = "CRD-47";
    /// `plural`, `singular`, `kind` and `listKind` must be set after defaulting.
    CRD_48 = "CRD-48";
    /// A selectable field must have a path.
    CRD_50 = "CRD-50";
    /// The path of a selectable field must lead to a declared field. The path cannot lead into a list.
    CRD_51 = "CRD-51";
    /// The path of a selectable field must not lead into metadata.
    CRD_52 = "CRD-52";
    /// A selectable field must be of type `string`, `boolean` or `integer`.
    CRD_53 = "CRD-53";
    /// Selectable fields must be unique.
    CRD_54 = "CRD-54";
    /// A version has at most 8 selectable fields.
    CRD_55 = "CRD-55" changed "1.35: an update may keep a longer list unchanged.";
    /// Selectable fields at the top level need a schema at the top level. Equal selectable fields move there (CNV-03) though
    /// the schemas differ, and then this fails.
    CRD_56 = "CRD-56" changed "1.34: a shorter message.";
    /// The schema at the top level must be structural if there are selectable fields; the server may panic if it is not.
    CRD_57 = "CRD-57";
    /// The conversion strategy must be `None` if `preserveUnknownFields` is true.
    CRD_58 = "CRD-58";
    /// The conversion strategy must be set.
    CRD_60 = "CRD-60";
    /// The conversion strategy is `None` or `Webhook`.
    CRD_61 = "CRD-61";
    /// The strategy `Webhook` needs a client configuration.
    CRD_62 = "CRD-62";
    /// The client configuration must have exactly one of `url` and `service`.
    CRD_63 = "CRD-63";
    /// The webhook's URL must parse.
    CRD_64 = "CRD-64" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's URL must have the scheme `https`.
    CRD_65 = "CRD-65" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's URL must have a host.
    CRD_66 = "CRD-66" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's URL must not have user information.
    CRD_67 = "CRD-67" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's URL must not have a fragment.
    CRD_68 = "CRD-68" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's URL must not have a query.
    CRD_69 = "CRD-69" from "apiserver/pkg/util/webhook/validation.go";
    /// The webhook's service must have a name and a namespace. The server reports a missing name at the path of the namespace, and a missing namespace at the path of the name.
    CRD_70 = "CRD-70" from "apiserver/pkg/util/webhook/validation.go";
    /// The port of the webhook's service is between 1 and 65535.
    CRD_72 = "CRD-72" from "apiserver/pkg/util/webhook/validation.go";
    /// The path of the webhook's service must start with `/`, and each of its segments must be a DNS subdomain.
    CRD_73 = "CRD-73" from "apiserver/pkg/util/webhook/validation.go";
    /// The CA bundle must hold PEM certificates. Create does not check it.
    CRD_74 = "CRD-74" from "apiserver/pkg/util/webhook/validation.go" changed "1.31: checked on updates of established CRDs whose bundle was valid; not checked before.";
    /// The strategy `Webhook` needs `conversionReviewVersions`.
    CRD_75 = "CRD-75";
    /// `conversionReviewVersions` must be unique.
    CRD_76 = "CRD-76";
    /// Each of `conversionReviewVersions` must be a DNS label.
    CRD_77 = "CRD-77";
    /// `conversionReviewVersions` must include `v1` or `v1beta1`, unless the old object had neither.
    CRD_78 = "CRD-78";
    /// A client configuration is only allowed with the strategy `Webhook`.
    CRD_79 = "CRD-79";
    /// `conversionReviewVersions` are only allowed with the strategy `Webhook`.
    CRD_80 = "CRD-80";
    /// `status.acceptedNames` are checked like `spec.names`.
    CRD_81 = "CRD-81";
    /// There must be a stored version. On create this fails if no version has `storage: true`.
    CRD_82 = "CRD-82";
    /// Every version with `storage: true` must be a stored version.
    CRD_83 = "CRD-83";
    /// Every stored version must be in `spec.versions`.
    CRD_84 = "CRD-84" changed "1.33: the error explains storage migration.";
    /// CRDs of groups below `k8s.io` and `kubernetes.io` need the annotation `api-approved.kubernetes.io`.
    CRD_85 = "CRD-85";
    /// The approval annotation must be a URL, or start with `unapproved`.
    CRD_86 = "CRD-86";
    /// `preserveUnknownFields: true` is not allowed; an update may keep it.
    CRD_87 = "CRD-87";

    group "Names of the resource" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The plural name must be a DNS label that starts with a letter.
    N_01 = "N-01";
    /// The singular name must be a DNS label that starts with a letter.
    N_02 = "N-02";
    /// The kind, converted to lower case, must be a DNS label that starts with a letter.
    N_03 = "N-03";
    /// The list kind, converted to lower case, must be a DNS label that starts with a letter.
    N_04 = "N-04";
    /// Each short name must be a DNS label that starts with a letter.
    N_05 = "N-05";
    /// `kind` and `listKind` must differ.
    N_06 = "N-06";
    /// Each category must be a DNS label that starts with a letter.
    N_07 = "N-07";

    group "One schema of a CRD" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// With the status subresource, the root must have type `object` or no type.
    SCH_01 = "SCH-01";
    /// With the status subresource, the root must not have `allOf`, `anyOf`, `oneOf`, `not`, `enum`,
    /// `default`, `nullable`, `minProperties` or `maxProperties`. An empty list counts too.
    SCH_02 = "SCH-02";
    /// The root must not be nullable.
    SCH_03 = "SCH-03";
    /// The schema must convert to the structural form (STC). The server reports this only if there is no other error.
    SCH_04 = "SCH-04";
    /// The schema must be structural (STR). Checked if SCH-04 found nothing.
    SCH_05 = "SCH-05";
    /// The defaults must be valid (DFT). Checked if SCH-05 found nothing.
    SCH_06 = "SCH-06";
    /// CEL rules are compiled only if SCH-04 to SCH-06 found nothing; the checks of each node (OAS) always run.
    SCH_07 = "SCH-07";
    /// Marks up to four rules that contribute most to a total cost above the limit of SCH-09.
    SCH_08 = "SCH-08";
    /// The estimated cost of all rules and message expressions of a schema is at most 100,000,000. Unchanged schemas are not
    /// exempt.
    SCH_09 = "SCH-09";
    /// A validator must be built from the schema. A schema that passes the other checks cannot violate this rule.
    SCH_10 = "SCH-10";

    group "Each node of a schema" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The type is one of `array`, `boolean`, `integer`, `number`, `object` and `string`.
    OAS_01 = "OAS-01";
    /// A default must not be set in the metadata, kind and apiVersion of the root, nor below `additionalProperties` in object
    /// metadata.
    OAS_02 = "OAS-02";
    /// `id` is not supported.
    OAS_03 = "OAS-03";
    /// `additionalItems` is not supported.
    OAS_04 = "OAS-04";
    /// `patternProperties` is not supported.
    OAS_05 = "OAS-05";
    /// `definitions` is not supported, unless it is empty.
    OAS_05D = "OAS-05d";
    /// `dependencies` is not supported, even if it is empty.
    OAS_05E = "OAS-05e";
    /// `$ref` is not supported, even if it is empty.
    OAS_06 = "OAS-06";
    /// `null` is not a type; `nullable` is the alternative.
    OAS_07 = "OAS-07";
    /// `items` must be one schema, not a list.
    OAS_08 = "OAS-08";
    /// `x-kubernetes-embedded-resource` must not be used inside of object metadata.
    OAS_13 = "OAS-13";
    /// `uniqueItems: true` is not allowed, because its run time is quadratic.
    OAS_14 = "OAS-14";
    /// `properties` excludes `additionalProperties`, unless the latter is `true`.
    OAS_15 = "OAS-15";
    /// `x-kubernetes-preserve-unknown-fields` is `true` or absent.
    OAS_16 = "OAS-16";
    /// `x-kubernetes-map-type` needs type `object`.
    OAS_17 = "OAS-17";
    /// `x-kubernetes-map-type` is `atomic` or `granular`.
    OAS_18 = "OAS-18";
    /// `x-kubernetes-list-type` needs type `array`.
    OAS_19 = "OAS-19";
    /// Lists in a set must be atomic. An update may keep a set that is not.
    OAS_20 = "OAS-20";
    /// Objects in a set must have `x-kubernetes-map-type: atomic`. An update may keep a set without it.
    OAS_21 = "OAS-21";
    /// `x-kubernetes-list-type` is `atomic`, `set` or `map`.
    OAS_22 = "OAS-22";
    /// `x-kubernetes-list-map-keys` need `x-kubernetes-list-type: map`.
    OAS_23 = "OAS-23";
    /// A list of type `map` must name its keys.
    OAS_24 = "OAS-24";
    /// A list of type `map` must have `items`.
    OAS_25 = "OAS-25";
    /// `items` of a list of type `map` must be one schema.
    OAS_26 = "OAS-26";
    /// Elements of a list of type `map` must be objects.
    OAS_27 = "OAS-27";
    /// Keys of a list of type `map` must be scalars.
    OAS_28 = "OAS-28";
    /// Keys of a list of type `map` must be properties of its elements.
    OAS_29 = "OAS-29";
    /// Keys of a list of type `map` must be unique.
    OAS_30 = "OAS-30";
    /// Elements of a set or map must not be nullable. An update may keep a schema that violates OAS-40 to OAS-42.
    OAS_40 = "OAS-40";
    /// A key of a list of type `map` must be required or have a default.
    OAS_41 = "OAS-41";
    /// A key of a list of type `map` must not be nullable.
    OAS_42 = "OAS-42";

    group "Conversion to a structural schema" from "apiextensions-apiserver/pkg/apiserver/schema/convert.go";
    /// `id` has no structural form.
    STC_01 = "STC-01";
    /// `$schema` has no structural form. No other rule reports it.
    STC_02 = "STC-02";
    /// `$ref` has no structural form.
    STC_03 = "STC-03";
    /// `patternProperties` has no structural form.
    STC_04 = "STC-04";
    /// `dependencies` has no structural form.
    STC_05 = "STC-05";
    /// `additionalItems` has no structural form.
    STC_06 = "STC-06";
    /// `definitions` has no structural form.
    STC_07 = "STC-07";
    /// A list of schemas as `items` has no structural form.
    STC_08 = "STC-08";
    /// `x-kubernetes-preserve-unknown-fields: false` has no structural form.
    STC_09 = "STC-09";

    group "Structural schemas" from "apiextensions-apiserver/pkg/apiserver/schema/validation.go";
    /// A node of type `array` must have `items`.
    STR_01 = "STR-01";
    /// The root must not have `additionalProperties`.
    STR_02 = "STR-02";
    /// `x-kubernetes-int-or-string` excludes `x-kubernetes-preserve-unknown-fields`.
    STR_03 = "STR-03";
    /// `x-kubernetes-int-or-string` excludes `x-kubernetes-embedded-resource`.
    STR_04 = "STR-04";
    /// An embedded resource must have type `object`.
    STR_05 = "STR-05";
    /// The root, every property and every element must have a type, unless they are int-or-string or preserve unknown fields.
    STR_06 = "STR-06";
    /// An embedded resource must not have `additionalProperties`.
    STR_07 = "STR-07";
    /// The root must have type `object`. A root that preserves unknown fields may omit the type.
    STR_08 = "STR-08";
    /// `apiVersion` and `kind` of the root and of embedded resources must have type `string`.
    STR_09 = "STR-09";
    /// `metadata` of the root and of embedded resources must have type `object`.
    STR_10 = "STR-10";
    /// `metadata` of the root may restrict `name` and `generateName`, and nothing else.
    STR_11 = "STR-11" changed "1.36: `externalDocs` and `example` count as restrictions too.";
    /// An embedded resource must have `properties` or preserve unknown fields.
    STR_12 = "STR-12";
    /// A pattern must be a regular expression of Go (RE2), also below `allOf`, `anyOf`, `oneOf` and `not`.
    STR_13 = "STR-13";
    /// A node below `allOf`, `anyOf`, `oneOf` or `not` holds value validation only (STR-20 to STR-30): it has no type, apart
    /// from the two patterns of int-or-string.
    STR_20 = "STR-20";
    /// A node below a combination has no `additionalProperties`.
    STR_21 = "STR-21" changed "1.31: `additionalProperties: false` is dropped there instead of rejected.";
    /// A node below a combination has no default.
    STR_22 = "STR-22";
    /// A node below a combination has no title.
    STR_23 = "STR-23";
    /// A node below a combination has no description.
    STR_24 = "STR-24";
    /// A node below a combination is not nullable.
    STR_25 = "STR-25";
    /// A node below a combination sets none of `x-kubernetes-preserve-unknown-fields`, `x-kubernetes-embedded-resource` and
    /// `x-kubernetes-int-or-string`.
    STR_26 = "STR-26";
    /// A node below a combination has no `x-kubernetes-list-map-keys`.
    STR_27 = "STR-27";
    /// A node below a combination has no `x-kubernetes-list-type` and no `x-kubernetes-map-type`.
    STR_28 = "STR-28";
    /// A node below a combination has no `x-kubernetes-validations`.
    STR_29 = "STR-29";
    /// A node below a combination has no property `metadata`.
    STR_30 = "STR-30";
    /// A property below a combination at the root must be declared outside of it. Combinations on other nodes are not checked.
    STR_40 = "STR-40" from "apiextensions-apiserver/pkg/apiserver/schema/complete.go";
    /// `items` below a combination at the root must be declared outside of it.
    STR_41 = "STR-41" from "apiextensions-apiserver/pkg/apiserver/schema/complete.go";

    group "Defaults in a schema" from "apiextensions-apiserver/pkg/apiserver/schema/defaulting/validation.go";
    /// Pruning must not change a default. An update may keep defaults that violate this rule.
    DFT_01 = "DFT-01";
    /// The metadata of embedded resources in a default must decode.
    DFT_02 = "DFT-02";
    /// Embedded resources in a default must be valid; a default at the root is itself such a resource.
    DFT_03 = "DFT-03";
    /// A default must be valid against its own node.
    DFT_04 = "DFT-04";
    /// A default must satisfy the CEL rules of its node and of the nodes below, both with the default itself as the old value and without an old value.
    DFT_05 = "DFT-05";
    /// A CEL rule that applies to a default must compile.
    DFT_05C = "DFT-05c";
    /// Nested defaults are not applied to an outer default before it is validated.
    DFT_10 = "DFT-10";
    /// Defaults are validated against the structural form: int-or-string adds no type check, and unknown formats are not ignored. An unknown format disables the type check of strings and lists.
    DFT_11 = "DFT-11";
    /// All defaults of a schema share one CEL cost budget of 10,000,000.
    DFT_16 = "DFT-16";
    /// A server prunes the defaults again when it serves the CRD. This yields no error.
    DFT_18 = "DFT-18";

    group "CEL rules of a schema" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// A rule must not be blank.
    CEL_01 = "CEL-01";
    /// A message must not be blank.
    CEL_02 = "CEL-02" changed "1.34: the error no longer starts with `message`.";
    /// A message must not have line breaks.
    CEL_03 = "CEL-03" changed "1.34: the error no longer starts with `message`.";
    /// A rule with line breaks must have a message. A message expression is not enough.
    CEL_04 = "CEL-04";
    /// A message expression must not be blank.
    CEL_05 = "CEL-05";
    /// A reason is `FieldValueDuplicate`, `FieldValueForbidden`, `FieldValueInvalid` or `FieldValueRequired`.
    CEL_06 = "CEL-06";
    /// A field path must not be blank.
    CEL_07 = "CEL-07" changed "1.34: the error no longer starts with `fieldPath`.";
    /// A field path must not have line breaks.
    CEL_08 = "CEL-08" changed "1.34: the error no longer starts with `fieldPath`.";
    /// A field path must lead to a declared field. The path cannot lead into a list. A path that goes below
    /// `additionalProperties: true` makes the server panic.
    CEL_09 = "CEL-09" changed "1.34: the error no longer starts with `fieldPath`.";
    /// The node of a rule must have a CEL type.
    CEL_10 = "CEL-10";
    /// The node of a rule must have a CEL type within that of its parent.
    CEL_11 = "CEL-11";
    /// The estimated cost of a rule, multiplied by how often its node may occur, is at most 10,000,000. Updates that leave the
    /// schema of a version unchanged are exempt.
    CEL_12 = "CEL-12";
    /// A rule must compile and yield a boolean. New expressions can use the functions of the minor version before the server's.
    CEL_13 = "CEL-13" from "apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go";
    /// A message expression must compile and yield a string.
    CEL_14 = "CEL-14" from "apiextensions-apiserver/pkg/apiserver/schema/cel/compilation.go";
    /// The estimated cost of a message expression is at most 10,000,000; how often its node may occur does not matter.
    CEL_15 = "CEL-15";
    /// A rule must not use `oldSelf` below a list that is not of type `map`, since old and new elements cannot be paired.
    CEL_20 = "CEL-20";
    /// `optionalOldSelf` may be set only on a rule that uses `oldSelf`.
    CEL_21 = "CEL-21";

    group "Updates of a CRD" from "apimachinery/pkg/api/validation/objectmeta.go";
    /// An update must have a `resourceVersion`.
    UPD_01 = "UPD-01";
    /// `metadata.generation` must not decrease.
    UPD_02 = "UPD-02";
    /// Name, namespace, UID, creation and deletion times of the metadata cannot change.
    UPD_03 = "UPD-03";
    /// No finalizer can be added while the object is being deleted.
    UPD_04 = "UPD-04";
    /// Labels, annotations, owner references and managed fields are checked again; names and finalizers are not.
    UPD_05 = "UPD-05";
    /// The scope of an established CRD cannot change.
    UPD_10 = "UPD-10" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The kind of an established CRD cannot change.
    UPD_11 = "UPD-11" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The group cannot change.
    UPD_12 = "UPD-12" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";
    /// The plural name cannot change.
    UPD_13 = "UPD-13" from "apiextensions-apiserver/pkg/apis/apiextensions/validation/validation.go";

    group "Warnings" from "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go";
    /// The server warns about a format that it does not know for the type of the node. An update warns only about new ones.
    WRN_01 = "WRN-01" changed "1.34: introduced, whatever the type. 1.35: strings only. 1.36: by type, numbers included.";
    /// The server warns about a set whose elements are objects or lists.
    WRN_02 = "WRN-02" changed "1.37: introduced.";

    group "Conversion with strategy None" from "apiextensions-apiserver/pkg/apiserver/conversion/nop_converter.go";
    /// An object that is written through a version loses the members that the schema of the stored version does not have.
    NON_01 = "NON-01";
    /// Any write through a version, of metadata and of the status too, drops the members of the stored object that the schema of
    /// this version does not have.
    NON_02 = "NON-02";
    /// A value is read in a version that declares another type for it.
    NON_03 = "NON-03";
    /// Null is dropped where the schema of one of the versions is not nullable.
    NON_04 = "NON-04";
    /// Unknown fields, or the keys of a map, are dropped where the schema of one of the versions does not keep them.
    NON_05 = "NON-05";
    /// Server-side apply fails where a converted object has a member that the schema does not declare.
    NON_06 = "NON-06";
    /// An object that passes through two versions gets the defaults of both.
    NON_07 = "NON-07";
    /// An object is only validated against the version through which it is written, so an object that another version rejects can be stored.
    NON_08 = "NON-08";

    group "Priority of versions" from "apimachinery/pkg/version/helpers.go";
    /// Versions of the form `v1`, `v1beta1` or `v1alpha1` are ordered by stability, then by their numbers; the numbers fit 64 bits
    /// with a sign.
    PRI_01 = "PRI-01";
    /// Versions of any other form come last, in ascending order.
    PRI_02 = "PRI-02";
    /// Versions that differ only in leading zeros are equal, and their order is undefined.
    PRI_04 = "PRI-04";
    /// The preferred version of a group is the first of those that its CRDs serve. Clients that name no version use it, and so do
    /// the garbage collector and the deletion of namespaces.
    PRI_05 = "PRI-05" from "apiextensions-apiserver/pkg/apiserver/customresource_discovery_controller.go";

    group "Stored versions" from "apiextensions-apiserver/pkg/registry/customresourcedefinition/strategy.go";
    /// A new CRD has its storage version as the only stored version. An update adds a new storage version, and removes none.
    STO_01 = "STO-01";
    /// A stored version must stay among the versions (CRD-84), so another version is stored in one release and the old one removed
    /// in a later one.
    STO_02 = "STO-02";
    /// A write of the status accepts any list of stored versions. If it contains a name that is not a version, later updates are rejected.
    STO_03 = "STO-03";
    /// The server never reads stored data: if a version is removed too early, its objects cannot be read.
    STO_04 = "STO-04";
    /// An update without `conversion` sets the strategy `None` at once.
    STO_06 = "STO-06";

    group "The condition NonStructuralSchema" from "apiextensions-apiserver/pkg/controller/nonstructuralschema/nonstructuralschema_controller.go";
    /// A CRD with `preserveUnknownFields: true` is not structural.
    NSS_01 = "NSS-01";

    group "Publishing" from "apiextensions-apiserver/pkg/controller/openapi/builder/builder.go";
    /// The structural schema of a version is published if it is valid, and a bare `type: object` otherwise.
    PUB_01 = "PUB-01";
    /// A node with `x-kubernetes-int-or-string` is published with `anyOf: [{type: integer}, {type: string}]`.
    PUB_02 = "PUB-02" from "apiextensions-apiserver/pkg/apiserver/schema/unfold.go";
    /// The `OpenAPI` v3 document keeps all value validation, defaults and extensions.
    PUB_03 = "PUB-03";
    /// The `OpenAPI` v2 document loses combinations, and the types of nullable nodes and of nodes that preserve unknown fields.
    PUB_04 = "PUB-04" from "apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go";
    /// The root and embedded resources are published with `apiVersion`, `kind` and the full `metadata`.
    PUB_05 = "PUB-05";
    /// A document of version 3 is published for each group and version that a CRD serves, with the paths and definitions of all
    /// its kinds.
    PUB_10 = "PUB-10" from "apiextensions-apiserver/pkg/controller/openapiv3/controller.go";
    /// The served versions of all CRDs are merged into the document of version 2.
    PUB_11 = "PUB-11" from "apiextensions-apiserver/pkg/controller/openapi/controller.go";
    /// The name of a definition is the group with its labels reversed, the version and the kind, with dots between them.
    PUB_12 = "PUB-12";
    /// Kinds and lists carry their group, version and kind in `x-kubernetes-group-version-kind`; so do operations.
    PUB_13 = "PUB-13";
    /// Kinds and lists name the selectable fields of the version, without the dot at the start.
    PUB_14 = "PUB-14" changed "1.31: introduced.";
    /// The definition of a list has `items`, which are required, and the metadata of lists.
    PUB_15 = "PUB-15";
    /// A schema that is missing or not structural is published as `type: object`; so is, in version 2, one that preserves
    /// unknown fields at its root.
    PUB_16 = "PUB-16";
    /// Version 3 keeps defaults, nullable and combinations, and puts references with a description below `allOf`.
    PUB_17 = "PUB-17" from "apiextensions-apiserver/pkg/apiserver/schema/kubeopenapi.go";
    /// Version 2 has no combinations and no defaults; a nullable node loses its type, and is not required.
    PUB_18 = "PUB-18" from "apiextensions-apiserver/pkg/controller/openapi/v2/conversion.go";
    /// A kind has paths for all objects of a namespace or cluster, for one object, and for its subresources.
    PUB_21 = "PUB-21";
    /// An operation ID is made of the verb, the group without `.k8s.io`, the version, `Namespaced`, the kind and the
    /// subresource; a tag of the group and the version.
    PUB_22 = "PUB-22" from "apiserver/pkg/endpoints/openapi/openapi.go";
    /// The description of an operation is made of its verb, the subresource, an article and the kind.
    PUB_23 = "PUB-23";
    /// Operations take and return JSON and YAML; a patch is a JSON patch, a merge patch or an apply configuration.
    PUB_24 = "PUB-24";
    /// Query parameters that all operations of a path have are listed at the path.
    PUB_25 = "PUB-25" from "kube-openapi/pkg/builder3/openapi.go";
    /// Version 2 shares parameters among operations under names that end in a hash, except for names, `dryRun`, `fieldValidation` and bodies of the kind.
    PUB_26 = "PUB-26" from "kube-openapi/pkg/builder/parameters.go";
    /// Server-side apply merges by the definitions of all versions, served or not, without selectable fields.
    PUB_29 = "PUB-29" from "apiextensions-apiserver/pkg/apiserver/customresource_handler.go";

    group "Requests with custom resources" from "apiextensions-apiserver/pkg/registry/customresource/strategy.go";
    /// With the status subresource, create drops `status`, and the generation starts at 1.
    OBJ_02 = "OBJ-02";
    /// An object is decoded, pruned, stripped of nulls, coerced and defaulted, in this order, before it is validated.
    OBJ_03 = "OBJ-03" from "apiextensions-apiserver/pkg/apiserver/customresource_handler.go";
    /// Validation goes from type and metadata over the schema and the scale subresource to embedded resources, list types and
    /// CEL rules. A wrong kind or apiVersion skips metadata and schema.
    OBJ_11 = "OBJ-11";
    /// A new object is decoded, defaulted, prepared and validated, in this order.
    OBJ_01 = "OBJ-01" from "apiserver/pkg/registry/rest/create.go";
    /// `kind` and `apiVersion` must be strings, and metadata must decode.
    OBJ_05 = "OBJ-05" from "apiextensions-apiserver/pkg/apiserver/customresource_handler.go";
    /// Unknown and duplicate fields cause the request to be rejected, cause a warning, or are ignored, as the client requests.
    OBJ_06 = "OBJ-06" from "apiextensions-apiserver/pkg/apiserver/customresource_handler.go";
    /// Rules are not run on an object that violates its schema in a way that would make them fail.
    OBJ_12 = "OBJ-12";
    /// An update keeps the generation unless more than metadata changes, and keeps what the server filled in. Its metadata is validated by the generic registry and by the strategy.
    OBJ_13 = "OBJ-13" from "apiserver/pkg/registry/rest/update.go";
    /// An update of the status changes nothing else, and is validated against the schema of the status and all rules.
    OBJ_16 = "OBJ-16" from "apiextensions-apiserver/pkg/registry/customresource/status_strategy.go";
    /// An update through the scale subresource sets the replicas, and is validated as an update of the whole object.
    OBJ_18 = "OBJ-18" from "apiextensions-apiserver/pkg/registry/customresource/etcd.go";
    /// The client is warned about new finalizers that have no domain.
    OBJ_19 = "OBJ-19" from "apiextensions-apiserver/pkg/registry/customresource/validator.go" changed "1.32: one with a dot should have a path.";

    group "Pruning and defaulting of objects" from "apiextensions-apiserver/pkg/apiserver/schema/pruning/algorithm.go";
    /// Members that the schema does not declare are removed, unless the node preserves unknown fields. Combinations such as
    /// `anyOf` do not declare members.
    PRN_01 = "PRN-01";
    /// Members whose value is null are removed if they are not nullable and have no default.
    PRN_02 = "PRN-02" from "apiextensions-apiserver/pkg/apiserver/schema/defaulting/prunenulls.go";
    /// A property that is absent, or null without being nullable, takes its default. Absent objects are not created to hold the defaults of their properties.
    PRN_03 = "PRN-03" from "apiextensions-apiserver/pkg/apiserver/schema/defaulting/algorithm.go";

    group "Embedded resources of objects" from "apiextensions-apiserver/pkg/apiserver/schema/objectmeta/validation.go";
    /// `apiVersion` and `kind` of the root and of embedded resources must be strings, and `metadata` must decode.
    EMB_01 = "EMB-01" from "apiextensions-apiserver/pkg/apiserver/schema/objectmeta/coerce.go";
    /// An embedded resource must have `apiVersion` and `kind`, and its metadata must be valid.
    EMB_02 = "EMB-02" changed "1.34: the error about an absent member has no message of its own.";

    group "Values of objects" from "apiextensions-apiserver/pkg/apiserver/validation/validation.go";
    /// A value must satisfy the value validations of its node, with the conversions of kube-openapi's validator.
    VAL_01 = "VAL-01" from "github.com/kubernetes/kube-openapi/pkg/validation/validate" changed "1.32: other messages about lengths. 1.36: ranges of numeric formats.";
    /// A string must satisfy its format, if the server knows the format.
    VAL_02 = "VAL-02" from "apiextensions-apiserver/pkg/apiserver/validation/formats.go" changed "1.35: `k8s-short-name` and `k8s-long-name`. 1.36: formats of numbers.";
    /// An update does not report violations by values that it leaves unchanged (KEP-4008).
    VAL_03 = "VAL-03" from "apiextensions-apiserver/pkg/apiserver/validation/ratcheting.go" changed "1.30: introduced. 1.33: for the status subresource too.";

    group "List types of objects" from "apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go";
    /// Elements of a list of type `set`, and keys of the elements of a list of type `map`, must be unique.
    LST_01 = "LST-01";

    group "CEL rules of objects" from "apiextensions-apiserver/pkg/apiserver/schema/cel/validation.go";
    /// A rule finds its old value by name in objects and maps, and by keys in map lists; in other lists there is no old value.
    RUL_03 = "RUL-03";
    /// Every rule must be true for the values at its node, except for values that an update leaves unchanged.
    RUL_04 = "RUL-04" changed "1.30: unchanged values. 1.35: the value is printed.";
    /// The evaluation of a rule must not fail.
    RUL_07 = "RUL-07";
    /// A stored rule that does not compile rejects each object to which it applies.
    RUL_08 = "RUL-08";
    /// A false rule moves the errors that follow it at the same node to its `fieldPath`.
    RUL_09 = "RUL-09" changed "1.30: they are not moved.";
    /// The cost limit is 1,000,000 for a rule, and 10,000,000 for all rules of a request.
    RUL_12 = "RUL-12";

    group "The scale subresource of objects" from "apiextensions-apiserver/pkg/registry/customresource/validator.go";
    /// Replicas must be integers from 0 to 2,147,483,647, and the label selector must be a string.
    SCL_01 = "SCL-01";
}

/// Formats the catalogue, and the changes between server versions, as a page in Markdown: the text of `docs/rules.md`.
#[cfg(feature = "docs")]
pub fn rules_markdown() -> String {
    use super::changes::CHANGES;

    let mut page = String::from(HEAD);
    for group in GROUPS {
        let title = group.title;
        page.push_str(&format!(
            "\n## {title}\n\n| rule | what the server requires or does | source |\n|---|---|---|\n"
        ));
        for rule in group.rules {
            let mut text = one_line(rule.text);
            if !rule.changed.is_empty() {
                text.push_str(&format!(" *By version: {}*", rule.changed));
            }
            page.push_str(&format!("| {} | {text} | `{}` |\n", rule.id, rule.source));
        }
    }
    page.push_str(
        "\n## Changes between server versions\n\nThe changes that code asks for with `KubeVersion::has`, from the table in \
         `crd-core/src/model/changes.rs`.\n\n| since | name | what changed |\n|---|---|---|\n",
    );
    for (change, text) in CHANGES {
        page.push_str(&format!(
            "| 1.{} | `{change:?}` | {} |\n",
            change.since(),
            one_line(text)
        ));
    }
    page
}

/// Joins the lines of a doc comment into one cell of a table.
#[cfg(feature = "docs")]
fn one_line(lines: &[&str]) -> String {
    lines.concat().trim().replace('|', "\\|")
}

#[cfg(feature = "docs")]
const HEAD: &str = "\
# Rules

Every check of the Kubernetes API server that crd-gen implements or cites has an ID. The ID is at the code that implements
the check, in the `rules` of a diagnostic code, and in the tests. This page is generated from the table in
`crd-core/src/model/rules.rs`; edit that table, then regenerate (see [CONTRIBUTING.md](../CONTRIBUTING.md)).

A source is a file below `staging/src/k8s.io` of [kubernetes/kubernetes](https://github.com/kubernetes/kubernetes), unless it
names another repository. *By version* says what differs between the supported servers, 1.29 to 1.37; everything else holds
for all of them. \"Combination\" means `allOf`, `anyOf`, `oneOf` and `not`. Numbers are not contiguous: an ID is never used
for another rule.
";

#[cfg(all(test, feature = "docs"))]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn ids_are_unique_and_grouped_by_prefix() {
        let mut seen = BTreeSet::new();
        let mut prefixes = BTreeSet::new();
        for group in GROUPS {
            let of = |rule: &CatalogueRule| rule.id.as_str().split('-').next().unwrap_or_default();
            let first = group.rules.first().map(of).unwrap_or_default();
            assert!(prefixes.insert(first), "{first} has two groups");
            for rule in group.rules {
                assert_eq!(of(rule), first, "{}", rule.id);
                assert!(seen.insert(rule.id), "{} is given twice", rule.id);
                assert_eq!(rule.constant, rule.id.as_str().replace('-', "_").to_uppercase());
                let text = rule.text.concat();
                assert!(
                    text.starts_with(' ') && text.ends_with('.'),
                    "{}: {text}",
                    rule.id
                );
            }
        }
    }
}
