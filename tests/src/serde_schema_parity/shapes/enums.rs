//! Enums under each of serde's taggings, unions, and flattened enums.

use std::collections::BTreeMap;

use crd_core::types::IntOrString;
use crd_core::{Schema, Union};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Entry, subjects, type_};
use crate::arbitrary;
use crate::serde_schema_parity::arbitrary;

pub(super) const LIST: &[Entry] = subjects!(
    Choice, ChoiceOther, Option<Choice>, Vec<Choice>, BTreeMap<Choice, u8>, BTreeMap<String, Choice>, Vec<Option<Choice>>,
    External, Option<External>, Vec<External>, BTreeMap<String, External>, ExternalNulls, ExternalTuples, ExternalAliases,
    Internal, Option<Internal>, Vec<Internal>, InternalNewtypes, InternalOther, InternalAliases, InternalDisjoint, InternalNested,
    InternalOpen, Merged, AdjacentEnums, InternalDefaults, InternalUnits, InternalDenies,
    Adjacent, AdjacentScalars, AdjacentNulls, AdjacentUnits, AdjacentAliases, Option<Adjacent>, AdjacentMaps,
    IntOrText, Numbers, Texts, UntaggedObjects, UntaggedOverlap, UntaggedDefaults, UntaggedNested, Option<IntOrText>, Option<UntaggedObjects>,
    BTreeMap<String, UntaggedObjects>, Source, Option<Source>, Vec<Source>, Declared,
    FlatExternal, FlatInternal, FlatAdjacent, FlatUntagged, FlatOptionalExternal, FlatOptionalInternal, FlatOptionalAdjacent,
    FlatTwo, FlatThree, FlatDeep, HasAll, Wrapper<Internal>, Wrapper<External>, Wrapper<IntOrText>,
);

type_! {
    #[derive(PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    enum Choice { FirstOne, #[serde(rename = "2nd", alias = "second")] Second, #[serde(skip)] Hidden, Third }
}
arbitrary!(
    enum Choice {
        FirstOne,
        Second,
        Third,
    }
);

