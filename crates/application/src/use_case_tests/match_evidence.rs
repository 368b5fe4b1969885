//! What browsers said beside events.

use event_intake::ports::EvidenceOf;
use event_intake::{
    ConsentDraft, EVIDENCE_LIFE, IdempotencyKey, NewOutcomeEvent, OutcomeEventDraft,
};
use export_rules::{Compliance, PrivacyConfig, PrivacyMode, Switches};
use kernel::{PersonId, Personal};

use crate::mocks::given::{noon, outside, profile};
use crate::mocks::stored::{expect_strangers, site};
use crate::mocks::{MockUnits, MockWork};
use crate::outcome_events::group::prepare;
use crate::outcome_events::record::{RecordOutcomeEvent, Recorded, record};

/// A payment with evidence, of somebody who said this of ads.
fn payment(ad_user_data: Option<&str>) -> OutcomeEventDraft {
    let mut draft = OutcomeEventDraft {
        event_type: Some("payment_received".to_owned()),
        event_time: Some("2026-03-01T11:00:00Z".to_owned()),
        ..OutcomeEventDraft::default()
    };
    draft.person.email = Some("ada@mail.example".to_owned());
    draft.match_evidence.fbp = Some("fb.1.1.a".to_owned());
    draft.consent = ad_user_data.map(|choice| ConsentDraft {
        ad_user_data: Some(choice.to_owned()),
        ..ConsentDraft::default()
    });
    draft
}

fn decided(mode: PrivacyMode, social: bool) -> Compliance {
    Compliance {
        privacy: PrivacyConfig::default().in_mode(mode),
        switches: Switches {
            social,
            search: true,
        },
    }
}

fn work_with(compliance: Option<Compliance>) -> MockWork {
    let mut work = MockWork::default();
    expect_strangers(&mut work);
    work.outcome_events
        .expect_insert()
        .returning(|_, facts| Ok(vec![false; facts.len()]));
    if let Some(compliance) = compliance {
        work.export_compliance
            .expect_find()
            .times(1)
            .returning(move |_| Ok(compliance.clone()));
    }
    work
}

async fn recorded(work: MockWork, draft: OutcomeEventDraft) -> Recorded {
    let outside = outside();
    let command = RecordOutcomeEvent {
        event: NewOutcomeEvent::parse(draft, noon()).unwrap(),
        idempotency_key: IdempotencyKey::parse("key").ok(),
    };
    let event = prepare(&outside.context(), &site(), command).unwrap();
    let recorded = record(&MockUnits::of([work]), &outside.context(), &event).await;
    recorded.unwrap()
}

#[tokio::test]
async fn it_is_kept_for_seven_days_while_a_social_network_is_told() {
    let mut work = work_with(Some(decided(PrivacyMode::Standard, true)));
    work.match_evidence
        .expect_keep()
        .times(1)
        .returning(|id, kept| {
            assert_eq!((id, kept.len()), (profile(), 1));
            let kept = &kept[0];
            assert!(matches!(kept.of, EvidenceOf::Event(_)));
            let fbp = kept.evidence.fbp.as_ref().map(Personal::as_str);
            assert_eq!(fbp, Some("fb.1.1.a"));
            assert_eq!(kept.seen_at.to_string(), "2026-03-01T11:00:00.000000Z");
            assert_eq!(kept.expires_at, noon().plus_micros(EVIDENCE_LIFE));
            Ok(())
        });
    recorded(work, payment(None)).await;
}

#[tokio::test]
async fn it_is_not_kept_of_patients_nor_for_nobody() {
    for compliance in [
        decided(PrivacyMode::Hipaa, true),
        decided(PrivacyMode::Standard, false),
    ] {
        recorded(work_with(Some(compliance)), payment(Some("granted"))).await;
    }
    // Nobody asks what the profile decided when nothing was said.
    let mut silent = payment(None);
    silent.match_evidence.fbp = None;
    recorded(work_with(None), silent).await;
}

#[tokio::test]
async fn who_refuses_is_forgotten() {
    let mut work = work_with(None);
    work.match_evidence
        .expect_forget()
        .times(1)
        .returning(|id, people| {
            assert_eq!(id, profile());
            let is_known = |person: &PersonId| matches!(person, PersonId::Customer(_));
            assert!(
                people.len() == 1 && people.iter().all(is_known),
                "{people:?}"
            );
            Ok(())
        });
    recorded(work, payment(Some("denied"))).await;
}
