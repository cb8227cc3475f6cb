crd_core::channels! { experimental: alpha, standard }

fn main() {}
