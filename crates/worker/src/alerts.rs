//! Looks every few minutes at what has to be known before believing figures, and tells of what changed.
//!
//! All that decides is in the database: one process looks at a profile, two that find the same tell of it once, and one
//! that vanishes in the middle has told nothing and kept nothing.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use application::ports::QualityReader;
use application::transact;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Actor, ProfileAccess, ProfileId, StoreError};
use reporting::freshness::FreshnessReader;
use reporting::quality::coverage::CoverageReader;
use reporting::quality::dangling::CreditedAdsReader;
use reporting::quality::standing::StandingReader;
use site_quality::alert::{Measurement, alert};
use site_quality::measure::QualityReaders;
use site_quality::trust::trust;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Worker;

/// How often each profile is looked at.
const EVERY: Duration = Duration::from_mins(5);

/// How long a look of any process is enough: a little less than what is between two rounds of one, which does not come
/// to a profile at the same moment of each.
const ENOUGH_MICROS: i64 = 4 * 60 * MICROS_PER_SECOND;

/// How long the loop sleeps at least after it looked at all of them.
const PAUSE: Duration = Duration::from_secs(10);

/// Profiles that are read at once.
const PROFILES: u32 = 500;

/// What it takes to look.
#[derive(Clone)]
pub struct Alerting {
    /// Transactions, the present, new ids.
    pub worker: Worker,
    /// Looks at links and feeds.
    pub scans: Arc<dyn QualityReader>,
    /// How many outcomes are credited to touches.
    pub coverage: Arc<dyn CoverageReader>,
    /// What is credited to advertisements.
    pub credited_ads: Arc<dyn CreditedAdsReader>,
    /// How results stand beside what they are made of.
    pub standing: Arc<dyn StandingReader>,
    /// How fresh results are.
    pub freshness: Arc<dyn FreshnessReader>,
}

impl Alerting {
    fn readers(&self) -> QualityReaders<'_> {
        QualityReaders {
            scans: &*self.scans,
            coverage: &*self.coverage,
            credited_ads: &*self.credited_ads,
            standing: &*self.standing,
            freshness: &*self.freshness,
        }
    }
}

/// Looks until `stop` is cancelled. What fails is logged and tried again.
pub async fn run(alerting: Alerting, stop: CancellationToken) {
    while !stop.is_cancelled() {
        let next = Instant::now() + EVERY;
        if let Err(error) = round(&alerting, &stop).await {
            tracing::error!(error = %error, "signals could not be looked at: {error}");
        }
        let next = next.max(Instant::now() + PAUSE);
        tokio::select! {
            () = stop.cancelled() => {}
            () = tokio::time::sleep_until(next) => {}
        }
    }
}

/// Looks at every profile that anything came in of, and rests after each for as long as it took: many profiles take
/// longer, and never more than half of the time of one connection.
async fn round(alerting: &Alerting, stop: &CancellationToken) -> Result<(), StoreError> {
    let mut after = None;
    loop {
        let page = page(&alerting.worker, after).await?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some(*last);
        for profile_id in page {
            if stop.is_cancelled() {
                return Ok(());
            }
            // A database that takes nothing says so once a round, and not for every profile.
            if !claims(alerting, profile_id).await? {
                continue;
            }
            let begun = Instant::now();
            // What one profile cannot do keeps nobody else waiting.
            if let Err(error) = of_profile(alerting, profile_id).await {
                tracing::error!(
                    profile.id = %profile_id, error = %error,
                    "signals could not be looked at: {error}"
                );
            }
            tokio::select! {
                () = stop.cancelled() => return Ok(()),
                () = tokio::time::sleep(begun.elapsed()) => {}
            }
        }
    }
}

async fn page(worker: &Worker, after: Option<ProfileId>) -> Result<Vec<ProfileId>, StoreError> {
    let found = transact(&*worker.units, &after, |work, after| {
        Box::pin(async move { work.quality().looked_at(*after, PROFILES).await })
    });
    Ok(found.await?.into_iter().map(|it| it.profile_id).collect())
}

/// Whether it is this process that looks at a profile now: none did a few minutes ago. One that vanishes in the middle
/// leaves it to the next round.
pub async fn claims(alerting: &Alerting, profile_id: ProfileId) -> Result<bool, StoreError> {
    let worker = &alerting.worker;
    let now = worker.clock.now();
    let claim = (profile_id, now, now.plus_micros(-ENOUGH_MICROS));
    let claimed = transact(&*worker.units, &claim, |work, (profile, now, before)| {
        Box::pin(async move {
            work.trust_states()
                .claim_look(*profile, *now, *before)
                .await
        })
    });
    claimed.await
}

/// Looks at one profile; of how many signals was told.
pub async fn of_profile(alerting: &Alerting, profile_id: ProfileId) -> Result<usize, StoreError> {
    let worker = &alerting.worker;
    let access = ProfileAccess {
        profile_id,
        scopes: BTreeSet::new(),
        actor: Actor::System,
    };
    let now = worker.clock.now();
    let trusted = trust(alerting.readers(), &access, now).await?;
    let measured = Measurement::new(&trusted, now);
    if !measured.differs() {
        return Ok(0);
    }
    let input = (worker.context(), profile_id, measured);
    let told = transact(
        &*worker.units,
        &input,
        |work, (context, profile, measured)| {
            Box::pin(async move { alert(work, context, *profile, measured).await })
        },
    );
    let told = told.await?;
    if told > 0 {
        worker.tells.notify_one();
    }
    Ok(told)
}
