//! Page views and identifications of browsers, and views of nobody.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use event_intake::ports::{KeptIdentifier, TrackerFactKind};
use event_intake::{
    MatchEvidence, PageReferrer, RawPerson, TrackerBatch, TrackerEvent, TrackerEventKind,
};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Personal, StoreError, Timestamp};
use reporting::causes::Cause;
use uuid::Uuid;

use crate::known_signatures::KnownSignatures;
use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{
    built_in, expect_known_signatures, expect_new_signatures, expect_strangers, march, signature,
    site,
};
use crate::mocks::{MockUnits, MockWork, Outside};
use crate::ports::MarkTarget;
use crate::tracking::collect::{CollectError, Collected, Sender, collect, collect_in};
use crate::tracking::count::count;
use crate::tracking::group::{Group, Preparation, prepare, record};

fn event(number: u128, kind: TrackerEventKind) -> TrackerEvent {
    TrackerEvent {
        id: Uuid::from_u128(number).into(),
        occurred_at: noon().plus_micros(-1),
        kind,
    }
}

fn view(number: u128, url: &str, referrer: &str) -> TrackerEvent {
    let kind = TrackerEventKind::PageView {
        url: url.to_owned(),
        referrer: PageReferrer::Present(referrer.to_owned()),
        title: Some("A page".to_owned()),
    };
    event(number, kind)
}

fn identification(number: u128, person: RawPerson) -> TrackerEvent {
    event(number, TrackerEventKind::Identify { person })
}

fn of(email: &str) -> RawPerson {
    RawPerson {
        email: Some(email.to_owned()),
        ..RawPerson::default()
    }
}

fn batch(anonymous_id: Option<&str>, events: Vec<TrackerEvent>) -> TrackerBatch {
    TrackerBatch {
        key: "trk_live_x".to_owned(),
        anonymous_id: anonymous_id.map(str::to_owned),
        evidence: MatchEvidence::default(),
        events,
    }
}

/// All events are new, and their browsers are nobody's.
fn fresh() -> MockWork {
    let mut work = MockWork::default();
    let store = &mut work.tracker_events;
    store
        .expect_claim_ids()
        .returning(|_, ids| Ok(ids.to_vec()));
    store
        .expect_meet()
        .returning(|_, visits| Ok(vec![None; visits.len()]));
    work
}

async fn collected(
    outside: &Outside,
    work: &mut MockWork,
    batch: TrackerBatch,
    sender: Sender,
) -> Result<Collected, CollectError> {
    collect_in(work, &outside.context(), &site(), &batch, &sender).await
}

#[tokio::test]
async fn a_page_view_is_kept_without_what_nobody_needs_and_gets_a_channel() {
    let mut work = fresh();
    expect_new_signatures(&mut work, &["Email"]);
    work.tracker_events
        .expect_insert()
        .times(1)
        .returning(|id, facts| {
            let fact = &facts[0];
            assert_eq!((id, fact.kind), (profile(), TrackerFactKind::PageView));
            assert_eq!(
                fact.url.as_deref(),
                Some("https://shop.example/a?utm_medium=email")
            );
            assert_eq!(fact.path.as_deref(), Some("/a"));
            assert_eq!(fact.referrer.as_deref(), Some("https://mail.example/"));
            assert_eq!(
                (fact.received_at, fact.occurred_at),
                (noon(), noon().plus_micros(-1))
            );
            assert_eq!(fact.sender.as_deref(), Some("of today"));
            assert!(fact.signature_id.is_some() && fact.names_a_source == Some(true));
            Ok(())
        });
    let page = "https://shop.example/a?utm_medium=email&session=s3cret#top";
    let views = vec![view(1, page, "https://mail.example/")];
    let sender = Sender {
        name: Some("of today".to_owned()),
        ..Sender::default()
    };
    let done = collected(&outside(), &mut work, batch(Some("b"), views), sender).await;
    assert_eq!(done.unwrap().accepted, 1);
    assert_eq!(work.marks.0.len(), 1);
    let mark = &work.marks.0[0];
    assert!(matches!(mark.target, MarkTarget::Visitor(_)));
    assert_eq!(mark.cause, Cause::TrackerEvent);
}

