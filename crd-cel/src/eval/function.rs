//! The functions that an expression may call, by their implementation.

use std::cmp::Ordering;

/// Declares the enum of functions and its table of names.
macro_rules! functions {
    ($($variant:ident $name:literal),* $(,)?) => {
        /// A function, operators included.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Function {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl Function {
            /// Returns the function with a name.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Function::$variant),)*
                    _ => None,
                }
            }

            /// Returns the name, as used in error texts.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Function::$variant => $name,)*
                }
            }
        }
    };
}

impl Function {
    /// Checks whether a comparison holds for two values in this order; `None` for any other function.
    pub(super) fn holds(self, order: Ordering) -> Option<bool> {
        Some(match self {
            Function::Equals => order.is_eq(),
            Function::NotEquals => order.is_ne(),
            Function::Less => order.is_lt(),
            Function::LessEquals => order.is_le(),
            Function::Greater => order.is_gt(),
            Function::GreaterEquals => order.is_ge(),
            _ => return None,
        })
    }
}

functions! {
    Not "!_", Negate "-_", In "@in", NotStrictlyFalse "@not_strictly_false", SortByKeys "@sortByAssociatedKeys",
    NotEquals "_!=_", Modulo "_%_", Multiply "_*_", Add "_+_", Subtract "_-_", Divide "_/_",
    LessEquals "_<=_", Less "_<_", Equals "_==_", GreaterEquals "_>=_", Greater "_>_",
    QuantityAdd "add", AsFloat "asApproximateFloat", AsInteger "asInteger", Bool "bool", Bytes "bytes",
    MapInsert "cel.@mapInsert", CharAt "charAt", Cidr "cidr", CompareTo "compareTo", Contains "contains",
    ContainsCidr "containsCIDR", ContainsIp "containsIP", Distinct "distinct", Double "double", Duration "duration",
    Dyn "dyn", EndsWith "endsWith", Family "family", Find "find", FindAll "findAll", First "first", Flatten "flatten",
    Format "format", FormatByte "format.byte", FormatDate "format.date", FormatDatetime "format.datetime",
    FormatDns1035Label "format.dns1035Label", FormatDns1035LabelPrefix "format.dns1035LabelPrefix",
    FormatDns1123Label "format.dns1123Label", FormatDns1123LabelPrefix "format.dns1123LabelPrefix",
    FormatDns1123Subdomain "format.dns1123Subdomain", FormatDns1123SubdomainPrefix "format.dns1123SubdomainPrefix",
    FormatLabelValue "format.labelValue", FormatNamed "format.named", FormatQualifiedName "format.qualifiedName",
    FormatUri "format.uri", FormatUuid "format.uuid",
    GetDate "getDate", GetDayOfMonth "getDayOfMonth", GetDayOfWeek "getDayOfWeek", GetDayOfYear "getDayOfYear",
    GetEscapedPath "getEscapedPath", GetFullYear "getFullYear", GetHost "getHost", GetHostname "getHostname",
    GetHours "getHours", GetMilliseconds "getMilliseconds", GetMinutes "getMinutes", GetMonth "getMonth",
    GetPort "getPort", GetQuery "getQuery", GetScheme "getScheme", GetSeconds "getSeconds",
    HasValue "hasValue", Includes "includes", IndexOf "indexOf", Int "int", Ip "ip", IpIsCanonical "ip.isCanonical",
    IsCidr "isCIDR", IsGlobalUnicast "isGlobalUnicast", IsGreaterThan "isGreaterThan", IsIp "isIP",
    IsInteger "isInteger", IsLessThan "isLessThan", IsLinkLocalMulticast "isLinkLocalMulticast",
    IsLinkLocalUnicast "isLinkLocalUnicast", IsLoopback "isLoopback", IsQuantity "isQuantity", IsSemver "isSemver",
    IsSorted "isSorted", IsUrl "isURL", IsUnspecified "isUnspecified", Join "join", Last "last",
    LastIndexOf "lastIndexOf", ListsRange "lists.range", LowerAscii "lowerAscii", Major "major", Masked "masked",
    Matches "matches", Max "max", Min "min", Minor "minor", OptionalNone "optional.none", OptionalOf "optional.of",
    OptionalOfNonZero "optional.ofNonZeroValue", OptionalUnwrap "optional.unwrap", Or "or", OrValue "orValue",
    Patch "patch", PrefixLength "prefixLength", Quantity "quantity", Replace "replace", Reverse "reverse",
    Semver "semver", SetsContains "sets.contains", SetsEquivalent "sets.equivalent",
    SetsIntersects "sets.intersects", Sign "sign", Size "size", Slice "slice", Sort "sort", Split "split",
    StartsWith "startsWith", String "string", StringsQuote "strings.quote", QuantitySub "sub", Substring "substring",
    Sum "sum", Timestamp "timestamp", Trim "trim", Type "type", Uint "uint", UnwrapOpt "unwrapOpt",
    UpperAscii "upperAscii", Url "url", Validate "validate", Value "value",
}
