use application::mocks::{MockWork, Outside};
use export_rules::confirmation::FIRST_PAUSE;
use export_rules::ports::NextDue;
use export_rules::{
    Breaker, Confirming, Destination, LaneLease, LedgerLine, LineKind, LineSource, LineTold,
    LineTried, PixelId, RecordErrors, RequestStatus, SourceFingerprint, SourceKind, Status, Target,
    Timestamp,
};
use kernel::ConnectionId;

use super::claim::{Claimed, HasToken, claim};
use super::confirm::{AcceptedRequest, Heard, confirm, next_request};
use super::look::{Looked, look};
use super::*;

struct Zero;

impl export_rules::Sha256 for Zero {
    fn digest(&self, _: &[&[u8]]) -> [u8; 32] {
        [0; 32]
    }
}

fn noon() -> Timestamp {
    Timestamp::parse("2026-03-01T12:00:00Z").unwrap()
}

fn later(seconds: i64) -> Timestamp {
    noon().plus_micros(seconds * MICROS_PER_SECOND)
}

fn held() -> HeldLane {
    HeldLane {
        profile_id: Uuid::from_u128(0xb).into(),
        destination_id: Uuid::from_u128(0xd).into(),
        holder: Uuid::from_u128(0xf),
    }
}

fn account() -> ConnectionId {
    Uuid::from_u128(0xc).into()
}

fn destination() -> Destination {
    let target = Target::social(PixelId::parse("5551").unwrap());
    Destination::new(held().destination_id, account(), target, noon())
}

/// A lane that is held, with what is due on it: to be sent, and to be asked after.
fn lane_with(
    change: impl FnOnce(&mut Lane),
    (send, ask): (Option<Timestamp>, Option<Timestamp>),
) -> MockWork {
    let mut lane = Lane::new(held().profile_id, held().destination_id);
    lane.lease = Some(LaneLease {
        holder: held().holder,
        until: later(60),
    });
    change(&mut lane);
    let mut work = MockWork::default();
    work.export_lanes
        .expect_hold()
        .returning(move |_, _| Ok(vec![lane]));
    work.destinations
        .expect_all()
        .returning(|_| Ok(vec![destination()]));
    let ledger = &mut work.export_ledger;
    ledger.expect_sending().returning(|_, _, _| Ok(Vec::new()));
    ledger.expect_expire().returning(|_, _, _| Ok(0));
    ledger
        .expect_next_due()
        .returning(move |_, _| Ok(NextDue { send, ask }));
    work
}

/// The lane is written, once, as one that fits.
fn expect_lane(work: &mut MockWork, fits: impl Fn(&Lane) -> bool + Send + 'static) {
    work.export_lanes
        .expect_put()
        .times(1)
        .withf(fits)
        .returning(|_| Ok(()));
}

/// A line in a place of a request that was accepted half an hour ago.
fn accepted(place: u32) -> LedgerLine {
    LedgerLine {
        id: Uuid::from_u128(place.into()).into(),
        run_id: None,
        rule_id: None,
        destination_id: held().destination_id,
        kind: LineKind::Real,
        source: LineSource {
            fingerprint: SourceFingerprint::from_bytes([0; 32]),
            kind: SourceKind::ConversionDefinition,
            event: Uuid::from_u128(place.into()).into(),
            conversion: None,
            occurred_at: noon(),
        },
        told: LineTold::default(),
        status: Status::Accepted,
        skip_reason: None,
        tried: LineTried {
            trace_id: Some("request".to_owned()),
            confirming: Some(Confirming {
                place,
                accepted_at: noon().plus_micros(-FIRST_PAUSE),
                asked: 0,
                ask_at: Some(noon()),
            }),
            ..LineTried::default()
        },
        next_attempt_at: None,
        fresh_until: later(1_000_000),
        created_at: noon(),
    }
}

fn heard(said: RequestStatus) -> Heard {
    Heard {
        request: AcceptedRequest {
            id: "request".to_owned(),
            lines: (0..3).map(accepted).collect(),
        },
        said,
        connection_id: account(),
        token_obtained_at: noon(),
    }
}

#[tokio::test]
async fn what_is_due_is_sent_before_anybody_is_asked_and_a_lane_without_either_is_given_back() {
    let outside = Outside::at(noon());
    let context = outside.context();
    let (now, then) = (Some(noon()), Some(later(9)));
    for (due, looked) in [
        ((now, now), Looked::Due(account())),
        ((then, now), Looked::Unconfirmed(account())),
        ((None, now), Looked::Unconfirmed(account())),
    ] {
        let mut work = lane_with(|_| {}, due);
        assert_eq!(look(&mut work, &context, held()).await.unwrap(), looked);
    }
    let mut work = lane_with(|_| {}, (Some(later(20)), then));
    expect_lane(&mut work, move |lane| {
        lane.due_at == then && lane.lease.is_none()
    });
    let looked = look(&mut work, &context, held()).await.unwrap();
    assert_eq!(looked, Looked::Nothing);
}

