//! Writes one batch by itself, without what is of somebody who was forgotten.

use identity_graph::Loss;
use kernel::StoreError;

use super::collect::Collected;
use super::group::{Prepared, record_in};
use crate::context::Context;
use crate::forgotten::{Checked, losses};
use crate::known_signatures::KnownSignatures;
use crate::ports::LatestErasure;
use crate::unit_of_work::UnitOfWork;

/// Records a batch, without what is of somebody who was forgotten.
pub(super) async fn record_alone(
    work: &mut dyn UnitOfWork,
    context: &Context<'_>,
    known: &KnownSignatures,
    batch: &mut Prepared,
) -> Result<Collected, StoreError> {
    let profile_id = batch.profile.id;
    let latest = work.erasures().latest(profile_id).await?;
    if latest.is_some() {
        batch.strip(work, context, latest).await?;
    }
    let checked = Checked::By(latest);
    let (collected, _) = record_in(work, context, known, &mut [batch], checked).await?;
    Ok(collected.first().copied().unwrap_or(Collected::NONE))
}

impl Prepared {
    /// Leaves out what a browser of somebody did before they were forgotten, and of whom other browsers told then.
    async fn strip(
        &mut self,
        work: &mut dyn UnitOfWork,
        context: &Context<'_>,
        latest: Option<LatestErasure>,
    ) -> Result<(), StoreError> {
        let profile_id = self.profile.id;
        let browser = &self.browser.identifiers;
        let of_browser = self
            .events
            .iter()
            .map(|event| (browser, event.fact.occurred_at));
        let of_browser: Vec<_> = of_browser.collect();
        let gone = losses(work, context, profile_id, latest, &of_browser).await?;
        let people = self.events.iter().map(|event| {
            let named = event.names.as_ref().map(|named| &named.identifiers);
            (named.unwrap_or(browser), event.fact.occurred_at)
        });
        let people: Vec<_> = people.collect();
        let losses = losses(work, context, profile_id, latest, &people).await?;
        let mut which = gone.into_iter().zip(losses);
        self.events.retain_mut(|event| {
            let Some((gone, loss)) = which.next() else {
                return true;
            };
            match loss {
                Loss::Nothing => {}
                Loss::Values(kinds) => {
                    event.names = event.names.take().map(|names| names.without(&kinds));
                }
                Loss::Everything => event.names = None,
            }
            gone == Loss::Nothing
        });
        Ok(())
    }
}
