//! 06: conversion between versions, and updates.

super::codes! {
    CRD0601 = 601 "conversion-strategy" Error: "the conversion strategy is missing or unknown";
        "CRD-60" => "`conversion` must say its `strategy`", "no `strategy`", "add `strategy: None` or `strategy: Webhook`, or remove `conversion`";
        "CRD-61" => "`{value}` is not a conversion strategy", "must be `None` or `Webhook`", "write `None` or `Webhook`";
    CRD0602 = 602 "conversion-webhook" Error: "conversion by webhook without a webhook";
        "CRD-62" => "the strategy `Webhook` needs a webhook", "no `webhook.clientConfig`",
            "add `webhook: {clientConfig: {service: …}, conversionReviewVersions: [v1]}`";
        "CRD-63" => "a webhook is reached either by `url` or by `service`", "must have exactly one of `url` and `service`",
            "keep `service` for a webhook in the cluster, `url` for one outside";
    CRD0603 = 603 "conversion-url" Error: "the webhook's URL is malformed";
        "CRD-64" => "the webhook's URL is malformed: {detail}", "not a URL", "write `https://host[:port]/path`";
        "CRD-65" => "the webhook's URL must be `https`", "must start with `https://`", "write `https://host[:port]/path`";
        "CRD-66" => "the webhook's URL has no host", "no host", "write `https://host[:port]/path`";
        "CRD-67" => "the webhook's URL must not name a user", "names a user", "remove the part before `@`";
        "CRD-68" => "the webhook's URL must not have a fragment", "has a fragment", "remove what follows `#`";
        "CRD-69" => "the webhook's URL must not have a query", "has a query", "remove what follows `?`";
    CRD0604 = 604 "conversion-service" Error: "the webhook's service is malformed";
        "CRD-70" => "the webhook's service needs a `name` and a `namespace`", "a name is missing",
            "give both; the server reports the empty one under the other's name";
        "CRD-72" => "`{value}` is not a port", "must be between 1 and 65535", "leave it out for 443";
        "CRD-73" => "the path of the webhook's service is malformed: {detail}", "{detail}",
            "start with `/`; each part is lower case letters, digits, `-` and `.`";
    CRD0605 = 605 "conversion-ca-bundle" Error: "the webhook's CA bundle is no PEM";
        "CRD-74" => "`caBundle` holds no certificates: {detail}", "not PEM in base64",
            "remove it and let cert-manager or your operator fill it in";
    CRD0606 = 606 "conversion-review-versions" Error: "`conversionReviewVersions` is missing or malformed";
        "CRD-75" => "the webhook must say which versions of ConversionReview it takes", "no `conversionReviewVersions`",
            "add `conversionReviewVersions: [v1]`";
        "CRD-76" => "`{value}` stands twice", "stands again", "remove it";
        "CRD-77" => "`{value}` cannot be a version's name", "not a DNS label", "use `v1`";
        "CRD-78" => "the webhook takes no version of ConversionReview that the server sends", "neither `v1` nor `v1beta1`",
            "add `v1`";
    CRD0607 = 607 "conversion-webhook-unused" Error: "a webhook beside another strategy";
        "CRD-79" => "`webhook.clientConfig` without `strategy: Webhook`", "not used by this strategy",
            "write `strategy: Webhook`, or remove `webhook`";
        "CRD-80" => "`conversionReviewVersions` without `strategy: Webhook`", "not used by this strategy",
            "write `strategy: Webhook`, or remove it";
    CRD0608 = 608 "conversion-with-preserve" Error: "conversion in a CRD that keeps unknown fields";
        "CRD-58" => "`preserveUnknownFields: true` allows no conversion by webhook", "must be `None`",
            "set `preserveUnknownFields: false`";
    CRD0620 = 620 "immutable" Error: "an update changes what is immutable";
        "UPD-10" => "the scope cannot change once the CRD is established", "was another before",
            "make a new CRD under another name, and move the resources";
        "UPD-11" => "the kind cannot change once the CRD is established", "was another before",
            "make a new CRD under another name, and move the resources";
        "UPD-12" => "the group cannot change", "was another before", "make a new CRD in the new group";
        "UPD-13" => "the plural name cannot change", "was another before", "make a new CRD with the new name";
    CRD0621 = 621 "metadata-immutable" Error: "an update changes metadata that is immutable";
        "UPD-01" => "an update needs a `resourceVersion`", "no `resourceVersion`", "apply it with kubectl, which fills it in";
        "UPD-02" => "`generation` cannot go back", "smaller than before", "remove it; the server writes it";
        "UPD-03" => "`{name}` of the metadata cannot change", "was another before", "leave it as it was";
        "UPD-04" => "no finalizer can be added while the CRD is being deleted", "added", "wait until it is gone";
    CRD0622 = 622 "stored-version-removed" Error: "an update removes a version that is still stored";
        "CRD-84" => "version `{value}` is gone, but may still be stored", "no longer among the versions",
            "keep it with `served: false` until all resources are stored anew and `{value}` is taken out of `status.storedVersions`";
}
