//! How often a rule joins values rightly, and how often it takes two people for one.
//!
//! Generated people buy, write and call; it is known who did. Each rule sees only which values an event
//! named. `cargo run --release -p identity-graph --example joining`

#![expect(
    clippy::indexing_slicing,
    reason = "values are numbered from 0 without gaps, by the generator"
)]

#[path = "../common/dice.rs"]
mod dice;
mod people;
mod rules;

use std::collections::HashMap;

use people::{Event, Owners, World};

/// Which person each value of the events belongs to.
type Rule = fn(&[Event]) -> Vec<usize>;

fn main() {
    println!(
        "{:<34} {:>9} {:>7} {:>9} {:>11} {:>8}",
        "20,000 people, 3 worlds", "joined", "wrongly", "1 of", "persons in", "found"
    );
    println!(
        "{:<34} {:>9} {:>7} {:>9} {:>11} {:>8}",
        "", "pairs", "", "", "largest", "of 100"
    );
    let worlds: Vec<World> = (1..=3).map(|seed| World::new(seed, 20_000)).collect();
    let rules: [(&str, Rule); 5] = [
        ("first come, first held", rules::as_it_came),
        ("the same, by event time", rules::by_event_time),
        (
            "components, phone of <= 4 e-mails",
            rules::components_of_four,
        ),
        ("components, phone of 1 e-mail", rules::components_of_one),
        ("trees (the rule of this crate)", rules::trees),
    ];
    for (name, rule) in rules {
        let mut total = Score::default();
        for world in &worlds {
            total.add(&score(&rule(&world.events), &world.owners));
        }
        println!(
            "{name:<34} {:>9} {:>7} {:>9} {:>11} {:>8.1}",
            total.right + total.wrong,
            total.wrong,
            (total.right + total.wrong)
                .checked_div(total.wrong)
                .map_or("-".to_owned(), |one_of| one_of.to_string()),
            total.largest,
            100.0 * f64::from(total.right) / f64::from(total.possible),
        );
    }
}

/// Pairs of values that a rule takes for one person's.
#[derive(Default)]
struct Score {
    right: u32,
    wrong: u32,
    possible: u32,
    /// How many people are behind the largest person.
    largest: usize,
}

impl Score {
    fn add(&mut self, other: &Self) {
        self.right += other.right;
        self.wrong += other.wrong;
        self.possible += other.possible;
        self.largest = self.largest.max(other.largest);
    }
}

/// `found` says for each value which person a rule gives it to; `owners` who uses it in truth.
fn score(found: &[usize], owners: &Owners) -> Score {
    let mut score = Score::default();
    let mut persons: HashMap<usize, Vec<usize>> = HashMap::new();
    for (value, person) in found.iter().enumerate() {
        if !owners[value].is_empty() {
            persons.entry(*person).or_default().push(value);
        }
    }
    for values in persons.values() {
        let mut people: Vec<u32> = values.iter().flat_map(|v| owners[*v].clone()).collect();
        people.sort_unstable();
        people.dedup();
        if values.len() > 1 {
            score.largest = score.largest.max(people.len());
        }
        for (number, one) in values.iter().enumerate() {
            for other in &values[number + 1..] {
                let is_right = owners[*one].iter().any(|who| owners[*other].contains(who));
                *(if is_right {
                    &mut score.right
                } else {
                    &mut score.wrong
                }) += 1;
            }
        }
    }
    let mut of_person: HashMap<u32, Vec<usize>> = HashMap::new();
    for (value, owners) in owners.iter().enumerate() {
        for owner in owners {
            of_person.entry(*owner).or_default().push(value);
        }
    }
    let mut possible = std::collections::HashSet::new();
    for values in of_person.values() {
        for (number, one) in values.iter().enumerate() {
            possible.extend(values[number + 1..].iter().map(|other| (*one, *other)));
        }
    }
    score.possible = u32::try_from(possible.len()).unwrap_or(u32::MAX);
    score
}
