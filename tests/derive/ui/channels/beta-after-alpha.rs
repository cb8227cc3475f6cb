crd_core::channels! { standard, experimental: alpha, preview: beta }

mod ordered {
    crd_core::channels! { standard, preview: beta, experimental: alpha, nightly }
}

mod in_one {
    crd_core::channels! { standard, experimental: beta | alpha }
}

fn main() {}
