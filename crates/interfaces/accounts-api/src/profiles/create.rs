//! `POST /api/v1/profiles`

use actix_web::dev::Payload;
use actix_web::http::StatusCode;
use actix_web::web::BytesMut;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, post};
use application::profiles::create::{CreateProfile, create_once};
use kernel::{Currency, Scope, TimeZone, WorkspaceId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::workspaces::read_name;
use http_kit::detached::detached;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::{
    Caller, Cost, WorkspaceRule, WorkspaceScoped, hourly_bucket, parse_json, parse_uuid, read_body,
    workspace_in_query,
};
use http_kit::problem::{Code, FieldCode, FieldError, Problem};

const MAX_BYTES: usize = 64 * 1024;
/// Calls an hour and credential.
pub const PROFILES_AN_HOUR: u32 = 200;
const COUNTED: &str = "profiles";

/// Where a caller's new profiles are counted.
pub fn profiles_bucket(caller: &Caller) -> String {
    hourly_bucket(COUNTED, caller)
}
/// What a profile reports in until somebody says otherwise.
const CURRENCY: &str = "USD";

/// A profile to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateProfileBody {
    /// The workspace; may be in the query instead.
    #[schema(format = Uuid)]
    #[expect(
        dead_code,
        reason = "`MakesProfiles` reads it before the caller's right is clear"
    )]
    workspace_id: Option<String>,
    /// Its name, 1 to 160 characters.
    #[schema(min_length = 1, max_length = 160)]
    name: String,
    /// What it reports in, ISO 4217; USD by default.
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G52"))))]
    currency: Option<String>,
    /// Where its days begin, a name of the IANA time zone database; UTC by default.
    #[schema(nullable = false, extensions(("x-spec-gap" = json!("G52"))))]
    timezone: Option<String>,
}

/// The profile that there is now.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreatedProfileBody {
    /// Its id.
    pub profile_id: Uuid,
    /// Its workspace.
    pub workspace_id: Uuid,
    /// Whether this call made it.
    pub created: bool,
}

/// What is asked for, but for the workspace.
#[derive(Debug)]
pub struct NewProfile {
    name: String,
    currency: Currency,
    timezone: TimeZone,
}

/// `profiles:write` in the workspace that the body or the query names.
#[derive(Debug)]
pub enum MakesProfiles {}

/// The one member of the body that is read before the caller's right is clear.
#[derive(Deserialize)]
struct WorkspaceOnly {
    workspace_id: Option<String>,
}

fn workspace_in_body(body: &[u8]) -> Result<Option<WorkspaceId>, Problem> {
    // What is wrong with the other members is told when the caller may know.
    let found: WorkspaceOnly = parse_json(body)?;
    let read = |text: String| {
        let wrong = || FieldError::pointer("/workspace_id", FieldCode::Malformed, "is not a UUID");
        parse_uuid(&text).ok_or_else(|| Problem::invalid_field(wrong()))
    };
    Ok(found
        .workspace_id
        .map(read)
        .transpose()?
        .map(WorkspaceId::new))
}

fn which(
    in_body: Option<WorkspaceId>,
    in_query: Option<WorkspaceId>,
) -> Result<WorkspaceId, Problem> {
    let wrong = |code, why| {
        Err(Problem::invalid_field(FieldError::pointer(
            "/workspace_id",
            code,
            why,
        )))
    };
    match (in_body, in_query) {
        (Some(body), Some(query)) if body != query => {
            wrong(FieldCode::Repeated, "is another one than in the query")
        }
        (Some(id), _) | (None, Some(id)) => Ok(id),
        (None, None) => wrong(FieldCode::Missing, "is required"),
    }
}

impl WorkspaceRule for MakesProfiles {
    const SCOPE: Scope = Scope::ProfilesWrite;
    const COST: Cost = Cost::Hourly(COUNTED, PROFILES_AN_HOUR);
    type Rest = BytesMut;
    type Input = NewProfile;

    async fn find(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> Result<(WorkspaceId, Self::Rest), Problem> {
        let content_type = request.content_type();
        if !content_type.eq_ignore_ascii_case("application/json") {
            let detail = "the body must be sent as application/json";
            return Err(Problem::new(Code::UnsupportedMediaType, detail));
        }
        let in_query = workspace_in_query(request)?;
        let body = read_body(request, payload, MAX_BYTES).await?;
        let in_body = workspace_in_body(&body)?;
        Ok((which(in_body, in_query)?, body))
    }

    fn read(rest: Self::Rest) -> Result<Self::Input, Problem> {
        let body: CreateProfileBody = parse_json(&rest)?;
        let wrong = |pointer, why| FieldError::pointer(pointer, FieldCode::UnknownValue, why);
        let name = read_name(&body.name);
        let currency = Currency::parse(body.currency.as_deref().unwrap_or(CURRENCY))
            .ok_or_else(|| wrong("/currency", "is no currency of ISO 4217"));
        let timezone = match body.timezone.as_deref() {
            None => Ok(TimeZone::utc()),
            Some(name) => TimeZone::named(name)
                .ok_or_else(|| wrong("/timezone", "is no time zone of the IANA database")),
        };
        match (name, currency, timezone) {
            (Ok(name), Ok(currency), Ok(timezone)) => Ok(NewProfile {
                name,
                currency,
                timezone,
            }),
            (name, currency, timezone) => Err(Problem::invalid(
                [name.err(), currency.err(), timezone.err()]
                    .into_iter()
                    .flatten()
                    .collect(),
            )),
        }
    }
}

/// Create a profile
///
/// In a workspace whose owner or admin the caller is. Asking for the same name again within ten
/// minutes gives the same profile, with `created` false and 200. Costs no units: 200 calls an hour
/// and credential, counted exactly, are what there is, and the headers tell of them.
#[utoipa::path(
    operation_id = "createProfile",
    tag = "Workspaces",
    security(("user_token" = ["profiles:write"])),
    extensions(("x-rate-units" = json!(0)), ("x-rate-hourly" = json!(200))),
    params(("workspace_id" = Option<Uuid>, Query, nullable = false,
        description = "The workspace, when the body does not name it.",
        extensions(("x-spec-gap" = json!("G52"))))),
    request_body = CreateProfileBody,
    responses(
        (status = 200, description = "It was made a moment ago.",
            body = Envelope<CreatedProfileBody, ProfileMeta>),
        (status = 201, description = "It is made.",
            body = Envelope<CreatedProfileBody, ProfileMeta>),
    )
)]
#[post("/api/v1/profiles")]
pub(crate) async fn create_profile(
    call: WorkspaceScoped<MakesProfiles>,
) -> Result<HttpResponse, Problem> {
    let (state, workspace_id) = (call.state.into_inner(), call.workspace_id);
    let command = CreateProfile {
        name: call.input.name,
        workspace_id: Some(workspace_id),
        currency: call.input.currency,
        timezone: call.input.timezone,
        own_domains: Vec::new(),
    };
    let (profile_id, created) = detached(async move {
        let founder = &*state.workspaces.founder;
        Ok(create_once(founder, &state.context(), command).await?)
    })
    .await?;
    let status = if created {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    let data = CreatedProfileBody {
        profile_id: profile_id.uuid(),
        workspace_id: workspace_id.uuid(),
        created,
    };
    let meta = ProfileMeta::from(profile_id);
    Ok(HttpResponse::build(status).json(Envelope { data, meta }))
}
