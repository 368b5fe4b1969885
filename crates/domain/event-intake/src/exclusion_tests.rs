use kernel::Timestamp;
use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::session::{Candidate, HitKind, LandingEvidence, Verdict, sessionise};

const MINUTE: i64 = 60 * 1_000_000;

fn page(id: u128, at: i64, host: &str, source: Option<&str>) -> Seen<'static> {
    let evidence = LandingEvidence {
        signature: 1,
        source_key: source.map_or(0, |it| it.len().try_into().unwrap()),
        names_a_source: source.is_some(),
        exclusion: None,
    };
    let mut landing = Landing {
        host: Some(host.to_owned()),
        path: Some("/a/b".to_owned()),
        ..Landing::default()
    };
    landing.utm[0] = source.map(str::to_owned);
    Seen {
        landing: Some(landing),
        ..seen(id, at, HitKind::PageView(evidence))
    }
}

fn seen(id: u128, at: i64, kind: HitKind) -> Seen<'static> {
    let hit = Hit {
        id: Uuid::from_u128(id).into(),
        at: Timestamp::from_micros(at),
        bot: false,
        kind,
    };
    Seen {
        hit,
        received_at: Timestamp::from_micros(at),
        visitor: Uuid::from_u128(7).into(),
        country: Some("CL"),
        sender: Some("somebody"),
        landing: None,
    }
}

fn rule(draft: ConditionsDraft) -> ExclusionRule {
    ExclusionRule {
        id: Uuid::from_u128(1).into(),
        conditions: Conditions::new(draft).unwrap(),
    }
}

fn of_source(source: &str) -> ExclusionRule {
    let mut draft = ConditionsDraft::default();
    draft.utm[0] = Some(source.to_owned());
    rule(draft)
}

/// The last digits of those that are excluded.
fn ids(facts: &[Seen<'_>], rule: &ExclusionRule) -> Vec<u128> {
    let found = excluded(facts, std::slice::from_ref(rule));
    let mut ids: Vec<u128> = found.keys().map(|id| id.uuid().as_u128()).collect();
    ids.sort_unstable();
    ids
}

#[test]
fn what_came_with_a_page_goes_with_it_until_the_next_touch() {
    let facts = [
        seen(1, 0, HitKind::Other),
        page(2, MINUTE, "shop.example", Some("spam")),
        page(3, 2 * MINUTE, "shop.example", None),
        seen(4, 3 * MINUTE, HitKind::Other),
        page(5, 4 * MINUTE, "shop.example", Some("letter")),
        seen(6, 5 * MINUTE, HitKind::Engagement { ms: 1 }),
        page(7, 60 * MINUTE, "shop.example", None),
        seen(8, 120 * MINUTE, HitKind::Other),
    ];
    assert_eq!(ids(&facts, &of_source("spam")), [1, 2, 3, 4]);
    assert_eq!(ids(&facts, &of_source("letter")), [5, 6]);
    let on_host = |host: &str| {
        let landing_host = Some(host.to_owned());
        rule(ConditionsDraft {
            landing_host,
            ..ConditionsDraft::default()
        })
    };
    assert_eq!(ids(&facts, &on_host("shop.example")), [1, 2, 3, 4, 5, 6, 7]);
    assert!(ids(&facts, &on_host("op.example")).is_empty());
    let country = rule(ConditionsDraft {
        country: Some("CL".to_owned()),
        received: Received {
            from: Some(Timestamp::from_micros(3 * MINUTE)),
            until: Some(Timestamp::from_micros(60 * MINUTE)),
        },
        ..ConditionsDraft::default()
    });
    assert_eq!(ids(&facts, &country), [4, 5, 6]);
    let sender = |name: &str| {
        let senders = BTreeSet::from([name.to_owned()]);
        rule(ConditionsDraft {
            senders,
            ..ConditionsDraft::default()
        })
    };
    assert_eq!(ids(&facts, &sender("somebody")).len(), 8);
    assert!(ids(&facts, &sender("nobody")).is_empty());
}

#[test]
fn hosts_stand_for_what_is_below_them_and_paths_for_what_begins_so() {
    let facts = [page(1, 0, "test.shop.example", None)];
    let host = |host: &str, path: &str| {
        rule(ConditionsDraft {
            landing_host: Some(host.to_owned()),
            path_prefix: Some(path.to_owned()),
            ..ConditionsDraft::default()
        })
    };
    assert_eq!(ids(&facts, &host("shop.example", "/a")), [1]);
    assert_eq!(ids(&facts, &host("test.shop.example", "/a/b")), [1]);
    assert!(ids(&facts, &host("shop.example", "/b")).is_empty());
    assert!(ids(&facts, &host("hop.example", "/a")).is_empty());
    assert!(ids(&facts, &host("t.test.shop.example", "/a")).is_empty());
}

#[test]
fn a_time_alone_is_not_enough_and_no_time_is_a_mistake() {
    let received = Received {
        from: Some(Timestamp::from_micros(1)),
        until: Some(Timestamp::from_micros(1)),
    };
    let draft = ConditionsDraft {
        received,
        country: Some("CL".to_owned()),
        ..ConditionsDraft::default()
    };
    assert_eq!(Conditions::new(draft), Err(ConditionsError::EmptyTime));
    let draft = ConditionsDraft::default();
    assert_eq!(Conditions::new(draft), Err(ConditionsError::Nothing));
}

fn some_facts() -> impl Strategy<Value = Vec<Seen<'static>>> {
    let sources = prop::option::of(prop::sample::select(vec!["spam", "letter", "ad"]));
    let one = (0..4_i64, sources, 0..3_u8, any::<bool>());
    prop::collection::vec(one, 0..12).prop_map(|drawn| {
        let mut at = 0;
        let facts = drawn.into_iter().zip(1_u128..);
        facts
            .map(|((pause, source, kind, bot), id)| {
                at += pause * 15 * MINUTE;
                let mut fact = match kind {
                    0 => seen(id, at, HitKind::Other),
                    1 => page(id, at, "shop.example", None),
                    _ => page(id, at, "shop.example", source),
                };
                fact.hit.bot = bot;
                fact
            })
            .collect()
    })
}

proptest! {
    /// Of a source that is excluded no touch is left, and every other source that had some still has.
    #[test]
    fn what_is_excluded_makes_no_touch_and_hides_no_other_source(facts in some_facts()) {
        let sources = |facts: &[Seen<'_>]| -> BTreeSet<Option<String>> {
            let sessions = sessionise(facts.iter().map(|fact| fact.hit).collect());
            let pages = sessions.into_iter().flat_map(|session| session.candidates);
            let touches = pages.filter(|page| page.verdict == Verdict::Touch);
            let source = |page: Candidate| {
                let fact = facts.iter().find(|fact| fact.hit.id == page.hit)?;
                fact.landing.as_ref().map(|landing| landing.utm[0].clone())
            };
            touches.filter_map(source).collect()
        };
        let gone = excluded(&facts, &[of_source("spam")]);
        let mut before = sources(&facts);
        before.remove(&Some("spam".to_owned()));
        let rest: Vec<_> = facts.into_iter().filter(|it| !gone.contains_key(&it.hit.id)).collect();
        prop_assert_eq!(sources(&rest), before);
    }
}
