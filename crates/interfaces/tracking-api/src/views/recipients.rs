//! `POST /api/v1beta/tracking/recipients`

use actix_web::{HttpResponse, post};
use application::views::recipients::{MOST, Wanted, issue};
use event_intake::RecipientToken;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use http_kit::detached::detached;
use http_kit::documented::TooManyWrites;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::TrackingWrite;
use http_kit::extract::{ApiJson, ObjectOf, Scoped, parse_uuid};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

const MAX_BYTES: usize = 1024 * 1024;
/// Most characters of an id.
const MOST_CHARACTERS: usize = 256;
/// The one reason for which somebody has no token.
const UNKNOWN: &str = "unknown_customer";

/// Whom pictures will be sent to.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewRecipientsDraft {
    /// 1 to 1,000.
    #[schema(value_type = Vec<ViewRecipientDraft>, min_items = 1, max_items = 1000)]
    recipients: Vec<ObjectOf<ViewRecipientDraft>>,
}

/// One of them, by exactly one of the two.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ViewRecipientDraft {
    /// The id of a customer here. The id of somebody who was merged is of whom they lead to.
    #[schema(format = Uuid)]
    customer_id: Option<String>,
    /// The id of a customer in the caller's own system, as events and lists of customers tell it.
    #[schema(max_length = 256)]
    external_id: Option<String>,
}

impl ViewRecipientDraft {
    /// Whom it names; what is wrong with it otherwise.
    fn read(&self, state: &AppState, index: usize) -> Result<Wanted, FieldError> {
        let at = |field: &str| format!("/recipients/{index}{field}");
        match (&self.customer_id, &self.external_id) {
            (Some(id), None) => {
                let place = at("/customer_id");
                parse_uuid(id)
                    .map(|id| Wanted::Customer(id.into()))
                    .ok_or_else(|| {
                        FieldError::pointer(place, FieldCode::Malformed, "is not a UUID")
                    })
            }
            (None, Some(id)) if id.chars().count() > MOST_CHARACTERS => {
                let why = format!("is longer than {MOST_CHARACTERS} characters");
                let place = at("/external_id");
                Err(FieldError::pointer(place, FieldCode::OutOfRange, why))
            }
            (None, Some(id)) => Wanted::external(&state.context(), id)
                .map_err(|why| FieldError::pointer(at("/external_id"), FieldCode::Malformed, why)),
            (None, None) => {
                let why = "names neither customer_id nor external_id";
                Err(FieldError::pointer(at(""), FieldCode::Missing, why))
            }
            (Some(_), Some(_)) => {
                let why = "names customer_id as well as external_id";
                Err(FieldError::pointer(at(""), FieldCode::Malformed, why))
            }
        }
    }
}

/// The tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewRecipientsResult {
    /// One for each, in their order.
    pub results: Vec<ViewRecipientResult>,
}

/// The token of one of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct ViewRecipientResult {
    /// Its position, from 0.
    pub index: usize,
    /// What stands in the picture's address as `r`: 43 characters that say nothing of the person, the same whenever it is
    /// asked for. Null where nobody is known.
    #[schema(required)]
    pub token: Option<String>,
    /// Why there is none: `unknown_customer`. Absent otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^unknown_customer$")]
    pub reason: Option<&'static str>,
}

impl ViewRecipientResult {
    fn of((index, token): (usize, Option<RecipientToken>)) -> Self {
        Self {
            index,
            reason: token.is_none().then_some(UNKNOWN),
            token: token.map(|token| token.to_string()),
        }
    }
}

/// Issue tokens for recipients
///
/// A token names a customer in the address of a picture, so that what they see can be theirs. Whoever was asked for before
/// has the token of then. An id that nobody is known by makes nobody known, and somebody who was forgotten is not known;
/// the tokens that they had are nobody's from then on.
#[utoipa::path(
    operation_id = "issueViewRecipients",
    tag = "Ingest",
    security(("api_key" = ["tracking:write"])),
    extensions(("x-spec-gap" = json!("G157"))),
    request_body(content = ViewRecipientsDraft, content_type = "application/json"),
    responses(
        (status = 200, description = "A token for each, or why there is none.",
            body = Envelope<ViewRecipientsResult, ProfileMeta>),
        TooManyWrites,
    )
)]
#[post("/api/v1beta/tracking/recipients")]
pub(crate) async fn issue_view_recipients(
    call: Scoped<TrackingWrite, ApiJson<ViewRecipientsDraft, MAX_BYTES>>,
) -> Result<HttpResponse, Problem> {
    let profile_id = call.access.profile_id;
    let state = call.state.into_inner();
    let ApiJson(draft) = call.input;
    let wanted = read(&state, &draft)?;
    let tokens = detached(async move {
        let input = (profile_id, wanted);
        let issued = state.write(&input, |work, context, (profile_id, wanted)| {
            Box::pin(issue(work, context, *profile_id, wanted))
        });
        Ok::<_, Problem>(issued.await?)
    });
    let results = tokens.await?.into_iter().enumerate();
    let data = ViewRecipientsResult {
        results: results.map(ViewRecipientResult::of).collect(),
    };
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::Ok().json(Envelope { data, meta }))
}

/// All of them; all mistakes at once.
fn read(state: &AppState, draft: &ViewRecipientsDraft) -> Result<Vec<Wanted>, Problem> {
    if draft.recipients.is_empty() || draft.recipients.len() > MOST {
        let why = format!("must name 1 to {MOST} recipients");
        let error = FieldError::pointer("/recipients", FieldCode::OutOfRange, why);
        return Err(Problem::invalid_field(error));
    }
    let mut errors = Vec::new();
    let mut wanted = Vec::with_capacity(draft.recipients.len());
    for (index, ObjectOf(one)) in draft.recipients.iter().enumerate() {
        match one.read(state, index) {
            Ok(one) => wanted.push(one),
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() {
        return Ok(wanted);
    }
    Err(Problem::invalid(errors))
}
