//! 09: what the derive macros say, and the checks of constants behind them.

super::codes! {
    CRD0901 = 901 "attribute-malformed" Error: "an attribute that cannot be read";
    CRD0902 = 902 "attribute-unknown" Error: "an attribute nobody knows";
    CRD0903 = 903 "attribute-misplaced" Error: "an attribute that belongs elsewhere";
    CRD0904 = 904 "attribute-duplicate" Error: "an attribute given twice";
    CRD0905 = 905 "attribute-value" Error: "an attribute whose value has the wrong form";
    CRD0906 = 906 "attribute-contradiction" Error: "two attributes that cannot both hold";
    CRD0907 = 907 "attribute-missing" Error: "an attribute that must be given";
    CRD0908 = 908 "serde-inexpressible" Error: "a serde attribute that no schema can express";
    CRD0909 = 909 "type-inexpressible" Error: "a Rust type that no structural schema can express";
    CRD0910 = 910 "type-recursive" Error: "a type that contains itself";
    CRD0911 = 911 "enum-inexpressible" Error: "an enum that no structural schema can express";
    CRD0912 = 912 "lifecycle-marker" Error: "a lifecycle marker that KEP-2558 does not allow";
    CRD0913 = 913 "feature-gate-unknown" Error: "a feature gate that is not declared";
    CRD0914 = 914 "field-unknown" Error: "a name that is not a field of the struct";
    CRD0915 = 915 "field-reserved" Error: "a field name that Kubernetes keeps for itself";
    CRD0916 = 916 "property-duplicate" Error: "two fields with one name on the wire";
    CRD0917 = 917 "union-members" Error: "a union whose members and discriminator do not fit";
    CRD0918 = 918 "derive-target" Error: "a derive on something it cannot serve";
    CRD0919 = 919 "bounds-unordered" Error: "a lower bound above its upper bound";
    CRD0920 = 920 "path-unknown" Error: "a path that leads to no field";
    CRD0921 = 921 "constraint-unsuited" Error: "a constraint on a value of another type";
    CRD0922 = 922 "json-schema-inexpressible" Error: "a foreign JSON schema without structural form";
}

/// The examples of the pages are compiled, or refused by the compiler, with the doctests.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("pages/CRD0901.md")]
    struct Crd0901;
    #[doc = include_str!("pages/CRD0902.md")]
    struct Crd0902;
    #[doc = include_str!("pages/CRD0903.md")]
    struct Crd0903;
    #[doc = include_str!("pages/CRD0904.md")]
    struct Crd0904;
    #[doc = include_str!("pages/CRD0905.md")]
    struct Crd0905;
    #[doc = include_str!("pages/CRD0906.md")]
    struct Crd0906;
    #[doc = include_str!("pages/CRD0907.md")]
    struct Crd0907;
    #[doc = include_str!("pages/CRD0908.md")]
    struct Crd0908;
    #[doc = include_str!("pages/CRD0909.md")]
    struct Crd0909;
    #[doc = include_str!("pages/CRD0910.md")]
    struct Crd0910;
    #[doc = include_str!("pages/CRD0911.md")]
    struct Crd0911;
    #[doc = include_str!("pages/CRD0912.md")]
    struct Crd0912;
    #[doc = include_str!("pages/CRD0913.md")]
    struct Crd0913;
    #[doc = include_str!("pages/CRD0914.md")]
    struct Crd0914;
    #[doc = include_str!("pages/CRD0915.md")]
    struct Crd0915;
    #[doc = include_str!("pages/CRD0916.md")]
    struct Crd0916;
    #[doc = include_str!("pages/CRD0917.md")]
    struct Crd0917;
    #[doc = include_str!("pages/CRD0918.md")]
    struct Crd0918;
    #[doc = include_str!("pages/CRD0919.md")]
    struct Crd0919;
    #[doc = include_str!("pages/CRD0920.md")]
    struct Crd0920;
    #[doc = include_str!("pages/CRD0921.md")]
    struct Crd0921;
    #[doc = include_str!("pages/CRD0922.md")]
    struct Crd0922;
}
