//! Lists without `items`.

use super::*;

/// Checks the only finding about the CRD with other keywords of the list, and its help.
fn check_list(keywords: &str, expected: &str, help: &str) {
    let list = "                type: array\n                items:\n                  type: string\n";
    let report = check::text(&CRD.replace(list, keywords), &Options::default());
    let found: Vec<_> = report.findings.iter().map(|one| &one.diagnostic).collect();
    let words: Vec<_> = found
        .iter()
        .map(|one| (&*one.message, one.help.as_slice()))
        .collect();
    assert_eq!(words, [(expected, [help.to_owned()].as_slice())], "{keywords}");
}

#[test]
fn a_missing_line_of_items_is_one_finding() {
    let of_elements =
        |name: &str| format!("`items` is missing: `{name}` belongs to the elements of the list");
    check_list(
        "                type: array\n                maxItems: 5\n                x-kubernetes-list-type: set\n                \
         type: string\n                maxLength: 9\n",
        &of_elements("type"),
        "add `items:` above it, and indent `type` and `maxLength` deeper",
    );
    check_list(
        "                {type: array, maxItems: 5, type: string}\n",
        &of_elements("type"),
        "add `items`, and move `type` into it",
    );
    check_list(
        "                type: array\n                x-kubernetes-list-type: map\n                \
         x-kubernetes-list-map-keys: [a]\n                required: [a]\n                properties: {a: {type: string}}\n",
        &of_elements("required"),
        "add `items:` with `type: object` above it, and indent `required` and `properties` deeper",
    );
    check_list(
        "                type: array\n                required: [a]\n                properties: {a: {type: string}}\n",
        "`required` and `properties` are for objects, but the type is `array`",
        "write `type: object`; for a list of such objects, move them into `items`, with `type: object`",
    );
    check_list(
        "                type: object\n                items: {type: string}\n",
        "`items` has no effect for values of type `object`",
        "if it is for the values of a map, write `additionalProperties` instead of `items`; for a list, write `type: array`",
    );
    check_list(
        "                type: integer\n                enum: ['1', '2']\n",
        "no value in `enum` is ever accepted: all are strings, and the type is `integer`",
        "write them without quotes: `[1, 2]`",
    );
}
