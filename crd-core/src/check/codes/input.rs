//! 00: what cannot be read, and what the server cannot decode.

super::codes! {
    CRD0001 = 1 "yaml-syntax" Error: "the file is not YAML";
    CRD0002 = 2 "invalid-utf8" Error: "the file is not UTF-8";
    CRD0003 = 3 "duplicate-key" Warning: "a name stands twice in the same object";
    CRD0004 = 4 "too-deep" Error: "the document is nested too deeply";
    CRD0005 = 5 "alias-expansion" Error: "aliases expand to too much";
    CRD0006 = 6 "too-large" Error: "the file is too large";
    CRD0007 = 7 "helm-template" Warning: "the file is a Helm template";
    CRD0008 = 8 "not-json" Error: "a value that JSON cannot carry";
    CRD0009 = 9 "document-separator" Error: "something follows `---` on its line";
    CRD0010 = 10 "decode" Error: "a value of the wrong type";
    CRD0011 = 11 "missing-kind" Error: "`kind` or `apiVersion` is missing or unknown";
    CRD0012 = 12 "unknown-field" Warning: "a field the server does not know and drops";
    CRD0013 = 13 "duplicate-field" Warning: "a field the server sees twice";
    CRD0014 = 14 "ignored-text" Warning: "text behind the end of a document, which kubectl ignores";
    CRD0015 = 15 "server-panic" Error: "the API server answers 500";
    CRD0016 = 16 "v1beta1" Error: "`apiextensions.k8s.io/v1beta1` is no longer served";
}