#[tokio::test]
async fn whoever_says_who_they_are_is_replayed_with_their_browser() {
    let mut work = fresh();
    expect_strangers(&mut work);
    expect_known_signatures(&mut work);
    work.tracker_events
        .expect_insert()
        .times(1)
        .returning(|_, facts| {
            let said = &facts[1].identifiers.as_ref().unwrap().values;
            let said: BTreeMap<_, _> = said.iter().cloned().collect();
            let value = |text: &str| KeptIdentifier::Value(text.to_owned());
            assert_eq!(said["email"], value("ada@mail.example"));
            assert_eq!(said["anonymous_id"], value("b"));
            assert_eq!(facts[1].subject.as_ref().unwrap().kind, "email");
            assert!(facts[0].subject.is_none());
            Ok(())
        });
    let events = vec![
        view(1, "https://shop.example/", ""),
        identification(2, of("Ada@Mail.example")),
    ];
    let done = collected(
        &outside(),
        &mut work,
        batch(Some("b"), events),
        Sender::default(),
    )
    .await;
    assert_eq!(done.unwrap().accepted, 2);
    let mut kinds: Vec<_> = work
        .marks
        .0
        .iter()
        .map(|mark| match mark.target {
            MarkTarget::Visitor(_) => ("browser", mark.cause.as_str()),
            MarkTarget::Customer(_) => ("customer", mark.cause.as_str()),
            _ => ("another", mark.cause.as_str()),
        })
        .collect();
    kinds.sort_unstable();
    // The browser was met by the view before somebody named themselves on it.
    assert_eq!(
        kinds,
        [("browser", "tracker_event"), ("customer", "identify")]
    );
}

#[tokio::test]
async fn one_malformed_identifier_refuses_the_batch_and_is_named() {
    let wrong = RawPerson {
        national_id: Some("12.345.678-9".to_owned()),
        ..RawPerson::default()
    };
    let events = vec![
        view(1, "https://shop.example/", ""),
        identification(2, wrong),
    ];
    let mut work = MockWork::default();
    let batch = batch(Some("b"), events);
    let refused = collected(&outside(), &mut work, batch, Sender::default()).await;
    let Err(CollectError::Identifier { position, error }) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((position, error.field), (1, "national_id"));
}

#[tokio::test]
async fn views_of_nobody_are_counted_by_day_and_evidence() {
    let [home, mail] = [
        "https://shop.example/",
        "https://shop.example/?utm_medium=email",
    ];
    let ids = [home, mail].map(|page| signature(page).id());
    let mut work = MockWork::default();
    // The last one came before.
    work.tracker_events
        .expect_claim_ids()
        .times(1)
        .returning(|_, ids| Ok(ids[..3].to_vec()));
    expect_known_signatures(&mut work);
    work.tracker_events
        .expect_count_views()
        .times(1)
        .returning(move |id, rows| {
            assert_eq!(id, profile());
            let mut found: Vec<_> = rows
                .iter()
                .map(|row| (row.local_date, row.signature_id, row.views))
                .collect();
            found.sort_unstable_by_key(|(_, _, views)| *views);
            assert_eq!(found, [(march(1), ids[1], 1), (march(1), ids[0], 2)]);
            Ok(())
        });
    let views = vec![
        view(1, home, ""),
        view(2, mail, ""),
        view(3, home, ""),
        view(4, home, ""),
    ];
    let batch = batch(None, views);
    let done = collected(&outside(), &mut work, batch, Sender::default()).await;
    let expected = Collected {
        accepted: 3,
        duplicates: 1,
    };
    assert_eq!(done.unwrap(), expected);
    assert!(work.marks.0.is_empty());
}

