//! Notes that a fault is known and let be, until there is more of it.

use channel_classifier::audit::UtmCategory;
use kernel::{ProfileId, StoreError};

use application::context::Context;
use application::ports::Mute;
use application::unit_of_work::UnitOfWork;

/// Characters of a reason.
pub const LONGEST_REASON: usize = 500;

/// Touches with a fault grow by this part of them before it is told again.
const GROWTH: u64 = 2;

/// Mutes a fault as it was found last, or tells it again (`reason` is none). Whether it was found at all.
pub async fn mute(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    (profile_id, category): (ProfileId, UtmCategory),
    reason: Option<String>,
) -> Result<bool, StoreError> {
    let last = work.quality().last(profile_id).await?;
    let findings = last.iter().flat_map(|scan| &scan.audit.findings);
    let mut found = findings.filter(|finding| finding.category == category);
    let Some(finding) = found.next() else {
        // What is gone may still be muted from before.
        if reason.is_none() {
            work.quality().mute(profile_id, category, None).await?;
        }
        return Ok(reason.is_none());
    };
    let mute = reason.map(|reason| Mute {
        reason,
        at: context.clock.now(),
        touches: finding.count,
    });
    work.quality().mute(profile_id, category, mute).await?;
    Ok(true)
}

/// Whether a fault that was muted is still let be with so many touches: until there are half as many again, and five.
pub const fn is_muted(mute: &Mute, touches: u64) -> bool {
    let grown = mute.touches.saturating_add(mute.touches / GROWTH);
    touches <= grown || touches < mute.touches.saturating_add(5)
}
