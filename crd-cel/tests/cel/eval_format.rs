//! Results of `format` with patterns that are not literals, as recorded from servers.

use super::eval_servers::check;

#[test]
fn formatted_as_in_go() {
    check(&[
        (
            36,
            "('%.20e|%.3e|%.0e'+'').format([1.5, 0.5, -0.0])",
            "\"       1.500000×10⁰⁰|5.000000×10⁻⁰¹|0.000000×10⁰⁰\"",
            4,
        ),
        (
            29,
            "('%.20e'+'').format([1.5])",
            "\"     1.500000\\u202f×\\u202f10⁰⁰\"",
            2,
        ),
        (
            36,
            "('%e|%f'+'').format([1.0/0.0, -1.0/0.0])",
            "\"     ∞|-∞\"",
            14,
        ),
        (36, "('%.10e'+'').format([0.0/0.0])", "\"       NaN\"", 13),
        (
            36,
            "('%f|%.3f|%.0f'+'').format([-0.0, -0.0000001, 2.5])",
            "\"0.000000|-0.000|2\"",
            4,
        ),
        (36, "('%.260f'+'').format([1.5])", "\"1.5000\"", 2),
        (
            36,
            "('%.260f'+'').format([1.0/3.0])",
            "\"0.333333333333333314829616256247390992939472198486328125\"",
            13,
        ),
        (
            36,
            "('%.32768f|%.65536f'+'').format([1.0/3.0, 1.5])",
            "\"0.3333333333333333|2\"",
            15,
        ),
        (36, "('%.10000010f'+'').format([1.5])", "\"%!(NOVERB)\"", 4),
        (36, "('%.65537e'+'').format([1.5])", "\"1.500000×10⁰⁰\"", 2),
        (
            36,
            "('%.f'+'').format([1.5])",
            "error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax",
            2,
        ),
        (
            36,
            "('%.s'+'').format([1.5])",
            "error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax",
            2,
        ),
        (
            36,
            "('%.99999999999999999999f'+'').format([1.5])",
            "error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"99999999999999999999\": value out of range",
            6,
        ),
        (
            36,
            "('%.3'+'').format([1.5])",
            "error: could not parse formatting clause: error while parsing precision: could not find end of precision specifier",
            2,
        ),
        (36, "('%'+'').format([])", "error: index 0 out of range", 2),
        (36, "('%'+'').format([1])", "error: unexpected end of string", 2),
        (
            36,
            "('%ä'+'').format([1])",
            "error: could not parse formatting clause: unrecognized formatting clause \"Ã\"",
            2,
        ),
        (
            36,
            "('%.-1f'+'').format([1.5])",
            "error: could not parse formatting clause: error while parsing precision: error while converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax",
            2,
        ),
        (
            29,
            "('%s'+'').format([dyn(optional.of(1))])",
            "error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional",
            14,
        ),
        (
            36,
            "('%s'+'').format([dyn(optional.of(1))])",
            "error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type",
            14,
        ),
        (
            36,
            "('%s'+'').format([dyn([optional.of(1)])])",
            "error: error during formatting: no formatting function for optional_type",
            24,
        ),
        (
            36,
            "('%s'+'').format([dyn({'a': quantity('1')})])",
            "error: error during formatting: no formatting function for kubernetes.Quantity",
            44,
        ),
        (
            36,
            "('%s'+'').format([dyn({duration('1s'): 1})])",
            "error: error during formatting: no formatting function for map key of type google.protobuf.Duration",
            2,
        ),
        (
            36,
            "('%s'+'').format([dyn({null: 1})])",
            "error: error during formatting: no formatting function for map key of type null_type",
            2,
        ),
        (
            36,
            "('%s'+'').format([b'\\xff'])",
            "error: error during formatting: could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
            2,
        ),
        (
            36,
            "('%s'+'').format([[b'\\xff']])",
            "error: error during formatting: could not convert argument \"invalid UTF-8 in bytes, cannot convert to string\" to string",
            2,
        ),
        (
            36,
            "('%s'+'').format([[1.0/0.0, -0.0, 1.5]])",
            "\"[\\\"+Inf\\\", -0.000000, 1.500000]\"",
            23,
        ),
        (
            36,
            "('%s%s%s'+'').format(self.bytes)",
            "error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given error",
            4,
        ),
        (
            36,
            "('%s%s%s'+'').format(self.spans + self.spans + [duration('1s')])",
            "error: error during formatting: string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given error",
            8,
        ),
        (
            36,
            "('%s'+'').format([self.o])",
            "error: error during formatting: could not find key: \"a\"",
            14,
        ),
    ]);
}
