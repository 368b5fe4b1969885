//! Which customer an event belongs to, case by case.

use super::*;

#[test]
fn nobody_known_founds_a_customer_who_takes_everything() {
    let plan = plan(
        &[("phone", "p"), ("external_id", "s|x"), ("email", "e")],
        &held(&[]),
    );
    assert_eq!(plan.customer, NEW);
    assert_eq!(keys(&plan.claims), ["e", "s|x", "p"]);
    assert_eq!(decided_by(&plan), Some("e"));
    assert_eq!(
        plan.fill.primary_email.as_ref().map(Personal::as_str),
        Some("e")
    );
    assert_eq!(
        plan.fill.first_name.as_ref().map(Personal::as_str),
        Some("Ana")
    );
}

#[test]
fn an_external_or_anonymous_id_alone_founds_nobody() {
    for values in [[("external_id", "s|x")], [("anonymous_id", "a")]] {
        let plan = plan(&values, &held(&[("external_id", "s|x", 1)]));
        assert_eq!(plan.customer, None, "{values:?}");
        assert!(plan.claims.is_empty() && plan.sightings.is_empty());
        assert_eq!(plan.fill, Fill::default());
    }
    assert_eq!(plan(&[("external_id", "s|x")], &held(&[])).subject, None);
    assert_eq!(
        decided_by(&plan(&[("anonymous_id", "a")], &held(&[]))),
        Some("a")
    );
}

#[test]
fn one_holder_takes_the_rest() {
    let known = held(&[("phone", "p", 2)]);
    let plan = plan(
        &[("phone", "p"), ("email", "e"), ("national_id", "r")],
        &known,
    );
    assert_eq!(plan.customer, Some(existing(2)));
    assert_eq!(keys(&plan.claims), ["e", "r"]);
    assert_eq!(keys(&plan.confirmed), ["p"]);
    assert_eq!(decided_by(&plan), Some("r"));
    assert!(plan.rivals.is_empty());
}

#[test]
fn of_several_holders_the_most_trusted_value_wins() {
    let known = held(&[
        ("phone", "p", 1),
        ("email", "e", 2),
        ("external_id", "s|x", 3),
    ]);
    let plan = plan(
        &[("phone", "p"), ("email", "e"), ("external_id", "s|x")],
        &known,
    );
    assert_eq!(plan.customer, Some(existing(2)));
    assert_eq!(sighted(&plan), ["p", "s|x"]);
    assert!(plan.claims.is_empty());
    let pairs: Vec<_> = plan
        .rivals
        .iter()
        .map(|pair| (pair.first, pair.second))
        .collect();
    assert_eq!(
        pairs,
        [(customer(1), customer(2)), (customer(2), customer(3))]
    );
    assert_eq!(plan.fill.primary_phone, None);
    assert_eq!(
        plan.fill.primary_email.as_ref().map(Personal::as_str),
        Some("e")
    );
}

#[test]
fn another_rut_makes_another_customer() {
    let known = held(&[
        ("email", "e", 1),
        ("national_id", "r1", 1),
        ("phone", "p", 1),
    ]);
    let plan = plan(
        &[("email", "e"), ("phone", "p"), ("national_id", "r2")],
        &known,
    );
    assert_eq!(plan.customer, NEW);
    assert_eq!(keys(&plan.claims), ["r2"]);
    assert_eq!(sighted(&plan), ["e", "p"]);
    assert_eq!(decided_by(&plan), Some("r2"));
    assert_eq!(plan.rivals.len(), 1);
    assert_eq!(plan.fill.primary_email, None);
}

#[test]
fn another_rut_joins_the_next_holder_who_has_none() {
    let known = held(&[
        ("email", "e", 1),
        ("national_id", "r1", 1),
        ("phone", "p", 2),
    ]);
    let plan = plan(
        &[("email", "e"), ("phone", "p"), ("national_id", "r2")],
        &known,
    );
    assert_eq!(plan.customer, Some(existing(2)));
    assert_eq!(keys(&plan.claims), ["r2"]);
    assert_eq!(sighted(&plan), ["e"]);
}

