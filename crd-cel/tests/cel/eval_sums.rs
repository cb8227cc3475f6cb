//! Concatenations of lists of the object and lists of CEL, as recorded from servers.

use super::eval_servers::check;

const ILLEGAL: &str = "error: Invalid byte formatted string +/8=: illegal base64 data at input byte 0";

#[test]
fn lists_of_the_object_in_sums_are_searched_as_such() {
    check(&[
        (29, "b'x' in ([b'a'] + self.bytes)", ILLEGAL, 6),
        (37, "b'x' in ([b'a'] + self.bytes)", ILLEGAL, 6),
        (29, "b'ab' in ([b'a'] + self.bytes)", "bool(true)", 6),
        (36, "b'x' in (([b'a'] + self.bytes) + [b'x'])", "bool(true)", 8),
        (36, "b'x' in ([b'a'] + ([b'a'] + self.bytes))", ILLEGAL, 8),
        (36, "b'x' in (self.bytes + [b'a'])", ILLEGAL, 6),
        // The result is a list of CEL.
        (37, "b'x' in (self.bytes + [b'a'])", "bool(false)", 6),
    ]);
}

#[test]
fn what_is_added_to_a_list_of_the_object_is_read_by_its_schema() {
    check(&[
        (
            29,
            "self.spans + [dyn(bool)]",
            "[duration(1h0m0s), duration(30m0s), error(Invalid duration bool: unable to parse bool as duration)]",
            3,
        ),
        (
            37,
            "self.spans + [dyn(bool)]",
            "[duration(1h0m0s), duration(30m0s), type(bool)]",
            3,
        ),
        (
            36,
            "[optional.of(self.parts)].map(x, (self.parts + x.value()).map(y, has(y.a)))",
            "[[bool(false), bool(false)]]",
            58,
        ),
    ]);
}

#[test]
fn sums_that_are_added_to_a_list_of_the_object_are_what_they_were_made_of() {
    check(&[
        (
            31,
            "self.ll + [[1] + self.items]",
            "[[int(5)], [int(1), int(3), int(1), int(2)]]",
            16,
        ),
        (
            36,
            "self.ll + [self.items + [7]]",
            "[[int(5)], [int(3), int(1), int(2), int(7)]]",
            16,
        ),
        (
            36,
            "self.ll + [[1]]",
            "[[int(5)], error(invalid data, expected an array for the provided schema with type=array)]",
            3,
        ),
        (
            36,
            "self.items + [dyn([1] + [2])]",
            "[int(3), int(1), int(2), error(invalid data, expected int, got []interface {})]",
            15,
        ),
        (37, "self.ll + [[1]]", "[[int(5)], [int(1)]]", 3),
    ]);
}

#[test]
fn sums_of_sets_are_compared_as_go_keeps_them() {
    let sums = "[optional.of(self.spans)].map(x, (self.spans + self.spans) == (x.value() + x.value()))";
    // Null in the data is another Go value than null of CEL.
    let nulls = "[optional.of(self.gaps)].map(x, ((self.gaps + self.gaps) + x.value()).size())";
    check(&[(29, nulls, "[int(5)]", 35), (36, nulls, "[int(5)]", 35)]);
    check(&[(29, sums, "[bool(true)]", 37), (37, sums, "[bool(true)]", 37)]);
}

#[test]
fn maps_without_a_schema_have_keys_of_any_type() {
    check(&[
        (
            36,
            "[optional.of(self.o)].map(x, 4 in dyn(x.value()))",
            "[bool(false)]",
            30,
        ),
        (
            37,
            "[optional.of(self.o)].map(x, 4 in dyn(x.value()))",
            "error: no such overload",
            30,
        ),
        (
            33,
            "optional.of({}).optMap(v, 4 in dyn(v))",
            "optional(bool(false))",
            8,
        ),
    ]);
}

#[test]
fn zones_are_compared_by_address() {
    let twice =
        "{timestamp('2024-02-29T23:59:59+02:30'): 7, timestamp('2024-02-29T23:59:59+02:30'): 8}.size()";
    check(&[
        (
            29,
            "timestamp('2024-02-29T23:59:59+02:30') in {timestamp('2024-02-29T23:59:59+02:30'): 7}",
            "bool(false)",
            1,
        ),
        (
            29,
            "timestamp('2024-02-29T23:59:59+02:00') in {timestamp('2024-02-29T23:59:59+02:00'): 7}",
            "bool(true)",
            1,
        ),
        (37, twice, "int(2)", 1),
    ]);
}
