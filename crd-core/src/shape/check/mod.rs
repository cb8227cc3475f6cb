//! Level 2: checks on shapes that the compiler evaluates (design §3).
