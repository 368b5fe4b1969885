//! What becomes of one record, one rule and one destination: the stages in their order, the first that objects
//! decides.

use kernel::Timestamp;

use crate::destination::{ConversionAction, Destination, PixelId, Target};
use crate::digest::Sha256;
use crate::filter::Filters;
use crate::guard::{Candidate, Channel, Guarded};
use crate::identity_of_event::{SourceFingerprint, opaque};
use crate::match_key::MatchKey;
use crate::match_keys::{Keys, SearchPerson, keys};
use crate::naming::social_name;
use crate::payload::{Payload, SearchPayload, SocialPayload, SocialUser};
use crate::policy::{Policy, PrivacyOverride, PrivacySettings};
use crate::record::{Record, Worth};
use crate::recurring::{Told, told};
use crate::routing::{Switches, routing};
use crate::rule::Rule;
use crate::skip_reason::SkipReason;
use crate::time::{self, Timeliness};
use crate::value::value;
use crate::words::{ActionSource, DestinationKind, PrivacyMode};

/// What holds for all records of a run.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// Where it is to be told.
    pub destination: &'a Destination,
    /// The profile's switches.
    pub switches: Switches,
    /// The profile's privacy.
    pub privacy: &'a PrivacySettings,
    /// Now.
    pub now: Timestamp,
    /// SHA-256.
    pub sha256: &'a dyn Sha256,
}

/// Whether the destination was told something under a name already. The ledger answers.
pub type IsTold<'a> = &'a dyn Fn(&SourceFingerprint, &str) -> bool;

/// What was decided, and everything about it that may be written down: names, never values of a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// By what the source is known.
    pub fingerprint: SourceFingerprint,
    /// The name under which it would be told, once it was found.
    pub event_name: Option<String>,
    /// Where it would be told that it happened; `None` at a search engine and before it was found.
    pub action_source: Option<ActionSource>,
    /// What the guard did.
    pub filters: Filters,
    /// By what the platform could find the person.
    pub match_keys: Vec<MatchKey>,
    /// What it would be told to be worth.
    pub worth: Option<Worth>,
    /// What was decided.
    pub outcome: Outcome,
}

/// What was decided.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is to be told.
    Ship(Payload),
    /// It is to be told, and not before an instant.
    Wait(Timestamp),
    /// It is not to be told.
    Skip(SkipReason),
}

impl Decision {
    /// Why it is not told.
    pub const fn skip_reason(&self) -> Option<SkipReason> {
        match self.outcome {
            Outcome::Skip(reason) => Some(reason),
            Outcome::Ship(_) | Outcome::Wait(_) => None,
        }
    }
}

/// Decides. The rule is taken to cover the record: see [`Rule::covers`].
pub fn evaluate(
    rule: &Rule,
    record: &Record,
    context: &Context<'_>,
    is_told: IsTold<'_>,
) -> Decision {
    let kind = record.source.kind();
    let fingerprint =
        SourceFingerprint::of(record.profile_id, kind, record.event_id, context.sha256);
    let mut decision = Decision {
        fingerprint,
        event_name: None,
        action_source: None,
        filters: Filters::default(),
        match_keys: Vec::new(),
        worth: None,
        outcome: Outcome::Skip(SkipReason::Duplicate),
    };
    let outcome = decide(rule, record, context, is_told, &mut decision);
    decision.outcome = outcome.unwrap_or_else(Outcome::Skip);
    decision
}

fn decide(
    rule: &Rule,
    record: &Record,
    context: &Context<'_>,
    is_told: IsTold<'_>,
    decision: &mut Decision,
) -> Result<Outcome, SkipReason> {
    let destination = context.destination;
    let kind = destination.kind();
    let settings = &rule.settings;
    let policy = policy(context, settings.privacy_override.as_ref());
    let told = told(
        record,
        settings.recurring_payment_mode,
        kind,
        policy.names_are_neutral(),
    )?;
    if let Some(reason) = routing(destination, context.switches, context.privacy.mode).skips() {
        return Err(reason);
    }
    if record.consent.ad_user_data == Some(false) {
        return Err(SkipReason::ConsentDenied);
    }
    let channel = channel(destination, told);
    let guarded = Candidate::new(record, channel).guard(policy);
    decision.filters = guarded.filters;
    if kind == DestinationKind::SocialCapi {
        decision.action_source = Some(guarded.action_source());
    }
    let target = destination.social_target();
    let identified = Identified {
        keys: keys(&guarded, target.as_ref(), context.sha256)?,
        guarded,
    };
    decision.match_keys = identified.keys.names();
    let name = identified.name(rule, context, told, &mut decision.filters)?;
    decision.event_name = Some(name.clone());
    let open = identified.guarded.policy.open;
    let value_name = match kind {
        DestinationKind::SocialCapi => name.as_str(),
        // A conversion action counts without a value, too.
        DestinationKind::SearchAds => "",
    };
    let worth = value(
        &settings.value,
        record.value,
        open,
        value_name,
        &mut decision.filters,
    )?;
    decision.worth = worth;
    let timeliness = match kind {
        DestinationKind::SocialCapi => time::social(record.occurred_at, context.now),
        DestinationKind::SearchAds => {
            let clicked_at = identified.guarded.left.clicked_at;
            time::search(record.occurred_at, clicked_at, context.now)
        }
    };
    if let Timeliness::Never(reason) = timeliness {
        return Err(reason);
    }
    if is_told(&decision.fingerprint, &name) {
        return Err(SkipReason::Duplicate);
    }
    if let Timeliness::At(instant) = timeliness {
        return Ok(Outcome::Wait(instant));
    }
    let event_id = identified.event_id(&decision.fingerprint, &name, context.sha256);
    payload(identified, context, (name, event_id), worth).map(Outcome::Ship)
}

