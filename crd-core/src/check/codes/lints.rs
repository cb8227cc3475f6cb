//! 08: what the server accepts with a warning, and what only the tool says.

super::codes! {
    CRD0801 = 801 "format-unrecognized" Warning: "a format the server does not know";
        "WRN-01" => "the server does not know the format `{value}` and ignores it", "ignored by the server",
            "use a format of https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation, or a `pattern`";
    CRD0802 = 802 "set-of-objects" Warning: "a set whose elements are no scalars";
        "WRN-02" => "sets of objects or lists do not work with server-side apply and rules", "elements are no scalars",
            "use `x-kubernetes-list-type: map` with keys, or `atomic`";
    CRD0803 = 803 "allow-unused" Warning: "an allowance that allows nothing";
    CRD0804 = 804 "allow-unknown" Warning: "an allowance that cannot be read";
}
