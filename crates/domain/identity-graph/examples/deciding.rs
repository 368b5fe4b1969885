//! What people decide about who is one person stands on top of what facts say, and national ids on top of that.

use identity_graph::IdentifierKind::{self, Email, NationalId, Phone};
use identity_graph::{Link, Pairs, Subject, Uuid, ValueKey};

fn value(kind: IdentifierKind, key: &str) -> Subject {
    let value_key = ValueKey::new(key);
    Subject { kind, value_key }
}

fn main() {
    let [home, work] = ["ada@mail.example", "ada@work.example"].map(|key| value(Email, key));
    let (phone, id, other_id) = (
        value(Phone, "+56987654321"),
        value(NationalId, "1"),
        value(NationalId, "2"),
    );
    let mut pairs = Pairs::default();
    let tell = |what: &str, pairs: &Pairs| {
        let is_one = pairs.person(&home) == pairs.person(&work);
        println!(
            "{what}: {}",
            if is_one { "one person" } else { "two people" }
        );
    };
    pairs.add(&work, &phone);
    tell("an order from work", &pairs);
    let decision = Uuid::from_u128(1);
    pairs.link(Link::new(decision, home.clone(), phone.clone()));
    tell("somebody says that the phone is Ada's", &pairs);
    pairs.add(&id, &home);
    tell("an order with a national id", &pairs);
    pairs.add(&other_id, &work);
    tell("and one with another", &pairs);
    pairs.unlink(decision);
    tell("the decision is taken back", &pairs);
}
