//! 00: input that cannot be parsed, and values that the server cannot decode.

super::entry::codes! {
    "yaml-syntax" YAML_SYNTAX = CRD0001 Error: "the file is not YAML";
    "invalid-utf8" INVALID_UTF8 = CRD0002 Error: "the file is not UTF-8";
    "duplicate-key" DUPLICATE_KEY = CRD0003 Warning: "a key is set twice in the same object";
    "too-deep" TOO_DEEP = CRD0004 Error: "the document is nested too deeply";
    "alias-expansion" ALIAS_EXPANSION = CRD0005 Error: "aliases expand to too much data";
    "too-large" TOO_LARGE = CRD0006 Error: "the file is too large";
    "helm-template" HELM_TEMPLATE = CRD0007 Error: "a CRD in a Helm template, which cannot be checked";
    "not-json" NOT_JSON = CRD0008 Error: "a value that JSON cannot represent";
    "document-separator" DOCUMENT_SEPARATOR = CRD0009 Error: "text after `---` on the same line";
    "decode" DECODE = CRD0010 Error: "a value of the wrong type";
    "missing-kind" MISSING_KIND = CRD0011 Error: "`kind` or `apiVersion` is missing or unknown";
    "unknown-field" UNKNOWN_FIELD = CRD0012 Warning: "an unknown field, which the server drops";
    "duplicate-field" DUPLICATE_FIELD = CRD0013 Warning: "a field is set twice in a JSON document";
    "ignored-text" IGNORED_TEXT = CRD0014 Warning: "text after the end of a document, which kubectl ignores";
    "server-panic" SERVER_PANIC = CRD0015 Error: "the API server fails with status 500";
    "v1beta1" V1BETA1 = CRD0016 Error: "`apiextensions.k8s.io/v1beta1` is no longer served";
    "unreported-field" UNREPORTED_FIELD = CRD0017 Warning: "an unknown field, which the server drops without a warning";
}
