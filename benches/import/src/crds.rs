//! Compares the CRDs that types generate with those that they were imported from.

use std::collections::BTreeMap;

use crd_import::{import, normal_form};
use serde_json::Value;

use crate::ImportedCrd;

pub(crate) fn compare(imported: &[ImportedCrd<'_>]) {
    let mut classes: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut equal, mut without_written, mut with_omitted, mut again) = (0, 0, 0, 0);
    for one in imported {
        let mut found = Vec::new();
        let options = crate::options();
        let imported = import(std::slice::from_ref(&one.crd), &options, &[]);
        let is_sayable = imported
            .as_ref()
            .is_ok_and(|imported| imported.notes().is_empty());
        match one.generated() {
            Ok(generated) => {
                differences("", &normal_form(&one.crd), &normal_form(&generated), &mut found);
                let is_reported = imported
                    .as_ref()
                    .is_ok_and(|imported| !imported.omitted().is_empty());
                with_omitted += usize::from(is_reported);
                found.retain(|(_, place)| !(is_reported && place == "/conversion/webhook/caBundle"));
                let second = import(&[generated], &options, &[]);
                if let (Ok(first), Ok(second)) = (&imported, &second) {
                    match first_difference(first.one_file(), second.one_file()) {
                        None => again += 1,
                        Some(line) => {
                            println!("imported again: {} {}: {line}", one.batch, one.crd.metadata.name)
                        }
                    }
                }
            }
            Err(error) => found.push((error.chars().take(200).collect(), String::new())),
        }
        if found.is_empty() {
            equal += 1;
            without_written += usize::from(is_sayable);
        }
        let mut seen = std::collections::BTreeSet::new();
        for (class, place) in found {
            if seen.insert(class.clone()) {
                let place = format!("{} {} {place}", one.batch, one.crd.metadata.name);
                classes.entry(class).or_insert((0, place)).0 += 1;
            }
        }
    }
    let mut classes: Vec<(String, (usize, String))> = classes.into_iter().collect();
    classes.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    for (class, (count, place)) in classes {
        println!("{count:5} CRDs  {class}\n             first: {place}");
    }
    println!(
        "{equal} of {} CRDs are equal, {without_written} of them without a schema in the text, {with_omitted} but for a CA bundle that \
         the import reports as omitted; {again} give the same text when they are imported again",
        imported.len()
    );
}

/// Returns the first line of a text that another text does not have at the same place.
fn first_difference<'a>(text: &'a str, other: &str) -> Option<&'a str> {
    let mut others = other.lines();
    let differs = |line: &&str| others.next() != Some(line);
    text.lines().find(differs).or((text != other).then_some(""))
}

/// Adds a class (the member that differs, with both values shortened) and the place of each difference.
fn differences(place: &str, wanted: &Value, found: &Value, out: &mut Vec<(String, String)>) {
    match (wanted, found) {
        (Value::Object(a), Value::Object(b)) => {
            for name in a.keys().chain(b.keys().filter(|name| !a.contains_key(*name))) {
                let below = format!("{place}/{name}");
                match (a.get(name), b.get(name)) {
                    (Some(a), Some(b)) => differences(&below, a, b, out),
                    (Some(_), None) => out.push((format!("{} is gone", last(&below)), below)),
                    _ => out.push((format!("{} is new", last(&below)), below)),
                }
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (index, (a, b)) in a.iter().zip(b).enumerate() {
                differences(&format!("{place}/{index}"), a, b, out);
            }
        }
        _ if wanted == found => {}
        _ => out.push((
            format!("{}: {} became {}", last(place), short(wanted), short(found)),
            place.to_owned(),
        )),
    }
}

fn last(place: &str) -> &str {
    place
        .rsplit('/')
        .find(|name| name.parse::<usize>().is_err())
        .unwrap_or_default()
}

fn short(value: &Value) -> String {
    match value {
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        other => other.to_string(),
    }
}
