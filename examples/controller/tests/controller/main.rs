//! The controller, and its types beside those of kube's derive.

mod beside_kube_derive;
mod crd;
mod manual;
mod reconcile;
mod support;
