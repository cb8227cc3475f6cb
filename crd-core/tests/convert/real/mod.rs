//! Real APIs, declared as in each of their versions: all moved and renamed fields were moved and renamed by the projects
//! themselves.
//!
//! The last three were compared with the projects' own Go code on 1,000 random objects of each version. Everything that differs is one
//! of these, apart from the annotations in which ours keeps what theirs loses:
//!
//! | API | in Go | here |
//! |---|---|---|
//! | all | an absent field of a struct is written as its zero value, such as `consolidateAfter: Never`, `targetValue: "0"` | it stays absent |
//! | Longhorn `Node` | a map becomes a list in the random order of Go | in the order of its keys |
//! | Karpenter `NodePool` | `consolidateAfter` beside `WhenUnderutilized` becomes `0s` | it is kept |
//! | | an annotation has the old `nodeClassRef`; without it, `v1beta1` has no `apiVersion` | the same in an annotation of ours; `v1beta1` has `GROUP/v1beta1` |
//! | | the annotation with `kubelet` has no empty lists and maps | it has the value as it is |
//! | autoscaler | a `v1` without a percentage and without the annotation `…/metrics` gets a metric of 80 % | it has no metrics |
//! | | metrics that `v1` cannot express are in the annotation `…/metrics`, in the form of `v2beta1` | in an annotation of ours; that of theirs is not read, because a field has one source |
//! | | a target with two values keeps both, and `type` names one | the one that `type` does not name is in an annotation |
//! | | the annotation `…/behavior` has a null for each absent member | it has none |

#![allow(
    unreachable_pub,
    clippy::needless_pass_by_value,
    clippy::struct_field_names,
    reason = "as a library has it; mappings take values; the names are those of the projects"
)]

pub mod autoscaler;
pub mod certificate;
pub mod machine;
pub mod node;
pub mod nodepool;