type_! { enum ChoiceOther { A, B, #[serde(other)] Unknown } }
arbitrary!(
    enum ChoiceOther {
        A,
        B,
        Unknown,
    }
);

type_! { struct Small { size: u8, name: Option<String> } }
arbitrary!(struct Small { size, name });

type_! {
    #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
    enum External {
        Struct { first_field: u8, #[serde(default)] second_field: String },
        Newtype(Small),
        Scalar(u32),
        List(Vec<String>),
        Map(BTreeMap<String, u8>),
        Empty {},
        #[serde(rename_all = "kebab-case")] Kebab { other_case: bool },
        Inner(Choice),
        Boxed(Box<Small>),
    }
}
arbitrary!(enum External {
    Struct { first_field, second_field }, Newtype(_), Scalar(_), List(_), Map(_), Empty {}, Kebab { other_case }, Inner(_), Boxed(_),
});

type_! { enum ExternalNulls { Option(Option<u8>), Unit(()), Value(Value), Nested(Option<Small>), UnitStruct(Nothing) } }
arbitrary!(
    enum ExternalNulls {
        Option(_),
        Unit(_),
        Value(_),
        Nested(_),
        UnitStruct(_),
    }
);

type_! { struct Nothing; }
arbitrary!(
    struct Nothing {}
);

type_! { enum ExternalTuples { Pair(u8, u8), Triple(String, String, String), Skipped(u8, #[serde(skip)] u128) } }
impl arbitrary::Arbitrary for ExternalTuples {
    fn arbitrary(c: &mut arbitrary::Gen) -> Self {
        match c.below(3) {
            0 => ExternalTuples::Pair(arbitrary::arbitrary(c), arbitrary::arbitrary(c)),
            1 => ExternalTuples::Triple(
                arbitrary::arbitrary(c),
                arbitrary::arbitrary(c),
                arbitrary::arbitrary(c),
            ),
            _ => ExternalTuples::Skipped(arbitrary::arbitrary(c), 0),
        }
    }
}

type_! { enum ExternalAliases { #[serde(alias = "One", alias = "one")] A(u8), #[serde(alias = "two")] B { x: u8 } } }
arbitrary!(enum ExternalAliases { A(_), B { x } });

type_! {
    #[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
    enum Internal {
        Daily { at_hour: u8 },
        Weekly { at_hour: u8, week_day: Choice, note: Option<String> },
        Monthly { #[crd(minimum = 1, maximum = 31)] day: u8, note: Option<String> },
        Never,
    }
}
arbitrary!(enum Internal { Daily { at_hour }, Weekly { at_hour, week_day, note }, Monthly { day: (|c| c.pick(&[1, 31])), note }, Never });

type_! { #[serde(tag = "kind")] enum InternalNewtypes { A(Small), B(Other), C {}, D, Boxed(Box<Other>) } }
arbitrary!(
    enum InternalNewtypes {
        A(_),
        B(_),
        C {},
        D,
        Boxed(_),
    }
);

type_! { struct Other { size: u8, #[serde(default)] list: Vec<u8>, flag: bool } }
arbitrary!(struct Other { size, list, flag });

type_! { #[serde(tag = "t")] enum InternalOther { A { x: u8 }, B, #[serde(other)] Unknown } }
arbitrary!(enum InternalOther { A { x }, B, Unknown });

type_! { #[serde(tag = "t")] enum InternalAliases { #[serde(alias = "a", alias = "aa")] A { #[serde(alias = "y")] x: u8 }, #[serde(alias = "b")] B } }
arbitrary!(enum InternalAliases { A { x }, B });

type_! { #[serde(tag = "t")] enum InternalDisjoint { A { x: u8 }, B { y: Option<u8> }, C { z: Vec<u8> } } }
arbitrary!(enum InternalDisjoint { A { x }, B { y }, C { z } });

type_! { #[serde(tag = "t")] enum InternalNested { A(InternalDisjointInner), B { inner: Internal }, C(Flattened) } }
arbitrary!(enum InternalNested { A(_), B { inner }, C(_) });

type_! { #[serde(tag = "u")] enum InternalDisjointInner { P { p: u8 }, Q { q: String } } }
arbitrary!(enum InternalDisjointInner { P { p }, Q { q } });

type_! { struct Flattened { r: u8, #[serde(flatten)] small: Small } }
arbitrary!(struct Flattened { r, small });

type_! { #[serde(tag = "t")] enum InternalOpen { A { x: u8, #[serde(flatten)] rest: BTreeMap<String, Value> }, B { y: u8 } } }
arbitrary!(enum InternalOpen { A { x, rest: (|c| c.map(0, 2, arbitrary::arbitrary)) }, B { y } });

type_! { #[serde(tag = "t")] enum InternalDefaults { A { #[serde(default)] x: u8, y: u8 }, B { #[serde(default = "true_")] z: bool }, C } }
arbitrary!(enum InternalDefaults { A { x, y }, B { z }, C });

fn true_() -> bool {
    true
}

type_! { #[serde(tag = "t")] enum InternalUnits { A, B, C(Nothing), D(()) } }
arbitrary!(
    enum InternalUnits {
        A,
        B,
        C(_),
        D(_),
    }
);

type_! { #[serde(tag = "t", deny_unknown_fields)] enum InternalDenies { A { x: u8 }, B { y: Option<u8> }, C { x: u8, z: Option<u8> } } }
arbitrary!(enum InternalDenies { A { x }, B { y }, C { x, z } });

type_! { #[serde(tag = "t", content = "c")] enum Adjacent { A { x: u8 }, B { x: u8, y: Option<String> }, C(Small), D, E {} } }
arbitrary!(enum Adjacent { A { x }, B { x, y }, C(_), D, E {} });

type_! { #[serde(tag = "t", content = "c")] enum AdjacentScalars { A(u8), B(i64), D } }
arbitrary!(
    enum AdjacentScalars {
        A(_),
        B(_),
        D,
    }
);

type_! { #[serde(tag = "t", content = "c")] enum AdjacentNulls { A(Option<Small>), B(Option<Other>), C } }
arbitrary!(
    enum AdjacentNulls {
        A(_),
        B(_),
        C,
    }
);

type_! { #[serde(tag = "t", content = "c")] enum AdjacentUnits { A, B } }
arbitrary!(
    enum AdjacentUnits {
        A,
        B,
    }
);

type_! { #[serde(tag = "t", content = "c")] enum AdjacentAliases { #[serde(alias = "a")] A { x: u8 }, #[serde(alias = "b")] B(Small) } }
arbitrary!(enum AdjacentAliases { A { x }, B(_) });

type_! { #[serde(tag = "t", content = "c")] enum AdjacentMaps { A(BTreeMap<String, u8>), B(BTreeMap<String, u8>) } }
arbitrary!(
    enum AdjacentMaps {
        A(_),
        B(_),
    }
);

type_! { #[serde(untagged)] enum IntOrText { Number(i32), Text(String) } }
arbitrary!(
    enum IntOrText {
        Number(_),
        Text(_),
    }
);

type_! { #[serde(untagged)] enum Numbers { Small(u8), Large(i64), Float(f64) } }
arbitrary!(
    enum Numbers {
        Small(_),
        Large(_),
        Float(_),
    }
);

type_! { #[serde(untagged)] enum Texts { Choice(Choice), Port(IntOrString) } }
arbitrary!(
    enum Texts {
        Choice(_),
        Port(_),
    }
);

type_! { #[serde(untagged)] enum UntaggedObjects { A { x: u8 }, B { y: String, z: Option<u8> } } }
arbitrary!(enum UntaggedObjects { A { x }, B { y, z } });

type_! { #[serde(untagged)] enum UntaggedOverlap { A { x: u8, y: u8 }, B { x: u8 }, C(Small) } }
arbitrary!(enum UntaggedOverlap { A { x, y }, B { x }, C(_) });

type_! { #[serde(untagged)] enum UntaggedDefaults { A { x: u8, #[serde(default)] d: u8 }, B { y: u8, #[serde(default = "true_")] e: bool } } }
arbitrary!(enum UntaggedDefaults { A { x, d }, B { y, e } });

type_! { #[serde(untagged)] enum UntaggedNested { A { inner: Small }, B { other: External } } }
arbitrary!(enum UntaggedNested { A { inner }, B { other } });

#[derive(Union, Clone, Debug)]
enum Source {
    EmptyDir(Small),
    HostPath(Other),
    #[serde(rename = "pvcName")]
    Pvc(String),
}
arbitrary!(
    enum Source {
        EmptyDir(_),
        HostPath(_),
        Pvc(_),
    }
);

type_! {
    #[serde(rename_all = "camelCase")]
    struct Declared {
        #[crd(discriminator)] r#type: DeclaredType,
        #[crd(union)] #[serde(skip_serializing_if = "Option::is_none")] first_one: Option<Small>,
        #[crd(union)] #[serde(skip_serializing_if = "Option::is_none")] second_one: Option<Other>,
    }
}
impl arbitrary::Arbitrary for Declared {
    fn arbitrary(c: &mut arbitrary::Gen) -> Self {
        if c.one_in(2) {
            Declared {
                r#type: DeclaredType::FirstOne,
                first_one: Some(arbitrary::arbitrary(c)),
                second_one: None,
            }
        } else {
            Declared {
                r#type: DeclaredType::SecondOne,
                first_one: None,
                second_one: Some(arbitrary::arbitrary(c)),
            }
        }
    }
}

type_! { enum DeclaredType { FirstOne, SecondOne } }

type_! { enum Ext { A { x: u8 }, B(String) } }
arbitrary!(enum Ext { A { x }, B(_) });

type_! { #[serde(tag = "adj", content = "cont")] enum Adj { P { x: u8 }, Q { y: u8 }, R } }
arbitrary!(enum Adj { P { x }, Q { y }, R });

type_! { struct FlatExternal { own: u8, #[serde(flatten)] choice: Ext } }
arbitrary!(struct FlatExternal { own, choice });

type_! { struct FlatInternal { own: u8, #[serde(flatten)] choice: InternalDisjointInner } }
arbitrary!(struct FlatInternal { own, choice });

type_! { struct FlatAdjacent { own: u8, #[serde(flatten)] choice: Adj } }
arbitrary!(struct FlatAdjacent { own, choice });

type_! { struct FlatUntagged { own: u8, #[serde(flatten)] choice: UntaggedObjects } }
arbitrary!(struct FlatUntagged { own, choice });

type_! { struct FlatOptionalExternal { own: u8, #[serde(flatten)] choice: Option<Ext> } }
arbitrary!(struct FlatOptionalExternal { own, choice });

type_! { struct FlatOptionalInternal { own: u8, #[serde(flatten)] choice: Option<InternalDisjointInner> } }
arbitrary!(struct FlatOptionalInternal { own, choice });

type_! { struct FlatOptionalAdjacent { own: u8, #[serde(flatten)] choice: Option<Adj> } }
arbitrary!(struct FlatOptionalAdjacent { own, choice });

type_! { struct FlatTwo { #[serde(flatten)] one: Ext, #[serde(flatten)] two: InternalDisjointInner } }
arbitrary!(struct FlatTwo { one, two });

type_! { struct FlatThree { #[serde(flatten)] one: Option<Ext>, #[serde(flatten)] two: InternalDisjointInner, #[serde(flatten)] three: Adj, #[serde(flatten)] rest: Small } }
arbitrary!(struct FlatThree { one, two, three, rest });

type_! { struct FlatDeep { #[serde(flatten)] flat: FlatExternal, more: FlatTwo } }
arbitrary!(struct FlatDeep { flat, more });

type_! {
    struct HasAll {
        external: Option<External>,
        #[serde(skip_serializing_if = "Option::is_none")] internal: Option<Internal>,
        #[serde(default)] list: Vec<Adjacent>,
        map: BTreeMap<String, IntOrText>,
        #[serde(default = "choice")] choice: Choice,
        #[serde(default)] nested: Option<Vec<UntaggedObjects>>,
        source: Source,
    }
}
arbitrary!(struct HasAll { external, internal, list, map, choice, nested, source });

fn choice() -> Choice {
    Choice::Third
}

type_! { struct Wrapper<T> { one: T, maybe: Option<T>, #[serde(flatten)] more: Inner<T> } }
arbitrary!(<T> struct Wrapper<T> { one, maybe, more });

type_! {
    #[serde(tag = "t")]
    enum Merged {
        A { x: Vec<u8>, y: Option<Choice>, #[serde(default)] z: u8, deep: Small },
        B { x: Vec<u16>, y: Option<ChoiceOther>, #[serde(default = "nine")] z: u8, deep: Tall },
        C { z: u8 },
    }
}
arbitrary!(enum Merged { A { x, y, z, deep }, B { x, y, z, deep }, C { z } });

type_! { struct Tall { #[crd(minimum = 300)] size: u16, name: Option<String> } }
arbitrary!(struct Tall { size: (|c| c.pick(&[300, 999])), name });
type_! { #[serde(tag = "t", content = "c")] enum AdjacentEnums { A(Ext), B { #[serde(default)] list: Vec<u8> }, C(InternalDisjointInner) } }
arbitrary!(enum AdjacentEnums { A(_), B { list }, C(_) });

fn nine() -> u8 {
    9
}

type_! { struct Inner<T> { list: Vec<T> } }
arbitrary!(<T> struct Inner<T> { list });
