//! Whose each of some events is: known by e-mail address and by browser.

use identity_graph::{
    IdentifierKind, MemoryStore, Occasion, Origin, RawIdentifiers, Timestamp, Uuid, ValueKeys,
    normalise, resolve,
};

struct Plain;
impl ValueKeys for Plain {
    fn key(&self, _: IdentifierKind, value: &str) -> String {
        value.to_owned()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (mut store, profile) = (MemoryStore::default(), Uuid::from_u128(7).into());
    let [ada, grace] = ["ada@mail.example", "grace@mail.example"];
    for (number, email, browser) in [(1_u8, ada, "b1"), (2, grace, "b2"), (3, "", "b1")] {
        let raw = RawIdentifiers {
            email: Some(email.to_owned()),
            anonymous_id: Some(browser.to_owned()),
            ..RawIdentifiers::default()
        };
        let identifiers = normalise(&raw, &Plain)?;
        let id = Uuid::from_u128(number.into());
        let at = Timestamp::from_micros(number.into());
        let occasion = Occasion {
            at,
            origin: Origin::Server,
            candidate: id.into(),
            fact: id,
        };
        let who = resolve(&mut store, profile, &identifiers, occasion, &[]).await?;
        println!("{email:>20} on {browser}: {:?}", who.customer);
        store.keep(&who, at);
    }
    Ok(())
}
