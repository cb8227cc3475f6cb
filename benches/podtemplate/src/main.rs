//! A custom resource with a pod template, declared with crd-gen and with kube 5: measures the time to generate its CRD, and
//! the size of the CRD.

use std::hint::black_box;
use std::time::Instant;

mod ours {
    use crd_core::{CustomResource, Schema};
    use k8s_openapi::api::core::v1::PodTemplateSpec;
    use serde::{Deserialize, Serialize};

    /// Runs a number of pods.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "bench.example.com", version = "v1", kind = "Worker", namespaced)]
    pub struct WorkerSpec {
        /// Number of pods.
        pub replicas: i32,
        /// The pods.
        pub template: PodTemplateSpec,
    }
}

/// The same with the descriptions of k8s-openapi, complete and truncated.
mod described {
    use crd_core::{CustomResource, Schema};
    use k8s_openapi::api::core::v1::PodTemplateSpec;
    use serde::{Deserialize, Serialize};

    /// Runs a number of pods.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "bench.example.com", version = "v1", kind = "Kept", namespaced)]
    pub struct KeptSpec {
        /// The pods.
        #[crd(descriptions = keep)]
        pub template: PodTemplateSpec,
    }

    /// Runs a number of pods.
    #[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
    #[crd(group = "bench.example.com", version = "v1", kind = "Cut", namespaced)]
    pub struct CutSpec {
        /// The pods.
        #[crd(descriptions = keep, max_description = 120)]
        pub template: PodTemplateSpec,
    }
}

mod peer {
    use k8s_openapi::api::core::v1::PodTemplateSpec;
    use kube::CustomResource;
    use schemars::JsonSchema;
    use serde::{Deserialize, Serialize};

    /// Runs a number of pods.
    #[derive(CustomResource, JsonSchema, Serialize, Deserialize, Clone, Debug)]
    #[kube(group = "bench.example.com", version = "v1", kind = "Worker", namespaced)]
    pub struct WorkerSpec {
        /// Number of pods.
        pub replicas: i32,
        /// The pods.
        pub template: PodTemplateSpec,
    }
}

/// Returns the median of the work's times in microseconds.
fn micros(times: usize, work: &dyn Fn()) -> f64 {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    let mut all: Vec<f64> = (0..times).map(|_| once()).collect();
    all.sort_by(f64::total_cmp);
    all[times / 2]
}

fn main() {
    let ours = || {
        black_box(<ours::Worker as crd_core::CustomResource>::crd().unwrap());
    };
    let peer = || {
        black_box(<peer::Worker as kube::CustomResourceExt>::crd());
    };
    match std::env::args().nth(1).as_deref() {
        Some("ours") => return ours(),
        Some("peer") => return peer(),
        _ => {}
    }
    let mut ratios = Vec::new();
    println!("crd() with a pod template, µs");
    for _ in 0..5 {
        let (own, other) = (micros(51, &ours), micros(11, &peer));
        println!("  crd-gen {own:>9.1}   kube {other:>9.1}   {:>6.1} times", other / own);
        ratios.push(other / own);
    }
    ratios.sort_by(f64::total_cmp);
    let own = serde_json::to_string(&<ours::Worker as crd_core::CustomResource>::crd().unwrap()).unwrap();
    let other = serde_json::to_string(&<peer::Worker as kube::CustomResourceExt>::crd()).unwrap();
    println!("JSON bytes: crd-gen {}, kube {} (kubectl apply takes 262144)", own.len(), other.len());
    let kept = serde_json::to_string(&<described::Kept as crd_core::CustomResource>::crd().unwrap()).unwrap();
    let cut = serde_json::to_string(&<described::Cut as crd_core::CustomResource>::crd().unwrap()).unwrap();
    println!("with descriptions = keep {}, and max_description = 120 {}", kept.len(), cut.len());
    println!("median ratio {:.1}; at least 20 is promised", ratios[ratios.len() / 2]);
}
