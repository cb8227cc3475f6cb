//! No manifest makes the decoder, the validator or the diagnostics panic, on creation or on update.
//!
//! The input is a file. Each of its CRDs is created, and the one before it is updated to it.
#![no_main]

use crd_core::crd::decode;
use crd_core::yaml::{Options, read};
use crd_core::diagnostic::{self, Manifest};
use crd_core::{KubeVersion, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let found = read(source, Options::default());
    let text = std::str::from_utf8(source).unwrap_or_default();
    let mut previous = None;
    for document in &found.documents {
        let decoded = decode(&document.root);
        let Some(crd) = decoded.crd else { continue };
        let mut verdict = validate::create(&crd, KubeVersion::DEFAULT);
        for error in &verdict.errors {
            let diagnostic = diagnostic::of_error(Manifest { text, document: &document.root }, error);
            assert!(!diagnostic.message.is_empty() && !error.to_string().is_empty());
        }
        if let Some(old) = previous.replace(crd.clone()) {
            verdict = validate::update(&old, &crd, KubeVersion::DEFAULT);
        }
        // An accepted CRD is updated to itself.
        if verdict.accepted() {
            validate::update(&crd, &crd, KubeVersion::DEFAULT);
        }
        validate::condition(&crd, KubeVersion::DEFAULT);
    }
});
