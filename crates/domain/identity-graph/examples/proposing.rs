//! Who may be one person although nothing joins them, and why.

use identity_graph::proposals::{Candidate, Commonness, Traits, propose};
use identity_graph::{IdentifierKind, Personal, Subject, Uuid, ValueKey};

fn customer(number: u128, name: (&str, &str), email: &str, phone: &str) -> Traits {
    let values = [
        (IdentifierKind::Email, email),
        (IdentifierKind::Phone, phone),
    ];
    let values = values.map(|(kind, key)| Subject {
        kind,
        value_key: ValueKey::new(key),
    });
    let candidate = Candidate {
        customer_id: Uuid::from_u128(number).into(),
        first_name: Some(Personal::new(name.0)),
        last_name: Some(Personal::new(name.1)),
        values: values.into(),
        browsers: [].into(),
    };
    Traits::from(&candidate)
}

fn main() {
    let (name, other) = (("María José", "Núñez"), ("Maria", "Nunez Soto"));
    let left = customer(1, name, "mjn@mail.example", "+56987654321");
    let right = customer(2, other, "maria@work.example", "+56987654321");
    let Some(proposal) = propose(&left, &right, &Commonness::default()) else {
        return println!("two strangers");
    };
    println!("{:?}: {:.3}", proposal.band, proposal.score.probability());
    for reason in proposal.evidence {
        println!("{:?} {:?}: {}", reason.field, reason.agreement, reason.bits);
    }
}