#[test]
fn crm_contacts_are_one_per_source() {
    let known = held(&[("email", "e", 1), ("crm_contact_id", "hub|1", 1)]);
    let other = plan(&[("email", "e"), ("crm_contact_id", "sales|1")], &known);
    assert_eq!(
        (other.customer, keys(&other.claims)),
        (Some(existing(1)), vec!["sales|1"])
    );
    let same = plan(&[("email", "e"), ("crm_contact_id", "hub|2")], &known);
    assert_eq!((same.customer, keys(&same.claims)), (NEW, vec!["hub|2"]));
}

#[test]
fn a_less_trusted_value_over_the_limit_is_left_out() {
    let mut known = held(&[("email", "e", 1), ("external_id", "s|1", 1)]);
    for number in 1..=5 {
        hold(&mut known, IdentifierKind::Phone, &format!("p{number}"), 1);
    }
    let values = [("email", "e"), ("phone", "p6"), ("external_id", "s|2")];
    let plan = plan(&values, &known);
    assert_eq!(plan.customer, Some(existing(1)));
    assert!(plan.claims.is_empty());
    assert_eq!(decided_by(&plan), Some("e"));
}

#[test]
fn the_sixth_email_of_a_phone_is_another_person() {
    let mut known = held(&[("phone", "p", 1)]);
    for number in 1..=4 {
        hold(&mut known, IdentifierKind::Email, &format!("e{number}"), 1);
    }
    let values = [("phone", "p"), ("email", "e9")];
    assert_eq!(plan(&values, &known).customer, Some(existing(1)));
    hold(&mut known, IdentifierKind::Email, "e5", 1);
    let plan = plan(&values, &known);
    assert_eq!(plan.customer, NEW);
    assert_eq!(
        (keys(&plan.claims), sighted(&plan)),
        (vec!["e9"], vec!["p"])
    );
}

#[test]
fn demoted_and_blocked_values_count_for_nothing() {
    for state in [ValueState::Demoted, ValueState::Blocked] {
        let mut known = held(&[("email", "e", 1), ("phone", "p", 2)]);
        known.values[0].state = state;
        let with_phone = plan(&[("email", "e"), ("phone", "p")], &known);
        assert_eq!(with_phone.customer, Some(existing(2)));
        assert_eq!(decided_by(&with_phone), Some("p"));
        assert!(with_phone.sightings.is_empty() && with_phone.rivals.is_empty());
        assert_eq!(with_phone.fill.primary_email, None);
        let alone = plan(&[("email", "e")], &known);
        assert_eq!((alone.customer, alone.subject), (None, None));
    }
}

#[test]
fn demotion_begins_above_the_cap() {
    for (kind, cap) in [("email", 3_u128), ("phone", 4)] {
        for customers_after in 2..=cap + 1 {
            let mut known = held(&[(kind, "v", 1), ("national_id", "r", 6)]);
            known.values[0].sighted_with = (2..customers_after).map(customer).collect();
            let plan = plan(&[(kind, "v"), ("national_id", "r")], &known);
            assert_eq!(plan.customer, Some(existing(6)));
            assert_eq!(sighted(&plan), ["v"]);
            assert_eq!(!plan.demotions.is_empty(), customers_after > cap, "{kind}");
        }
    }
}

#[test]
fn the_same_sighting_counts_once() {
    let mut known = held(&[("email", "v", 1), ("national_id", "r", 6)]);
    known.values[0].sighted_with = [2, 6].map(customer).to_vec();
    let plan = plan(&[("email", "v"), ("national_id", "r")], &known);
    assert!(plan.sightings.is_empty() && plan.demotions.is_empty());
    assert_eq!(plan.rivals.len(), 1);
}

#[test]
fn ids_with_one_holder_are_never_demoted() {
    let mut known = held(&[("crm_contact_id", "hub|1", 1), ("national_id", "r", 6)]);
    known.values[0].sighted_with = (2..6).map(customer).collect();
    let plan = plan(&[("crm_contact_id", "hub|1"), ("national_id", "r")], &known);
    assert_eq!(sighted(&plan), ["hub|1"]);
    assert!(plan.demotions.is_empty());
}
