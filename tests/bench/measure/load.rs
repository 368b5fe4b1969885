//! The history enters the database, as the service would have written it: facts, identities and
//! signatures by COPY, because history cannot go in over HTTP; the service's own replay derives
//! everything else.

use std::time::Instant;

use kernel::timestamp::MICROS_PER_DAY;
use time::Date;
use tributary_bench::history::Happening;
use tributary_bench::identities::{self, IdentityRows};
use tributary_bench::outcomes::{self, OutcomeRows};
use tributary_bench::rows::Rows;
use tributary_bench::sessions::{self, SessionRows};
use tributary_bench::spend::{self, SpendRows};
use tributary_bench::traffic;

use crate::copy::{CopyIn, connect};
use crate::world::{World, now};

pub(crate) async fn load(world: &mut World) {
    let begin = Instant::now();
    make_partitions(world).await;
    signatures(world).await;
    identity(world).await;
    spending(world).await;
    let (events, outcomes) = facts(world).await;
    let loaded = begin.elapsed().as_secs_f64();
    world
        .binary
        .run(&["replay", "--profile", &world.account.profile]);
    world.db.batch_execute("VACUUM ANALYZE").await.unwrap();
    let derived = begin.elapsed().as_secs_f64() - loaded;
    let count = async |table: &str| {
        let statement = format!(
            "SELECT count(*) FROM {table} WHERE profile_id = '{}'",
            world.account.profile
        );
        world
            .db
            .query_one(&statement, &[])
            .await
            .unwrap()
            .get::<_, i64>(0)
    };
    let note = format!(
        "{events} browser events and {outcomes} outcome events of {} visitors and {} customers over \
         {} signatures; {} sessions, {} touches, {} conversions and {} credits derived from them \
         (loaded in {loaded:.0} s, derived in {derived:.0} s)",
        count("visitors").await,
        count("customers").await,
        count("traffic_signatures").await,
        count("sessions").await,
        count("touches").await,
        count("conversions").await,
        count("credits").await,
    );
    println!("{note}");
    world.notes.push(note);
}

/// Monthly partitions from the history's first day to today, named as the service names its own.
async fn make_partitions(world: &World) {
    let last = now().plus_micros(MICROS_PER_DAY).to_utc().date();
    let mut month = world.history.begin.to_utc().date().replace_day(1).unwrap();
    while month <= last {
        let next = next_month(month);
        let (year, number) = (month.year(), u8::from(month.month()));
        let statement = format!(
            "CREATE TABLE IF NOT EXISTS tracker_events_{year:04}_{number:02} \
             PARTITION OF tracker_events \
             FOR VALUES FROM ('{month} 00:00:00+00') TO ('{next} 00:00:00+00')"
        );
        world.db.batch_execute(&statement).await.unwrap();
        month = next;
    }
}

fn next_month(first: Date) -> Date {
    let days = first.month().length(first.year());
    first + time::Duration::days(i64::from(days))
}

async fn signatures(world: &World) {
    let profile = &world.account.profile;
    let classifier = traffic::classifier();
    let (mut dictionary, mut channels) = (Rows::default(), Rows::default());
    let seen = world.history.begin;
    for (id, signature) in world.history.traffic.signatures() {
        let verdict = classifier.classify(&signature);
        dictionary
            .plain(profile)
            .plain(id)
            .plain(signature.referrer_state.as_str())
            .optional(signature.referrer_host.as_deref())
            .optional(signature.utm_source.as_deref())
            .optional(signature.utm_medium.as_deref())
            .optional(signature.utm_campaign.as_deref())
            .optional(signature.utm_term.as_deref())
            .optional(signature.utm_content.as_deref())
            .plain(format!("{{{}}}", signature.click_kinds.join(",")))
            .plain(signature.has_ad_id)
            .optional(signature.landing_host.as_deref())
            .optional(signature.landing_path.as_deref())
            .plain(seen)
            .end();
        channels
            .plain(profile)
            .plain(id)
            .text(verdict.channel)
            .text(verdict.rule)
            .text(signature.source())
            .text(signature.medium())
            .plain(verdict.is_direct())
            .plain(seen)
            .end();
    }
    let into_dictionary = "COPY traffic_signatures (profile_id, id, referrer_state, referrer_host, \
        utm_source, utm_medium, utm_campaign, utm_term, utm_content, click_kinds, has_ad_id, \
        landing_host, landing_path, first_seen_at) FROM STDIN";
    let into_channels = "COPY signature_channels (profile_id, signature_id, channel, rule, source, \
        medium, is_direct, resolved_at) FROM STDIN";
    put(world, into_dictionary, dictionary).await;
    put(world, into_channels, channels).await;
}

async fn put(world: &World, statement: &str, mut rows: Rows) {
    CopyIn::begin(&world.db, statement)
        .await
        .end(&mut rows)
        .await;
}

async fn spending(world: &World) {
    let mut rows = SpendRows::default();
    spend::write(&world.history, &mut rows);
    put(world, spend::COPY_ADS, rows.ads).await;
    put(world, spend::COPY_DAYS, rows.days).await;
    put(world, spend::COPY_RATES, rows.rates).await;
}

/// People a transaction: identifiers refer to customers that must be there before.
const CHUNK: usize = 50_000;

async fn identity(world: &World) {
    let mut rows = IdentityRows::default();
    for (number, person) in world.history.people().enumerate() {
        identities::write(&world.history, &person, &mut rows);
        if number % CHUNK == CHUNK - 1 {
            put_identity(world, std::mem::take(&mut rows)).await;
        }
    }
    put_identity(world, rows).await;
}

async fn put_identity(world: &World, rows: IdentityRows) {
    put(world, identities::COPY_CUSTOMERS, rows.customers).await;
    put(world, identities::COPY_IDENTIFIERS, rows.identifiers).await;
    put(world, identities::COPY_VISITORS, rows.visitors).await;
    put(world, identities::COPY_SEGMENTS, rows.segments).await;
}

/// Browser events and outcome events, in the order of time; how many of each.
async fn facts(world: &World) -> (u64, u64) {
    let url = &world.binary.database;
    let clients = [connect(url).await, connect(url).await, connect(url).await];
    let mut events = CopyIn::begin(&clients[0], sessions::COPY_EVENTS).await;
    let mut ids = CopyIn::begin(&clients[1], sessions::COPY_IDS).await;
    let mut outcomes = CopyIn::begin(&clients[2], outcomes::COPY).await;
    let (mut visits, mut results) = (SessionRows::default(), OutcomeRows::default());
    for moment in world.history.moments() {
        let person = world.history.person(moment.person);
        match moment.what {
            Happening::Session(index) => {
                sessions::write(&world.history, &person, usize::from(index), &mut visits);
                events.send(&mut visits.events).await;
                ids.send(&mut visits.ids).await;
            }
            Happening::Outcome(index) => {
                outcomes::write(&world.history, &person, usize::from(index), &mut results.0);
                outcomes.send(&mut results.0).await;
            }
        }
    }
    ids.end(&mut visits.ids).await;
    let count = outcomes.end(&mut results.0).await;
    (events.end(&mut visits.events).await, count)
}
