use crd_core::Schema;

#[derive(Schema)]
#[crd(rule("self.min <= self.max", message_expression = "max must be at least {self.min}"))]
#[crd(rule("self.min < self.max", message_expression = "f'max is {self.max}'"))]
#[crd(rule("self.min != self.max", message_expression = "max is too small"))]
struct Range {
    min: u16,
    max: u16,
}

fn main() {}
