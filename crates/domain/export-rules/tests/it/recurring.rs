//! Every mode with every kind of payment at every kind of destination.

use export_rules::*;

use crate::fixture::*;

fn payment(case: &str) -> Record {
    let mut record = record();
    let mut source = conversion();
    match case {
        "first" => {}
        "renewal" => source.is_first_payment = Some(false),
        "unknown" => source.is_first_payment = None,
        "refund" => {
            source.is_first_payment = Some(false);
            source.is_refund = true;
            record.value = Some(euro("-49.90"));
        }
        "non-cash" => {
            source.is_first_payment = Some(false);
            source.revenue_type = RevenueType::Pipeline;
        }
        other => panic!("{other}"),
    }
    record.source = Source::Conversion(source);
    record
}

/// What is told, in a word: the name and where it happened, or why nothing is.
fn outcome(mode: RecurringPaymentMode, case: &str, destination: &Destination) -> String {
    let rule = rule_with(|settings| settings.recurring_payment_mode = mode);
    let standard = PrivacySettings::default();
    let decision = decide(&rule, &payment(case), destination, &standard);
    match decision.outcome {
        Outcome::Ship(Payload::Social(payload)) => {
            format!("{} {}", payload.event_name(), payload.action_source())
        }
        Outcome::Ship(Payload::Search(_)) => "conversion".to_owned(),
        Outcome::Wait(_) => "waits".to_owned(),
        Outcome::Skip(reason) => reason.to_string(),
    }
}

#[test]
fn every_mode_with_every_payment_at_every_destination() {
    let purchase = "Purchase website";
    let in_chat = "Purchase business_messaging";
    let renewal = "SubscriptionRenewal system_generated";
    let skipped = "recurring_payment";
    let no_custom = "recurring_payment_google_no_custom_event";
    let negative = "negative_value";
    // mode, payment: on pages, in a chat, at a search engine.
    let table = [
        ("skip", "first", [purchase, in_chat, "conversion"]),
        ("skip", "renewal", [skipped, skipped, skipped]),
        ("skip", "unknown", [purchase, in_chat, "conversion"]),
        ("skip", "refund", [negative, negative, negative]),
        ("skip", "non-cash", [purchase, in_chat, "conversion"]),
        ("custom_event", "first", [purchase, in_chat, "conversion"]),
        ("custom_event", "renewal", [renewal, renewal, no_custom]),
        ("custom_event", "unknown", [purchase, in_chat, "conversion"]),
        ("custom_event", "refund", [negative, negative, negative]),
        (
            "custom_event",
            "non-cash",
            [purchase, in_chat, "conversion"],
        ),
        ("purchase", "first", [purchase, in_chat, "conversion"]),
        ("purchase", "renewal", [purchase, in_chat, "conversion"]),
        ("purchase", "unknown", [purchase, in_chat, "conversion"]),
        ("purchase", "refund", [negative, negative, negative]),
        ("purchase", "non-cash", [purchase, in_chat, "conversion"]),
    ];
    let modes = RecurringPaymentMode::ALL.len();
    assert_eq!(table.len(), modes * 5, "the table is whole");
    for (mode, case, expected) in table {
        let mode = RecurringPaymentMode::parse(mode).unwrap();
        let found = [website(), chat(), search()].map(|place| outcome(mode, case, &place));
        assert_eq!(found, expected, "{mode} {case}");
    }
}

#[test]
fn a_renewal_of_another_event_type_is_none() {
    let mut record = payment("renewal");
    record.event_type = "invoice_paid".to_owned();
    let decision = decide(&rule(), &record, &website(), &PrivacySettings::default());
    assert_eq!(social(&decision).event_name(), "shoes_sold");
}

#[test]
fn a_renewal_is_not_told_under_a_neutral_name_that_it_does_not_have() {
    let rule = rule_with(|settings| {
        settings.recurring_payment_mode = RecurringPaymentMode::CustomEvent;
        settings.value = RuleValue::Fixed(euro("5"));
    });
    for privacy in [PrivacyMode::Hipaa, PrivacyMode::PlatformSafe] {
        let place = clean(website());
        let decision = decide(&rule, &payment("renewal"), &place, &mode(privacy));
        assert_eq!(decision.skip_reason(), Some(SkipReason::RecurringPayment));
    }
}
