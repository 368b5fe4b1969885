use super::*;

#[test]
fn a_rules_own_name_wins_then_the_events_then_the_definitions() {
    let cases = [
        ("payment_received", Some("shoes"), None, "Purchase"),
        ("closed_won", Some("deal"), None, "Purchase"),
        ("lead_created", Some("lead"), None, "Lead"),
        ("appointment_booked", None, None, "Schedule"),
        ("form_sent", Some("newsletter"), None, "newsletter"),
        ("form_sent", None, None, "form_sent"),
        ("payment_received", Some("shoes"), Some("Shoes"), "Shoes"),
    ];
    for (event_type, key, own, expected) in cases {
        assert_eq!(derived_name(event_type, key, own), expected);
    }
}