#[tokio::test]
async fn what_a_program_sends_without_a_name_is_not_counted() {
    let outside = outside();
    let batch = batch(None, vec![view(1, "https://shop.example/", "")]);
    let program = Sender {
        bot_reason: Some("crawler".to_owned()),
        ..Sender::default()
    };
    let prepared = prepare(&outside.context(), &site(), batch, program).unwrap();
    let Preparation::Counted(counted) = prepared else {
        panic!("{prepared:?}");
    };
    assert_eq!((counted.views(), counted.profile_id()), (0, profile()));
    let mut work = MockWork::default();
    work.tracker_events
        .expect_claim_ids()
        .withf(|_, ids| ids.is_empty())
        .returning(|_, _| Ok(Vec::new()));
    work.tracker_events
        .expect_count_views()
        .withf(|_, rows| rows.is_empty())
        .returning(|_, _| Ok(()));
    let (units, known) = (MockUnits::of([work]), KnownSignatures::default());
    let done = count(&units, &outside.context(), &known, &counted).await;
    assert_eq!(done.unwrap().accepted, 0);
}

#[tokio::test]
async fn a_group_is_written_at_once_and_an_id_counts_for_the_first_batch_that_has_it() {
    let outside = outside();
    let (context, known) = (outside.context(), KnownSignatures::default());
    let ready = |anonymous_id, number| {
        let batch = batch(
            anonymous_id,
            vec![view(number, "https://shop.example/", "")],
        );
        prepare(&context, &site(), batch, Sender::default()).unwrap()
    };
    let (mut recorded, mut counted) = (Vec::new(), Vec::new());
    for prepared in [
        ready(Some("one"), 1),
        ready(Some("two"), 1),
        ready(Some("two"), 2),
        ready(None, 3),
    ] {
        match prepared {
            Preparation::Recorded(batch) => recorded.push(*batch),
            Preparation::Counted(batch) => counted.push(*batch),
        }
    }
    let mut work = fresh();
    expect_known_signatures(&mut work);
    work.tracker_events
        .expect_insert()
        .times(1)
        .withf(|_, facts| facts.len() == 2)
        .returning(|_, _| Ok(()));
    work.tracker_events
        .expect_count_views()
        .times(1)
        .withf(|_, rows| rows.len() == 1 && rows[0].views == 1)
        .returning(|_, _| Ok(()));
    let is_committed = Arc::clone(&work.is_committed);
    let mut batches: Vec<_> = recorded.iter_mut().collect();
    let units = MockUnits::of([work]);
    let counted: Vec<_> = counted.iter().collect();
    let written = record(&units, &context, &known, &mut batches, &counted).await;
    let [new, again] = [(1, 0), (0, 1)].map(|(accepted, duplicates)| Collected {
        accepted,
        duplicates,
    });
    let expected = Group {
        recorded: vec![new, again, new],
        counted: vec![new],
    };
    assert_eq!(written.unwrap(), expected);
    assert!(is_committed.load(Ordering::Relaxed));
}

#[tokio::test]
async fn evidence_that_was_committed_is_not_looked_up_again() {
    let outside = outside();
    let (context, known) = (outside.context(), KnownSignatures::default());
    for is_known in [false, true] {
        let mut work = fresh();
        work.signatures
            .expect_known()
            .times(usize::from(!is_known))
            .returning(|_, ids| Ok(ids.to_vec()));
        work.tracker_events.expect_insert().returning(|_, _| Ok(()));
        let batch = batch(Some("b"), vec![view(1, "https://shop.example/", "")]);
        let prepared = prepare(&context, &site(), batch, Sender::default()).unwrap();
        let Preparation::Recorded(mut batch) = prepared else {
            panic!("{prepared:?}");
        };
        let units = MockUnits::of([work]);
        record(&units, &context, &known, &mut [&mut *batch], &[])
            .await
            .unwrap();
    }
}

#[tokio::test]
async fn a_batch_that_lost_a_race_is_collected_again() {
    let outside = outside();
    let mut lost = MockWork::default();
    lost.tracker_events
        .expect_claim_ids()
        .returning(|_, _| Err(StoreError::Conflict));
    let mut won = fresh();
    expect_known_signatures(&mut won);
    won.tracker_events
        .expect_insert()
        .times(1)
        .returning(|_, _| Ok(()));
    let ends = [&lost, &won].map(|work| Arc::clone(&work.is_committed));
    let units = MockUnits::of([lost, won]);
    let batch = batch(Some("b"), vec![view(1, "https://shop.example/", "")]);
    let (context, sender) = (outside.context(), Sender::default());
    let done = collect(&units, &context, &site(), &batch, &sender).await;
    assert_eq!(done.unwrap().accepted, 1);
    assert_eq!(ends.map(|end| end.load(Ordering::Relaxed)), [false, true]);
}

