//! What happens to the event's browser.

use super::*;
use crate::device::Segment;

#[test]
fn browsers_are_linked_shared_or_left_alone() {
    let decision = |visitor: Ownership, recent: u32, values: &[(&str, &str)]| {
        let mut known = held(&[("email", "e", 1)]);
        known.visitor = visitor;
        known.customers[0].recent_visitors = recent;
        let decision = plan(values, &known).visitor.unwrap().decision;
        // Where somebody was parted on it, no event alone says whose it is.
        known.is_parted = true;
        let parted = plan(values, &known).visitor.unwrap().decision;
        let before = known.visitor;
        let customer = customer(1);
        let share = VisitorDecision::Share { customer, before };
        let is_nobody = decision == VisitorDecision::Unidentified;
        assert_eq!(parted, if is_nobody { decision.clone() } else { share });
        decision
    };
    let (me, other) = (Ownership::Owned(customer(1)), Ownership::Owned(customer(2)));
    let identified = [("anonymous_id", "a"), ("email", "e")];
    let link = VisitorDecision::Link(customer(1));
    assert_eq!(decision(Ownership::Unowned, 0, &identified), link);
    assert_eq!(decision(Ownership::Unowned, 199, &identified), link);
    assert_eq!(
        decision(Ownership::Unowned, 200, &identified),
        VisitorDecision::OverLimit
    );
    assert_eq!(
        decision(me, 200, &identified),
        VisitorDecision::AlreadyLinked
    );
    let share = VisitorDecision::Share {
        customer: customer(1),
        before: other.clone(),
    };
    assert_eq!(decision(other.clone(), 0, &identified), share);
    assert_eq!(
        decision(other.clone(), 200, &identified),
        VisitorDecision::OverLimit
    );
    assert_eq!(
        decision(other, 0, &identified[..1]),
        VisitorDecision::Unidentified
    );
}

#[test]
fn an_anonymous_event_is_its_owners_at_that_time() {
    let mut known = held(&[]);
    let segment = |from: Option<i64>, who| Segment {
        from: from.map(Timestamp::from_micros),
        customer: customer(who),
    };
    for (change_at, owner) in [(999, 2), (1_000, 2), (1_001, 1)] {
        let segments = vec![segment(None, 1), segment(Some(change_at), 2)];
        known.visitor = Ownership::from_stored(None, segments);
        let plan = plan(&[("anonymous_id", "a")], &known);
        assert_eq!(plan.customer, Some(existing(owner)), "{change_at}");
    }
}

#[test]
fn a_new_person_on_somebodys_browser_is_not_its_owner() {
    let mut known = held(&[]);
    known.visitor = Ownership::Owned(customer(1));
    let plan = plan(&[("anonymous_id", "a"), ("email", "new")], &known);
    assert_eq!(plan.customer, NEW);
    let decision = plan.visitor.unwrap().decision;
    assert!(matches!(decision, VisitorDecision::Share { customer: c, .. } if c == customer(99)));
}
