//! What is left when no list and no medium speaks.

use super::BuiltInRule;
use crate::clicks::ClickRole;
use crate::facts::Facts;
use crate::signature::ReferrerState;
use crate::taxonomy;

pub(super) const RULES: &[BuiltInRule] = &[
    BuiltInRule {
        name: "social-click-id",
        channel: taxonomy::ORGANIC_SOCIAL,
        explanation: "The link carries an id that a social network puts on every outgoing link.",
        matches: |facts| facts.has_click(ClickRole::NeutralSocial),
    },
    BuiltInRule {
        name: "referral",
        channel: taxonomy::REFERRAL,
        explanation: "The visitor came from a foreign page that no list knows.",
        matches: |facts| facts.signature.referrer_state == ReferrerState::External,
    },
    BuiltInRule {
        name: "direct",
        channel: taxonomy::DIRECT,
        explanation: "Nothing names a source, and a browser said that no foreign page sent the \
                      visitor.",
        matches: nothing_sent_the_visitor,
    },
];

/// The rule that always matches.
pub(super) const UNASSIGNED: BuiltInRule = BuiltInRule {
    name: "unassigned",
    channel: taxonomy::UNASSIGNED,
    explanation: "There is evidence that no rule understands, or none and nobody looked.",
    matches: |_| true,
};

/// A page of the same owner and the way back from a payment are no senders either.
fn nothing_sent_the_visitor(facts: &Facts<'_>) -> bool {
    let nobody = matches!(
        facts.signature.referrer_state,
        ReferrerState::Absent | ReferrerState::SelfReferral | ReferrerState::PaymentGateway
    );
    nobody
        && !facts.signature.has_utm()
        && facts.signature.click_kinds.is_empty()
        && !facts.signature.has_ad_id
}
