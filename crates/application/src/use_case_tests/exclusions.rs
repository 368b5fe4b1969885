//! Which events of browsers count for nothing.

use std::collections::{BTreeMap, BTreeSet};

use event_intake::ports::{
    BrowserFact, BrowserFactKind, ExcludedEvent, MockExclusionStore, StoredExclusion,
};
use event_intake::{Conditions, ConditionsDraft, ExclusionRule, Hit, HitKind, LandingEvidence};
use identity_graph::Ownership;
use kernel::{CustomerId, ExclusionId, Scope, StoreError, VisitorId};
use reporting::causes::Cause;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::mocks::MockWork;
use crate::mocks::given::{access, expect_replay, noon, outside, profile};
use crate::mocks::stored::{locked, state};
use crate::ports::MarkTarget;
use crate::tracking::exclude::{
    AddError, Foretold, MOST_CANDIDATES, MOST_RULES, add, excluded_of, foretell, look_at, pass,
    remove,
};

fn visitor(number: u128) -> VisitorId {
    Uuid::from_u128(0x200 + number).into()
}

fn id() -> ExclusionId {
    Uuid::from_u128(0xe).into()
}

/// Everything from Chile.
fn exclusion() -> StoredExclusion {
    let draft = ConditionsDraft {
        country: Some("CL".to_owned()),
        visitors: BTreeSet::from([visitor(1), visitor(2)]),
        ..ConditionsDraft::default()
    };
    StoredExclusion {
        id: id(),
        created_at: noon(),
        conditions: Conditions::new(draft).unwrap(),
        anonymous_ids: Vec::new(),
    }
}

/// A page view of a browser, so many minutes after noon.
fn view(number: u128, browser: u128, country: &str, minutes: i64) -> BrowserFact {
    let at = noon().plus_micros(minutes * 60_000_000);
    BrowserFact {
        visitor_id: visitor(browser),
        hit: Hit {
            at,
            id: Uuid::from_u128(number).into(),
            bot: false,
            kind: HitKind::PageView(LandingEvidence {
                signature: 1,
                source_key: 1,
                names_a_source: true,
                exclusion: None,
            }),
        },
        kind: BrowserFactKind::PageView,
        received_at: at,
        country: Some(country.to_owned()),
        sender: Some("of today".to_owned()),
        url: Some("https://shop.example/".to_owned()),
        referrer: None,
    }
}

fn in_force(work: &mut MockWork, count: usize) {
    work.exclusions
        .expect_in_force()
        .returning(move |_| Ok(vec![exclusion().rule(); count]));
}

/// All browsers are looked at before the next full replay, and the trail tells what of.
fn expect_everybody_looked_at(work: &mut MockWork, action: &'static str) {
    work.exclusions
        .expect_queue()
        .times(1)
        .withf(|id| *id == profile())
        .returning(|_| Ok(()));
    expect_replay(work, Cause::ExclusionsChanged);
    work.audit
        .expect_stamp()
        .times(1)
        .returning(move |_, event| {
            assert_eq!(
                (event.action.as_str(), event.subject),
                (action, Some(id().uuid()))
            );
            let told = &event.detail["exclusion"];
            assert_eq!(
                (&told["country"], &told["browsers"]),
                (&json!("CL"), &json!(2))
            );
            assert_ne!(event.detail["recompute_id"], Value::Null);
            Ok(())
        });
}

#[tokio::test]
async fn a_rule_is_added_and_removed_with_its_deed_and_a_full_replay() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let mut work = locked(Some(state()));
    in_force(&mut work, MOST_RULES - 1);
    work.exclusions
        .expect_add()
        .times(1)
        .withf(|_, added| *added == exclusion())
        .returning(|_, _| Ok(()));
    expect_everybody_looked_at(&mut work, "tracking.exclusion_added");
    let added = add(&mut work, &outside.context(), &access, &exclusion()).await;
    assert!(added.unwrap().is_some());
    assert_eq!(work.marks.0[0].target, MarkTarget::Profile);
    let mut work = locked(Some(state()));
    work.exclusions
        .expect_remove()
        .times(1)
        .withf(|_, gone, at| *gone == id() && *at == noon())
        .returning(|_, _, _| Ok(Some(exclusion())));
    expect_everybody_looked_at(&mut work, "tracking.exclusion_removed");
    let removed = remove(&mut work, &outside.context(), &access, id()).await;
    assert!(removed.unwrap().is_some());
}

