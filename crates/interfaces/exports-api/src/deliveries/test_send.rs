//! `POST /api/v1beta/exports/test-send`

use std::sync::Arc;

use actix_web::{HttpResponse, post};
use conversion_export::connections::token::{TokenError, TokenPorts};
use conversion_export::test_send::{TestPorts, TestSend, TestSendError, TestSent, test_send};
use export_rules::{DestinationId, SkipReason, TrialChannel, Word};
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::ExportsWrite;
use http_kit::extract::{MaybeJson, Scoped};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;
use kernel::ProfileAccess;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

/// A body has at most this many bytes.
const BODY_BYTES: usize = 4 * 1024;

/// The most characters of a code.
const MAX_CODE: usize = 64;

/// What is tried.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExportTest)]
pub struct TestBody {
    /// The destination; the oldest social one that is enabled when it is absent or null.
    #[serde(default)]
    destination_id: Option<Uuid>,
    /// The platform shows the event among its test events under this code. It counts on the data set all the same.
    #[serde(default)]
    #[schema(max_length = 64)]
    test_event_code: Option<String>,
    /// A rule whose event name and privacy are borrowed.
    #[serde(default)]
    rule_id: Option<Uuid>,
    /// `website`, or `business_messaging` for an event of a chat that an ad opened.
    #[serde(default)]
    channel: Option<String>,
}

/// What was sent.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExportTestSent)]
pub struct SentBody {
    /// Its line in the list of deliveries.
    #[schema(extensions(("x-spec-gap" = json!("G14"))))]
    pub delivery_id: Uuid,
    /// The data set that was told.
    pub meta_pixel_id: String,
    /// The id under which it was told.
    pub event_id: String,
    /// `website` or `business_messaging`.
    pub channel: &'static str,
    /// `website`, `system_generated` or `business_messaging`.
    pub action_source: &'static str,
    /// What was taken away or changed before it left, sorted.
    pub filters_applied: Vec<&'static str>,
    /// The profile's mode.
    pub privacy_mode: &'static str,
    /// Not null when a real event with nothing but an address and a browser would be left out.
    #[schema(required)]
    pub quality_warning: Option<&'static str>,
    /// Whether the platform took it.
    #[schema(extensions(("x-spec-gap" = json!("G14"))))]
    pub is_taken: bool,
    /// The status of the platform's answer; null when none came.
    #[schema(required, extensions(("x-spec-gap" = json!("G14"))))]
    pub http_status: Option<u16>,
    /// The beginning of what the platform said of an error, without what could be somebody's.
    #[schema(required, extensions(("x-spec-gap" = json!("G14"))))]
    pub platform_message: Option<String>,
    /// The body of the platform's answer, letter by letter; absent when none came. It is kept nowhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub meta_response: Option<String>,
}

const TOO_WEAK: &str = "A real event with nothing but an IP address and a user agent would be left out here: \
                        signal_quality.min_match of the destination asks for more. The test was sent all the same.";

const TOO_CLOSED: &str = "A real event with nothing but an IP address and a user agent would be left out here: \
                          the privacy mode lets too little of it leave. The test was sent all the same, with a made-up click.";

impl From<TestSent> for SentBody {
    fn from(sent: TestSent) -> Self {
        let payload = &sent.trial.payload;
        let filters = sent.trial.decision.filters;
        Self {
            delivery_id: sent.id.uuid(),
            meta_pixel_id: payload.dataset().as_str().to_owned(),
            event_id: payload.event_id().to_owned(),
            channel: sent.trial.channel.as_str(),
            action_source: payload.action_source().as_str(),
            filters_applied: filters.iter().map(Word::as_str).collect(),
            privacy_mode: sent.mode.as_str(),
            quality_warning: sent.trial.too_weak.map(|reason| match reason {
                SkipReason::MatchQualityPolicy => TOO_WEAK,
                _ => TOO_CLOSED,
            }),
            is_taken: sent.attempt.answer.is_taken(),
            http_status: sent.attempt.http_status,
            platform_message: sent.attempt.excerpt,
            meta_response: sent.attempt.body.map(|body| body.as_str().to_owned()),
        }
    }
}

