//! What `meta.warnings` of reports says of spend that comes in by itself.

use ad_spend::Piece;
use http_kit::problem::Problem;
use http_kit::state::AppState;
use kernel::{Date, ProfileAccess};
use spend_intake::syncs::warn::{SpendWarning, warnings};

/// The warnings of a report, with those of spend of its days if some account of the profile is read.
pub async fn with_spend(
    state: &AppState,
    access: &ProfileAccess,
    (mut told, reads_spend): (Vec<String>, bool),
    (from, to): (Date, Date),
) -> Result<Vec<String>, Problem> {
    if reads_spend {
        let reader = &*state.connections.syncs;
        let asked = (Piece { from, to }, state.clock.now());
        let more = warnings(reader, access, asked).await?;
        told.extend(
            more.into_iter()
                .map(SpendWarning::as_str)
                .map(str::to_owned),
        );
        told.sort_unstable();
    }
    Ok(told)
}
