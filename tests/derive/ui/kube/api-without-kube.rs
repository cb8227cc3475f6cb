//! What the compiler says of kube's `Api` for a root without `kube`. The trait is kube's, so the words are; it stands here in short,
//! because kube is no dependency of these tests.

use crd_core::{CustomResource, Schema};
use serde::{Deserialize, Serialize};

mod kube {
    use std::marker::PhantomData;

    pub trait Resource {}

    pub struct Api<K>(PhantomData<K>);

    impl<K: Resource> Api<K> {
        pub fn namespaced(_: &str) -> Self {
            Api(PhantomData)
        }
    }
}

#[derive(CustomResource, Schema, Serialize, Deserialize, Clone, Debug)]
#[crd(group = "example.com", version = "v1", kind = "Database")]
struct DatabaseSpec {
    name: String,
}

fn main() {
    let _ = kube::Api::<Database>::namespaced("default");
}
