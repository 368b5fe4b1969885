//! A page of the catalogue, whatever is listed.

use std::collections::HashMap;

use ad_spend::catalogue::{CatalogueEntry, CatalogueLevel};
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::ProfileAccess;
use reporting::breakdown::{BreakdownBy, BreakdownQuery};
use spend_api::warnings::with_spend;

use super::wire::{CatalogueAnswer, CatalogueRow};
use crate::breakdowns::{Asked, FiguresMeta};
use crate::overview::goals::with_known_goals;

pub(super) const DEFAULT_LIMIT: u32 = 20;

/// One page as it is answered.
pub async fn listed(
    state: &AppState,
    access: &ProfileAccess,
    (level, asked): (CatalogueLevel, Asked),
) -> Result<CatalogueAnswer, Problem> {
    let asked = asked.by_known(match level {
        CatalogueLevel::Campaign => BreakdownBy::AdCampaign,
        CatalogueLevel::AdSet => BreakdownBy::AdSet,
        CatalogueLevel::Ad => BreakdownBy::Ad,
        CatalogueLevel::Creative => BreakdownBy::Creative,
    });
    let query = BreakdownQuery {
        question: with_known_goals(state, access, &asked.question).await?,
        ..asked
    };
    let breakdown = state.breakdowns.of_catalogue(access, &query);
    let breakdown = breakdown.await.map_err(|error| Problem::internal(&error))?;
    let ids: Vec<String> = breakdown.rows.iter().map(|row| row.key.clone()).collect();
    let catalogue = &state.connections.catalogue;
    let entries = catalogue.entries(access, level, &ids).await?;
    let mut entries: HashMap<String, CatalogueEntry> = entries
        .into_iter()
        .map(|entry| (entry.id.clone(), entry))
        .collect();
    // One that was removed since is not told of.
    let rows = breakdown.rows.into_iter().filter_map(|row| {
        let entry = entries.remove(&row.key)?;
        Some(CatalogueRow::new(entry, row.figures))
    });
    let told = (breakdown.warnings, breakdown.reads_spend);
    let days = (query.question.period.from(), query.question.period.to());
    let warnings = with_spend(state, access, told, days).await?;
    Ok(CatalogueAnswer {
        data: rows.collect(),
        meta: FiguresMeta::new(
            access.profile_id,
            &query.question,
            (breakdown.currency, warnings),
        ),
        pagination: breakdown.next.into(),
    })
}
