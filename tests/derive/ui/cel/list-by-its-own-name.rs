use crd_core::Schema;
use serde::{Deserialize, Serialize};

#[derive(Schema, Serialize, Deserialize)]
struct Appointment {
    #[crd(rule("self.medications.size() > 0"))]
    medications: Vec<Medication>,
    #[crd(rule("self.doses.all(d, d > 0)"))]
    doses: Vec<u32>,
    // The elements are meant.
    #[crd(rule("self.milligrams > 0"))]
    others: Vec<Medication>,
    #[crd(rule("self.exists_one(m, m.name == 'a', true)"))]
    more: Vec<Medication>,
}

#[derive(Schema, Serialize, Deserialize)]
struct Medication {
    name: String,
    milligrams: u32,
}

fn main() {}
