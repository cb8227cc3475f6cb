//! 01: names, scope, versions, subresources, printer columns, selectable fields, metadata.

super::codes! {
    CRD0101 = 101 "group-required" Error: "the group is missing";
        "CRD-01" => "`group` is missing", "must name a group",
            "add `group: example.com`, a domain you own";
    CRD0102 = 102 "group-invalid" Error: "the group is not a domain name";
        "CRD-02" => "`{value}` is not a domain name", "not a DNS subdomain",
            "use lower case letters, digits, `-` and `.`, such as `db.example.com`";
        "CRD-03" => "the group `{value}` has no dot", "must be a domain with at least one dot",
            "use a domain you own, such as `{value}.example.com`";
    CRD0103 = 103 "scope" Error: "the scope is missing or unknown";
        "CRD-04" => "`scope` is missing", "must say `scope`",
            "add `scope: Namespaced` or `scope: Cluster`";
        "CRD-05" => "`{value}` is not a scope", "must be `Namespaced` or `Cluster`",
            "write `scope: Namespaced` or `scope: Cluster`";
    CRD0104 = 104 "names-required" Error: "a name of the resource is missing";
        "CRD-48" => "`names.{name}` is missing", "must say `{name}`",
            "add `{name}`; `plural` and `kind` are enough, the rest follows from `kind`";
    CRD0105 = 105 "names-invalid" Error: "a name of the resource is malformed";
        "N-01" => "`{value}` cannot be a plural name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, at most 63 characters";
        "N-02" => "`{value}` cannot be a singular name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, at most 63 characters";
        "N-03" => "`{value}` cannot be a kind", "not a DNS label, apart from case",
            "use letters and digits, starting with a letter, such as `Database`";
        "N-04" => "`{value}` cannot be a list kind", "not a DNS label, apart from case",
            "use the kind followed by `List`, or leave `listKind` out";
        "N-05" => "`{value}` cannot be a short name", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter";
        "N-07" => "`{value}` cannot be a category", "not a DNS label",
            "use lower case letters, digits and `-`, starting with a letter, such as `all`";
        "CRD-81" => "an accepted name is malformed", "malformed",
            "remove `status`; the server writes it";
    CRD0106 = 106 "kind-equals-list-kind" Error: "`kind` and `listKind` are the same";
        "N-06" => "`kind` and `listKind` are both `{value}`", "the same as `kind`",
            "name it after the kind with `List` at the end, or leave `listKind` out";
    CRD0107 = 107 "metadata-name-required" Error: "the CRD has no name";
        "M-02" => "the CRD has no name", "must say `name`",
            "add `name: <plural>.<group>`";
        "M-01" => "`generateName` cannot name a CRD", "a generated name is never `<plural>.<group>`",
            "use `name: <plural>.<group>` instead";
    CRD0108 = 108 "metadata-name-mismatch" Error: "the CRD's name is not `<plural>.<group>`";
        "M-03" => "`{value}` is not a DNS subdomain", "not a DNS subdomain",
            "the name must be `<plural>.<group>`";
        "M-04" => "the CRD's name must be its plural name, a dot, and its group", "not `<plural>.<group>`",
            "rename it, or mend `names.plural` or `group`";
    CRD0109 = 109 "labels-invalid" Error: "a label is malformed";
        "M-06" => "a label is malformed: {detail}", "`{value}` is malformed",
            "see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/";
    CRD0110 = 110 "annotations-invalid" Error: "the annotations are malformed or too large";
        "M-08" => "the annotation key `{value}` is malformed: {detail}", "`{value}` is malformed",
            "a key is an optional domain and `/`, then a name of letters, digits, `-`, `_` and `.`";
        "M-09" => "the annotations are larger than 262,144 bytes in all", "too large",
            "drop `kubectl.kubernetes.io/last-applied-configuration`, or apply with `--server-side`";
    CRD0111 = 111 "namespace-set" Error: "a CRD has no namespace";
        "M-07" => "a CRD is cluster-scoped and has no namespace", "not allowed here",
            "remove `namespace`; `scope: Namespaced` is about the resources it defines";
    CRD0112 = 112 "owner-references" Error: "an owner reference is malformed";
        "M-10" => "an owner reference is malformed: {detail}", "{detail}",
            "an owner needs `apiVersion`, `kind`, `name` and `uid`, and only one may be the controller";
    CRD0113 = 113 "finalizers" Error: "a finalizer is malformed";
        "M-11" => "the finalizer `{value}` is malformed: {detail}", "malformed",
            "a finalizer is a domain, `/`, and a name";
    CRD0114 = 114 "metadata-invalid" Error: "a member of metadata the server writes is malformed";
        "M-05" => "`generation` is negative", "must not be negative", "remove it; the server writes it";
        "M-12" => "`managedFields` is malformed: {detail}", "{detail}", "remove it; the server writes it";
    CRD0120 = 120 "version-name" Error: "a version's name is malformed";
        "CRD-14" => "`{value}` cannot be a version's name", "not a DNS label",
            "use `v1`, `v1beta1`, `v1alpha1` …";
        "CRD-46" => "the first version's name is malformed", "not a DNS label",
            "use `v1`, `v1beta1`, `v1alpha1` …";
    CRD0121 = 121 "version-duplicate" Error: "two versions have the same name";
        "CRD-28" => "two versions have the same name", "must be unique", "rename or merge them";
    CRD0122 = 122 "storage-version" Error: "not exactly one version is stored";
        "CRD-29" => "exactly one version must have `storage: true`", "not exactly one is stored",
            "set `storage: true` on one version and `storage: false` on every other";
    CRD0123 = 123 "schema-required" Error: "a version has no schema";
        "CRD-06" => "this version has no schema", "must have `schema.openAPIV3Schema`",
            "describe the fields, or keep whatever is sent with `schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}`";
        "CRD-07" => "this version is served, has no schema, and would lose all fields", "must have `schema.openAPIV3Schema`",
            "describe the fields, or keep whatever is sent with `schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}`";
    CRD0124 = 124 "deprecation-warning" Error: "a deprecation warning is malformed";
        "CRD-15" => "a warning on a version that is not deprecated", "only for deprecated versions",
            "add `deprecated: true`, or remove the warning";
        "CRD-16" => "the warning is longer than 256 bytes", "too long", "shorten it";
        "CRD-17" => "the warning is empty", "must not be empty", "remove it: the server then says what is usual";
        "CRD-18" => "the warning contains a character that cannot be printed", "{detail}",
            "remove tabs, line breaks and other control characters";
        "CRD-19" => "the warning contains a character that cannot be printed", "{detail}",
            "remove what is not printable";
    CRD0125 = 125 "stored-versions" Error: "`status.storedVersions` does not fit the versions";
        "CRD-82" => "no version is stored", "no version has `storage: true`",
            "set `storage: true` on one version";
        "CRD-83" => "a version with `storage: true` is not among the stored ones", "{detail}",
            "only one version may have `storage: true`";
    CRD0126 = 126 "preserve-unknown-fields-top" Error: "`spec.preserveUnknownFields: true` is gone";
        "CRD-87" => "`preserveUnknownFields: true` is no longer allowed", "must be false",
            "remove it, and put `x-kubernetes-preserve-unknown-fields: true` where fields are to be kept";
        "NSS-01" => "`preserveUnknownFields: true` makes the CRD non-structural", "must be false",
            "remove it, and put `x-kubernetes-preserve-unknown-fields: true` where fields are to be kept";
    CRD0127 = 127 "default-without-pruning" Error: "a default in a CRD that does not prune";
        "CRD-08" => "defaults need `preserveUnknownFields: false`", "must be false", "remove it";
    CRD0128 = 128 "top-level-and-per-version" Error: "something stands both at the top and on a version";
        "CRD-27a" => "{detail}", "{detail}", "move it to the versions";
        "CRD-27b" => "{detail}", "{detail}", "move it to the top level";
        "CRD-47" => "`version` is not the first of `versions`", "must be the first version", "remove `version`";
    CRD0130 = 130 "scale-path" Error: "a path of the scale subresource is missing or malformed";
        "CRD-30" => "`specReplicasPath` is missing", "must name the field with the wanted number of replicas",
            "add `specReplicasPath: .spec.replicas`";
        "CRD-31" => "`{value}` is not a path under `.spec`", "must be under `.spec`", "write `.spec.replicas`, say";
        "CRD-33" => "`statusReplicasPath` is missing", "must name the field with the present number of replicas",
            "add `statusReplicasPath: .status.replicas`";
        "CRD-34" => "`{value}` is not a path under `.status`", "must be under `.status`",
            "write `.status.replicas`, say";
        "CRD-36" => "`{value}` is not a path under `.spec` or `.status`", "must be under `.spec` or `.status`",
            "write `.status.selector`, say";
    CRD0135 = 135 "column-name" Error: "a printer column has no name";
        "CRD-37" => "a printer column has no name", "must have a `name`", "add `name`, the column's head";
    CRD0136 = 136 "column-type" Error: "a printer column's type is missing or unknown";
        "CRD-38" => "a printer column has no type", "must have a `type`",
            "use `boolean`, `date`, `integer`, `number` or `string`";
        "CRD-39" => "`{value}` is not a type of printer columns", "not a type of columns",
            "use `boolean`, `date`, `integer`, `number` or `string`";
    CRD0137 = 137 "column-format" Error: "a printer column's format is unknown";
        "CRD-41" => "`{value}` is not a format of printer columns", "not a format of columns",
            "use `int32`, `int64`, `float`, `double`, `byte`, `date`, `date-time` or `password`, or leave it out";
    CRD0138 = 138 "column-path" Error: "a printer column's path is missing or malformed";
        "CRD-42" => "a printer column has no path", "must have a `jsonPath`", "add `jsonPath: .spec.…`";
        "CRD-43" => "the path `{value}` must start with a dot", "must start with `.`", "write `.{value}`";
    CRD0140 = 140 "selectable-without-schema" Error: "selectable fields and the schema stand in different places";
        "CRD-24" => "the server moves equal schemas to the top, away from these selectable fields", "without a schema beside it",
            "the versions' schemas are equal but their selectable fields are not: make both equal or both different (kubernetes/kubernetes#140689)";
        "CRD-56" => "the server moves equal selectable fields to the top, away from their schemas", "without a schema beside it",
            "the versions' selectable fields are equal but their schemas are not: make both equal or both different (kubernetes/kubernetes#140689)";
    CRD0141 = 141 "selectable-path" Error: "a selectable field's path is missing or leads nowhere";
        "CRD-50" => "a selectable field has no path", "must have a `jsonPath`", "add `jsonPath: .spec.…`";
        "CRD-51" => "`{value}` leads to no field of the schema", "{detail}",
            "name a declared field, such as `.spec.color`; lists cannot be entered";
        "CRD-52" => "`{value}` points into metadata", "must not be in metadata",
            "`metadata.name` and `metadata.namespace` are selectable already";
    CRD0142 = 142 "selectable-type" Error: "a selectable field is no string, boolean or integer";
        "CRD-53" => "the field `{value}` cannot be selected by", "no string, boolean or integer",
            "choose a field of type `string`, `boolean` or `integer`";
    CRD0143 = 143 "selectable-duplicate" Error: "a selectable field stands twice";
        "CRD-54" => "`{value}` stands twice", "stands again", "remove one";
    CRD0144 = 144 "selectable-too-many" Error: "more than 8 selectable fields";
        "CRD-55" => "more than 8 selectable fields", "at most 8", "remove some";
    CRD0145 = 145 "selectable-not-structural" Error: "selectable fields of a schema that is not structural";
        "CRD-25" => "selectable fields need a structural schema: {detail}", "not structural",
            "mend the schema first";
        "CRD-57" => "selectable fields need a structural schema: {detail}", "not structural",
            "mend the schema first";
    CRD0160 = 160 "api-approval" Error: "a protected group without approval";
        "CRD-85" => "groups under `k8s.io` and `kubernetes.io` belong to the Kubernetes project", "needs the annotation `api-approved.kubernetes.io`",
            "use a group of your own, or add the URL of the pull request that approved the API",
            "for trials: `api-approved.kubernetes.io: \"unapproved, experimental-only\"`";
        "CRD-86" => "`api-approved.kubernetes.io` must be a URL or start with `unapproved`", "neither a URL nor `unapproved…`",
            "give the URL of the pull request that approved the API, or `unapproved, <reason>`";
}
