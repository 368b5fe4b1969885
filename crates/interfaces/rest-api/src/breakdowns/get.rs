//! `GET /api/v1beta/breakdowns/{dimension}`

use actix_web::{HttpResponse, get};
use kernel::ProfileAccess;
use reporting::breakdown::BreakdownQuery;

use super::query::{Asked, PathDimension};
use super::wire::{BreakdownAnswer, BreakdownData, BreakdownTotal, FiguresMeta};
use crate::overview::goals::with_known_goals;
use http_kit::extract::scopes::AnalyticsRead;
use http_kit::extract::{ApiQuery, Scoped};
use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Break figures down by a dimension
///
/// Spend, credited revenue and conversions, and web figures of each value of the dimension, with
/// the total over all values. Every figure means what it means in the overview, under the same
/// filters; a conversion that no touch is credited with stands in no row.
#[utoipa::path(
    operation_id = "getBreakdown",
    tag = "Analytics",
    security(("api_key" = ["analytics:read"])),
    extensions(("x-spec-gap" = json!("G44"))),
    params(
        ("dimension" = String, Path, description = "channel, source, medium, campaign, ad_set, \
            ad, referrer_host, landing_path, country, device, browser, os or keyword \
            (`utm_term`). Spend is known by the first six alone."),
        ("date_from" = String, Query, format = Date, description = "First day, YYYY-MM-DD."),
        ("date_to" = String, Query, format = Date,
            description = "Last day, YYYY-MM-DD; at most 366 days in all."),
        ("model" = Option<String>, Query, description = "The attribution model: last_touch \
            (the default), first_touch, linear, time_decay, last_non_direct or position_based."),
        ("accounting" = Option<String>, Query, description = "The day on which credit counts: \
            conversion_date (the default) or touch_date."),
        ("filter[channel]" = Option<String>, Query,
            description = "`is:`, `is_not:` or `contains:` and one or more values separated by \
            `|`. The same for source, medium, campaign, country, device, browser, os, \
            referrer_host and landing_path in place of channel; several filters must all hold.",
            example = "is:Paid Search"),
        ("goal" = Option<String>, Query, min_length = 1,
            description = "Conversion keys that count, one or several separated by commas; every \
            key by default. Conversions, revenue and what follows from them are of these keys; \
            visits and spend are of all, and `meta.warnings` says `spend_of_all_goals`.",
            example = "payment_received", extensions(("x-spec-gap" = json!("G130")))),
        ("sort" = Option<String>, Query, description = "The figure that rows are sorted by: \
            revenue (the default), spend, roas, conversions, visitors, sessions or bounce_rate."),
        ("order" = Option<String>, Query,
            description = "desc (the default) or asc. Rows of equal value stand in ascending \
            order of their keys."),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 100,
            description = "Rows a page, 20 by default."),
        ("cursor" = Option<String>, Query,
            description = "The cursor of the page before, with the same `sort` and `order`.",
            example = "1250.5|Email"),
    ),
    responses(
        (status = 200, description = "One page, and the total.", body = BreakdownAnswer),
    )
)]
#[get("/api/v1beta/breakdowns/{dimension}")]
pub(crate) async fn get_breakdown(
    call: Scoped<AnalyticsRead, (PathDimension, ApiQuery<Asked>)>,
) -> Result<HttpResponse, Problem> {
    let (dimension, ApiQuery(asked)) = call.input;
    let answer = breakdown(&call.state, &call.access, &asked.by(dimension)).await?;
    Ok(HttpResponse::Ok().json(answer))
}

/// The answer, whoever asked.
pub async fn breakdown(
    state: &AppState,
    access: &ProfileAccess,
    query: &BreakdownQuery,
) -> Result<BreakdownAnswer, Problem> {
    let question = with_known_goals(state, access, &query.question).await?;
    let query = &BreakdownQuery {
        question,
        ..query.clone()
    };
    let breakdown = state
        .breakdowns
        .breakdown(access, query)
        .await
        .map_err(|error| Problem::internal(&error))?;
    let unattributed = breakdown.unattributed_conversions;
    Ok(BreakdownAnswer {
        data: BreakdownData {
            rows: breakdown.rows.into_iter().map(Into::into).collect(),
            total: BreakdownTotal::new(breakdown.total, unattributed),
        },
        meta: FiguresMeta::new(
            access.profile_id,
            &query.question,
            (breakdown.currency, breakdown.warnings),
        ),
        pagination: breakdown.next.into(),
    })
}
