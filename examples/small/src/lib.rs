//! Small examples, one for each capability. Each module is complete on its own.

pub mod columns;
pub mod defaults;
pub mod embedded;
pub mod enums;
pub mod generics;
pub mod int_or_string;
pub mod lifecycle;
pub mod lists;
pub mod rules;
pub mod unions;
pub mod versions;