/// What holds for a rule at a destination.
fn policy(context: &Context<'_>, by: Option<&PrivacyOverride>) -> Policy {
    let mut policy = Policy::of(context.privacy).tightened(by);
    if policy.limited_data_use.is_none() {
        policy.limited_data_use = context.destination.config.limited_data_use();
    }
    policy
}

fn channel(destination: &Destination, told: Told) -> Channel {
    match destination.data_source_kind() {
        None => Channel::Search,
        Some(kind) => match (kind.messaging(), told) {
            // A conversation refuses names of one's own.
            (_, Told::AsRenewal) => Channel::System,
            (Some(channel), Told::AsItIs) => Channel::Messaging(channel),
            (None, Told::AsItIs) => Channel::Web,
        },
    }
}

/// What the guard left, with what the platform can find somebody by.
struct Identified<'a> {
    guarded: Guarded<'a>,
    keys: Keys,
}

impl Identified<'_> {
    fn name(
        &self,
        rule: &Rule,
        context: &Context<'_>,
        told: Told,
        filters: &mut Filters,
    ) -> Result<String, SkipReason> {
        let record = self.guarded.record;
        match &context.destination.target {
            Target::Search { action } => Ok(action.to_string()),
            Target::Social { .. } => social_name(
                record,
                rule.settings.event_names.social.as_deref(),
                told,
                matches!(self.guarded.channel, Channel::Messaging(_)),
                self.guarded.policy.names_are_neutral(),
                filters,
            ),
        }
    }

    /// The caller's own where it may leave, so that the platform knows what the caller's pixel told it; else one
    /// that is the same whenever it is made.
    fn event_id(&self, fingerprint: &SourceFingerprint, name: &str, sha256: &dyn Sha256) -> String {
        let record = self.guarded.record;
        let own = match self.guarded.channel {
            Channel::Search => record.order_id.as_deref(),
            Channel::Web | Channel::System | Channel::Messaging(_) => {
                record.own_event_id.as_deref()
            }
        };
        opaque(own, record).map_or_else(|| fingerprint.event_id(name, sha256), str::to_owned)
    }
}

/// Whom a platform is told of, at which of its places.
enum Recipient {
    Social(PixelId, SocialUser),
    Search(ConversionAction, SearchPerson),
}

impl Recipient {
    /// Keys of one kind at a destination of the other never meet, because the channel is the destination's; if
    /// they did, nothing would leave.
    fn of(keys: Keys, target: &Target, mode: PrivacyMode) -> Result<Self, SkipReason> {
        match (keys, target) {
            (Keys::Search(person), Target::Search { action }) => {
                Ok(Self::Search(action.clone(), person))
            }
            (Keys::Social(person), Target::Social { .. }) => {
                let user = SocialUser::Person(person);
                Ok(Self::Social(
                    dataset(target, mode).ok_or(SkipReason::NoMatchKey)?,
                    user,
                ))
            }
            (Keys::Messaging(person), Target::Social { .. }) => {
                let user = SocialUser::InConversation(person);
                Ok(Self::Social(
                    dataset(target, mode).ok_or(SkipReason::NoMatchKey)?,
                    user,
                ))
            }
            _ => Err(SkipReason::NoMatchKey),
        }
    }
}

/// The clean data set in Platform-Safe mode, else the destination's own.
fn dataset(target: &Target, mode: PrivacyMode) -> Option<PixelId> {
    match target {
        Target::Social {
            pixel_id,
            clean_dataset_id,
        } => match mode {
            PrivacyMode::PlatformSafe => clean_dataset_id.clone(),
            PrivacyMode::Standard | PrivacyMode::Hipaa | PrivacyMode::Custom => {
                Some(pixel_id.clone())
            }
        },
        Target::Search { .. } => None,
    }
}

fn payload(
    identified: Identified<'_>,
    context: &Context<'_>,
    (event_name, event_id): (String, String),
    worth: Option<Worth>,
) -> Result<Payload, SkipReason> {
    let destination = context.destination;
    let action_source = identified.guarded.action_source();
    let Guarded {
        record,
        policy,
        left,
        ..
    } = identified.guarded;
    let mode = context.privacy.mode;
    match Recipient::of(identified.keys, &destination.target, mode)? {
        Recipient::Search(action, user) => Ok(Payload::Search(Box::new(SearchPayload {
            action,
            event_id,
            occurred_at: record.occurred_at,
            place: destination.config.event_place(),
            wire: destination.config.wire(),
            login_customer: destination.config.login_customer().map(str::to_owned),
            user,
            worth,
            consent: record.consent,
        }))),
        Recipient::Social(dataset, user) => Ok(Payload::Social(Box::new(SocialPayload {
            dataset,
            event_name,
            event_id,
            occurred_at: record.occurred_at,
            action_source,
            page: left.page,
            referrer: left.referrer,
            user,
            worth,
            contents: left.contents.into_iter().cloned().collect(),
            properties: left.properties.into_iter().cloned().collect(),
            opt_out: record.consent.ad_personalization == Some(false),
            limited_data_use: policy.limited_data_use,
        }))),
    }
}
