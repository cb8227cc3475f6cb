//! No text causes a panic in the check, on creation or on update.
//!
//! The input is a file. Its CRDs are created, then updated to themselves.
#![no_main]

use std::sync::Arc;

use crd_core::check::{self, OldCrds, Options, CheckMode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|source: &[u8]| {
    let mut options = Options::default();
    let created = check::bytes(source, &options);
    for finding in &created.findings {
        assert!(!finding.diagnostic.message.is_empty());
    }
    let mut old = OldCrds::default();
    old.add(source);
    options.old = Some(Arc::new(old));
    drop(check::bytes(source, &options));
    options.mode = CheckMode::Condition;
    drop(check::bytes(source, &options));
});
