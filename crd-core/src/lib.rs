//! Schema model, validator and generator of crd-gen.
