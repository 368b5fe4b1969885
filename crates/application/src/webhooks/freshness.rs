//! Tells up to when figures are complete: at most once a minute a profile, and always the latest in the end.

use kernel::StoreError;
use kernel::timestamp::MICROS_PER_SECOND;
use webhook_events::EventData;
use webhook_events::data::FreshnessData;

use super::tell::tell;
use crate::context::Context;
use crate::unit_of_work::UnitOfWork;

/// At most so many profiles in one transaction.
const PROFILES: u32 = 100;

/// How long a profile is silent after it was told of.
const SILENCE: i64 = 60 * MICROS_PER_SECOND;

/// Tells of profiles that have become fresher than was told; how many there were. It stands apart from what
/// makes them fresher, so that the last of several changes within a minute is told, too.
pub async fn tell_freshness(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
) -> Result<usize, StoreError> {
    let now = context.clock.now();
    let not_since = now.plus_micros(-SILENCE);
    let fresher = work.told_freshness().fresher(not_since, PROFILES).await?;
    for told in &fresher {
        let data = EventData::ProfileFreshnessChanged(FreshnessData {
            fresh_until: told.until,
        });
        tell(work, context, told.profile_id, &[data]).await?;
        work.told_freshness().note(*told, now).await?;
    }
    Ok(fresher.len())
}
