//! `GET /api/v1beta/exports/custom-audiences`

use std::sync::Arc;

use actix_web::{HttpResponse, get};
use conversion_export::connections::token::TokenPorts;
use conversion_export::reports::custom_audiences::{
    AudiencePorts, AudienceQuery, custom_audiences,
};
use export_rules::CustomAudience;
use export_rules::ports::{AudiencePage, PlatformCursor};
use http_kit::detached::detached;
use http_kit::envelope::{CursorPagination, Page, ProfileMeta};
use http_kit::extract::scopes::ExportsRead;
use http_kit::extract::{
    ApiQuery, FromQuery, Invalid, QueryReader, Scoped, parse_uuid, read_limit,
};
use http_kit::problem::{FieldCode, Problem};
use http_kit::state::AppState;
use kernel::{ConnectionId, ProfileAccess};
use serde::Serialize;
use utoipa::ToSchema;

use super::refused;

const DEFAULT_LIMIT: u32 = 20;
const CONNECTION: &str = "connection_id";

/// The parameters of the list.
#[derive(Debug)]
pub enum AudienceParameters {}

impl FromQuery for AudienceParameters {
    type Query = AudienceQuery;

    fn from_query(query: &mut QueryReader) -> Result<AudienceQuery, Invalid> {
        let id = query.required(CONNECTION, |text| {
            parse_uuid(text).ok_or((FieldCode::Malformed, "is not a UUID"))
        });
        let limit = read_limit(query, DEFAULT_LIMIT);
        let after = query.optional("cursor", |text| {
            PlatformCursor::parse(text).ok_or((FieldCode::Malformed, "is not a cursor"))
        });
        Ok(AudienceQuery {
            connection_id: ConnectionId::new(id?),
            limit: limit?,
            after: after?,
        })
    }
}

/// People to whom ads can be shown.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CustomAudience)]
pub struct AudienceBody {
    /// The platform's id.
    pub id: String,
    /// What it is called there.
    #[schema(required)]
    pub name: Option<String>,
    /// What it was made of, in the platform's word.
    #[schema(required, example = "WEBSITE")]
    pub kind: Option<String>,
    /// How many people there are at least; null when the platform does not say.
    #[schema(required)]
    pub size_at_least: Option<u64>,
    /// And at most.
    #[schema(required)]
    pub size_at_most: Option<u64>,
    /// When it last changed.
    #[schema(required, format = DateTime)]
    pub updated_at: Option<String>,
}

impl From<&CustomAudience> for AudienceBody {
    fn from(it: &CustomAudience) -> Self {
        Self {
            id: it.id.clone(),
            name: it.name.clone(),
            kind: it.kind.clone(),
            size_at_least: it.at_least,
            size_at_most: it.at_most,
            updated_at: it.updated_at.map(|at| at.to_string()),
        }
    }
}

/// List custom audiences
///
/// Audiences of the account that a `social_ads` connection is with, in the platform's order. The platform is asked
/// with every call, for ten seconds at most.
#[utoipa::path(
    operation_id = "listCustomAudiences",
    tag = "Exports",
    security(("api_key" = ["exports:read"])),
    extensions(("x-spec-gap" = json!("G145"))),
    params(
        ("connection_id" = String, Query, format = Uuid, description = "The connection."),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "Rows a page, 20 by default."),
        ("cursor" = Option<String>, Query, max_length = 512,
            description = "`pagination.cursor` of the page before."),
    ),
    responses(
        (status = 200, description = "One page.",
            body = Page<AudienceBody, ProfileMeta, CursorPagination>),
        (status = 409, description = "The account has to be connected anew, or the platform refuses the question."),
        (status = 503, description = "The platform does not answer."),
    )
)]
#[get("/api/v1beta/exports/custom-audiences")]
pub(crate) async fn list_custom_audiences(
    call: Scoped<ExportsRead, ApiQuery<AudienceParameters>>,
) -> Result<HttpResponse, Problem> {
    let meta = ProfileMeta::from(call.access.profile_id);
    let page = audiences(call.state.into_inner(), call.access, call.input.0).await?;
    Ok(HttpResponse::Ok().json(Page {
        data: page.audiences.iter().map(AudienceBody::from).collect(),
        meta,
        pagination: CursorPagination::to(page.next.map(|next| next.as_str().to_owned())),
    }))
}

/// One page. A token that is refreshed on the way is kept even if the caller goes away.
async fn audiences(
    state: Arc<AppState>,
    access: ProfileAccess,
    query: AudienceQuery,
) -> Result<AudiencePage, Problem> {
    detached(async move {
        let ports = AudiencePorts {
            connections: &*state.connections.connections,
            tokens: TokenPorts {
                units: &*state.units,
                authorization: &*state.connections.authorization,
            },
            audiences: &*state.connections.reports.audiences,
        };
        let page = custom_audiences(ports, &state.context(), &access, query).await;
        // A connection that was stopped is told of.
        state.webhooks.wake.notify_one();
        page.map_err(|error| refused(error, CONNECTION))
    })
    .await
}
