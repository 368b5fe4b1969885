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
    assert_eq!(paired(&plan), (vec![("e", "p")], false));
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
        assert!(plan.claims.is_empty() && plan.pairs.is_empty());
        assert_eq!(plan.fill, Fill::default());
    }
    assert_eq!(plan(&[("external_id", "s|x")], &held(&[])).subject, None);
    assert_eq!(
        decided_by(&plan(&[("anonymous_id", "a")], &held(&[]))),
        Some("a")
    );
}

#[test]
fn who_was_known_by_less_keeps_the_id_when_more_is_known() {
    let known = held(&[("phone", "p", 2)]);
    let plan = plan(
        &[("phone", "p"), ("email", "e"), ("national_id", "r")],
        &known,
    );
    assert_eq!(plan.customer, Some(existing(2)));
    assert_eq!(keys(&plan.claims), ["e", "r"]);
    assert_eq!(keys(&plan.confirmed), ["p"]);
    assert_eq!(decided_by(&plan), Some("r"));
    let (pairs, open) = paired(&plan);
    assert_eq!(pairs, [("r", "e"), ("r", "p"), ("e", "p")]);
    assert!(open);
}

#[test]
fn who_has_something_as_trusted_is_somebody_else() {
    for (kind, key) in [
        ("national_id", "r1"),
        ("crm_contact_id", "hub|1"),
        ("email", "other"),
    ] {
        let known = held(&[("phone", "p", 1), (kind, key, 1)]);
        let plan = plan(&[("phone", "p"), ("email", "e")], &known);
        assert_eq!(plan.customer, NEW, "{kind}");
        assert_eq!(keys(&plan.claims), ["e"]);
        assert_eq!(paired(&plan), (vec![("e", "p")], true));
        assert_eq!(plan.fill.primary_phone, None);
    }
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
    assert_eq!(keys(&plan.confirmed), ["e"]);
    assert!(plan.claims.is_empty());
    assert_eq!(plan.fill.primary_phone, None);
    assert_eq!(
        plan.fill.primary_email.as_ref().map(Personal::as_str),
        Some("e")
    );
}

#[test]
fn a_shared_value_decides_only_where_nothing_else_does() {
    let mut known = held(&[("email", "role", 1), ("phone", "p", 2)]);
    known.values[0].state = ValueState::Demoted;
    let with_phone = plan(&[("email", "role"), ("phone", "p")], &known);
    assert_eq!(with_phone.customer, Some(existing(2)));
    assert_eq!(decided_by(&with_phone), Some("p"));
    assert_eq!(paired(&with_phone), (vec![("role", "p")], true));
    let with_another = plan(&[("email", "role"), ("phone", "new")], &known);
    assert_eq!(with_another.customer, NEW);
    let alone = plan(&[("email", "role")], &known);
    assert_eq!(alone.customer, Some(existing(1)));
    known.values[1].state = ValueState::Demoted;
    let both = plan(&[("email", "role"), ("phone", "p")], &known);
    assert_eq!(decided_by(&both), Some("role"));
}

#[test]
fn a_blocked_value_counts_for_nothing() {
    let mut known = held(&[("email", "e", 1), ("phone", "p", 2)]);
    known.values[0].state = ValueState::Blocked;
    let with_phone = plan(&[("email", "e"), ("phone", "p")], &known);
    assert_eq!(with_phone.customer, Some(existing(2)));
    assert!(with_phone.pairs.is_empty());
    let alone = plan(&[("email", "e")], &known);
    assert_eq!((alone.customer, alone.subject), (None, None));
}

#[test]
fn what_a_browser_tells_joins_nobody() {
    let known = held(&[("phone", "p", 2)]);
    let values = [("phone", "p"), ("email", "e"), ("external_id", "s|x")];
    let plan = told(&values, &known);
    assert_eq!(plan.customer, NEW);
    assert_eq!(keys(&plan.claims), ["e"]);
    assert_eq!(paired(&plan), (vec![("e", "p")], false));
    let known = held(&[("email", "e", 1)]);
    let plan = told(&values, &known);
    assert_eq!(plan.customer, Some(existing(1)));
    assert!(plan.claims.is_empty());
}
