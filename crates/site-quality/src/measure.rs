//! What score and signals are worked out from.

use kernel::{Date, Exact, Model, ProfileAccess, StoreError, Timestamp};
use reporting::freshness::{Freshness, FreshnessReader};
use reporting::quality::Share;
use reporting::quality::coverage::{Coverage, CoverageQuery, CoverageReader, Unattributed};
use reporting::quality::dangling::{AdCredit, CreditedAds, CreditedAdsReader};
use reporting::quality::feeds::{Feed, OUTCOMES_OF, PAGE_VIEWS, PAGE_VIEWS_OF, SPEND_OF};
use reporting::quality::score::Measured;
use reporting::quality::standing::{Standing, StandingReader};
use reporting::quality::surveillance::FeedStatus;
use reporting::quality::trust::{CountFact, FeedFact, SpendFact, TrustFacts};

use application::ports::{QualityReader, QualityScan};

/// Under which model coverage and cash are looked at.
pub const MODEL: Model = Model::LastTouch;

/// Where it is read.
#[derive(Clone, Copy)]
pub struct QualityReaders<'a> {
    /// Looks at links and feeds.
    pub scans: &'a dyn QualityReader,
    /// How many outcomes are credited to touches.
    pub coverage: &'a dyn CoverageReader,
    /// What is credited to advertisements.
    pub credited_ads: &'a dyn CreditedAdsReader,
    /// How results stand beside what they are made of.
    pub standing: &'a dyn StandingReader,
    /// How fresh results are.
    pub freshness: &'a dyn FreshnessReader,
}

/// Everything that was measured of a profile.
#[derive(Debug)]
pub struct Quality {
    scan: Option<QualityScan>,
    coverage: Coverage,
    ads: CreditedAds,
    standing: Standing,
    freshness: Option<Freshness>,
    now: Timestamp,
}

impl Quality {
    /// Reads it. Each part is of one moment; together they are of one second.
    pub async fn read(
        readers: QualityReaders<'_>,
        access: &ProfileAccess,
        now: Timestamp,
    ) -> Result<Self, StoreError> {
        let query = CoverageQuery {
            period: None,
            model: MODEL,
            now,
        };
        Ok(Self {
            coverage: readers.coverage.coverage(access, &query).await?,
            ads: readers
                .credited_ads
                .credited_ads(access, MODEL, now)
                .await?,
            standing: readers.standing.standing(access, now).await?,
            freshness: readers.freshness.freshness(access).await?,
            scan: readers.scans.scan(access).await?,
            now,
        })
    }

    /// The days that it is of.
    pub const fn standing(&self) -> &Standing {
        &self.standing
    }

    /// When links and feeds were looked at.
    pub fn scanned_at(&self) -> Option<Timestamp> {
        self.scan.as_ref().map(|scan| scan.scanned_at)
    }

    /// What the score is made of.
    pub fn measured(&self) -> Measured {
        let total = self.coverage.total();
        let no_identity = total.of(Unattributed::NoIdentity);
        let with_identity = total.outcomes.saturating_sub(no_identity);
        let audit = self.scan.as_ref().map(|scan| &scan.audit);
        let tagging = audit.map(|it| Share::counted(it.well_tagged_paid_touches, it.paid_touches));
        let cash =
            |of: fn(&&AdCredit) -> bool| self.ads.ads.iter().filter(of).map(|ad| ad.cash).sum();
        let heard = self
            .feeds()
            .filter(|feed| feed.status != FeedStatus::Silent);
        Measured {
            coverage: self.coverage(),
            tagging: tagging.unwrap_or_default(),
            identity: Share::counted(with_identity, total.outcomes),
            ad_resolution: Share {
                part: cash(|ad| ad.is_known),
                of: cash(|_| true),
            },
            continuity: Share::counted(count(heard.count()), count(self.feeds().count())),
            currency: self.standing.currency(),
        }
    }

    /// What the signals are told by.
    pub fn facts(&self) -> TrustFacts {
        let feeds = |of: fn(&str) -> bool| self.feeds().filter(move |feed| of(&feed.name));
        let heard = |of| feeds(of).map(feed_fact).collect();
        let dangling: Exact = self.ads.dangling().iter().map(|ad| ad.cash).sum();
        let audit = self.scan.as_ref().map(|scan| &scan.audit);
        let freshness = self.freshness.as_ref();
        let day = |at| freshness.map(|it| it.timezone.local_date(at));
        let replaying = freshness.and_then(|it| it.recompute.as_ref());
        let scanned = self.scanned_at().and_then(day);
        TrustFacts {
            freshness: freshness.map(Freshness::status),
            replaying_since: replaying.and_then(|it| day(it.requested_at)),
            oldest_change_minutes: Some(self.standing.oldest_change_minutes(self.now)),
            behind_since: self.standing.oldest_change.map(|(_, day)| day),
            tracker: heard(|name| name == PAGE_VIEWS || name.starts_with(PAGE_VIEWS_OF)),
            outcomes: heard(|name| name.starts_with(OUTCOMES_OF)),
            spend: feeds(|name| name.starts_with(SPEND_OF))
                .map(|feed| self.spend_fact(feed))
                .collect(),
            open_anomalies: self.scan.as_ref().map(|_| self.open_anomalies()),
            without_rate: Some(CountFact {
                count: self.standing.without_rate(),
                since: self.standing.without_rate_since,
            }),
            coverage: Some(self.coverage()),
            dangling_cash: Some(self.standing.share_of_cash(dangling)),
            faulty_utms: audit.map(|it| Share::counted(it.high_count, it.events_scanned)),
            unscanned_days: Some(
                self.standing
                    .days_since(scanned.unwrap_or(self.standing.made_on)),
            ),
            // What was told for the first time is no correction.
            restated_cash: Some(self.standing.restated_cash()).filter(|it| !it.of.is_zero()),
        }
    }

    fn feeds(&self) -> impl Iterator<Item = &Feed> {
        let looked = self
            .scan
            .iter()
            .filter_map(|scan| scan.instrumentation.as_ref());
        looked.flat_map(|looked| &looked.feeds)
    }

    /// Attributed of eligible outcomes.
    fn coverage(&self) -> Share {
        let total = self.coverage.total();
        let not_eligible = total.of(Unattributed::NotEligible);
        Share::counted(
            total.attributed,
            total.outcomes.saturating_sub(not_eligible),
        )
    }

    fn spend_fact(&self, feed: &Feed) -> SpendFact {
        let next = feed.last_date.and_then(Date::next_day);
        // The day of the look was not complete, and what came since is not known.
        let looked_on = self.scan.as_ref().map(|scan| scan.period.to());
        let without = next
            .zip(looked_on)
            .map_or(0, |(next, on)| (on - next).whole_days());
        SpendFact {
            days_with_rows: feed.days,
            days_without: u32::try_from(without).unwrap_or_default(),
            silent_since: next,
        }
    }

    fn open_anomalies(&self) -> CountFact {
        let open = self.feeds().flat_map(|feed| &feed.anomalies);
        let open: Vec<Date> = open.filter(|it| it.open).map(|it| it.from).collect();
        CountFact {
            count: count(open.len()),
            since: open.into_iter().min(),
        }
    }
}

fn feed_fact(feed: &Feed) -> FeedFact {
    FeedFact {
        status: feed.status,
        silent_since: feed.last_date.and_then(Date::next_day),
    }
}

fn count(things: usize) -> u64 {
    u64::try_from(things).unwrap_or(u64::MAX)
}
