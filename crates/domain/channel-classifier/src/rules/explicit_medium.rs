//! What the sender of a link said outright, before any list of hosts is asked.

use super::{BuiltInRule, has_word};
use crate::clicks::ClickRole;
use crate::taxonomy::{AFFILIATES, AUDIO, EMAIL, MESSAGING, MOBILE_PUSH, SMS};

const MAIL_WORDS: [&str; 5] = ["email", "e-mail", "e_mail", "e mail", "newsletter"];

fn names_mail(text: &str) -> bool {
    MAIL_WORDS.iter().any(|word| text.contains(word))
}

pub(super) const RULES: &[BuiltInRule] = &[
    BuiltInRule {
        name: "email",
        channel: EMAIL,
        explanation: "Source or medium contains email, e-mail or newsletter, or the link carries \
                      the id of a sender of mail.",
        matches: |facts| {
            names_mail(facts.source) || names_mail(facts.medium) || facts.has_click(ClickRole::Mail)
        },
    },
    BuiltInRule {
        name: "affiliates",
        channel: AFFILIATES,
        explanation: "The medium contains affiliate or partner, or the link carries the id of an \
                      affiliate network.",
        matches: |facts| {
            facts.medium.contains("affiliate")
                || facts.medium.contains("partner")
                || facts.has_click(ClickRole::Affiliate)
        },
    },
    BuiltInRule {
        name: "sms",
        channel: SMS,
        explanation: "Source or medium has the word sms.",
        matches: |facts| has_word(facts.source, "sms") || has_word(facts.medium, "sms"),
    },
    BuiltInRule {
        name: "mobile-push",
        channel: MOBILE_PUSH,
        explanation: "The medium ends in push or contains mobile or notification, or the source is \
                      firebase.",
        matches: |facts| {
            facts.medium.ends_with("push")
                || facts.medium.contains("mobile")
                || facts.medium.contains("notification")
                || facts.source == "firebase"
        },
    },
    BuiltInRule {
        name: "audio",
        channel: AUDIO,
        explanation: "The medium has the word audio.",
        matches: |facts| has_word(facts.medium, "audio"),
    },
    BuiltInRule {
        name: "messaging",
        channel: MESSAGING,
        explanation: "The medium contains whatsapp or messaging, or has the word chat.",
        matches: |facts| {
            facts.medium.contains("whatsapp")
                || facts.medium.contains("messaging")
                || has_word(facts.medium, "chat")
        },
    },
];
