//! Faults of links: each is found, and is told no more after one look once it is mended, at once where it can be and by
//! mended links in any case.

use std::sync::Arc;

use ad_spend::{AdRow, SpendDay};
use application::{UnitsOfWork, settle};
use channel_classifier::audit::UtmCategory;
use event_intake::{Conditions, ConditionsDraft};
use kernel::timestamp::MICROS_PER_DAY;
use kernel::{Actor, Clock};
use site_quality::refresh::{Refreshed, refresh};
use spend_intake::spend::put::put;
use time::macros::date;
use tributary_postgres::{PgPool, PgUnitsOfWork};
use uuid::Uuid;

use crate::channel_rules_support::{make, rule};
use crate::exclusions::exclude;
use crate::world::{RUNTIME, World, page_view};

/// How a fault ends at once.
#[derive(Clone, Copy, Debug)]
enum Mend {
    /// A channel rule says what the medium is.
    Rule,
    /// The catalogue has the ad that a UTM value names.
    Catalogue,
    /// Visits by the link were tests, and count for nothing.
    Exclusion,
}

/// Each fault: the link that has it, what ends it at once, and the same link without it.
const FAULTS: [(UtmCategory, &str, Mend, &str); 6] = [
    (
        UtmCategory::UnsubstitutedMacro,
        "utm_source=facebook&utm_medium=paid_social&utm_campaign=%7B%7Bcampaign.name%7D%7D&fbadid=8",
        Mend::Exclusion,
        "utm_source=facebook&utm_medium=paid_social&utm_campaign=spring&fbadid=8",
    ),
    (
        UtmCategory::PlacementInSource,
        "utm_source=Instagram_Stories&utm_medium=paid_social&utm_campaign=x&fbadid=9",
        Mend::Exclusion,
        "utm_source=instagram&utm_medium=paid_social&utm_campaign=x&fbadid=9",
    ),
    (
        UtmCategory::MissingUtmsOnPaid,
        "gclid=abc",
        Mend::Exclusion,
        "gclid=abc&utm_source=google&utm_medium=cpc&utm_campaign=x&utm_content=682345678901",
    ),
    (
        UtmCategory::MissingAdIdentifier,
        "utm_source=bing&utm_medium=cpc&utm_campaign=x&utm_content=red-shoe",
        Mend::Catalogue,
        "utm_source=bing&utm_medium=cpc&utm_campaign=x&utm_content=682345678901",
    ),
    (
        UtmCategory::NonChannelMedium,
        "utm_source=acme&utm_medium=boosted_post",
        Mend::Rule,
        "utm_source=acme&utm_medium=social",
    ),
    (
        UtmCategory::InconsistentSourceVocab,
        "utm_source=fb&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
        Mend::Exclusion,
        "utm_source=facebook&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
    ),
];

const NONE: [UtmCategory; 0] = [];

/// Links without any fault.
const CLEAN: [&str; 3] = [
    "utm_source=google&utm_medium=cpc&utm_campaign=brand&utm_content=682345678901&gclid=x1",
    "utm_source=facebook&utm_medium=paid_social&utm_campaign=spring&fbadid=7",
    "utm_source=newsletter&utm_medium=email&utm_campaign=may",
];

/// So many new browsers come by a link, an hour ago.
async fn visits(world: &World, page: &str, query: &str, browsers: usize) {
    let at = world.clock.now().plus_micros(-MICROS_PER_DAY / 24);
    for number in 0..browsers {
        let own = format!("{}-{page}-{query}-{number}-{at}", world.profile.id);
        let own = Uuid::new_v5(&Uuid::NAMESPACE_OID, own.as_bytes()).to_string();
        let url = format!("https://shop.example/{page}?{query}");
        let view = page_view(&own, at, &url, None);
        world.track(&own, vec![view]).await;
    }
}

/// The faults that one look finds, a quarter of an hour after whatever was done.
async fn found(world: &World) -> Vec<UtmCategory> {
    world.drain().await;
    world.clock.advance_micros(MICROS_PER_DAY / 96);
    let mut work = world.begin().await;
    let looked = refresh(&mut *work, &world.context(), world.profile.id).await;
    let looked = settle(work, looked).await.unwrap();
    assert!(looked.is_new);
    let findings = looked.scan.unwrap().audit.findings;
    findings.iter().map(|it| it.category).collect()
}