#[tokio::test]
async fn one_rule_too_many_is_refused_and_what_is_not_there_changes_nothing() {
    let (outside, access) = (outside(), access(&[Scope::TrackingWrite]));
    let context = outside.context();
    let mut full = locked(Some(state()));
    in_force(&mut full, MOST_RULES);
    let refused = add(&mut full, &context, &access, &exclusion()).await;
    assert!(matches!(refused, Err(AddError::TooMany)));
    let added = add(&mut locked(None), &context, &access, &exclusion()).await;
    assert_eq!(added.unwrap(), None);
    let mut unknown = locked(Some(state()));
    unknown
        .exclusions
        .expect_remove()
        .returning(|_, _, _| Ok(None));
    for mut work in [locked(None), unknown] {
        let removed = remove(&mut work, &context, &access, id()).await;
        assert_eq!(removed.unwrap(), None);
    }
}

/// These browsers are looked at next, and this of what they sent counts for nothing now.
fn expect_look(work: &mut MockWork, browsers: &'static [u128], excluded: &'static [(u128, u128)]) {
    work.exclusions.expect_facts().times(1).returning(|_, _| {
        Ok(vec![
            view(1, 1, "CL", 0),
            view(2, 1, "FR", 60),
            view(3, 2, "CL", 0),
        ])
    });
    work.exclusions
        .expect_replace()
        .times(1)
        .returning(move |_, visitors, gone| {
            assert_eq!(visitors.len(), browsers.len());
            let expected = excluded.iter().map(|(browser, event)| ExcludedEvent {
                visitor_id: visitor(*browser),
                id: Uuid::from_u128(*event).into(),
                exclusion_id: id(),
            });
            assert_eq!(gone, expected.collect::<Vec<_>>());
            Ok(Vec::new())
        });
}

#[tokio::test]
async fn browsers_are_looked_at_some_at_a_time_until_none_is_left() {
    for (limit, is_last) in [(2, false), (3, true)] {
        let mut work = locked(Some(state()));
        in_force(&mut work, 1);
        work.exclusions
            .expect_next()
            .times(1)
            .withf(move |_, asked| *asked == limit)
            .returning(|_, _| Ok(Some(vec![visitor(1), visitor(2)])));
        expect_look(&mut work, &[1, 2], &[(1, 1), (2, 3)]);
        let goes_on_after = (!is_last).then(|| visitor(2));
        work.exclusions
            .expect_advance()
            .times(1)
            .withf(move |_, last| *last == goes_on_after)
            .returning(|_, _| Ok(()));
        let is_more = pass(&mut work, profile(), limit).await.unwrap();
        assert_eq!(is_more, !is_last);
    }
    let mut done = locked(Some(state()));
    done.exclusions.expect_next().returning(|_, _| Ok(None));
    assert!(!pass(&mut done, profile(), 2).await.unwrap());
}

#[tokio::test]
async fn without_rules_everything_counts_again() {
    let mut work = locked(Some(state()));
    in_force(&mut work, 0);
    work.exclusions
        .expect_next()
        .returning(|_, _| Ok(Some(vec![visitor(1)])));
    work.exclusions
        .expect_replace()
        .times(1)
        .withf(|_, visitors, gone| *visitors == [visitor(1)] && gone.is_empty())
        .returning(|_, _, _| Ok(Vec::new()));
    work.exclusions.expect_advance().returning(|_, _| Ok(()));
    assert!(!pass(&mut work, profile(), 9).await.unwrap());
}

#[tokio::test]
async fn whoever_named_themselves_in_what_counts_for_nothing_loses_the_browser() {
    let owner: CustomerId = Uuid::from_u128(5).into();
    let mut work = MockWork::default();
    in_force(&mut work, 1);
    work.exclusions
        .expect_facts()
        .returning(|_, _| Ok(vec![view(1, 1, "CL", 0)]));
    work.exclusions
        .expect_replace()
        .returning(|_, _, _| Ok(vec![visitor(1)]));
    work.joins.expect_hold_browsers().returning(|_, _| Ok(()));
    work.joins
        .expect_identified_on()
        .returning(move |_, _| Ok(vec![(visitor(1), Ownership::Owned(owner), Vec::new())]));
    work.joins
        .expect_write_ownership()
        .times(1)
        .withf(|_, browser, owned| *browser == visitor(1) && *owned == Ownership::Unowned)
        .returning(|_, _, _| Ok(()));
    let parted = look_at(&mut work, profile(), &[visitor(1)]).await;
    assert_eq!(parted.unwrap(), BTreeSet::from([owner]));
    // Nobody is looked at for nothing.
    let nobody = look_at(&mut MockWork::default(), profile(), &[]).await;
    assert!(nobody.unwrap().is_empty());
    let mut free = MockWork::default();
    in_force(&mut free, 0);
    let parted = look_at(&mut free, profile(), &[visitor(1)]).await;
    assert!(parted.unwrap().is_empty());
}

