//! The functions that expressions call by name.

use super::Function;

/// Functions by name, in byte order; overloads in the order in which cel-go tries them.
pub(super) static NAMED: &[Function] = table! {
    "add" {
        member "quantity_add" (QUANTITY, QUANTITY) -> QUANTITY;
        member "quantity_add_int" (QUANTITY, INT) -> QUANTITY;
    }
    "allowed" { member "decision_allowed" (AUTHZ_DECISION) -> BOOL; }
    "asApproximateFloat" { member "quantity_get_float" (QUANTITY) -> DOUBLE; }
    "asInteger" { member "quantity_get_int" (QUANTITY) -> INT; }
    "bool" {
        free "bool_to_bool" (BOOL) -> BOOL;
        free "string_to_bool" (STRING) -> BOOL;
    }
    "bytes" {
        free "bytes_to_bytes" (BYTES) -> BYTES;
        free "string_to_bytes" (STRING) -> BYTES;
    }
    "cel.@mapInsert" {
        free "@mapInsert_map_key_value" (MAP_K_V, K, V) -> MAP_K_V for "KV" since 32;
        free "@mapInsert_map_map" (MAP_K_V, MAP_K_V) -> MAP_K_V for "KV" since 32;
    }
    "charAt" { member "string_char_at_int" (STRING, INT) -> STRING; }
    "check" {
        member "pathcheck_check" (AUTHZ_PATH, STRING) -> AUTHZ_DECISION;
        member "resourcecheck_check" (AUTHZ_RESOURCE, STRING) -> AUTHZ_DECISION;
    }
    "cidr" { free "string_to_cidr" (STRING) -> CIDR since 30; }
    "compareTo" {
        member "quantity_compare_to" (QUANTITY, QUANTITY) -> INT;
        member "semver_compare_to" (SEMVER, SEMVER) -> INT since 33;
    }
    "contains" { member "contains_string" (STRING, STRING) -> BOOL; }
    "containsCIDR" {
        member "cidr_contains_cidr_string" (CIDR, STRING) -> BOOL since 30;
        member "cidr_contains_cidr" (CIDR, CIDR) -> BOOL since 30;
    }
    "containsIP" {
        member "cidr_contains_ip_string" (CIDR, STRING) -> BOOL since 30;
        member "cidr_contains_ip_ip" (CIDR, IP) -> BOOL since 30;
    }
    "distinct" { member "list_distinct" (LIST_T) -> LIST_T for "T" since 34; }
    "double" {
        free "double_to_double" (DOUBLE) -> DOUBLE;
        free "int64_to_double" (INT) -> DOUBLE;
        free "string_to_double" (STRING) -> DOUBLE;
        free "uint64_to_double" (UINT) -> DOUBLE;
    }
    "duration" {
        free "duration_to_duration" (DURATION) -> DURATION;
        free "int64_to_duration" (INT) -> DURATION dropped by server 37;
        free "string_to_duration" (STRING) -> DURATION;
    }
    "dyn" { free "to_dyn" (A) -> DYN for "A"; }
    "endsWith" { member "ends_with_string" (STRING, STRING) -> BOOL; }
    "error" { member "decision_error" (AUTHZ_DECISION) -> STRING; }
    "errored" { member "decision_errored" (AUTHZ_DECISION) -> BOOL; }
    "family" { member "ip_family" (IP) -> INT since 30; }
    "fieldSelector" { member "authorizer_fieldselector" (AUTHZ_RESOURCE, STRING) -> AUTHZ_RESOURCE from server 32; }
    "find" { member "string_find_string" (STRING, STRING) -> STRING; }
    "findAll" {
        member "string_find_all_string" (STRING, STRING) -> LIST_STRING;
        member "string_find_all_string_int" (STRING, STRING, INT) -> LIST_STRING;
    }
    "first" { member "list_first" (LIST_V) -> OPTIONAL_V for "V" from server 33; }
    "flatten" {
        member "list_flatten" (LIST_LIST_T) -> LIST_T for "T" since 34;
        member "list_flatten_int" (LIST_DYN, INT) -> LIST_DYN since 34;
    }
    "format" { member "string_format" (STRING, LIST_DYN) -> STRING since 29; }
    "format.byte" { free "format.byte" () -> FORMAT since 31; }
    "format.date" { free "format.date" () -> FORMAT since 31; }
    "format.datetime" { free "format.datetime" () -> FORMAT since 31; }
    "format.dns1035Label" { free "format.dns1035Label" () -> FORMAT since 31; }
    "format.dns1035LabelPrefix" { free "format.dns1035LabelPrefix" () -> FORMAT since 31; }
    "format.dns1123Label" { free "format.dns1123Label" () -> FORMAT since 31; }
    "format.dns1123LabelPrefix" { free "format.dns1123LabelPrefix" () -> FORMAT since 31; }
    "format.dns1123Subdomain" { free "format.dns1123Subdomain" () -> FORMAT since 31; }
    "format.dns1123SubdomainPrefix" { free "format.dns1123SubdomainPrefix" () -> FORMAT since 31; }
    "format.labelValue" { free "format.labelValue" () -> FORMAT since 31; }
    "format.named" { free "format-named" (STRING) -> OPTIONAL_FORMAT since 31; }
    "format.qualifiedName" { free "format.qualifiedName" () -> FORMAT since 31; }
    "format.uri" { free "format.uri" () -> FORMAT since 31; }
    "format.uuid" { free "format.uuid" () -> FORMAT since 31; }
    "getDate" {
        member "timestamp_to_day_of_month_1_based" (TIMESTAMP) -> INT;
        member "timestamp_to_day_of_month_1_based_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getDayOfMonth" {
        member "timestamp_to_day_of_month" (TIMESTAMP) -> INT;
        member "timestamp_to_day_of_month_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getDayOfWeek" {
        member "timestamp_to_day_of_week" (TIMESTAMP) -> INT;
        member "timestamp_to_day_of_week_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getDayOfYear" {
        member "timestamp_to_day_of_year" (TIMESTAMP) -> INT;
        member "timestamp_to_day_of_year_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getEscapedPath" { member "url_get_escaped_path" (URL) -> STRING; }
    "getFullYear" {
        member "timestamp_to_year" (TIMESTAMP) -> INT;
        member "timestamp_to_year_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getHost" { member "url_get_host" (URL) -> STRING; }
    "getHostname" { member "url_get_hostname" (URL) -> STRING; }
    "getHours" {
        member "timestamp_to_hours" (TIMESTAMP) -> INT;
        member "timestamp_to_hours_with_tz" (TIMESTAMP, STRING) -> INT;
        member "duration_to_hours" (DURATION) -> INT;
    }
    "getMilliseconds" {
        member "timestamp_to_milliseconds" (TIMESTAMP) -> INT;
        member "timestamp_to_milliseconds_with_tz" (TIMESTAMP, STRING) -> INT;
        member "duration_to_milliseconds" (DURATION) -> INT;
    }
    "getMinutes" {
        member "timestamp_to_minutes" (TIMESTAMP) -> INT;
        member "timestamp_to_minutes_with_tz" (TIMESTAMP, STRING) -> INT;
        member "duration_to_minutes" (DURATION) -> INT;
    }
    "getMonth" {
        member "timestamp_to_month" (TIMESTAMP) -> INT;
        member "timestamp_to_month_with_tz" (TIMESTAMP, STRING) -> INT;
    }
    "getPort" { member "url_get_port" (URL) -> STRING; }
    "getQuery" { member "url_get_query" (URL) -> MAP_STRING_LIST_STRING; }
    "getScheme" { member "url_get_scheme" (URL) -> STRING; }
    "getSeconds" {
        member "timestamp_to_seconds" (TIMESTAMP) -> INT;
        member "timestamp_to_seconds_tz" (TIMESTAMP, STRING) -> INT;
        member "duration_to_seconds" (DURATION) -> INT;
    }
    "group" { member "authorizer_group" (AUTHZ, STRING) -> AUTHZ_GROUP; }
    "hasValue" { member "optional_hasValue" (OPTIONAL_V) -> BOOL for "V"; }
    "in" {
        free "in_list" (A, LIST_A) -> BOOL for "A";
        free "in_map" (A, MAP_A_B) -> BOOL for "AB";
    }
    "includes" { member "list_includes_dyn_dyn" (DYN, DYN) -> BOOL since 37; }
    "indexOf" {
        member "list_a_index_of_int" (LIST_A, A) -> INT for "A";
        member "string_index_of_string" (STRING, STRING) -> INT;
        member "string_index_of_string_int" (STRING, STRING, INT) -> INT;
    }
    "int" {
        free "int64_to_int64" (INT) -> INT;
        free "double_to_int64" (DOUBLE) -> INT;
        free "duration_to_int64" (DURATION) -> INT;
        free "string_to_int64" (STRING) -> INT;
        free "timestamp_to_int64" (TIMESTAMP) -> INT;
        free "uint64_to_int64" (UINT) -> INT;
    }
    "ip" {
        free "string_to_ip" (STRING) -> IP since 30;
        member "cidr_ip" (CIDR) -> IP since 30;
    }
    "ip.isCanonical" { free "ip_is_canonical" (STRING) -> BOOL since 30; }
    "isCIDR" { free "is_cidr" (STRING) -> BOOL since 30; }
    "isGlobalUnicast" { member "ip_is_global_unicast" (IP) -> BOOL since 30; }
    "isGreaterThan" {
        member "quantity_is_greater_than" (QUANTITY, QUANTITY) -> BOOL;
        member "semver_is_greater_than" (SEMVER, SEMVER) -> BOOL since 33;
    }
    "isIP" { free "is_ip" (STRING) -> BOOL since 30; }
    "isInteger" { member "quantity_is_integer" (QUANTITY) -> BOOL; }
    "isLessThan" {
        member "quantity_is_less_than" (QUANTITY, QUANTITY) -> BOOL;
        member "semver_is_less_than" (SEMVER, SEMVER) -> BOOL since 33;
    }
    "isLinkLocalMulticast" { member "ip_is_link_local_multicast" (IP) -> BOOL since 30; }
    "isLinkLocalUnicast" { member "ip_is_link_local_unicast" (IP) -> BOOL since 30; }
    "isLoopback" { member "ip_is_loopback" (IP) -> BOOL since 30; }
    "isQuantity" { free "is_quantity_string" (STRING) -> BOOL; }
    "isSemver" {
        free "is_semver_string" (STRING) -> BOOL since 33;
        free "is_semver_string_bool" (STRING, BOOL) -> BOOL since 33;
    }
    "isSorted" {
        member "list_int_is_sorted_bool" (LIST_INT) -> BOOL;
        member "list_uint_is_sorted_bool" (LIST_UINT) -> BOOL;
        member "list_double_is_sorted_bool" (LIST_DOUBLE) -> BOOL;
        member "list_bool_is_sorted_bool" (LIST_BOOL) -> BOOL;
        member "list_duration_is_sorted_bool" (LIST_DURATION) -> BOOL;
        member "list_timestamp_is_sorted_bool" (LIST_TIMESTAMP) -> BOOL;
        member "list_string_is_sorted_bool" (LIST_STRING) -> BOOL;
        member "list_bytes_is_sorted_bool" (LIST_BYTES) -> BOOL;
    }
    "isURL" { free "is_url_string" (STRING) -> BOOL; }
    "isUnspecified" { member "ip_is_unspecified" (IP) -> BOOL since 30; }
    "join" {
        member "list_join" (LIST_STRING) -> STRING;
        member "list_join_string" (LIST_STRING, STRING) -> STRING;
    }
    "labelSelector" { member "authorizer_labelselector" (AUTHZ_RESOURCE, STRING) -> AUTHZ_RESOURCE from server 32; }
    "last" { member "list_last" (LIST_V) -> OPTIONAL_V for "V" from server 33; }
    "lastIndexOf" {
        member "list_a_last_index_of_int" (LIST_A, A) -> INT for "A";
        member "string_last_index_of_string" (STRING, STRING) -> INT;
        member "string_last_index_of_string_int" (STRING, STRING, INT) -> INT;
    }
    "lists.range" { free "lists_range" (INT) -> LIST_INT since 34; }
    "lowerAscii" { member "string_lower_ascii" (STRING) -> STRING; }
    "major" { member "semver_major" (SEMVER) -> INT since 33; }
    "masked" { member "cidr_masked" (CIDR) -> CIDR since 30; }
    "matches" {
        free "matches" (STRING, STRING) -> BOOL;
        member "matches_string" (STRING, STRING) -> BOOL;
    }
    "max" {
        member "list_int_max_int" (LIST_INT) -> INT;
        member "list_uint_max_uint" (LIST_UINT) -> UINT;
        member "list_double_max_double" (LIST_DOUBLE) -> DOUBLE;
        member "list_bool_max_bool" (LIST_BOOL) -> BOOL;
        member "list_duration_max_duration" (LIST_DURATION) -> DURATION;
        member "list_timestamp_max_timestamp" (LIST_TIMESTAMP) -> TIMESTAMP;
        member "list_string_max_string" (LIST_STRING) -> STRING;
        member "list_bytes_max_bytes" (LIST_BYTES) -> BYTES;
    }
    "min" {
        member "list_int_min_int" (LIST_INT) -> INT;
        member "list_uint_min_uint" (LIST_UINT) -> UINT;
        member "list_double_min_double" (LIST_DOUBLE) -> DOUBLE;
        member "list_bool_min_bool" (LIST_BOOL) -> BOOL;
        member "list_duration_min_duration" (LIST_DURATION) -> DURATION;
        member "list_timestamp_min_timestamp" (LIST_TIMESTAMP) -> TIMESTAMP;
        member "list_string_min_string" (LIST_STRING) -> STRING;
        member "list_bytes_min_bytes" (LIST_BYTES) -> BYTES;
    }
    "minor" { member "semver_minor" (SEMVER) -> INT since 33; }
    "name" { member "resourcecheck_name" (AUTHZ_RESOURCE, STRING) -> AUTHZ_RESOURCE; }
    "namespace" { member "resourcecheck_namespace" (AUTHZ_RESOURCE, STRING) -> AUTHZ_RESOURCE; }
    "optional.none" { free "optional_none" () -> OPTIONAL_V for "V"; }
    "optional.of" { free "optional_of" (V) -> OPTIONAL_V for "V"; }
    "optional.ofNonZeroValue" { free "optional_ofNonZeroValue" (V) -> OPTIONAL_V for "V"; }
    "optional.unwrap" { free "optional_unwrap" (LIST_OPTIONAL_V) -> LIST_V for "V" from server 33; }
    "or" { member "optional_or_optional" (OPTIONAL_V, OPTIONAL_V) -> OPTIONAL_V for "V"; }
    "orValue" { member "optional_orValue_value" (OPTIONAL_V, V) -> V for "V"; }
    "patch" { member "semver_patch" (SEMVER) -> INT since 33; }
    "path" { member "authorizer_path" (AUTHZ, STRING) -> AUTHZ_PATH; }
    "prefixLength" { member "cidr_prefix_length" (CIDR) -> INT since 30; }
    "quantity" { free "string_to_quantity" (STRING) -> QUANTITY; }
    "reason" { member "decision_reason" (AUTHZ_DECISION) -> STRING; }
    "replace" {
        member "string_replace_string_string" (STRING, STRING, STRING) -> STRING;
        member "string_replace_string_string_int" (STRING, STRING, STRING, INT) -> STRING;
    }
    "resource" { member "groupcheck_resource" (AUTHZ_GROUP, STRING) -> AUTHZ_RESOURCE; }
    "reverse" { member "list_reverse" (LIST_T) -> LIST_T for "T" since 34; }
    "semver" {
        free "string_to_semver" (STRING) -> SEMVER since 33;
        free "string_bool_to_semver" (STRING, BOOL) -> SEMVER since 33;
    }
    "serviceAccount" { member "authorizer_serviceaccount" (AUTHZ, STRING, STRING) -> AUTHZ; }
    "sets.contains" { free "list_sets_contains_list" (LIST_T, LIST_T) -> BOOL for "T" since 29; }
    "sets.equivalent" { free "list_sets_equivalent_list" (LIST_T, LIST_T) -> BOOL for "T" since 29; }
    "sets.intersects" { free "list_sets_intersects_list" (LIST_T, LIST_T) -> BOOL for "T" since 29; }
    "sign" { free "quantity_sign" (QUANTITY) -> INT; }
    "size" {
        free "size_bytes" (BYTES) -> INT;
        member "bytes_size" (BYTES) -> INT;
        free "size_list" (LIST_A) -> INT for "A";
        member "list_size" (LIST_A) -> INT for "A";
        free "size_map" (MAP_A_B) -> INT for "AB";
        member "map_size" (MAP_A_B) -> INT for "AB";
        free "size_string" (STRING) -> INT;
        member "string_size" (STRING) -> INT;
    }
    "slice" { member "list_slice" (LIST_T, INT, INT) -> LIST_T for "T" since 34; }
    "sort" {
        member "list_int_sort" (LIST_INT) -> LIST_INT since 34;
        member "list_uint_sort" (LIST_UINT) -> LIST_UINT since 34;
        member "list_double_sort" (LIST_DOUBLE) -> LIST_DOUBLE since 34;
        member "list_bool_sort" (LIST_BOOL) -> LIST_BOOL since 34;
        member "list_google.protobuf.Duration_sort" (LIST_DURATION) -> LIST_DURATION since 34;
        member "list_google.protobuf.Timestamp_sort" (LIST_TIMESTAMP) -> LIST_TIMESTAMP since 34;
        member "list_string_sort" (LIST_STRING) -> LIST_STRING since 34;
        member "list_bytes_sort" (LIST_BYTES) -> LIST_BYTES since 34;
    }
    "split" {
        member "string_split_string" (STRING, STRING) -> LIST_STRING;
        member "string_split_string_int" (STRING, STRING, INT) -> LIST_STRING;
    }
    "startsWith" { member "starts_with_string" (STRING, STRING) -> BOOL; }
    "string" {
        free "string_to_string" (STRING) -> STRING;
        free "bool_to_string" (BOOL) -> STRING;
        free "bytes_to_string" (BYTES) -> STRING;
        free "double_to_string" (DOUBLE) -> STRING;
        free "duration_to_string" (DURATION) -> STRING;
        free "int64_to_string" (INT) -> STRING;
        free "timestamp_to_string" (TIMESTAMP) -> STRING;
        free "uint64_to_string" (UINT) -> STRING;
        free "ip_to_string" (IP) -> STRING since 30;
        free "cidr_to_string" (CIDR) -> STRING since 30;
    }
    "strings.quote" { free "strings_quote" (STRING) -> STRING since 29; }
    "sub" {
        member "quantity_sub" (QUANTITY, QUANTITY) -> QUANTITY;
        member "quantity_sub_int" (QUANTITY, INT) -> QUANTITY;
    }
    "subresource" { member "resourcecheck_subresource" (AUTHZ_RESOURCE, STRING) -> AUTHZ_RESOURCE; }
    "substring" {
        member "string_substring_int" (STRING, INT) -> STRING;
        member "string_substring_int_int" (STRING, INT, INT) -> STRING;
    }
    "sum" {
        member "list_int_sum_int" (LIST_INT) -> INT;
        member "list_uint_sum_uint" (LIST_UINT) -> UINT;
        member "list_double_sum_double" (LIST_DOUBLE) -> DOUBLE;
        member "list_duration_sum_duration" (LIST_DURATION) -> DURATION;
    }
    "timestamp" {
        free "timestamp_to_timestamp" (TIMESTAMP) -> TIMESTAMP;
        free "int64_to_timestamp" (INT) -> TIMESTAMP;
        free "string_to_timestamp" (STRING) -> TIMESTAMP;
    }
    "trim" { member "string_trim" (STRING) -> STRING; }
    "type" { free "type" (A) -> TYPE_A for "A"; }
    "uint" {
        free "uint64_to_uint64" (UINT) -> UINT;
        free "double_to_uint64" (DOUBLE) -> UINT;
        free "int64_to_uint64" (INT) -> UINT;
        free "string_to_uint64" (STRING) -> UINT;
    }
    "unwrapOpt" { member "optional_unwrapOpt" (LIST_OPTIONAL_V) -> LIST_V for "V" from server 33; }
    "upperAscii" { member "string_upper_ascii" (STRING) -> STRING; }
    "url" { free "string_to_url" (STRING) -> URL; }
    "validate" { member "format-validate" (FORMAT, STRING) -> OPTIONAL_LIST_STRING since 31; }
    "value" { member "optional_value" (OPTIONAL_V) -> V for "V"; }
};