#[tokio::test]
async fn a_group_that_lost_a_race_leaves_each_batch_as_it_was_told() {
    let outside = outside();
    let (context, known) = (outside.context(), KnownSignatures::default());
    let mut told = batch(Some("b"), vec![view(1, "https://shop.example/", "")]);
    told.evidence.fbp = Some(Personal::new("fb.1.1.a"));
    let prepared = prepare(&context, &site(), told.clone(), Sender::default()).unwrap();
    let Preparation::Recorded(mut prepared) = prepared else {
        panic!("{prepared:?}");
    };
    let mut lost = fresh();
    expect_known_signatures(&mut lost);
    lost.tracker_events
        .expect_insert()
        .times(1)
        .returning(|_, _| Err(StoreError::Conflict));
    let units = MockUnits::of([lost]);
    let written = record(&units, &context, &known, &mut [&mut *prepared], &[]).await;
    assert!(matches!(written, Err(StoreError::Conflict)));
    assert_eq!(prepared.batch, told);
}

#[tokio::test]
async fn somebody_who_names_themselves_first_is_met_by_that() {
    let mut work = MockWork::default();
    let store = &mut work.tracker_events;
    store
        .expect_claim_ids()
        .returning(|_, ids| Ok(ids.to_vec()));
    // The identification meets the browser itself.
    store
        .expect_meet()
        .times(1)
        .withf(|_, visits| visits.is_empty())
        .returning(|_, _| Ok(Vec::new()));
    store.expect_insert().times(1).returning(|_, _| Ok(()));
    expect_strangers(&mut work);
    let late = TrackerEvent {
        occurred_at: Timestamp::parse("2026-02-28T10:00:00Z").unwrap(),
        ..identification(1, of("ada@mail.example"))
    };
    let batch = batch(Some("b"), vec![late]);
    collected(&outside(), &mut work, batch, Sender::default())
        .await
        .unwrap();
    assert_eq!(work.marks.0.len(), 2);
    assert!(
        work.marks
            .0
            .iter()
            .all(|mark| mark.cause == Cause::Identify)
    );
}

#[tokio::test]
async fn a_site_that_puts_everything_into_its_links_gives_up_detail_and_keeps_its_channels() {
    let page = "https://shop.example/?utm_medium=email&utm_campaign=spring&utm_term=session-1";
    for (added_today, campaign, term) in [
        (19_999, "spring", "session-1"),
        (20_000, "spring", "(other)"),
        (40_000, "(other)", "(other)"),
    ] {
        let mut work = fresh();
        work.signatures
            .expect_known()
            .returning(|_, _| Ok(Vec::new()));
        work.signatures
            .expect_added_since()
            .withf(|_, since| *since == noon().plus_micros(-MICROS_PER_DAY))
            .returning(move |_, _| Ok(added_today));
        work.channel_rules
            .expect_classifier()
            .returning(|_| Ok(built_in()));
        work.signatures
            .expect_add()
            .times(1)
            .returning(move |_, rows, _| {
                let signature = &rows[0].signature;
                let found = [&signature.utm_campaign, &signature.utm_term];
                assert_eq!(found.map(Option::as_deref), [campaign, term].map(Some));
                assert_eq!(rows[0].channel, "Email");
                Ok(())
            });
        work.tracker_events
            .expect_insert()
            .times(1)
            .withf(move |_, facts| {
                // What was received stays on the fact, and its evidence is what the dictionary has.
                let has_all = facts[0].signature_id == Some(signature(page).id());
                has_all == (term != "(other)") && facts[0].url.as_deref() == Some(page)
            })
            .returning(|_, _| Ok(()));
        let batch = batch(Some("b"), vec![view(1, page, "")]);
        let done = collected(&outside(), &mut work, batch, Sender::default()).await;
        assert_eq!(done.unwrap().accepted, 1);
    }
}
