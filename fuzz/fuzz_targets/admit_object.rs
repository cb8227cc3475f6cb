//! No CRD and no object causes a panic in admission, on creation or on update.
//!
//! The input is a file: a CRD, then objects. Each object is created, then used as an update of the previous one and of its status.
#![no_main]

use std::cell::RefCell;

use crd_core::KubeVersion;
use crd_core::decode::decode;
use crd_core::objects::{Admission, FieldValidation, Operation, Request, duplicates};
use crd_core::yaml;
use libfuzzer_sys::fuzz_target;

thread_local! {
    /// The last CRD for which an `Admission` was built: most inputs change only the objects.
    static LAST: RefCell<Option<(Vec<u8>, Option<Admission>)>> = const { RefCell::new(None) };
}

fuzz_target!(|source: &[u8]| {
    let read = yaml::read(source, yaml::Options::default());
    let [first, objects @ ..] = read.documents.as_slice() else { return };
    let key = format!("{:?}", first.root.to_json()).into_bytes();
    LAST.with_borrow_mut(|last| {
        if last.as_ref().is_none_or(|(known, _)| *known != key) {
            let admission = decode(&first.root).crd.and_then(|crd| {
                let version = crd.versions().first()?.name.clone();
                Admission::new(&crd, &version, KubeVersion::DEFAULT).ok()
            });
            *last = Some((key, admission));
        }
        let Some((_, Some(admission))) = last else { return };
        let mut old = None;
        for document in objects {
            let object = document.root.to_json();
            let found = duplicates(&document.root);
            let mut request = Request::create(&object);
            request.duplicates = &found;
            let created = admission.admit(request);
            request.field_validation = FieldValidation::Strict;
            let strict = admission.admit(request);
            assert!(created.is_accepted() || !strict.is_accepted());
            if let Some(old) = &old {
                admission.admit(Request::update(old, &object));
                admission.admit(Request::new(Operation::UpdateStatus { old }, &object));
                admission.admit(Request::new(Operation::UpdateScale { old }, &object));
            }
            admission.admit(Request::new(Operation::Apply { old: old.as_ref() }, &object));
            old = Some(object);
        }
    });
});
