//! Tests of the controller, and of its types together with those of kube's derive.

mod beside_kube_derive;
mod crd;
mod manual;
mod reconcile;
mod support;
