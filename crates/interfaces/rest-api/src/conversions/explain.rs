//! `GET /api/v1beta/conversions/{id}/explain`

use actix_web::{HttpResponse, get};
use kernel::ids::kind;
use kernel::{ConversionId, Model, ProfileAccess};

use super::explained::ConversionExplanation;
use http_kit::documented::ModelParameter;
use http_kit::envelope::{Envelope, ProfileMeta};
use http_kit::extract::scopes::CustomersRead;
use http_kit::extract::{ApiQuery, FromQuery, Invalid, PathId, QueryReader, Scoped, read_model};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Which model to explain.
#[derive(Debug)]
pub struct Asked(Model);

impl FromQuery for Asked {
    type Query = Self;

    fn from_query(query: &mut QueryReader) -> Result<Self, Invalid> {
        read_model(query).map(Self)
    }
}

/// Explain a conversion's credit
///
/// Every candidate touch with why it counts or not, the rule that named its channel, its share and
/// what it is credited, and the identifiers that joined the person.
#[utoipa::path(
    operation_id = "explainConversion",
    tag = "Conversions",
    security(("api_key" = ["customers:read"])),
    extensions(("x-spec-gap" = json!("G41"))),
    params(
        ("id" = Uuid, Path, description = "The `conversion_id` of the customer list."),
        ModelParameter,
    ),
    responses(
        (status = 200, description = "The explanation.",
            body = Envelope<ConversionExplanation, ProfileMeta>),
    )
)]
#[get("/api/v1beta/conversions/{id}/explain")]
pub(crate) async fn explain_conversion(
    call: Scoped<CustomersRead, (PathId<kind::Conversion>, ApiQuery<Asked>)>,
) -> Result<HttpResponse, Problem> {
    let (PathId(id), ApiQuery(Asked(model))) = call.input;
    let answer = explanation(&call.state, &call.access, id, model).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn explanation(
    state: &AppState,
    access: &ProfileAccess,
    id: ConversionId,
    model: Model,
) -> Result<Envelope<ConversionExplanation, ProfileMeta>, Problem> {
    let told = state
        .explainer
        .explain(access, id, model)
        .await
        .map_err(|error| Problem::internal(&error))?
        .ok_or_else(Problem::not_found)?;
    let meta = ProfileMeta::from(access.profile_id);
    Ok(Envelope {
        data: ConversionExplanation::from(told),
        meta,
    })
}
