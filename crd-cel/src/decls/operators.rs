//! Operators, and the functions that only macros call.

use super::Function;

/// Functions by name, in byte order; overloads in the order in which cel-go tries them.
pub(super) static OPERATORS: &[Function] = table! {
    "!_" { free "logical_not" (BOOL) -> BOOL; }
    "-_" {
        free "negate_double" (DOUBLE) -> DOUBLE;
        free "negate_int64" (INT) -> INT;
    }
    "@in" {
        free "in_list" (A, LIST_A) -> BOOL for "A";
        free "in_map" (A, MAP_A_B) -> BOOL for "AB";
    }
    "@not_strictly_false" { free "not_strictly_false" (BOOL) -> BOOL; }
    "@sortByAssociatedKeys" {
        member "list_int_sortByAssociatedKeys" (LIST_T, LIST_INT) -> LIST_T for "T" since 34;
        member "list_uint_sortByAssociatedKeys" (LIST_T, LIST_UINT) -> LIST_T for "T" since 34;
        member "list_double_sortByAssociatedKeys" (LIST_T, LIST_DOUBLE) -> LIST_T for "T" since 34;
        member "list_bool_sortByAssociatedKeys" (LIST_T, LIST_BOOL) -> LIST_T for "T" since 34;
        member "list_google.protobuf.Duration_sortByAssociatedKeys" (LIST_T, LIST_DURATION) -> LIST_T for "T" since 34;
        member "list_google.protobuf.Timestamp_sortByAssociatedKeys" (LIST_T, LIST_TIMESTAMP) -> LIST_T for "T" since 34;
        member "list_string_sortByAssociatedKeys" (LIST_T, LIST_STRING) -> LIST_T for "T" since 34;
        member "list_bytes_sortByAssociatedKeys" (LIST_T, LIST_BYTES) -> LIST_T for "T" since 34;
    }
    "_!=_" { free "not_equals" (A, A) -> BOOL for "A"; }
    "_%_" {
        free "modulo_int64" (INT, INT) -> INT;
        free "modulo_uint64" (UINT, UINT) -> UINT;
    }
    "_&&_" { free "logical_and" (BOOL, BOOL) -> BOOL; }
    "_*_" {
        free "multiply_double" (DOUBLE, DOUBLE) -> DOUBLE;
        free "multiply_int64" (INT, INT) -> INT;
        free "multiply_uint64" (UINT, UINT) -> UINT;
    }
    "_+_" {
        free "add_bytes" (BYTES, BYTES) -> BYTES;
        free "add_double" (DOUBLE, DOUBLE) -> DOUBLE;
        free "add_duration_duration" (DURATION, DURATION) -> DURATION;
        free "add_duration_timestamp" (DURATION, TIMESTAMP) -> TIMESTAMP;
        free "add_timestamp_duration" (TIMESTAMP, DURATION) -> TIMESTAMP;
        free "add_int64" (INT, INT) -> INT;
        free "add_list" (LIST_A, LIST_A) -> LIST_A for "A";
        free "add_string" (STRING, STRING) -> STRING;
        free "add_uint64" (UINT, UINT) -> UINT;
    }
    "_-_" {
        free "subtract_double" (DOUBLE, DOUBLE) -> DOUBLE;
        free "subtract_duration_duration" (DURATION, DURATION) -> DURATION;
        free "subtract_int64" (INT, INT) -> INT;
        free "subtract_timestamp_duration" (TIMESTAMP, DURATION) -> TIMESTAMP;
        free "subtract_timestamp_timestamp" (TIMESTAMP, TIMESTAMP) -> DURATION;
        free "subtract_uint64" (UINT, UINT) -> UINT;
    }
    "_/_" {
        free "divide_double" (DOUBLE, DOUBLE) -> DOUBLE;
        free "divide_int64" (INT, INT) -> INT;
        free "divide_uint64" (UINT, UINT) -> UINT;
    }
    "_<=_" {
        free "less_equals_bool" (BOOL, BOOL) -> BOOL;
        free "less_equals_int64" (INT, INT) -> BOOL;
        free "less_equals_int64_double" (INT, DOUBLE) -> BOOL;
        free "less_equals_int64_uint64" (INT, UINT) -> BOOL;
        free "less_equals_uint64" (UINT, UINT) -> BOOL;
        free "less_equals_uint64_double" (UINT, DOUBLE) -> BOOL;
        free "less_equals_uint64_int64" (UINT, INT) -> BOOL;
        free "less_equals_double" (DOUBLE, DOUBLE) -> BOOL;
        free "less_equals_double_int64" (DOUBLE, INT) -> BOOL;
        free "less_equals_double_uint64" (DOUBLE, UINT) -> BOOL;
        free "less_equals_string" (STRING, STRING) -> BOOL;
        free "less_equals_bytes" (BYTES, BYTES) -> BOOL;
        free "less_equals_timestamp" (TIMESTAMP, TIMESTAMP) -> BOOL;
        free "less_equals_duration" (DURATION, DURATION) -> BOOL;
    }
    "_<_" {
        free "less_bool" (BOOL, BOOL) -> BOOL;
        free "less_int64" (INT, INT) -> BOOL;
        free "less_int64_double" (INT, DOUBLE) -> BOOL;
        free "less_int64_uint64" (INT, UINT) -> BOOL;
        free "less_uint64" (UINT, UINT) -> BOOL;
        free "less_uint64_double" (UINT, DOUBLE) -> BOOL;
        free "less_uint64_int64" (UINT, INT) -> BOOL;
        free "less_double" (DOUBLE, DOUBLE) -> BOOL;
        free "less_double_int64" (DOUBLE, INT) -> BOOL;
        free "less_double_uint64" (DOUBLE, UINT) -> BOOL;
        free "less_string" (STRING, STRING) -> BOOL;
        free "less_bytes" (BYTES, BYTES) -> BOOL;
        free "less_timestamp" (TIMESTAMP, TIMESTAMP) -> BOOL;
        free "less_duration" (DURATION, DURATION) -> BOOL;
    }
    "_==_" { free "equals" (A, A) -> BOOL for "A"; }
    "_>=_" {
        free "greater_equals_bool" (BOOL, BOOL) -> BOOL;
        free "greater_equals_int64" (INT, INT) -> BOOL;
        free "greater_equals_int64_double" (INT, DOUBLE) -> BOOL;
        free "greater_equals_int64_uint64" (INT, UINT) -> BOOL;
        free "greater_equals_uint64" (UINT, UINT) -> BOOL;
        free "greater_equals_uint64_double" (UINT, DOUBLE) -> BOOL;
        free "greater_equals_uint64_int64" (UINT, INT) -> BOOL;
        free "greater_equals_double" (DOUBLE, DOUBLE) -> BOOL;
        free "greater_equals_double_int64" (DOUBLE, INT) -> BOOL;
        free "greater_equals_double_uint64" (DOUBLE, UINT) -> BOOL;
        free "greater_equals_string" (STRING, STRING) -> BOOL;
        free "greater_equals_bytes" (BYTES, BYTES) -> BOOL;
        free "greater_equals_timestamp" (TIMESTAMP, TIMESTAMP) -> BOOL;
        free "greater_equals_duration" (DURATION, DURATION) -> BOOL;
    }
    "_>_" {
        free "greater_bool" (BOOL, BOOL) -> BOOL;
        free "greater_int64" (INT, INT) -> BOOL;
        free "greater_int64_double" (INT, DOUBLE) -> BOOL;
        free "greater_int64_uint64" (INT, UINT) -> BOOL;
        free "greater_uint64" (UINT, UINT) -> BOOL;
        free "greater_uint64_double" (UINT, DOUBLE) -> BOOL;
        free "greater_uint64_int64" (UINT, INT) -> BOOL;
        free "greater_double" (DOUBLE, DOUBLE) -> BOOL;
        free "greater_double_int64" (DOUBLE, INT) -> BOOL;
        free "greater_double_uint64" (DOUBLE, UINT) -> BOOL;
        free "greater_string" (STRING, STRING) -> BOOL;
        free "greater_bytes" (BYTES, BYTES) -> BOOL;
        free "greater_timestamp" (TIMESTAMP, TIMESTAMP) -> BOOL;
        free "greater_duration" (DURATION, DURATION) -> BOOL;
    }
    "_?._" { free "select_optional_field" (DYN, STRING) -> OPTIONAL_V for "V"; }
    "_?_:_" { free "conditional" (BOOL, A, A) -> A for "A"; }
    "_[?_]" {
        free "list_optindex_optional_int" (LIST_V, INT) -> OPTIONAL_V for "V";
        free "optional_list_optindex_optional_int" (OPTIONAL_LIST_V, INT) -> OPTIONAL_V for "V";
        free "map_optindex_optional_value" (MAP_K_V, K) -> OPTIONAL_V for "KV";
        free "optional_map_optindex_optional_value" (OPTIONAL_MAP_K_V, K) -> OPTIONAL_V for "KV";
    }
    "_[_]" {
        free "index_list" (LIST_A, INT) -> A for "A";
        free "index_map" (MAP_A_B, A) -> B for "AB";
        free "optional_list_index_int" (OPTIONAL_LIST_V, INT) -> OPTIONAL_V for "V";
        free "optional_map_index_value" (OPTIONAL_MAP_K_V, K) -> OPTIONAL_V for "KV";
    }
    "__not_strictly_false__" { free "__not_strictly_false__" (BOOL) -> BOOL; }
    "_in_" {
        free "in_list" (A, LIST_A) -> BOOL for "A";
        free "in_map" (A, MAP_A_B) -> BOOL for "AB";
    }
    "_||_" { free "logical_or" (BOOL, BOOL) -> BOOL; }
};
