//! What score and signals are worked out from.

use kernel::ProfileAccess;
use site_quality::measure::{Quality, QualityReaders};

use http_kit::problem::Problem;
use http_kit::state::AppState;

/// Where what is measured of profiles is read.
pub(super) fn readers(state: &AppState) -> QualityReaders<'_> {
    QualityReaders {
        scans: &*state.quality,
        coverage: &*state.coverage,
        credited_ads: &*state.credited_ads,
        standing: &*state.standing,
        freshness: &*state.freshness,
    }
}

/// Everything that was measured of a profile.
pub(super) async fn measured(state: &AppState, access: &ProfileAccess) -> Result<Quality, Problem> {
    let measured = Quality::read(readers(state), access, state.clock.now()).await;
    measured.map_err(|error| Problem::internal(&error))
}
