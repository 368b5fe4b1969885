use super::*;
use crate::kinds::IdentifierKind::{self, CrmContactId, Email, NationalId, Phone};
use crate::pairs::{Link, Pairs};
use crate::value_key::ValueKey;

fn value(kind: IdentifierKind, key: &str) -> Subject {
    Subject {
        kind,
        value_key: ValueKey::new(key),
    }
}

fn customer(id: u128) -> HeldCustomer {
    HeldCustomer {
        id: CustomerId::new(Uuid::from_u128(id)),
        first_seen_at: Timestamp::from_micros(0),
        merged_into: None,
    }
}

fn held(value: &Subject, home: Option<u128>, state: ValueState) -> HeldValue {
    HeldValue {
        value: value.clone(),
        holder: customer(1).id,
        home: home.map(|id| customer(id).id),
        state,
    }
}

fn side(values: &[&Subject]) -> BTreeMap<Subject, bool> {
    let values = values.iter();
    values.map(|value| ((*value).clone(), false)).collect()
}

fn parting(number: u128, away: &[&Subject], rest: &[&Subject]) -> Parting {
    Parting {
        decision: Uuid::from_u128(number),
        away: side(away),
        rest: side(rest),
    }
}

#[test]
fn the_id_stays_with_what_stays() {
    let (address, phone, contact) = (
        value(Email, "a@example.com"),
        value(Phone, "+56 9"),
        value(CrmContactId, "crm|7"),
    );
    let values = [
        held(&address, Some(1), ValueState::Active),
        held(&phone, Some(2), ValueState::Active),
        held(&contact, None, ValueState::Demoted),
    ];
    let plan = |chosen: &[&Subject]| {
        let chosen = chosen.iter().map(|it| (*it).clone()).collect();
        plan_split(Uuid::nil(), Some(&customer(1)), &values, &chosen)
    };
    let leaves = plan(&[&phone, &contact]).unwrap();
    assert_eq!(leaves.home, None);
    let away = BTreeMap::from([(phone.clone(), false), (contact.clone(), true)]);
    assert_eq!(leaves.parting.away, away);
    assert_eq!(leaves.parting.rest, side(&[&address]));
    // The customer was founded for the address; what stays and names one person is the phone.
    let to = HomeMove {
        from: Some(address.clone()),
        to: phone.clone(),
    };
    assert_eq!(plan(&[&address]).unwrap().home, Some(to));
    assert_eq!(plan(&[]).unwrap_err(), NotSplittable::Nothing);
    assert_eq!(plan(&[&contact]).unwrap_err(), NotSplittable::Nothing);
    let all = plan(&[&address, &phone]).unwrap_err();
    assert_eq!(all, NotSplittable::Everything);
}

#[test]
fn what_cannot_be_parted_says_why() {
    let values: Vec<HeldValue> = (0..=MOST_PARTED_VALUES)
        .map(|number| {
            let value = value(Email, &format!("{number}@example.com"));
            held(&value, None, ValueState::Active)
        })
        .collect();
    let chosen = BTreeSet::from([values[0].value.clone()]);
    let refused = |customer: Option<&HeldCustomer>, values: &[HeldValue]| {
        plan_split(Uuid::nil(), customer, values, &chosen).unwrap_err()
    };
    let alias = HeldCustomer {
        merged_into: Some(customer(2).id),
        ..customer(1)
    };
    let two = &values[..2];
    assert_eq!(refused(None, two), NotSplittable::Unknown);
    assert_eq!(refused(Some(&alias), two), NotSplittable::Alias);
    let one = Some(&customer(1)).copied();
    assert_eq!(refused(one.as_ref(), &values), NotSplittable::TooMany);
    let mut blocked = two.to_vec();
    blocked[1].state = ValueState::Blocked;
    assert_eq!(refused(one.as_ref(), &blocked), NotSplittable::Everything);
    blocked[1] = held(&crate::erased(Uuid::nil()), None, ValueState::Active);
    assert_eq!(refused(one.as_ref(), &blocked), NotSplittable::Everything);
}

