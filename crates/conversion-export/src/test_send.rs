//! Sends an event that nobody caused, to see whether a social destination is wired as it should be.

use application::{Contended, Context, UnitOfWork, transact};
use export_rules::ports::{Attempt, SocialSender};
use export_rules::{
    Answered, DestinationId, DestinationKind, ExportDeliveryId, Jitter, LedgerLine, LineKind,
    LineSource, LineTold, LineTried, PrivacyMode, RuleId, Sha256, SkipReason, Status, Trial,
    TrialChannel, Trying, retry, time, trial,
};
use kernel::{ConnectionId, ProfileAccess, StoreError};

use crate::connections::token::{TokenError, TokenPorts, token};
use crate::rules::RuleRefusal;
use crate::rules::preview::read_by;

/// What is tried.
#[derive(Clone, Debug, Default)]
pub struct TestSend {
    /// Where; the oldest social destination that is enabled when nothing is said.
    pub destination_id: Option<DestinationId>,
    /// The platform shows it among its test events under this code.
    pub test_event_code: Option<String>,
    /// The rule whose name and privacy are borrowed.
    pub rule_id: Option<RuleId>,
    /// Where it happens.
    pub channel: Option<TrialChannel>,
}

/// What is needed besides the store.
#[derive(Clone, Copy)]
pub struct TestPorts<'a> {
    /// Tokens.
    pub tokens: TokenPorts<'a>,
    /// Tells social networks.
    pub social: &'a dyn SocialSender,
    /// SHA-256.
    pub sha256: &'a dyn Sha256,
}

/// Why nothing was sent.
#[derive(Debug, thiserror::Error)]
pub enum TestSendError {
    /// There is no such social destination that is enabled.
    #[error("there is no social destination that is enabled")]
    NoDestination,
    /// There is no such rule.
    #[error("there is no such rule")]
    NoRule,
    /// Nothing of it may leave.
    #[error("nothing may be sent: {}", .0.meaning())]
    Kept(SkipReason),
    /// There is no token.
    #[error(transparent)]
    Token(#[from] TokenError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Contended for TestSendError {
    fn is_contended(&self) -> bool {
        matches!(
            self,
            Self::Store(StoreError::Conflict)
                | Self::Token(TokenError::Store(StoreError::Conflict))
        )
    }
}

/// What was sent, and what came of it.
#[derive(Clone, Debug)]
pub struct TestSent {
    /// Its line in the ledger.
    pub id: ExportDeliveryId,
    /// What was made up.
    pub trial: Trial,
    /// The profile's mode.
    pub mode: PrivacyMode,
    /// What the platform answered.
    pub attempt: Attempt,
}

/// What is to be sent.
struct Prepared {
    trial: Trial,
    mode: PrivacyMode,
    connection_id: ConnectionId,
    line: LedgerLine,
}

/// Sends the event. It stands in the ledger as a test, and no statistics count it.
pub async fn test_send(
    ports: TestPorts<'_>,
    context: &Context<'_>,
    access: &ProfileAccess,
    command: TestSend,
) -> Result<TestSent, TestSendError> {
    let profile_id = access.profile_id;
    let units = ports.tokens.units;
    let input = (context, ports.sha256, access, &command);
    let prepared = transact(units, &input, |work, (context, sha256, access, command)| {
        Box::pin(prepare(work, context, *sha256, (access, command)))
    });
    let Prepared {
        trial,
        mode,
        connection_id,
        mut line,
    } = prepared.await?;
    let fresh = token(ports.tokens, context, (profile_id, connection_id)).await?;
    let token = &fresh.access;
    let events = [trial.payload.clone()];
    let code = command.test_event_code;
    let digest = ports.social.request_sha256(token, &events, code.clone());
    line.tried.request_sha256 = Some(digest);
    let lines = [line];
    transact(units, &(profile_id, &lines), |work, (profile_id, lines)| {
        Box::pin(async move { work.export_ledger().add(*profile_id, *lines).await })
    })
    .await?;
    let attempt = ports.social.send(token, &events, code).await;
    let [line] = lines;
    let id = line.id;
    let lines = [ended(line, &attempt, context)];
    transact(units, &(profile_id, &lines), |work, (profile_id, lines)| {
        Box::pin(async move { work.export_ledger().put(*profile_id, *lines, false).await })
    })
    .await?;
    Ok(TestSent {
        id,
        trial,
        mode,
        attempt,
    })
}

async fn prepare(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    sha256: &dyn Sha256,
    (access, command): (&ProfileAccess, &TestSend),
) -> Result<Prepared, TestSendError> {
    let profile_id = access.profile_id;
    let destinations = work.destinations().all(profile_id).await?;
    // The oldest comes first.
    let destination = destinations.iter().find(|it| {
        it.enabled
            && it.kind() == DestinationKind::SocialCapi
            && command.destination_id.is_none_or(|id| id == it.id)
    });
    let destination = destination.ok_or(TestSendError::NoDestination)?;
    let rule = match command.rule_id {
        None => None,
        Some(id) => {
            let found = work.export_rules().hold(profile_id, id).await?;
            Some(found.ok_or(TestSendError::NoRule)?)
        }
    };
    let compliance = work.export_compliance().find(profile_id).await?;
    let now = context.clock.now();
    let event_name = match &rule {
        None => None,
        // A definition that is gone has no name to lend.
        Some(rule) => match read_by(work, (profile_id, now), rule).await {
            Ok((_, name)) => Some(name).filter(|name| !name.is_empty()),
            Err(RuleRefusal::Store(error)) => return Err(error.into()),
            Err(_) => None,
        },
    };
    let trial = trial(Trying {
        profile_id,
        destination,
        rule: rule.as_ref(),
        event_name: event_name.as_deref(),
        compliance: &compliance,
        channel: command.channel,
        event: context.ids.new_id().into(),
        now,
        sha256,
    })
    .map_err(TestSendError::Kept)?;
    let decision = &trial.decision;
    let line = LedgerLine {
        id: context.ids.new_id().into(),
        run_id: None,
        rule_id: command.rule_id,
        destination_id: destination.id,
        kind: LineKind::Test,
        source: LineSource {
            conversion: None,
            ..LineSource::of(&trial.record, decision.fingerprint)
        },
        told: LineTold {
            event_name: decision.event_name.clone(),
            event_id: Some(trial.payload.event_id().to_owned()),
            action_source: decision.action_source,
            filters: decision.filters,
            match_keys: decision.match_keys.clone(),
            worth: decision.worth,
        },
        status: Status::Sending,
        skip_reason: None,
        tried: LineTried {
            count: 1,
            first_at: Some(now),
            ..LineTried::default()
        },
        next_attempt_at: None,
        fresh_until: now.plus_micros(time::SOCIAL_WINDOW),
        created_at: now,
    };
    Ok(Prepared {
        mode: compliance.privacy.mode,
        connection_id: destination.connection_id,
        trial,
        line,
    })
}

/// A test is sent once, whatever comes of it.
fn ended(line: LedgerLine, attempt: &Attempt, context: &Context<'_>) -> LedgerLine {
    let now = context.clock.now();
    let mut after = retry::after(&line.sending(now), attempt.answer, now, Jitter::NONE);
    if after.next_attempt_at.take().is_some() {
        after.status = match after.ambiguous_at {
            Some(_) => Status::Unknown,
            None => Status::Failed,
        };
    }
    line.after(after, Some(Answered::from(attempt)))
}
