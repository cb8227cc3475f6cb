//! Prints the CRD, or the time that it takes to generate.

use std::hint::black_box;
use std::time::Instant;

use bench::DatabaseCluster;
use crd_core::CustomResource;

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn micros(work: &dyn Fn()) -> f64 {
    let once = || {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e6
    };
    median((0..300).map(|_| once()).collect())
}

fn main() {
    let yaml = crd_core::yaml::to_string(&DatabaseCluster::crd().unwrap()).unwrap();
    if std::env::args().nth(1).as_deref() == Some("dump") {
        print!("{yaml}");
        return;
    }
    for _ in 0..20 {
        black_box(DatabaseCluster::crd().unwrap());
    }
    let crd = DatabaseCluster::crd().unwrap();
    println!("yaml bytes            {}", yaml.len());
    println!("crd() µs              {:.1}", micros(&|| drop(black_box(DatabaseCluster::crd()))));
    println!("yaml µs               {:.1}", micros(&|| drop(black_box(crd_core::yaml::to_string(&crd)))));
    println!(
        "crd()+yaml µs         {:.1}",
        micros(&|| drop(black_box(crd_core::yaml::to_string(&DatabaseCluster::crd().unwrap()))))
    );
}
