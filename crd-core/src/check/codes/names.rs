//! 01: names, scope, versions, subresources, printer columns, selectable fields, metadata.

super::entry::codes! {
    "group-required" GROUP_REQUIRED = CRD0101 Error: "the group is missing";
        CRD_01 => "`group` is missing", "must be set",
            "add `group: example.com`, a domain that you own";
    "group-invalid" GROUP_INVALID = CRD0102 Error: "the group is not a domain name";
        CRD_02 => "`{value}` is not a domain name", "not a DNS subdomain",
            "use lower case letters, digits, `-` and `.`, such as `db.example.com`";
        CRD_03 => "the group `{value}` has no dot", "must be a domain with at least one dot",
            "use a domain that you own, such as `{value}.example.com`";
    "scope" SCOPE = CRD0103 Error: "the scope is missing or unknown";
        CRD_04 => "`scope` is missing", "must have `scope`",
            "add `scope: Namespaced` or `scope: Cluster`";
        CRD_05 => "`{value}` is not a scope", "must be `Namespaced` or `Cluster`",
            "write `scope: Namespaced` or `scope: Cluster`";
    "names-required" NAMES_REQUIRED = CRD0104 Error: "a name of the resource is missing";
        CRD_48 => "`names.{name}` is missing", "must have `{name}`",
            "add `{name}`; only `plural` and `kind` are required, the others default to names derived from \
             `kind`";
    "names-invalid" NAMES_INVALID = CRD0105 Error: "a name of the resource is malformed";
        N_01 => "`{value}` is not a valid plural name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, at most 63 characters";
        N_02 => "`{value}` is not a valid singular name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, at most 63 characters";
        N_03 => "`{value}` is not a valid kind", "not a DNS label, apart from case",
            "use letters and digits, starting with a letter, such as `Database`";
        N_04 => "`{value}` is not a valid list kind", "not a DNS label, apart from case",
            "use the kind followed by `List`, or remove `listKind`";
        N_05 => "`{value}` is not a valid short name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter";
        N_07 => "`{value}` is not a valid category", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, such as `all`";
        CRD_81 => "an accepted name is malformed", "malformed",
            "remove `status`; the server sets it";
    "kind-equals-list-kind" KIND_EQUALS_LIST_KIND = CRD0106 Error: "`kind` and `listKind` are the same";
        N_06 => "`kind` and `listKind` are both `{value}`", "the same as `kind`",
            "use the kind followed by `List`, or remove `listKind`";
    "metadata-name-required" METADATA_NAME_REQUIRED = CRD0107 Error: "the CRD has no name";
        M_02 => "the CRD has no name", "must have `name`",
            "add `name: <plural>.<group>`";
        M_01 => "`generateName` is not possible for a CRD", "a generated name is never `<plural>.<group>`",
            "use `name: <plural>.<group>` instead";
    "metadata-name-mismatch" METADATA_NAME_MISMATCH = CRD0108 Error: "the CRD's name is not `<plural>.<group>`";
        M_03 => "`{value}` is not a DNS subdomain", "not a DNS subdomain",
            "the name must be `<plural>.<group>`";
        M_04 => "the CRD's name must be its plural name, a dot, and its group", "not `<plural>.<group>`",
            "rename it, or change `names.plural` or `group`";
    "labels-invalid" LABELS_INVALID = CRD0109 Error: "a label is malformed";
        M_06 => "a label is malformed: {detail}", "`{value}` is malformed",
            "see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/";
    "annotations-invalid" ANNOTATIONS_INVALID = CRD0110 Error: "the annotations are malformed or too large";
        M_08 => "the annotation key `{value}` is malformed: {detail}", "`{value}` is malformed",
            "a key must be an optional domain and `/`, then a name of letters, digits, `-`, `_` and `.`";
        M_09 => "the annotations are larger than 262,144 bytes in all", "too large",
            "remove `kubectl.kubernetes.io/last-applied-configuration`, or apply with `--server-side`";
    "namespace-set" NAMESPACE_SET = CRD0111 Note: "a CRD has no namespace";
        M_07 => "a CRD is cluster-scoped and has no namespace", "not allowed here",
            "remove `namespace`; `scope: Namespaced` is for the objects of the CRD";
    "owner-references" OWNER_REFERENCES = CRD0112 Error: "an owner reference is malformed";
        M_10 => "an owner reference is malformed: {detail}", "{detail}",
            "an owner needs `apiVersion`, `kind`, `name` and `uid`, and only one can be the controller";
        PREP_06 => "an owner is listed twice, and the server drops the second", "named again", "remove it";
    "finalizers" FINALIZERS = CRD0113 Error: "a finalizer is malformed";
        M_11 => "the finalizer `{value}` is malformed: {detail}", "malformed",
            "a finalizer must be a domain, `/`, and a name";
    "metadata-invalid" METADATA_INVALID = CRD0114 Error: "a metadata field that the server sets is malformed";
        M_05 => "`generation` is negative", "must not be negative", "remove it; the server sets it";
        M_12 => "`managedFields` is malformed: {detail}", "{detail}", "remove it; the server sets it";
    "resource-version" RESOURCE_VERSION = CRD0115 Error: "a new object cannot have a resource version";
        PREP_05 => "`resourceVersion` is set, so the server cannot create this object", "set by the server",
            "remove it, and also `uid`, `creationTimestamp`, `generation` and `managedFields`, which the \
             server sets too";
    "version-name" VERSION_NAME = CRD0120 Error: "a version's name is malformed";
        CRD_14 => "`{value}` is not a valid version name", "not a DNS label",
            "use `v1`, `v1beta1`, `v1alpha1` …: lower case letters, digits and `-`, but no dots";
        CRD_46 => "the first version's name is malformed", "not a DNS label",
            "use `v1`, `v1beta1`, `v1alpha1` …";
    "version-duplicate" VERSION_DUPLICATE = CRD0121 Error: "two versions have the same name";
        CRD_28 => "two versions have the same name", "must be unique", "rename or merge them";
    "storage-version" STORAGE_VERSION = CRD0122 Error: "not exactly one storage version";
        CRD_29 => "exactly one version must have `storage: true`",
            "not exactly one is the storage version",
            "set `storage: true` on one version and `storage: false` on every other";
    "schema-required" SCHEMA_REQUIRED = CRD0123 Error: "a version has no schema";
        CRD_06 => "this version has no schema", "must have `schema.openAPIV3Schema`",
            "declare the fields, or accept any fields with `schema: {openAPIV3Schema: {type: object, \
             x-kubernetes-preserve-unknown-fields: true}}`";
        CRD_07 => "this version is served but has no schema, so it would lose all fields", "must have `schema.openAPIV3Schema`",
            "declare the fields, or accept any fields with `schema: {openAPIV3Schema: {type: object, \
             x-kubernetes-preserve-unknown-fields: true}}`";
    "deprecation-warning" DEPRECATION_WARNING = CRD0124 Error: "a deprecation warning is malformed";
        CRD_15 => "a warning on a version that is not deprecated", "only for deprecated versions",
            "add `deprecated: true`, or remove the warning";
        CRD_16 => "the warning is longer than 256 bytes", "too long", "shorten it";
        CRD_17 => "the warning is empty", "must not be empty",
            "remove it: the server then sends its default warning";
        CRD_18 => "the warning contains a character that cannot be printed", "{detail}",
            "remove tabs, line breaks and other control characters";
        CRD_19 => "the warning contains a character that cannot be printed", "{detail}",
            "remove the characters that are not printable";
    "stored-versions" STORED_VERSIONS = CRD0125 Error: "`status.storedVersions` does not fit the versions";
        CRD_82 => "no version is stored", "no version has `storage: true`",
            "set `storage: true` on one version";
        CRD_83 => "the version with `storage: true` is not in `status.storedVersions`", "{detail}",
            "only one version can have `storage: true`";
    "preserve-unknown-fields-top" PRESERVE_UNKNOWN_FIELDS_TOP = CRD0126 Error: "`spec.preserveUnknownFields: true` is not allowed";
        CRD_87 => "`preserveUnknownFields: true` is no longer allowed", "must be false",
            "remove it, because `false` is the default of `v1`, and add `x-kubernetes-preserve-unknown-fields: true` \
             to the objects that keep unknown fields";
        NSS_01 => "`preserveUnknownFields: true` makes the CRD non-structural", "must be false",
            "remove it, and add `x-kubernetes-preserve-unknown-fields: true` to the objects that keep \
             unknown fields";
    "default-without-pruning" DEFAULT_WITHOUT_PRUNING = CRD0127 Error: "a default in a CRD that does not prune";
        CRD_08 => "defaults need `preserveUnknownFields: false`", "must be false",
            "write `preserveUnknownFields: false`; `v1beta1` CRDs without it have `true`";
    "top-level-and-per-version" TOP_LEVEL_AND_PER_VERSION = CRD0128 Error: "a setting both at the top level \
        and on a version";
        CRD_27A => "{detail}", "{detail}", "move it to the versions";
        CRD_27B => "{detail}", "{detail}", "move it to the top level";
        CRD_47 => "`version` is not the first of `versions`", "must be the first version", "remove `version`";
    "scale-path" SCALE_PATH = CRD0130 Error: "a path of the scale subresource is missing or malformed";
        CRD_30 => "`specReplicasPath` is missing", "must be the path of the desired number of replicas",
            "add `specReplicasPath` with the path of an integer, such as `.spec.replicas`";
        CRD_31 => "`{value}` is not a path under `.spec`", "must be under `.spec`",
            "write, for example, `.spec.replicas`";
        CRD_33 => "`statusReplicasPath` is missing", "must be the path of the current number of replicas",
            "add `statusReplicasPath` with the path of an integer, such as `.status.replicas`";
        CRD_34 => "`{value}` is not a path under `.status`", "must be under `.status`",
            "write, for example, `.status.replicas`";
        CRD_36 => "`{value}` is not a path under `.spec` or `.status`", "must be under `.spec` or `.status`",
            "write, for example, `.status.selector`";
    "column-name" COLUMN_NAME = CRD0135 Error: "a printer column has no name";
        CRD_37 => "a printer column has no name", "must have a `name`",
            "add `name`, the header of the column";
    "column-type" COLUMN_TYPE = CRD0136 Error: "a printer column's type is missing or unknown";
        CRD_38 => "a printer column has no type", "must have a `type`",
            "use `boolean`, `date`, `integer`, `number` or `string`";
        CRD_39 => "`{value}` is not a type of printer columns", "not a type of columns",
            "use `boolean`, `date`, `integer`, `number` or `string`";
    "column-format" COLUMN_FORMAT = CRD0137 Error: "a printer column's format is unknown";
        CRD_41 => "`{value}` is not a format of printer columns", "not a format of columns",
            "use `int32`, `int64`, `float`, `double`, `byte`, `date`, `date-time` or `password`, or remove \
             it";
    "column-path" COLUMN_PATH = CRD0138 Error: "a printer column's path is missing or malformed";
        CRD_42 => "a printer column has no path", "must have a `jsonPath`", "add `jsonPath: .spec.…`";
        CRD_43 => "the path `{value}` must start with a dot", "must start with `.`", "write the path of a field, such as `.spec.replicas`";
    "selectable-without-schema" SELECTABLE_WITHOUT_SCHEMA = CRD0140 Error: "selectable fields and the schema are set in different places";
        CRD_24 => "the server moves equal schemas to the top level, away from these selectable fields", "without a schema next to it",
            "the schemas of the versions are equal but their selectable fields are not: make both equal or \
             both different (kubernetes/kubernetes#140689)";
        CRD_56 => "the server moves equal selectable fields to the top level, away from their schemas", "without a schema next to it",
            "the selectable fields of the versions are equal but their schemas are not: make both equal or \
             both different (kubernetes/kubernetes#140689)";
    "selectable-path" SELECTABLE_PATH = CRD0141 Error: "a selectable field's path is missing or does not exist";
        CRD_50 => "a selectable field has no path", "must have a `jsonPath`", "add `jsonPath: .spec.…`";
        CRD_51 => "`{value}` is not a field of the schema", "{detail}",
            "name a declared field, such as `.spec.color`; the path cannot contain a list";
        CRD_52 => "`{value}` is a field of metadata", "must not be in metadata",
            "`metadata.name` and `metadata.namespace` are always selectable";
    "selectable-type" SELECTABLE_TYPE = CRD0142 Error: "a selectable field is not a string, boolean or integer";
        CRD_53 => "the field `{value}` cannot be selectable", "not a string, boolean or integer",
            "choose a field of type `string`, `boolean` or `integer`";
    "selectable-duplicate" SELECTABLE_DUPLICATE = CRD0143 Error: "a selectable field is listed twice";
        CRD_54 => "`{value}` is listed twice", "listed again", "remove one";
    "selectable-too-many" SELECTABLE_TOO_MANY = CRD0144 Error: "more than 8 selectable fields";
        CRD_55 => "more than 8 selectable fields", "at most 8", "remove some";
    "selectable-not-structural" SELECTABLE_NOT_STRUCTURAL = CRD0145 Error: "selectable fields of a schema that is not structural";
        CRD_25 => "selectable fields need a structural schema: {detail}", "not structural",
            "fix the schema first";
        CRD_57 => "selectable fields need a structural schema: {detail}", "not structural",
            "fix the schema first";
    "api-approval" API_APPROVAL = CRD0160 Error: "a protected group without approval";
        CRD_85 => "groups under `k8s.io` and `kubernetes.io` belong to the Kubernetes project", "needs the annotation `api-approved.kubernetes.io`",
            "use your own group, or add the URL of the pull request that approved the API",
            "for trials: `api-approved.kubernetes.io: \"unapproved, experimental-only\"`";
        CRD_86 => "`api-approved.kubernetes.io` must be a URL or start with `unapproved`", "neither a URL nor `unapproved…`",
            "set the URL of the pull request that approved the API, or `unapproved, <reason>`";
}
