//! 06: conversion between versions, and updates. From 0630: effects of the strategy None on objects. From 0640: effects
//! of an update on stored objects and on clients.

super::entry::codes! {
    "conversion-strategy" CONVERSION_STRATEGY = CRD0601 Error: "the conversion strategy is missing or unknown";
        CRD_60 => "`conversion` must have a `strategy`", "no `strategy`", "add `strategy: None` or `strategy: Webhook`, or remove `conversion`";
        CRD_61 => "`{value}` is not a conversion strategy", "must be `None` or `Webhook`", "write `None` or `Webhook`";
    "conversion-webhook" CONVERSION_WEBHOOK = CRD0602 Error: "conversion by webhook without a webhook";
        CRD_62 => "the strategy `Webhook` needs a webhook", "no `webhook.clientConfig`",
            "add `webhook: {clientConfig: {service: …}, conversionReviewVersions: [v1]}`";
        CRD_63 => "a webhook is reached either by `url` or by `service`", "must have exactly one of `url` and `service`",
            "keep `service` for a webhook in the cluster, `url` for one outside";
    "conversion-url" CONVERSION_URL = CRD0603 Error: "the webhook's URL is malformed";
        CRD_64 => "the webhook's URL is malformed: {detail}", "not a URL", "write `https://host[:port]/path`";
        CRD_65 => "the webhook's URL must be `https`", "must start with `https://`", "write `https://host[:port]/path`";
        CRD_66 => "the webhook's URL has no host", "no host", "write `https://host[:port]/path`";
        CRD_67 => "the webhook's URL must not contain a user", "names a user", "remove the part before `@`";
        CRD_68 => "the webhook's URL must not have a fragment", "has a fragment",
            "remove the part after `#`";
        CRD_69 => "the webhook's URL must not have a query", "has a query", "remove the part after `?`";
    "conversion-service" CONVERSION_SERVICE = CRD0604 Error: "the webhook's service is malformed";
        CRD_70 => "the webhook's service has no `{name}`", "no `{name}`",
            "set `{name}`; the server's text names the other one";
        CRD_72 => "`{value}` is not a port", "must be between 1 and 65535", "omit it to use 443";
        CRD_73 => "the path of the webhook's service is malformed: {detail}", "{detail}",
            "start with `/`; each part is lower case letters, digits, `-` and `.`";
    "conversion-ca-bundle" CONVERSION_CA_BUNDLE = CRD0605 Error: "the webhook's CA bundle has no readable certificate";
        CRD_74 => "`caBundle` has no certificate that the server can read: {detail}", "no readable certificate",
            "remove it and let cert-manager or your operator fill it in";
    "conversion-review-versions" CONVERSION_REVIEW_VERSIONS = CRD0606 Error: "`conversionReviewVersions` is missing or malformed";
        CRD_75 => "the webhook must list the versions of ConversionReview that it accepts", "no `conversionReviewVersions`",
            "add `conversionReviewVersions: [v1]`";
        CRD_76 => "`{value}` is listed twice", "listed again", "remove it";
        CRD_77 => "`{value}` is not a valid version name", "not a DNS label", "use `v1`";
        CRD_78 => "the webhook accepts no version of ConversionReview that the server sends", "neither `v1` nor `v1beta1`",
            "add `v1`";
    "conversion-webhook-unused" CONVERSION_WEBHOOK_UNUSED = CRD0607 Error: "a webhook with a strategy other than `Webhook`";
        CRD_79 => "`webhook.clientConfig` without `strategy: Webhook`", "not used by this strategy",
            "write `strategy: Webhook`, or remove `webhook`";
        CRD_80 => "`conversionReviewVersions` without `strategy: Webhook`", "not used by this strategy",
            "write `strategy: Webhook`, or remove it";
    "conversion-with-preserve" CONVERSION_WITH_PRESERVE = CRD0608 Error: "conversion in a CRD that keeps unknown fields";
        CRD_58 => "`preserveUnknownFields: true` excludes conversion by webhook", "must be `None`",
            "set `preserveUnknownFields: false`";
    "ca-bundle-unusable" CA_BUNDLE_UNUSABLE = CRD0609 Warning: "a new CRD has a CA bundle without a readable certificate";
    "immutable" IMMUTABLE = CRD0620 Error: "an update changes an immutable field";
        UPD_10 => "the scope cannot change once the CRD is established", "was different before",
            "create a new CRD with another name, and move the resources";
        UPD_11 => "the kind cannot change once the CRD is established", "was different before",
            "create a new CRD with another name, and move the resources";
        UPD_12 => "the group cannot change", "was different before", "create a new CRD in the new group";
        UPD_13 => "the plural name cannot change", "was different before",
            "create a new CRD with the new name";
    "metadata-immutable" METADATA_IMMUTABLE = CRD0621 Error: "an update changes metadata that is immutable";
        UPD_01 => "an update needs a `resourceVersion`", "no `resourceVersion`",
            "apply it with kubectl, which sets it";
        UPD_02 => "`generation` cannot decrease", "smaller than before", "remove it; the server sets it";
        UPD_03 => "`{name}` of the metadata cannot change", "was different before",
            "restore the previous value";
        UPD_04 => "finalizers cannot be added while the CRD is being deleted", "added",
            "wait until it is deleted";
    "stored-version-removed" STORED_VERSION_REMOVED = CRD0622 Error: "an update removes a version that is still stored";
        CRD_84 => "version `{value}` is removed, but may still be stored", "no longer among the versions",
            "keep it with `served: false` until all objects are rewritten and `{value}` is removed from `status.storedVersions`";
    "none-drops-field" NONE_DROPS_FIELD = CRD0630 Warning: "conversion `None` drops a field that another version does not have";
    "none-changes-type" NONE_CHANGES_TYPE = CRD0631 Warning: "conversion `None` between different structures";
    "none-drops-null" NONE_DROPS_NULL = CRD0632 Warning: "conversion `None` drops null";
    "none-default-differs" NONE_DEFAULT_DIFFERS = CRD0633 Note: "versions without conversion have different defaults";
    "none-refused" NONE_REFUSED = CRD0634 Note: "one version allows values that another rejects, without conversion";
    "version-order-open" VERSION_ORDER_OPEN = CRD0635 Warning: "two versions with the same priority";
    "converted-refused" CONVERTED_REFUSED = CRD0636 Note: "one version allows values that another rejects, with a conversion webhook";
    "annotations-overfull" ANNOTATIONS_OVERFULL = CRD0637 Warning: "the annotations that keep converted fields may become too large";
    "stored-field-removed" STORED_FIELD_REMOVED = CRD0640 Warning: "an update removes a field of a stored version";
    "served-version-removed" SERVED_VERSION_REMOVED = CRD0641 Warning: "an update removes a version that is served";
    "storage-version-new" STORAGE_VERSION_NEW = CRD0642 Warning: "an update adds a version and immediately \
        makes it the storage version";
    "stored-versions-left" STORED_VERSIONS_LEFT = CRD0643 Note: "objects stay stored in another version after an update";
    "conversion-removed" CONVERSION_REMOVED = CRD0644 Warning: "an update removes the conversion webhook";
    "preferred-version-converted" PREFERRED_VERSION_CONVERTED = CRD0645 Note: "the preferred version needs the conversion webhook after an update";
    "immutable-once-established" IMMUTABLE_ONCE_ESTABLISHED = CRD0646 Warning: "an update changes a field that is immutable once the old CRD is established";
}
