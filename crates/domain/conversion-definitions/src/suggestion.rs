//! What a new definition might be, guessed from the words of an event type. It fills a form that a
//! person then corrects; nothing is decided by it.

use kernel::RevenueType;

/// Values to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What the value may mean; `None` when no word tells.
    pub revenue_type: Option<RevenueType>,
    /// The event type's words, the first one with a capital.
    pub display_name: String,
    /// Whether credit is plausible: not for money that goes back.
    pub attribution_eligible: bool,
    /// The name under which ad platforms know such an event; `None` when no word tells.
    pub social_event_name: Option<&'static str>,
}

/// One kind of event: if any of the words is in an event type, it is of this kind.
struct Kind {
    words: &'static [&'static str],
    revenue_type: Option<RevenueType>,
    eligible: bool,
    social: Option<&'static str>,
}

/// The first kind that matches counts: what gives money back comes first, because its types often
/// name the payment too, and the stronger word before the weaker.
const KINDS: [Kind; 9] = [
    Kind {
        words: &[
            "refund",
            "refunded",
            "refunds",
            "chargeback",
            "chargebacks",
            "reversal",
            "reversed",
            "void",
            "voided",
            "cancelled",
            "canceled",
            "cancellation",
            "reembolso",
            "devolucion",
            "anulacion",
        ],
        revenue_type: Some(RevenueType::Cash),
        eligible: false,
        social: None,
    },
    Kind {
        words: &["deal", "won", "contract", "signed", "contrato"],
        revenue_type: Some(RevenueType::Gross),
        eligible: true,
        social: Some("Purchase"),
    },
    Kind {
        words: &[
            "appointment",
            "appointments",
            "booking",
            "booked",
            "schedule",
            "scheduled",
            "meeting",
            "reservation",
            "cita",
            "reserva",
        ],
        revenue_type: Some(RevenueType::Pipeline),
        eligible: true,
        social: Some("Schedule"),
    },
    Kind {
        words: &["trial"],
        revenue_type: Some(RevenueType::Pipeline),
        eligible: true,
        social: Some("StartTrial"),
    },
    Kind {
        words: &["checkout"],
        revenue_type: Some(RevenueType::Pipeline),
        eligible: true,
        social: Some("InitiateCheckout"),
    },
    Kind {
        words: &[
            "subscription",
            "subscriptions",
            "subscribed",
            "renewal",
            "renewed",
            "suscripcion",
        ],
        revenue_type: Some(RevenueType::Cash),
        eligible: true,
        social: Some("Subscribe"),
    },
    Kind {
        words: &[
            "pay",
            "paid",
            "payment",
            "payments",
            "purchase",
            "purchased",
            "purchases",
            "order",
            "orders",
            "sale",
            "sales",
            "invoice",
            "pago",
            "compra",
            "venta",
        ],
        revenue_type: Some(RevenueType::Cash),
        eligible: true,
        social: Some("Purchase"),
    },
    Kind {
        words: &["registration", "registered", "register"],
        revenue_type: Some(RevenueType::Pipeline),
        eligible: true,
        social: Some("CompleteRegistration"),
    },
    Kind {
        words: &[
            "lead",
            "leads",
            "signup",
            "signups",
            "form",
            "forms",
            "quote",
            "inquiry",
            "contact",
            "demo",
            "formulario",
            "cotizacion",
        ],
        revenue_type: Some(RevenueType::Pipeline),
        eligible: true,
        social: Some("Lead"),
    },
];

/// Reads an event type word by word: `displayOrder` has the word `order`, `border` has not.
pub fn suggest(event_type: &str) -> Suggestion {
    let words = words(event_type);
    let kind = KINDS
        .iter()
        .find(|kind| words.iter().any(|word| kind.words.contains(&word.as_str())));
    Suggestion {
        revenue_type: kind.and_then(|kind| kind.revenue_type),
        display_name: label(&words, event_type),
        attribution_eligible: kind.is_none_or(|kind| kind.eligible),
        social_event_name: kind.and_then(|kind| kind.social),
    }
}

/// Runs of letters and digits, in lower case; a capital after a small letter begins a new one.
fn words(event_type: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut previous = ' ';
    for letter in event_type.chars() {
        if letter.is_alphanumeric() {
            let begins =
                !previous.is_alphanumeric() || (letter.is_uppercase() && !previous.is_uppercase());
            if begins {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        previous = letter;
    }
    join_sign_up(words)
}

/// `sign up` is one word.
fn join_sign_up(words: Vec<String>) -> Vec<String> {
    let mut joined: Vec<String> = Vec::with_capacity(words.len());
    for word in words {
        match joined.last_mut() {
            Some(last) if last == "sign" && word == "up" => last.push_str(&word),
            _ => joined.push(word),
        }
    }
    joined
}

/// The words as a sentence of at most 128 characters; the type itself when it has no words.
fn label(words: &[String], event_type: &str) -> String {
    let sentence = words.join(" ");
    let mut letters = sentence.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).take(128).collect(),
        None => event_type.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use kernel::RevenueType::{Cash, Gross, Pipeline};

    #[test]
    fn words_tell_what_an_event_may_be() {
        for (event_type, revenue_type, social, eligible, name) in [
            (
                "order_paid",
                Some(Cash),
                Some("Purchase"),
                true,
                "Order paid",
            ),
            (
                "lead_created",
                Some(Pipeline),
                Some("Lead"),
                true,
                "Lead created",
            ),
            ("signUp", Some(Pipeline), Some("Lead"), true, "Signup"),
            (
                "AppointmentBooked",
                Some(Pipeline),
                Some("Schedule"),
                true,
                "Appointment booked",
            ),
            (
                "closed-won",
                Some(Gross),
                Some("Purchase"),
                true,
                "Closed won",
            ),
            (
                "payment.refunded",
                Some(Cash),
                None,
                false,
                "Payment refunded",
            ),
            ("newsletter", None, None, true, "Newsletter"),
            ("border_crossed", None, None, true, "Border crossed"),
            ("paypal_ping", None, None, true, "Paypal ping"),
            ("misleading", None, None, true, "Misleading"),
            ("¡¿", None, None, true, "¡¿"),
        ] {
            let expected = Suggestion {
                revenue_type,
                display_name: name.to_owned(),
                attribution_eligible: eligible,
                social_event_name: social,
            };
            assert_eq!(suggest(event_type), expected, "{event_type}");
        }
    }

    #[test]
    fn a_suggested_name_can_be_used() {
        let long = "ß".repeat(128);
        for event_type in [long.as_str(), "x", "a_b_c", "---"] {
            let name = suggest(event_type).display_name;
            assert!(crate::DefinitionText::new(&name).is_ok(), "{name}");
        }
    }
}