#[tokio::test]
async fn a_rule_foretells_what_it_would_take_out() {
    let mut store = MockExclusionStore::new();
    store.expect_in_force().returning(|_| Ok(Vec::new()));
    store
        .expect_candidates()
        .times(1)
        .withf(|_, said, limit| {
            said.country.as_deref() == Some("CL") && *limit == MOST_CANDIDATES + 1
        })
        .returning(|_, _, _| Ok(vec![visitor(1), visitor(2)]));
    store.expect_facts().returning(|_, _| {
        let identification = BrowserFact {
            kind: BrowserFactKind::Identification,
            hit: Hit {
                kind: HitKind::Other,
                ..view(4, 2, "CL", 1).hit
            },
            sender: None,
            ..view(4, 2, "CL", 1)
        };
        Ok(vec![
            view(1, 1, "CL", 0),
            // Of this browser something is left.
            view(2, 1, "FR", 60),
            view(3, 2, "CL", 0),
            identification,
        ])
    });
    let foretold = foretell(&mut store, profile(), &exclusion().rule()).await;
    let expected = Foretold {
        events: 3,
        page_views: 2,
        identifications: 1,
        sessions: 2,
        touches: 2,
        visitors: 1,
        senders: BTreeMap::from([("of today".to_owned(), 2)]),
    };
    assert_eq!(foretold.unwrap(), Some(expected));
}

#[tokio::test]
async fn what_counts_for_nothing_already_is_not_taken_out_twice() {
    let mut store = MockExclusionStore::new();
    store
        .expect_in_force()
        .returning(|_| Ok(vec![exclusion().rule()]));
    store
        .expect_candidates()
        .returning(|_, _, _| Ok(vec![visitor(1)]));
    store
        .expect_facts()
        .returning(|_, _| Ok(vec![view(1, 1, "CL", 0)]));
    let foretold = foretell(&mut store, profile(), &exclusion().rule()).await;
    assert_eq!(foretold.unwrap(), Some(Foretold::default()));
}

#[tokio::test]
async fn nothing_is_foretold_of_more_browsers_than_are_looked_at() {
    let most = usize::try_from(MOST_CANDIDATES).unwrap();
    let mut store = MockExclusionStore::new();
    store.expect_in_force().returning(|_| Ok(Vec::new()));
    store
        .expect_candidates()
        .returning(move |_, _, _| Ok(vec![visitor(1); most + 1]));
    let foretold = foretell(&mut store, profile(), &exclusion().rule()).await;
    assert_eq!(foretold.unwrap(), None);
    let mut away = MockExclusionStore::new();
    away.expect_in_force()
        .returning(|_| Err(StoreError::Unavailable("away".to_owned())));
    let failed = foretell(&mut away, profile(), &exclusion().rule()).await;
    assert!(matches!(failed, Err(StoreError::Unavailable(_))));
}

#[tokio::test]
async fn a_rule_by_the_landing_takes_the_whole_visit_out() {
    let draft = ConditionsDraft {
        landing_host: Some("blog.example".to_owned()),
        path_prefix: Some("/jobs".to_owned()),
        referrer_host: Some("mail.example".to_owned()),
        utm: [None, Some("email".to_owned()), None, None, None],
        ..ConditionsDraft::default()
    };
    let rule = ExclusionRule {
        id: id(),
        conditions: Conditions::new(draft).unwrap(),
    };
    let landed = |number, browser, path: &str| BrowserFact {
        url: Some(format!("https://blog.example{path}?utm_medium=email")),
        referrer: Some("https://mail.example/inbox".to_owned()),
        ..view(number, browser, "CL", 0)
    };
    let facts = [
        landed(1, 1, "/jobs/9"),
        // An inner page of the same visit.
        view(2, 1, "CL", 1),
        landed(3, 2, "/news"),
    ];
    let gone = excluded_of(&[rule], &facts);
    let events: Vec<_> = gone.iter().map(|event| event.id.uuid().as_u128()).collect();
    assert_eq!(events, [1, 2]);
}
