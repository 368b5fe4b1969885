//! How good proposals are: generated people, of whom it is known who is who.
//!
//! `cargo run --release -p identity-graph --example proposer` prints precision and recall of the bands, and how often
//! pairs of about the same probability were one person in truth. `… fit` prints weights derived from other people of
//! the same kind; `… write FOLDER` writes the customers and their pairs for other matchers.

#![expect(
    clippy::indexing_slicing,
    reason = "people and customers are numbered from 0 without gaps"
)]

#[path = "../common/dice.rs"]
mod dice;
mod fit;
mod people;
mod slips;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use fit::Tally;
use identity_graph::proposals::{
    Band, Candidate, Commonness, Score, Traits, candidate_pairs, compare, folded,
};
use identity_graph::{CustomerId, IdentifierKind, Personal, Subject, Uuid, ValueKey, VisitorId};
use people::{Customer, world};

const PEOPLE: usize = 100_000;
/// Weights are derived from these, and what they are worth is told of those.
const LEARNT_FROM: [u64; 3] = [1, 2, 3];
const TOLD_OF: [u64; 12] = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.first().map(String::as_str) {
        Some("fit") => learn(),
        Some("write") => write(arguments.get(1).map_or(".", String::as_str))?,
        _ => report(),
    }
    Ok(())
}

/// Customers, whom they are compared with, and how common names are.
struct Compared {
    customers: Vec<Customer>,
    traits: Vec<Traits>,
    pairs: BTreeSet<(usize, usize)>,
    commonness: Commonness,
}

impl Compared {
    fn new(seed: u64) -> Self {
        let customers = world(seed, PEOPLE);
        let candidates = customers
            .iter()
            .zip(1..)
            .map(|(it, number)| candidate(it, number));
        let traits: Vec<Traits> = candidates.map(|it| Traits::from(&it)).collect();
        let pairs = candidate_pairs(&traits);
        let commonness = commonness(&customers);
        Self {
            customers,
            traits,
            pairs,
            commonness,
        }
    }

    fn is_one(&self, (left, right): (usize, usize)) -> bool {
        let right = &self.customers[right].persons;
        self.customers[left]
            .persons
            .iter()
            .any(|person| right.contains(person))
    }

    /// Pairs of customers who are one, whether they were compared or not.
    fn to_be_found(&self) -> u32 {
        let mut known_as: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
        for (number, customer) in self.customers.iter().enumerate() {
            for person in &customer.persons {
                known_as.entry(*person).or_default().insert(number);
            }
        }
        let mut pairs = BTreeSet::new();
        for customers in known_as.values() {
            for one in customers {
                pairs.extend(customers.range(one + 1..).map(|other| (*one, *other)));
            }
        }
        u32::try_from(pairs.len()).unwrap_or(u32::MAX)
    }

    fn tally(&self, tally: &mut Tally) {
        for pair in &self.pairs {
            let (left, right) = (&self.traits[pair.0], &self.traits[pair.1]);
            if let Some(comparison) = compare(left, right, &self.commonness) {
                let entry = tally.entry(comparison).or_default();
                entry.0 += 1;
                entry.1 += u32::from(self.is_one(*pair));
            }
        }
    }
}

fn candidate(of: &Customer, number: u128) -> Candidate {
    let value = |kind, key: &String| Subject {
        kind,
        value_key: ValueKey::new(key.as_str()),
    };
    let emails = of
        .emails
        .iter()
        .map(|key| value(IdentifierKind::Email, key));
    let phones = of
        .phones
        .iter()
        .map(|key| value(IdentifierKind::Phone, key));
    let ids = of
        .national_id
        .iter()
        .map(|key| value(IdentifierKind::NationalId, key));
    let cards = of
        .card
        .iter()
        .map(|key| value(IdentifierKind::ExternalId, key));
    Candidate {
        customer_id: CustomerId::from(Uuid::from_u128(number)),
        first_name: of.first_name.clone().map(Personal::new),
        last_name: of.last_name.clone().map(Personal::new),
        values: emails.chain(phones).chain(ids).chain(cards).collect(),
        browsers: of
            .browsers
            .iter()
            .map(|id| VisitorId::from(Uuid::from_u128((*id).into())))
            .collect(),
    }
}