impl TestBody {
    /// At one destination, under a code if there is one. As if it had been sent as JSON.
    pub fn of(destination: DestinationId, code: Option<&str>) -> Self {
        Self {
            destination_id: Some(destination.uuid()),
            test_event_code: code.map(str::to_owned),
            ..Self::default()
        }
    }
}

impl TryFrom<TestBody> for TestSend {
    type Error = Problem;

    fn try_from(body: TestBody) -> Result<Self, Problem> {
        let code = body.test_event_code;
        if code
            .as_ref()
            .is_some_and(|code| code.is_empty() || code.chars().count() > MAX_CODE)
        {
            return Err(Problem::invalid_field(FieldError::pointer(
                "/test_event_code",
                FieldCode::OutOfRange,
                "must have 1 to 64 characters",
            )));
        }
        let channel = body.channel.map(|text| {
            TrialChannel::parse(&text).ok_or_else(|| {
                Problem::invalid_field(FieldError::pointer(
                    "/channel",
                    FieldCode::UnknownValue,
                    "must be website or business_messaging",
                ))
            })
        });
        Ok(Self {
            destination_id: body.destination_id.map(Into::into),
            test_event_code: code,
            rule_id: body.rule_id.map(Into::into),
            channel: channel.transpose()?,
        })
    }
}

/// Send a test event
///
/// Tells a social destination of an event that nobody caused, through the same guard as any other. It stands in the list
/// of deliveries as a `test`, and no statistics count it.
#[utoipa::path(
    operation_id = "sendExportTest",
    tag = "Exports",
    security(("api_key" = ["exports:write"])),
    extensions(("x-spec-gap" = json!("G14"))),
    request_body = Option<TestBody>,
    responses(
        (status = 200, description = "What was sent.", body = Envelope<SentBody, ProfileMeta>),
        (status = 409, description = "Nothing may be sent, or the account has to be connected anew."),
    )
)]
#[post("/api/v1beta/exports/test-send")]
pub(crate) async fn send_export_test(
    call: Scoped<ExportsWrite, MaybeJson<TestBody, BODY_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let command = TestSend::try_from(call.input.0)?;
    let meta = ProfileMeta::from(call.access.profile_id);
    let sent = send(call.state.into_inner(), call.access, command).await?;
    Ok(HttpResponse::Ok().json(Envelope {
        data: SentBody::from(sent),
        meta,
    }))
}

/// Sends it. What came of it is written down even if the caller goes away. Also for the console.
pub async fn send(
    state: Arc<AppState>,
    access: ProfileAccess,
    command: TestSend,
) -> Result<TestSent, Problem> {
    detached(async move {
        let ports = TestPorts {
            tokens: TokenPorts {
                units: &*state.units,
                authorization: &*state.connections.authorization,
            },
            social: &*state.exports.social,
            sha256: &*state.exports.sha256,
        };
        let sent = test_send(ports, &state.context(), &access, command).await;
        // A connection that was stopped is told of.
        state.webhooks.wake.notify_one();
        sent.map_err(refused)
    })
    .await
}

fn refused(error: TestSendError) -> Problem {
    let conflict = |words: String| Problem::conflict(words, Vec::new());
    match error {
        TestSendError::NoDestination
        | TestSendError::NoRule
        | TestSendError::Token(TokenError::NotFound) => Problem::not_found(),
        TestSendError::Kept(reason) => conflict(format!("{error} {}", remedy(reason))),
        TestSendError::Store(error) | TestSendError::Token(TokenError::Store(error)) => {
            error.into()
        }
        TestSendError::Token(TokenError::NotConnected(_)) => {
            conflict(format!("{error}; somebody has to connect the account anew"))
        }
        TestSendError::Token(TokenError::TryLater(_)) => Problem::unavailable_because(
            "the platform gives no new token now; send the same again later",
        ),
    }
}

/// A made-up person has no identifiers: of a chat the account is what is missing.
const fn remedy(reason: SkipReason) -> &'static str {
    match reason {
        SkipReason::NoMatchKey => {
            "Set whatsapp_business_account_id in destination_config for a chat."
        }
        other => other.remedy(),
    }
}