async fn mend(world: &World, mend: Mend) {
    match mend {
        Mend::Rule => {
            let medium = rule("Paid Social", "utm_medium", "is", &["boosted_post"]);
            make(world, medium).await;
        }
        Mend::Catalogue => catalogue(world, "red-shoe").await,
        Mend::Exclusion => {
            let conditions = Conditions::new(ConditionsDraft {
                path_prefix: Some("/faulty".to_owned()),
                ..ConditionsDraft::default()
            });
            exclude(world, conditions.unwrap(), Vec::new()).await;
        }
    }
}

/// What the ad cost names it.
async fn catalogue(world: &World, ad_id: &str) {
    let ad = AdRow {
        platform: "microsoft_ads".to_owned(),
        account_id: "1".to_owned(),
        campaign_id: "c".to_owned(),
        ad_set_id: "s".to_owned(),
        ad_id: ad_id.to_owned(),
        account_name: None,
        campaign_name: None,
        ad_set_name: None,
        ad_name: None,
    };
    let day = SpendDay {
        date: date!(2026 - 06 - 29),
        ad,
        amount: "10".parse().unwrap(),
        currency: None,
        impressions: None,
        clicks: None,
        utm_source: None,
        utm_medium: None,
    };
    let mut work = world.begin().await;
    let (context, profile) = (world.context(), &world.profile);
    let written = put(&mut *work, &context, profile, &[day], Actor::Operator).await;
    settle(work, written).await.unwrap();
}

async fn shop() -> World {
    let world = World::new().await;
    for query in CLEAN {
        visits(&world, "", query, 6).await;
    }
    assert_eq!(found(&world).await, NONE);
    world
}

#[test]
fn what_can_be_mended_at_once_is_told_no_more_by_the_next_look() {
    RUNTIME.block_on(async {
        for (category, faulty, how, _) in FAULTS {
            let world = shop().await;
            visits(&world, "faulty", faulty, 5).await;
            assert_eq!(found(&world).await, [category]);
            mend(&world, how).await;
            assert_eq!(found(&world).await, NONE, "{category:?} {how:?}");
        }
    });
}

#[test]
fn a_mended_link_is_told_no_more_once_visits_by_the_old_one_are_out_of_the_days() {
    RUNTIME.block_on(async {
        for (category, faulty, _, mended) in FAULTS {
            let world = shop().await;
            visits(&world, "faulty", faulty, 5).await;
            assert_eq!(found(&world).await, [category]);
            // From now on everybody comes by the mended link; what came by the other one is still told.
            visits(&world, "faulty", mended, 5).await;
            assert_eq!(found(&world).await, [category], "{mended}");
            world.clock.advance_micros(30 * MICROS_PER_DAY);
            visits(&world, "faulty", mended, 5).await;
            assert_eq!(found(&world).await, [category], "{mended}");
            world.clock.advance_micros(MICROS_PER_DAY);
            assert_eq!(found(&world).await, NONE, "{mended}");
        }
    });
}

async fn look(world: &World, units: &PgUnitsOfWork) -> Refreshed {
    let mut work = units.begin().await.unwrap();
    let looked = refresh(&mut *work, &world.context(), world.profile.id).await;
    settle(work, looked).await.unwrap()
}

#[test]
fn of_several_processes_that_look_at_once_one_looks() {
    RUNTIME.block_on(async {
        let world = shop().await;
        world.clock.advance_micros(MICROS_PER_DAY / 96);
        // Each has connections of its own, as processes have.
        let processes = [(); 4].map(|()| {
            let pool = PgPool::new(&world.url, 1).unwrap();
            PgUnitsOfWork::new(pool, Arc::new(world.keys.clone()))
        });
        let [one, two, three, four] = &processes;
        let looked = tokio::join!(
            look(&world, one),
            look(&world, two),
            look(&world, three),
            look(&world, four),
        );
        let looked: [Refreshed; 4] = looked.into();
        assert_eq!(looked.iter().filter(|it| it.is_new).count(), 1);
        let first = looked[0].scan.as_ref().unwrap();
        for other in &looked {
            let other = other.scan.as_ref().unwrap();
            assert_eq!(other.scanned_at, first.scanned_at);
            assert_eq!(other.audit, first.audit);
        }
    });
}