#[test]
fn what_facts_say_of_two_sides_counts_no_more() {
    let (address, phone, other) = (
        value(Email, "a@example.com"),
        value(Phone, "+56 9"),
        value(Email, "b@example.com"),
    );
    let mut pairs = Pairs::default();
    pairs.add(&address, &phone);
    assert_eq!(pairs.person(&phone), &address);
    pairs.part(parting(1, &[&phone], &[&address]));
    assert_eq!(pairs.person(&phone), &phone);
    // Who went away is known by more: the number has one address that counts.
    pairs.add(&other, &phone);
    assert!(!pairs.is_shared(&phone));
    assert_eq!(pairs.person(&phone), &other);
    assert_eq!(pairs.person(&address), &address);
}

#[test]
fn each_side_is_one_person_though_nothing_else_joins_it() {
    let (address, one, other) = (
        value(Email, "a@example.com"),
        value(Phone, "+56 1"),
        value(Phone, "+56 2"),
    );
    let mut pairs = Pairs::default();
    pairs.add(&address, &one);
    pairs.add(&address, &other);
    pairs.part(parting(1, &[&address], &[&one, &other]));
    assert_eq!(pairs.person(&one), pairs.person(&other));
    assert_ne!(pairs.person(&one), pairs.person(&address));
}

#[test]
fn what_is_known_later_joins_nobody_who_was_parted() {
    let (address, phone, id) = (
        value(Email, "a@example.com"),
        value(Phone, "+56 9"),
        value(NationalId, "one"),
    );
    let contact = value(CrmContactId, "crm|1");
    let mut pairs = Pairs::default();
    pairs.add(&address, &phone);
    pairs.part(parting(1, &[&phone], &[&address]));
    // One national id with both of them, straight and around a corner.
    pairs.add(&id, &address);
    pairs.add(&id, &phone);
    assert_eq!(pairs.root(&address), pairs.root(&phone));
    assert_ne!(pairs.person(&address), pairs.person(&phone));
    assert_eq!(pairs.person(&address), &id);
    let mut pairs = Pairs::default();
    pairs.part(parting(1, &[&contact], &[&phone]));
    pairs.add(&contact, &address);
    pairs.add(&address, &phone);
    assert_eq!(pairs.root(&phone), &contact);
    assert_eq!(pairs.person(&phone), &phone);
    assert_eq!(pairs.person(&contact), &contact);
    assert_eq!(pairs.person(&address), &contact);
}

#[test]
fn of_two_decisions_the_later_one_stands() {
    let (one, other) = (value(Email, "a@example.com"), value(Email, "b@example.com"));
    let mut pairs = Pairs::default();
    let is_one = |pairs: &Pairs| pairs.person(&one) == pairs.person(&other);
    pairs.link(Link::new(Uuid::from_u128(1), one.clone(), other.clone()));
    assert!(is_one(&pairs));
    pairs.part(parting(2, &[&one], &[&other]));
    assert!(!is_one(&pairs));
    pairs.link(Link::new(Uuid::from_u128(3), one.clone(), other.clone()));
    assert!(is_one(&pairs));
    pairs.unlink(Uuid::from_u128(3));
    assert!(!is_one(&pairs));
}

#[test]
fn who_belongs_to_neither_of_two_splits_is_somebody_of_their_own() {
    let (one, other) = (value(Phone, "+56 1"), value(Phone, "+56 2"));
    let (address, contact) = (value(Email, "b@example.com"), value(CrmContactId, "crm|2"));
    let (id, second) = (value(NationalId, "one"), value(NationalId, "two"));
    let mut pairs = Pairs::default();
    pairs.add(&id, &one);
    pairs.add(&contact, &other);
    pairs.part(parting(1, &[&one, &other, &contact], &[&id]));
    for value in [&contact, &second] {
        pairs.add(value, &one);
        pairs.add(value, &address);
    }
    pairs.add(&address, &one);
    pairs.part(parting(2, &[&other, &contact, &second], &[&one, &address]));
    assert_eq!(pairs.person(&one), &address);
    // The address turns out to be of whom the first split parted the number from; the second holds, too.
    pairs.add(&id, &address);
    assert_eq!(pairs.person(&address), &id);
    assert_eq!(pairs.person(&one), &one);
    // Whoever stands for others stands for themselves.
    for value in [&one, &other, &address, &contact, &id, &second] {
        let person = pairs.person(value);
        assert_eq!(pairs.person(person), person);
    }
}
