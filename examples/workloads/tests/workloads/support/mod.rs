pub(crate) mod types;
