//! Batches that platforms refuse, cannot take, or take without saying so.

use std::collections::BTreeSet;

use export_rules::ports::SocialSender;
use export_rules::throttle::HIGHEST;
use export_rules::{Answer, Breaker, Room, Throttle, Timestamp, in_halves};
use kernel::AccessToken;
use testkit::fake_platform::Misbehaviour;
use tributary_ad_platforms::{PlatformSettings, SocialCapiSender};

use crate::modes::platforms;
use crate::world::*;

const THROTTLED: Answer = Answer::Throttled { wait: None };

#[tokio::test]
async fn one_bad_event_of_500_costs_18_requests_and_no_other_event() {
    let (fake, sender, _) = platforms();
    let events = told(1..501);
    let bad = events[321].event_id().to_owned();
    fake.misbehave(Misbehaviour {
        bad_events: BTreeSet::from([bad.clone()]),
        ..Misbehaviour::default()
    });
    let access = AccessToken::parse("token").unwrap();
    let parts = in_halves(events.len(), async |part| {
        sender.send(&access, &events[part], None).await
    })
    .await;
    for (part, attempt) in &parts {
        let before = sender.request_sha256(&access, &events[part.clone()], None);
        assert_eq!(attempt.request_sha256, before, "it is known before");
    }
    let journal = fake.journal();
    assert_eq!(journal.len(), 499);
    assert!(
        journal
            .iter()
            .all(|taken| taken.event_id != bad && taken.is_counted)
    );
    let failed: Vec<_> = parts
        .iter()
        .filter(|(_, attempt)| !attempt.answer.is_taken())
        .collect();
    assert_eq!(failed.len(), 1);
    assert_eq!(
        (failed[0].0.clone(), failed[0].1.answer),
        (321..322, Answer::Invalid)
    );
    let taken: usize = parts.iter().map(|(part, _)| part.len()).sum();
    assert_eq!(taken, 500);
    assert!(fake.requests() <= 19, "{}", fake.requests());
}

#[tokio::test]
async fn what_cannot_be_taken_now_is_left_whole() {
    let (fake, sender, _) = platforms();
    let events = told(1..9);
    let access = AccessToken::parse("token").unwrap();
    let cases = [
        (
            Misbehaviour {
                throttled: 1,
                ..Misbehaviour::default()
            },
            THROTTLED,
        ),
        (
            Misbehaviour {
                failing: 1,
                ..Misbehaviour::default()
            },
            Answer::Transient { wait: None },
        ),
        (
            Misbehaviour {
                refuses_access: true,
                ..Misbehaviour::default()
            },
            Answer::Auth,
        ),
    ];
    for (misbehaviour, answer) in cases {
        fake.misbehave(misbehaviour);
        let parts = in_halves(events.len(), async |part| {
            sender.send(&access, &events[part], None).await
        })
        .await;
        assert_eq!(parts.len(), 1, "nothing more is asked");
        assert_eq!((parts[0].0.clone(), parts[0].1.answer), (0..8, answer));
    }
    assert_eq!(fake.journal(), []);
}

#[tokio::test]
async fn a_lost_answer_is_told_from_a_platform_that_was_not_reached() {
    let (fake, sender, _) = platforms();
    let events = told(1..3);
    let access = AccessToken::parse("token").unwrap();
    fake.misbehave(Misbehaviour {
        loses_one_in: 1,
        ..Misbehaviour::default()
    });
    assert_eq!(
        sender.send(&access, &events, None).await.answer,
        Answer::Ambiguous
    );
    assert_eq!(fake.journal().len(), 2, "it was taken");
    fake.misbehave(Misbehaviour::default());
    assert_eq!(
        sender.send(&access, &events, None).await.answer,
        Answer::Sent
    );
    let counted = fake
        .journal()
        .iter()
        .filter(|taken| taken.is_counted)
        .count();
    assert_eq!(counted, 2, "under the same ids it counts once");
    let nobody = PlatformSettings {
        base_url: "http://127.0.0.1:9".to_owned(),
        extra_root_ca: None,
    };
    let nobody = SocialCapiSender::new(&nobody, "v25.0", None).unwrap();
    let gone = nobody.send(&access, &events, None).await;
    assert_eq!(gone.answer, Answer::Transient { wait: None });
    assert_eq!(gone.http_status, None);
}

#[tokio::test]
async fn a_storm_halves_the_rate_within_three_windows_and_it_recovers() {
    let (fake, sender, _) = platforms();
    let events = told(1..2);
    let access = AccessToken::parse("token").unwrap();
    fake.misbehave(Misbehaviour {
        throttled: 9,
        ..Misbehaviour::default()
    });
    let at = |window: i64| NOW.plus_micros(window * SECOND);
    let mut throttle = Throttle::new(8_000, HIGHEST, NOW);
    let ask = async |throttle: &mut Throttle, now: Timestamp| {
        throttle.take(now);
        let answer = sender.send(&access, &events, None).await.answer;
        throttle.answered(matches!(answer, Answer::Throttled { .. }), now);
    };
    for window in 0..3 {
        for _ in 0..3 {
            ask(&mut throttle, at(window)).await;
        }
    }
    throttle.take(at(3));
    let lowest = throttle.rate();
    assert!(lowest <= 4_000, "{lowest}");
    for window in 4..20 {
        ask(&mut throttle, at(window)).await;
    }
    assert!(throttle.rate() > lowest * 3 / 2, "{}", throttle.rate());
}

#[tokio::test]
async fn lost_access_leaves_the_platform_alone_until_somebody_connects_anew() {
    let (fake, sender, _) = platforms();
    let events = told(1..2);
    let access = AccessToken::parse("token").unwrap();
    fake.misbehave(Misbehaviour {
        refuses_access: true,
        ..Misbehaviour::default()
    });
    let attempt = sender.send(&access, &events, None).await;
    assert_eq!(attempt.platform_code, Some(190));
    let breaker = Breaker::default().after(attempt.answer, NOW);
    assert_eq!(breaker.room(NOW), Room::None);
    fake.misbehave(Misbehaviour::default());
    let breaker = breaker.reconnected();
    assert_eq!(breaker.room(NOW), Room::Batch);
    assert_eq!(
        sender.send(&access, &events, None).await.answer,
        Answer::Sent
    );
}
