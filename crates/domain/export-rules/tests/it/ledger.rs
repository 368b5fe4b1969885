//! A line of the ledger from its planning to its end: what is sent again stays what it was.

use export_rules::ports::Attempt;
use export_rules::*;

use crate::fixture::*;

fn planned(decision: &Decision) -> LedgerLine {
    let planning = Planning {
        id: Uuid::from_u128(70).into(),
        run_id: Uuid::from_u128(71).into(),
        rule_id: rule().id,
        destination_id: website().id,
        destination_kind: DestinationKind::SocialCapi,
        now: NOW,
    };
    LedgerLine::planned(planning, &record(), decision)
}

fn standard() -> PrivacySettings {
    mode(PrivacyMode::Standard)
}

fn shipped() -> Decision {
    decide(&rule(), &record(), &website(), &standard())
}

fn judged(line: LedgerLine, decision: Option<Decision>) -> Judged {
    let record = record();
    let known = decision.as_ref().map(|_| &record);
    line.judged((known, decision), DestinationKind::SocialCapi, NOW)
}

fn sent(judged: Judged) -> LedgerLine {
    match judged {
        Judged::Send(line, _) => *line,
        other => panic!("not sent: {other:?}"),
    }
}

fn settled(judged: Judged) -> LedgerLine {
    match judged {
        Judged::Settled(line) => *line,
        other => panic!("not settled: {other:?}"),
    }
}

/// A line that was sent once and got this answer.
fn tried(answer: Answer) -> LedgerLine {
    let line = sent(judged(planned(&shipped()), Some(shipped())));
    let after = retry::after(&line.sending(NOW), answer, NOW, Jitter::NONE);
    line.after(after, Some(Answered::from(&Attempt::new(answer, [3; 32]))))
}

fn renamed() -> Decision {
    let renamed = rule_with(|settings| settings.event_names.social = Some("Sale".to_owned()));
    decide(&renamed, &record(), &website(), &standard())
}

fn skipped() -> Decision {
    let mut refused = record();
    refused.consent.ad_user_data = Some(false);
    decide(&rule(), &refused, &website(), &standard())
}

#[test]
fn what_is_planned_is_due_at_once_and_keeps_its_names_when_it_is_sent() {
    let line = planned(&shipped());
    assert_eq!(line.status, Status::Queued);
    assert_eq!(line.next_attempt_at, Some(NOW));
    assert_eq!(
        line.fresh_until,
        record().occurred_at.plus_micros(time::SOCIAL_WINDOW)
    );
    let told = line.told.clone();
    let line = sent(judged(line, Some(shipped())));
    assert_eq!((line.status, line.tried.count), (Status::Sending, 1));
    assert_eq!(
        (line.next_attempt_at, line.tried.first_at),
        (None, Some(NOW))
    );
    assert_eq!(line.told, told);
}

#[test]
fn what_is_skipped_or_waits_says_so() {
    let line = planned(&skipped());
    assert_eq!(
        (line.status, line.skip_reason, line.next_attempt_at),
        (Status::Skipped, Some(SkipReason::ConsentDenied), None)
    );
    let mut fresh = record();
    fresh.clicks = vec![click(ClickKind::Gclid, "Cj0KCQ", ago(HOUR))];
    let waiting = decide(&rule(), &fresh, &search(), &standard());
    let line = planned(&waiting);
    assert_eq!(line.status, Status::Queued);
    assert_eq!(line.next_attempt_at, Some(ago(HOUR).plus_micros(6 * HOUR)));
}

#[test]
fn consent_that_was_refused_meanwhile_is_kept() {
    let line = settled(judged(planned(&shipped()), Some(skipped())));
    assert_eq!(
        (line.status, line.skip_reason),
        (Status::Skipped, Some(SkipReason::ConsentDenied))
    );
    assert_eq!(line.next_attempt_at, None);
}

#[test]
fn what_may_have_arrived_is_sent_under_its_name_or_not_at_all() {
    let again = sent(judged(tried(Answer::Ambiguous), Some(shipped())));
    assert_eq!(
        (again.tried.count, again.tried.ambiguous_at),
        (2, Some(NOW))
    );
    for decision in [renamed(), skipped()] {
        let line = settled(judged(tried(Answer::Ambiguous), Some(decision)));
        assert_eq!((line.status, line.next_attempt_at), (Status::Unknown, None));
    }
    // What has surely not arrived follows its rule.
    let line = sent(judged(
        tried(Answer::Transient { wait: None }),
        Some(renamed()),
    ));
    assert_eq!(line.told.event_name.as_deref(), Some("Sale"));
}

#[test]
fn without_its_event_or_its_rule_nothing_is_sent() {
    assert_eq!(
        judged(planned(&shipped()), None),
        Judged::Withdrawn(Uuid::from_u128(70).into())
    );
    let line = settled(judged(tried(Answer::Transient { wait: None }), None));
    assert_eq!(line.status, Status::Failed);
    let line = settled(judged(tried(Answer::Ambiguous), None));
    assert_eq!(line.status, Status::Unknown);
}

#[test]
fn of_a_conversation_nobody_can_know_what_was_not_answered() {
    let told = decide(&rule(), &record(), &chat(), &standard());
    let line = sent(judged(planned(&told), Some(told)));
    let after = retry::abandoned(&line.sending(NOW), NOW, Jitter::NONE);
    let line = line.after(after, None);
    assert_eq!((line.status, line.next_attempt_at), (Status::Unknown, None));
    let elsewhere = tried(Answer::Ambiguous);
    assert_eq!(elsewhere.status, Status::Retry);
    assert_eq!(elsewhere.tried.request_sha256, Some([3; 32]));
}