fn commonness(customers: &[Customer]) -> Commonness {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for last_name in customers.iter().filter_map(|it| it.last_name.as_deref()) {
        let words = folded(last_name);
        for word in words.split(' ').collect::<BTreeSet<_>>() {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    Commonness::new(u32::try_from(customers.len()).unwrap_or(u32::MAX), counts)
}

fn learn() {
    let mut tally = Tally::new();
    for seed in LEARNT_FROM {
        Compared::new(seed).tally(&mut tally);
    }
    let (prior, weights) = fit::fit(&tally);
    println!("PRIOR {prior:.0}");
    for (level, bits) in weights {
        let of_level = tally.iter().filter(|(it, _)| it.levels().contains(&level));
        let (all, ones) = of_level.fold((0, 0), |sum, (_, it)| (sum.0 + it.0, sum.1 + it.1));
        println!("{level:?} {bits:.0} ({ones} of {all})");
    }
}

fn report() {
    let (mut tally, mut to_be_found, mut pairs, mut customers) = (Tally::new(), 0, 0, 0);
    for seed in TOLD_OF {
        let compared = Compared::new(seed);
        compared.tally(&mut tally);
        to_be_found += compared.to_be_found();
        pairs += compared.pairs.len();
        customers += compared.customers.len();
    }
    println!(
        "{customers} customers of {} people, {pairs} pairs compared",
        PEOPLE * TOLD_OF.len()
    );
    let mut scored: Vec<(Score, u32, u32)> = tally
        .iter()
        .map(|(it, (all, ones))| (Score::of(it), *all, *ones))
        .collect();
    scored.sort_by(|one, other| other.cmp(one));
    let within: u32 = scored.iter().map(|(.., ones)| ones).sum();
    println!("{to_be_found} of all pairs are one person, {within} of those that are compared\n");
    bands(&scored, (to_be_found, within));
    bins(&scored);
    let (mut all, mut ones, mut best) = (0, 0, 0);
    for (_, more, more_ones) in &scored {
        all += more;
        ones += more_ones;
        if u64::from(ones) * 100 >= u64::from(all) * 99 {
            best = ones;
        }
    }
    println!("recall at precision .99: {}", share(best, within));
}

fn bands(scored: &[(Score, u32, u32)], (to_be_found, within): (u32, u32)) {
    println!(
        "{:<10} {:>8} {:>10} {:>16} {:>16}",
        "band", "pairs", "precision", "recall, with all", "of all there are"
    );
    let mut found = 0;
    for band in [Band::Strong, Band::Likely, Band::Possible] {
        let of_band = scored
            .iter()
            .filter(|(score, ..)| score.band() == Some(band));
        let (all, ones) = of_band.fold((0, 0), |sum, it| (sum.0 + it.1, sum.1 + it.2));
        found += ones;
        println!(
            "{:<10} {all:>8} {:>10} {:>16} {:>16}",
            band.as_str(),
            share(ones, all),
            share(found, within),
            share(found, to_be_found)
        );
    }
}

fn bins(scored: &[(Score, u32, u32)]) {
    println!(
        "\n{:<12} {:>8} {:>10} {:>10}",
        "probability", "pairs", "predicted", "observed"
    );
    for bin in 0..10_u32 {
        let (from, until) = (f64::from(bin) / 10.0, f64::from(bin + 1) / 10.0);
        let is_within = |score: &Score| {
            let probability = score.probability();
            from <= probability && (probability < until || bin == 9)
        };
        let of_bin: Vec<_> = scored
            .iter()
            .filter(|(score, ..)| is_within(score))
            .collect();
        let (all, ones) = of_bin
            .iter()
            .fold((0, 0), |sum, it| (sum.0 + it.1, sum.1 + it.2));
        let predicted: f64 = of_bin
            .iter()
            .map(|it| it.0.probability() * f64::from(it.1))
            .sum();
        let predicted = predicted / f64::from(all);
        println!(
            "{from:.1} to {until:.1}   {all:>8} {predicted:>10.3} {:>10}",
            share(ones, all)
        );
    }
    println!();
}

fn share(part: u32, of: u32) -> String {
    format!("{:.3}", f64::from(part) / f64::from(of))
}

/// The customers of the first seed, and the pairs with their scores and whether they are one.
fn write(folder: &str) -> std::io::Result<()> {
    let compared = Compared::new(TOLD_OF[0]);
    let mut text =
        String::from("unique_id,first_name,last_name,emails,phones,national_id,card,browsers\n");
    for (number, of) in compared.customers.iter().enumerate() {
        let name = |name: &Option<String>| name.as_deref().map(folded).unwrap_or_default();
        let browsers: Vec<String> = of.browsers.iter().map(u64::to_string).collect();
        let (national_id, card) = (of.national_id.as_deref(), of.card.as_deref());
        let _ = writeln!(
            text,
            "{number},{},{},{},{},{},{},{}",
            name(&of.first_name),
            name(&of.last_name),
            of.emails.join(" "),
            of.phones.join(" "),
            national_id.unwrap_or_default(),
            card.unwrap_or_default(),
            browsers.join(" "),
        );
    }
    std::fs::write(format!("{folder}/customers.csv"), text)?;
    let mut text = String::from("left,right,probability,is_one\n");
    for pair in &compared.pairs {
        let (left, right) = (&compared.traits[pair.0], &compared.traits[pair.1]);
        let score =
            compare(left, right, &compared.commonness).map(|it| Score::of(&it).probability());
        let (score, is_one) = (score.unwrap_or_default(), u8::from(compared.is_one(*pair)));
        let _ = writeln!(text, "{},{},{score:.6},{is_one}", pair.0, pair.1);
    }
    std::fs::write(format!("{folder}/pairs.csv"), text)
}
