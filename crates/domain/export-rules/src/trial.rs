//! An event that nobody caused, to see whether a social destination is wired as it should be: it goes through the
//! same guard as any other.

use std::net::{IpAddr, Ipv4Addr};

use kernel::{Currency, OutcomeEventId, Personal, ProfileId, Timestamp};
use rust_decimal::Decimal;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::compliance::Compliance;
use crate::decision::{Context, Decision, Outcome, evaluate};
use crate::destination::{Destination, DestinationConfig, merged};
use crate::digest::Sha256;
use crate::payload::{Payload, SocialPayload};
use crate::record::{Click, ClickKind, ConversionSource, Record, Source, Worth};
use crate::routing::Switches;
use crate::rule::{Rule, RuleSettings, RuleSource, RuleValue, Since};
use crate::skip_reason::SkipReason;
use crate::words::{DataSourceKind, words};

/// Where the made-up event happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TrialChannel {
    /// On a page.
    Website,
    /// In a chat that an ad opened.
    BusinessMessaging,
}

words! { TrialChannel { Website => "website", BusinessMessaging => "business_messaging" } }

/// What is tried.
#[derive(Clone, Copy)]
pub struct Trying<'a> {
    /// The profile.
    pub profile_id: ProfileId,
    /// A destination at a social network.
    pub destination: &'a Destination,
    /// The rule whose name and privacy are borrowed.
    pub rule: Option<&'a Rule>,
    /// The name of what the rule reads, where it has none of its own.
    pub event_name: Option<&'a str>,
    /// What the profile decides.
    pub compliance: &'a Compliance,
    /// Where it happens; the destination's own place when nothing is said.
    pub channel: Option<TrialChannel>,
    /// The made-up event.
    pub event: OutcomeEventId,
    /// Now.
    pub now: Timestamp,
    /// SHA-256.
    pub sha256: &'a dyn Sha256,
}

/// What would be sent.
#[derive(Clone, Debug)]
pub struct Trial {
    /// Where it happens.
    pub channel: TrialChannel,
    /// The made-up event.
    pub record: Record,
    /// What was decided of it.
    pub decision: Decision,
    /// What is sent.
    pub payload: SocialPayload,
    /// Why a real event with an address and a browser alone would be left out, if it would: the destination asks for
    /// more, or the mode closes what is there.
    pub too_weak: Option<SkipReason>,
}

/// The browser of the made-up person.
const BROWSER: &str = "Mozilla/5.0 (compatible; Tributary test)";

/// Makes the event up and guards it; why nothing of it may be sent. That its keys are weak keeps no test from being
/// sent. The profile's switches do not matter: somebody may want to look before they turn them on.
pub fn trial(trying: Trying<'_>) -> Result<Trial, SkipReason> {
    let channel = trying
        .channel
        .unwrap_or_else(|| channel_of(trying.destination));
    let own = at(trying.destination, channel, None);
    let rule = rule(&trying);
    let weak = made_up(&trying, channel);
    let first = decide(&trying, &own, &rule, &weak);
    let too_weak = first.skip_reason().filter(|reason| {
        matches!(
            reason,
            SkipReason::MatchQualityPolicy
                | SkipReason::InsufficientMatchKeys
                | SkipReason::NoMatchKey
        )
    });
    let any = at(trying.destination, channel, Some("any"));
    let mut clicked = weak.clone();
    clicked.web.fbc = Some(Personal::new(format!(
        "fb.1.{}.TributaryTest",
        trying.now.micros() / 1_000
    )));
    let mut refused = SkipReason::NoMatchKey;
    // With less where that is enough; where the mode closes what is there, with a click beside it.
    for record in [weak, clicked] {
        let decision = decide(&trying, &any, &rule, &record);
        match &decision.outcome {
            Outcome::Ship(Payload::Social(payload)) => {
                let payload = (**payload).clone();
                return Ok(Trial {
                    channel,
                    record,
                    decision,
                    payload,
                    too_weak,
                });
            }
            Outcome::Skip(reason) => refused = *reason,
            Outcome::Ship(Payload::Search(_)) | Outcome::Wait(_) => {}
        }
    }
    Err(refused)
}

fn channel_of(destination: &Destination) -> TrialChannel {
    match destination.config.data_source_kind() {
        DataSourceKind::Website => TrialChannel::Website,
        DataSourceKind::Chat | DataSourceKind::Messenger | DataSourceKind::Photo => {
            TrialChannel::BusinessMessaging
        }
    }
}

/// The destination as if its events happened on the channel.
fn at(destination: &Destination, channel: TrialChannel, min_match: Option<&str>) -> Destination {
    let kind = match channel {
        TrialChannel::Website => DataSourceKind::Website,
        TrialChannel::BusinessMessaging => DataSourceKind::Chat,
    };
    let mut patch = Map::new();
    patch.insert("data_source_kind".to_owned(), json!(kind.to_string()));
    if let Some(min_match) = min_match {
        let quality = json!({"min_match": min_match});
        patch.insert("signal_quality".to_owned(), quality);
    }
    let object = Value::Object(merged(destination.config.object(), patch));
    let mut at = destination.clone();
    at.enabled = true;
    // What was read once can be read again with these words.
    at.config = DestinationConfig::parse(object).unwrap_or_default();
    at
}

/// The rule that is borrowed, or one that has nothing of its own. It always has a value, which a purchase needs.
fn rule(trying: &Trying<'_>) -> Rule {
    let since = Since {
        social: Some(trying.now),
        search: None,
    };
    let source = RuleSource::Definition(Uuid::nil().into());
    let mut rule = match trying.rule {
        Some(rule) => rule.clone(),
        None => RuleSettings::new("Test", source).into_rule(Uuid::nil().into(), trying.now),
    };
    rule.since = since;
    let name = &mut rule.settings.event_names.social;
    if name.is_none() {
        *name = trying.event_name.map(str::to_owned);
    }
    if trying.rule.is_some()
        && let Some(currency) = Currency::parse("USD")
    {
        let amount = Decimal::ONE;
        rule.settings.value = RuleValue::Fixed(Worth { amount, currency });
    }
    rule
}

/// Somebody of a network that is for examples alone.
fn made_up(trying: &Trying<'_>, channel: TrialChannel) -> Record {
    let source = Source::Conversion(ConversionSource {
        conversion_id: trying.event.uuid().into(),
        definition_id: Uuid::nil().into(),
        conversion_key: "test".to_owned(),
        revenue_type: kernel::RevenueType::Gross,
        is_first_payment: None,
        is_refund: false,
    });
    let kind = "lead_created";
    let mut record = Record::new(trying.profile_id, trying.event, kind, source, trying.now);
    match channel {
        TrialChannel::Website => {
            record.web.url = Some("https://example.com/test".to_owned());
            record.web.ip = Some(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 7)));
            record.web.user_agent = Some(Personal::new(BROWSER));
        }
        TrialChannel::BusinessMessaging => record.clicks.push(Click {
            kind: ClickKind::CtwaClid,
            value: Personal::new("TributaryTestClick"),
            at: trying.now,
            of_event: true,
        }),
    }
    record
}

fn decide(
    trying: &Trying<'_>,
    destination: &Destination,
    rule: &Rule,
    record: &Record,
) -> Decision {
    let context = Context {
        destination,
        switches: Switches::ON,
        privacy: &trying.compliance.privacy,
        now: trying.now,
        sha256: trying.sha256,
    };
    evaluate(rule, record, &context, &|_, _| false)
}