#[tokio::test]
async fn a_lane_that_a_platform_holds_back_asks_nobody() {
    let outside = Outside::at(noon());
    let held_until = |lane: &mut Lane| lane.held_until = Some(later(5));
    let mut work = lane_with(held_until, (Some(noon()), Some(noon())));
    expect_lane(&mut work, |lane| {
        lane.due_at == Some(noon()) && lane.lease.is_none()
    });
    let looked = look(&mut work, &outside.context(), held()).await.unwrap();
    assert_eq!(looked, Looked::Nothing);
}

#[tokio::test]
async fn a_lane_of_somebody_else_is_left_alone() {
    let outside = Outside::at(noon());
    let context = outside.context();
    let stolen = |lane: &mut Lane| {
        lane.lease = Some(LaneLease {
            holder: Uuid::from_u128(0xe),
            until: later(60),
        });
    };
    let due = (Some(noon()), Some(noon()));
    let mut work = lane_with(stolen, due);
    assert_eq!(
        look(&mut work, &context, held()).await.unwrap(),
        Looked::Nothing
    );
    let claimed = claim(&mut work, &context, &Zero, (held(), HasToken::Yes, 9)).await;
    assert!(matches!(claimed, Ok(Claimed::Nothing)));
    assert!(
        next_request(&mut work, &context, held())
            .await
            .unwrap()
            .is_none()
    );
    let said = heard(RequestStatus::Success);
    assert!(!confirm(&mut work, &context, held(), &said).await.unwrap());
}

#[tokio::test]
async fn without_a_token_the_lane_waits_for_a_reconnect_and_takes_it_up() {
    let outside = Outside::at(noon());
    let mut work = lane_with(|_| {}, (Some(noon()), None));
    expect_lane(&mut work, |lane| {
        lane.breaker == Breaker::NeedsReconnect && lane.held_until > Some(noon())
    });
    let lost = (held(), HasToken::NotBeforeReconnect, 9);
    let claimed = claim(&mut work, &outside.context(), &Zero, lost).await;
    assert!(matches!(claimed, Ok(Claimed::Nothing)));

    let lost = |lane: &mut Lane| lane.breaker = Breaker::NeedsReconnect;
    let mut work = lane_with(lost, (None, Some(noon())));
    expect_lane(&mut work, |lane| lane.breaker == Breaker::default());
    work.export_ledger
        .expect_unconfirmed()
        .returning(|_, _, _| Ok(vec![accepted(0)]));
    let request = next_request(&mut work, &outside.context(), held()).await;
    assert_eq!(request.unwrap().unwrap().id, "request");
}

#[tokio::test]
async fn each_line_becomes_what_was_said_of_its_place() {
    let outside = Outside::at(noon());
    let mut work = lane_with(|_| {}, (None, None));
    expect_lane(&mut work, |lane| lane.lease.is_none());
    work.export_ledger
        .expect_put()
        .times(1)
        .withf(|_, lines, of_attempt| {
            let statuses: Vec<_> = lines.iter().map(|line| line.status).collect();
            let next = lines
                .iter()
                .filter_map(|line| line.tried.confirming?.ask_at);
            assert_eq!(next.count(), 0, "nobody is asked again");
            assert_eq!(lines[1].tried.response.as_deref(), Some("INVALID_GCLID"));
            !of_attempt && statuses == [Status::Confirmed, Status::Rejected, Status::Confirmed]
        })
        .returning(|_, _, _| Ok(()));
    let errors = RecordErrors {
        reason: "INVALID_GCLID".to_owned(),
        count: 1,
        places: vec![1],
    };
    let said = heard(RequestStatus::PartialSuccess(vec![errors]));
    let goes_on = confirm(&mut work, &outside.context(), held(), &said).await;
    assert!(!goes_on.unwrap());
}

#[tokio::test]
async fn what_is_still_worked_on_is_asked_after_later_and_stays_as_it_is() {
    let outside = Outside::at(noon());
    let mut work = lane_with(|_| {}, (None, Some(later(3_600))));
    expect_lane(&mut work, |lane| lane.due_at == Some(later(3_600)));
    work.export_ledger
        .expect_put()
        .times(1)
        .withf(|_, lines, _| {
            lines.iter().all(|line| {
                let confirming = line.tried.confirming.unwrap();
                line.status == Status::Accepted
                    && confirming.asked == 1
                    && confirming.ask_at > Some(noon())
            })
        })
        .returning(|_, _, _| Ok(()));
    let said = heard(RequestStatus::Processing);
    let goes_on = confirm(&mut work, &outside.context(), held(), &said).await;
    assert!(!goes_on.unwrap());
}

#[tokio::test]
async fn a_platform_that_asks_to_wait_holds_the_lane() {
    let outside = Outside::at(noon());
    let mut work = lane_with(|_| {}, (None, Some(noon())));
    expect_lane(&mut work, |lane| {
        lane.held_until == Some(later(30)) && lane.lease.is_none()
    });
    work.export_ledger.expect_put().returning(|_, _, _| Ok(()));
    let wait = Some(30 * MICROS_PER_SECOND);
    let said = heard(RequestStatus::NoAnswer { wait });
    let goes_on = confirm(&mut work, &outside.context(), held(), &said).await;
    assert!(
        !goes_on.unwrap(),
        "the next request is not asked after at once"
    );
}
