//! What holds for every event and every graph.

use proptest::prelude::*;

use super::*;

/// Two values of each kind, held by up to six customers or by nobody, in any state.
fn snapshots() -> impl Strategy<Value = Known> {
    let value = (0_u128..=6, 0_u8..8);
    let owner = prop::option::of(1_u128..=6);
    let fillers = prop::collection::vec((0_usize..4, 1_u128..=6), 0..25);
    (prop::collection::vec(value, 10), owner, fillers).prop_map(|(values, owner, fillers)| {
        let mut known = held(&[]);
        known.visitor = owner.map_or(Ownership::Unowned, |who| Ownership::Owned(customer(who)));
        for (index, (holder, state)) in values.into_iter().enumerate() {
            let kind = IdentifierKind::ALL[index / 2];
            let key = format!("s|{}", index % 2);
            if holder == 0 {
                continue;
            }
            hold(&mut known, kind, &key, holder);
            let stored = known.values.last_mut().unwrap();
            stored.state = match state {
                0 => ValueState::Demoted,
                1 => ValueState::Blocked,
                _ => ValueState::Active,
            };
            if stored.state != ValueState::Active {
                known.customers[usize::try_from(holder).unwrap() - 1]
                    .holds
                    .pop();
            }
        }
        for (index, (kind, holder)) in fillers.into_iter().enumerate() {
            let (kind, key) = (IdentifierKind::ALL[kind], format!("f{index}|"));
            let holds = &mut known.customers[usize::try_from(holder).unwrap() - 1].holds;
            holds.push((kind, ValueKey::new(key)));
        }
        known
    })
}

/// Any of the values of [`snapshots`], at most one of a kind.
fn events() -> impl Strategy<Value = Identifiers> {
    prop::collection::vec(0_usize..3, 6).prop_map(|picks| {
        let keys = ["s|0", "s|1"];
        let values: Vec<_> = IdentifierKind::ALL
            .iter()
            .zip(picks)
            .filter_map(|(kind, pick)| Some((kind.as_str(), *keys.get(pick)?)))
            .collect();
        event(&values)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn two_known_customers_are_never_merged(known in snapshots(), event in events()) {
        let plan = decide(profile(), &event, &known, occasion());
        for claim in &plan.claims {
            prop_assert!(known.value(claim).is_none(), "a held value changes hands");
        }
        for value in &plan.confirmed {
            prop_assert_eq!(known.value(value).map(|v| v.holder), plan.customer.map(Target::id));
        }
    }

    #[test]
    fn the_subject_leads_to_the_customer(known in snapshots(), event in events()) {
        let plan = decide(profile(), &event, &known, occasion());
        let active = |value: &Identifier| {
            known.value(value).is_none_or(|stored| stored.state != ValueState::Blocked)
        };
        let named = event.values().iter().any(|v| v.kind.names_a_person() && active(v));
        match &plan.subject {
            Some(subject) if subject.kind == IdentifierKind::AnonymousId => prop_assert!(!named),
            Some(subject) => {
                let leads = plan.claims.iter().chain(&plan.confirmed);
                prop_assert!(leads.map(Identifier::subject).any(|s| s == *subject));
                prop_assert!(named && plan.customer.is_some());
            }
            None => prop_assert!(!named && event.anonymous_id().is_none()),
        }
    }

    #[test]
    fn a_held_rut_decides_alone(known in snapshots(), event in events()) {
        let rut = event.get(IdentifierKind::NationalId).and_then(|rut| known.value(rut));
        if let Some(rut) = rut.filter(|rut| rut.state == ValueState::Active) {
            let plan = decide(profile(), &event, &known, occasion());
            prop_assert_eq!(plan.customer, Some(Target::Existing(rut.holder)));
        }
    }
}
