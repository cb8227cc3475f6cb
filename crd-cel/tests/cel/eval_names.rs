//! Names of variables, types and zones, as recorded from servers.

use super::eval_servers::check;

#[test]
fn types_of_the_schema_are_variables_until_1_31() {
    let missing = "error: no such attribute(s): timestamp";
    check(&[
        (29, "timestamp", missing, 1),
        (31, "[timestamp]", missing, 11),
        (31, "timestamp.getFullYear()", missing, 2),
        (31, "has(self.i) || timestamp == timestamp", "bool(true)", 1),
        (31, "[1].map(timestamp, timestamp)", "[int(1)]", 14),
        (33, "[1].map(timestamp, timestamp)", "[int(1)]", 14),
    ]);
}

#[test]
fn a_point_before_a_name_is_for_global_names_since_1_37() {
    check(&[
        (36, "[1].map(self, .self)", "[int(1)]", 14),
        (37, "[1].map(self, .self.i)", "[int(3)]", 14),
        (37, "[1].map(self, .self.o.b)", "[int(1)]", 14),
        (37, "[1].map(self, self)", "[int(1)]", 14),
        (37, "[1].map(int, int)", "[int(1)]", 14),
        (29, "[1].map(string, .string(string))", "[\"1\"]", 15),
    ]);
}

#[test]
fn a_variable_that_is_a_type_and_has_the_name_of_one_is_that_type() {
    check(&[
        (
            36,
            "[type(self.s)].exists(list, list == string)",
            "bool(false)",
            19,
        ),
        (
            29,
            "[type(self.s)].exists(list, list == string)",
            "bool(false)",
            19,
        ),
        (
            36,
            "[type(self.s)].map(list, [list, list])",
            "[[type(list), type(list)]]",
            16,
        ),
        (
            36,
            "optional.of(type(self.s)).optMap(list, list)",
            "optional(\"list\")",
            6,
        ),
        (
            29,
            "optional.of(type(self.s)).optMap(list, list)",
            "optional(\"list\")",
            11,
        ),
        (
            36,
            "[[type(self.s)]].all(list, list[0] == string)",
            "bool(true)",
            30,
        ),
    ]);
}

#[test]
fn offsets_of_zones_overflow() {
    check(&[
        (
            29,
            "self.t.getHours('12345678901234567890x:00')",
            "error: strconv.Atoi: parsing \"12345678901234567890x\": invalid syntax",
            3,
        ),
        (
            29,
            "self.t.getHours('123456789012345678901x:00')",
            "error: strconv.Atoi: parsing \"123456789012345678901x\": value out of range",
            3,
        ),
        (
            29,
            "self.t.getFullYear('9223372036854775808:00')",
            "error: strconv.Atoi: parsing \"9223372036854775808\": value out of range",
            3,
        ),
        (29, "self.t.getFullYear('9223372036854775807:00')", "int(2024)", 3),
        (29, "self.t.getFullYear('99999999999:00')", "int(1813)", 3),
    ]);
}
