//! Browser events.

use event_intake::{MatchEvidence, TrackerBatch, TrackerEvent, TrackerEventKind};
use kernel::{CustomerId, Timestamp};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::mocks::MockWork;
use crate::mocks::given::{outside, profile};
use crate::mocks::stored::site;
use crate::ports::MarkTarget;
use crate::tracking::collect::{CollectError, Collected, Sender, collect_in};

fn event(number: u128, at: &str) -> TrackerEvent {
    TrackerEvent {
        id: Uuid::from_u128(number).into(),
        occurred_at: Timestamp::parse(at).unwrap(),
        kind: TrackerEventKind::Custom {
            name: "signup".to_owned(),
            url: None,
            properties: None,
        },
    }
}

fn batch(anonymous_id: &str, events: Vec<TrackerEvent>) -> TrackerBatch {
    TrackerBatch {
        key: "trk_live_x".to_owned(),
        anonymous_id: Some(anonymous_id.to_owned()),
        evidence: MatchEvidence::default(),
        events,
    }
}

#[tokio::test]
async fn events_that_came_before_write_nothing() {
    let mut work = MockWork::default();
    work.tracker_events
        .expect_claim_ids()
        .times(1)
        .withf(|id, ids| *id == profile() && ids.len() == 2)
        .returning(|_, _| Ok(Vec::new()));
    let events = vec![
        event(1, "2026-03-01T11:00:00Z"),
        event(2, "2026-03-01T11:01:00Z"),
    ];
    let (outside, sender) = (outside(), Sender::default());
    let batch = batch("browser", events);
    let collected = collect_in(&mut work, &outside.context(), &site(), &batch, &sender).await;
    let expected = Collected {
        accepted: 0,
        duplicates: 2,
    };
    assert_eq!(collected.unwrap(), expected);
}

#[tokio::test]
async fn new_events_are_stored_and_concern_the_browser_and_its_owner() {
    let owner: CustomerId = Uuid::from_u128(9).into();
    let mut work = MockWork::default();
    let store = &mut work.tracker_events;
    store
        .expect_claim_ids()
        .returning(|_, ids| Ok(ids.first().copied().into_iter().collect()));
    store
        .expect_meet()
        .times(1)
        .withf(|_, visits| visits.len() == 1)
        .returning(move |_, _| Ok(vec![Some(owner)]));
    store
        .expect_insert()
        .times(1)
        .withf(|_, facts| facts.len() == 1)
        .returning(|_, _| Ok(()));
    let events = vec![
        event(1, "2026-02-28T11:00:00Z"),
        event(2, "2026-03-01T11:01:00Z"),
    ];
    let (outside, sender) = (outside(), Sender::default());
    let batch = batch("browser", events);
    let collected = collect_in(&mut work, &outside.context(), &site(), &batch, &sender).await;
    assert_eq!(collected.unwrap().accepted, 1);
    let marked =
        |is: fn(&MarkTarget) -> bool| work.marks.0.iter().filter(|mark| is(&mark.target)).count();
    assert_eq!(marked(|target| matches!(target, MarkTarget::Visitor(_))), 1);
    assert_eq!(
        marked(|target| matches!(target, MarkTarget::Customer(_))),
        1
    );
    // What came on the day before is late.
    assert!(
        work.marks
            .0
            .iter()
            .all(|mark| mark.cause == Cause::LateEvent)
    );
}

#[tokio::test]
async fn a_browser_that_calls_itself_nothing_is_refused_before_anything_is_asked() {
    let (outside, sender) = (outside(), Sender::default());
    let batch = batch("0", vec![event(1, "2026-03-01T11:00:00Z")]);
    let mut work = MockWork::default();
    let refused = collect_in(&mut work, &outside.context(), &site(), &batch, &sender).await;
    let Err(CollectError::Identifier { position, error }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((position, error.field), (0, "anonymous_id"));
}
