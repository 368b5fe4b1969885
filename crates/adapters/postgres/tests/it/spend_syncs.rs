//! Whatever platforms answer in whatever order, what is kept in the end is what they say now.

use std::collections::BTreeMap;
use std::sync::Mutex;

use ad_spend::ports::{SpendSource, SyncReader};
use ad_spend::{
    CatalogueAd, Date, Named, Piece, SourceFailure, Standing, SyncState, Told, ToldDay, ToldLevel,
};
use application::settle;
use async_trait::async_trait;
use conversion_export::connections::token::TokenPorts;
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{AccessToken, Clock, ConnectionId};
use platform_connections::{Account, AccountDraft, Connection, Grant, PlatformProvider, Tokens};
use spend_intake::syncs::ask::ask;
use spend_intake::syncs::due::due;
use spend_intake::syncs::serve::{Served, SyncPorts, serve};
use spend_intake::syncs::set_up::{SetUp, set_up};
use spend_intake::syncs::warn::{SpendWarning, warnings};
use tributary_postgres::PgSyncs;

use crate::authorization::LastingTokens;
use crate::channel_rules_support::Dice;
use crate::world::{RUNTIME, World, new_id};

const HOUR: i64 = 3_600 * MICROS_PER_SECOND;

/// What a campaign and its two ads cost on one day, in millionths; the campaign has spent more than both.
type Costs = [i64; 3];

/// What a platform says now, and what goes wrong next.
#[derive(Default)]
struct Platform {
    days: Mutex<BTreeMap<Date, Costs>>,
    failures: Mutex<Vec<SourceFailure>>,
    asked: Mutex<usize>,
}

fn named(id: &str) -> Named {
    Named {
        id: id.to_owned(),
        name: Some(format!("Name of {id}")),
    }
}

fn amount(cost: i64) -> String {
    format!("{}.{:06}", cost / 1_000_000, cost % 1_000_000)
}

fn told(date: Date, level: ToldLevel, cost: i64) -> ToldDay {
    ToldDay {
        date,
        level,
        cost: amount(cost).parse().unwrap(),
        impressions: Some(cost),
        clicks: None,
    }
}

fn ad(id: &str) -> ToldLevel {
    ToldLevel::Ad {
        campaign: named("c"),
        ad_set: named("s"),
        ad: named(id),
    }
}

#[async_trait]
impl SpendSource for Platform {
    async fn days(
        &self,
        access: &AccessToken,
        account_id: &str,
        piece: Piece,
    ) -> Result<Told, SourceFailure> {
        assert_eq!((access.reveal(), account_id), ("token", "77"));
        *self.asked.lock().unwrap() += 1;
        if let Some(failure) = self.failures.lock().unwrap().pop() {
            return Err(failure);
        }
        let days = self.days.lock().unwrap();
        let of_day = |(date, [rest, first, second]): (&Date, &Costs)| {
            [
                told(
                    *date,
                    ToldLevel::Campaign(named("c")),
                    rest + first + second,
                ),
                told(*date, ad("a1"), *first),
                told(*date, ad("a2"), *second),
            ]
        };
        let days = days.range(piece.from..=piece.to).flat_map(of_day);
        Ok(Told {
            days: days.collect(),
        })
    }

    async fn catalogue(&self, _: &AccessToken, _: &str) -> Result<Vec<CatalogueAd>, SourceFailure> {
        let active = |id| (named(id), Standing::Active);
        Ok(vec![CatalogueAd {
            campaign: active("c"),
            ad_set: Some(active("s")),
            ad: Some(active("never shown")),
            creative: Some(named("film")),
        }])
    }
}

struct Account77 {
    world: World,
    platform: Platform,
    connection: ConnectionId,
}

impl Account77 {
    async fn new() -> Self {
        let world = World::in_zone("America/Santiago").await;
        let draft = AccountDraft {
            id: "77".to_owned(),
            name: Some("Shop".to_owned()),
            currency: Some("EUR".to_owned()),
            timezone: Some("Asia/Kathmandu".to_owned()),
        };
        let account = Account::parse(&draft).unwrap();
        let (now, profile) = (world.clock.now(), world.profile.id);
        let connection = Connection::new(new_id(), (PlatformProvider::SearchAds, account), now);
        let grant = Grant {
            access: AccessToken::parse("token").unwrap(),
            refresh: None,
            lifetime: None,
        };
        let tokens = Tokens::obtained(grant, now);
        let mut work = world.begin().await;
        let written = async {
            work.connections().insert(profile, &connection).await?;
            let held = work.connection_tokens();
            held.put(profile, connection.id, &tokens).await
        };
        let written = written.await;
        settle(work, written).await.unwrap();
        let account = Self {
            world,
            platform: Platform::default(),
            connection: connection.id,
        };
        account.set_up(true, 2).await;
        account
    }

    fn place(&self) -> (kernel::ProfileId, ConnectionId) {
        (self.world.profile.id, self.connection)
    }

    async fn set_up(&self, is_enabled: bool, months: u8) -> SyncState {
        let mut work = self.world.begin().await;
        let change = SetUp {
            is_enabled: Some(is_enabled),
            months: Some(months),
        };
        let access = crate::reporting_seed::access(&self.world);
        let changed = (self.connection, change);
        let changed = set_up(&mut *work, &self.world.context(), &access, changed).await;
        settle(work, changed).await.unwrap()
    }

    async fn ask(&self) {
        let mut work = self.world.begin().await;
        let asked = ask(&mut *work, &self.world.context(), self.place()).await;
        settle(work, asked).await.unwrap();
    }

    async fn state(&self) -> SyncState {
        let mut work = self.world.begin().await;
        let (profile, id) = self.place();
        let state = work.spend_syncs().lock(profile, id).await;
        settle(work, state).await.unwrap().unwrap()
    }

    /// Whether a worker would look at it.
    async fn is_due(&self) -> bool {
        let mut work = self.world.begin().await;
        let found = due(&mut *work, &self.world.context(), 1_000).await;
        settle(work, found).await.unwrap().contains(&self.place())
    }

    async fn serve(&self, most: usize) -> Served {
        let ports = SyncPorts {
            tokens: TokenPorts {
                units: &*self.world.units,
                authorization: &LastingTokens,
            },
            social: &self.platform,
            search: &self.platform,
        };
        let before = *self.platform.asked.lock().unwrap();
        let go_on = move || *self.platform.asked.lock().unwrap() < before.saturating_add(most);
        let served = serve(ports, &self.world.context(), self.place(), &go_on).await;
        served.unwrap()
    }

    /// What is kept of the account, one line a row.
    async fn kept(&self) -> Vec<String> {
        let statement = "SELECT concat_ws(' ', date, ad_set_id, ad_id, amount::text, impressions) AS line \
             FROM ad_spend_daily WHERE profile_id = $1 AND platform = 'search_ads' AND account_id = '77' \
             ORDER BY date, ad_set_id, ad_id";
        self.world.lines(statement).await
    }

    /// What the platform says now of the days that are read at all.
    fn said(&self, first: Date) -> Vec<String> {
        let days = self.platform.days.lock().unwrap();
        let of_day = |(date, [rest, one, two]): (&Date, &Costs)| {
            let row = |of: &str, cost: i64| {
                let parsed: ad_spend::Cost = amount(cost).parse().unwrap();
                format!("{date} {of} {} {cost}", parsed.decimal().normalize())
            };
            let campaign = rest + one + two;
            let total: ad_spend::Cost = amount(campaign).parse().unwrap();
            [
                format!("{date}   {} {campaign}", total.decimal().normalize()),
                row("s a1", *one),
                row("s a2", *two),
            ]
        };
        days.range(first..).flat_map(of_day).collect()
    }

    async fn restatements(&self) -> usize {
        let statement = "SELECT id::text AS line FROM restatements WHERE profile_id = $1";
        self.world.lines(statement).await.len()
    }
}

/// Something that a platform may do meanwhile.
fn happen(account: &Account77, dice: &mut Dice) {
    let today = account.world.clock.now().to_utc().date();
    let date = today - time::Duration::days(i64::try_from(dice.roll(28)).unwrap());
    let mut cost = || i64::try_from(dice.roll(200_000_000)).unwrap();
    let costs = [cost(), cost(), cost()];
    let mut days = account.platform.days.lock().unwrap();
    match dice.roll(4) {
        0 => {
            days.remove(&date);
        }
        _ => {
            days.insert(date, costs);
        }
    }
    let mut failures = account.platform.failures.lock().unwrap();
    if dice.roll(3) == 0 {
        let away = || SourceFailure::TryLater {
            why: "it answered 503".to_owned(),
            wait: None,
        };
        failures.push(match dice.roll(3) {
            0 => SourceFailure::TooMuch,
            1 => SourceFailure::Refused("INVALID".to_owned()),
            _ => away(),
        });
    }
}

#[test]
fn whatever_happens_in_between_the_end_is_what_the_platform_says_now() {
    RUNTIME.block_on(async {
        for seed in 1..=6 {
            let account = Account77::new().await;
            let mut dice = Dice::new(seed * 7_919);
            for _ in 0..25 {
                happen(&account, &mut dice);
                let hours = i64::try_from(dice.roll(9)).unwrap();
                account.world.clock.advance_micros(hours * HOUR);
                if dice.roll(4) == 0 {
                    account.ask().await;
                }
                // Some readers stop in the middle.
                account.serve(dice.roll(5)).await;
            }
            account.platform.failures.lock().unwrap().clear();
            account.world.clock.advance_micros(25 * HOUR);
            let last = account.serve(usize::MAX).await;
            assert!(!last.has_failed);
            let state = account.state().await;
            assert_eq!((state.lease, state.failures), (None, 0));
            assert!(state.look_at > account.world.clock.now());
            assert!(!account.is_due().await);
            let kept = account.kept().await;
            let first = account.world.clock.now().to_utc().date() - time::Duration::days(62);
            assert_eq!(kept, account.said(first), "seed {seed}");
            account.world.ledger_holds().await;

            // Reading it all again changes nothing and writes no line.
            let lines = account.restatements().await;
            account.world.clock.advance_micros(1);
            account.ask().await;
            assert!(account.is_due().await);
            assert!(account.serve(usize::MAX).await.pieces > 0);
            assert_eq!(account.kept().await, kept);
            assert_eq!(account.restatements().await, lines);
        }
    });
}

#[test]
fn what_is_read_is_noted_by_day_and_names_of_ads_without_spend_are_known() {
    RUNTIME.block_on(async {
        let account = Account77::new().await;
        let today = time::macros::date!(2026 - 06 - 30);
        let costs = [500_001, 2_000_000, 3_000_000];
        account.platform.days.lock().unwrap().insert(today, costs);
        let served = account.serve(usize::MAX).await;
        assert_eq!((served.pieces, served.has_failed), (9, false));
        let statement = "SELECT concat_ws(' ', date, campaigns::text, ads::text) AS line FROM spend_reads \
             WHERE profile_id = $1 ORDER BY date DESC LIMIT 2";
        assert_eq!(
            account.world.lines(statement).await,
            ["2026-06-30 5.500001 5", "2026-06-29 0 0"]
        );
        let statement = "SELECT concat_ws(' ', campaign_name, ad_name) AS line FROM ads \
             WHERE profile_id = $1 AND ad_id = 'never shown'";
        assert_eq!(
            account.world.lines(statement).await,
            ["Name of c Name of never shown"]
        );
        let shown = "SELECT concat_ws(' ', ad_id, creative_id, creative_name) AS line FROM ad_creatives \
             WHERE profile_id = $1";
        assert_eq!(
            account.world.lines(shown).await,
            ["never shown film Name of film"]
        );
    });
}

#[test]
fn whoever_lost_the_lease_writes_nothing_and_nobody_reads_beside_somebody() {
    RUNTIME.block_on(async {
        let account = Account77::new().await;
        let today = time::macros::date!(2026 - 06 - 30);
        account
            .platform
            .days
            .lock()
            .unwrap()
            .insert(today, [1, 1, 1]);
        let state = account.state().await;
        let other = uuid::Uuid::from_u128(9);
        let taken = state.taken(other, account.world.clock.now()).unwrap();
        let mut work = account.world.begin().await;
        let (profile, id) = account.place();
        let put = work.spend_syncs().put(profile, id, &taken).await;
        settle(work, put).await.unwrap();
        assert!(!account.is_due().await);
        assert_eq!(account.serve(usize::MAX).await, Served::default());
        assert_eq!(*account.platform.asked.lock().unwrap(), 0);
        assert_eq!(account.kept().await, Vec::<String>::new());
        // Whoever had it died.
        account.world.clock.advance_micros(HOUR);
        assert!(account.is_due().await);
        assert!(account.serve(usize::MAX).await.pieces > 0);
        assert_eq!(account.kept().await.len(), 3);
    });
}

#[test]
fn access_that_is_gone_asks_for_a_reconnect_once() {
    RUNTIME.block_on(async {
        let account = Account77::new().await;
        let failure = SourceFailure::PermissionMissing;
        account.platform.failures.lock().unwrap().push(failure);
        let served = account.serve(usize::MAX).await;
        assert!(served.has_failed);
        let statement = "SELECT concat_ws(' ', c.status, c.reason, s.last_status, s.last_reason) AS line \
             FROM connections c JOIN spend_syncs s ON s.profile_id = $1 AND s.connection_id = c.id \
             WHERE c.profile_id = $1";
        assert_eq!(
            account.world.lines(statement).await,
            ["reconnect_required permission_missing failed a permission is missing"]
        );
        let statement = "SELECT event_type AS line FROM outbox WHERE profile_id = $1";
        assert_eq!(
            account.world.lines(statement).await,
            ["connection.reconnect_required"]
        );
        account.world.clock.advance_micros(30 * HOUR);
        assert!(!account.is_due().await);
        assert_eq!(account.serve(usize::MAX).await, Served::default());
    });
}

#[test]
fn an_account_that_is_switched_off_is_left_alone_and_what_is_there_stays() {
    RUNTIME.block_on(async {
        let account = Account77::new().await;
        let today = time::macros::date!(2026 - 06 - 30);
        account
            .platform
            .days
            .lock()
            .unwrap()
            .insert(today, [1, 1, 1]);
        account.serve(usize::MAX).await;
        account.set_up(false, 2).await;
        assert!(!account.is_due().await);
        assert_eq!(account.serve(usize::MAX).await, Served::default());
        assert_eq!(account.kept().await.len(), 3);
    });
}

#[test]
fn what_is_missing_is_told_until_it_is_there() {
    RUNTIME.block_on(async {
        let account = Account77::new().await;
        let clock = &account.world.clock;
        let access = crate::reporting_seed::access(&account.world);
        let syncs = PgSyncs::new(account.world.pool.clone());
        let today = clock.now().to_utc().date();
        let period = Piece {
            from: today - time::Duration::days(10),
            to: today,
        };
        let told = async || {
            let now = account.world.clock.now();
            let told = warnings(&syncs, &access, (period, now)).await.unwrap();
            told.into_iter()
                .map(SpendWarning::as_str)
                .collect::<Vec<_>>()
        };
        // The account is in Kathmandu and the profile in Santiago.
        let both = ["spend_incomplete", "spend_in_other_timezone"];
        assert_eq!(told().await, both);
        account.serve(usize::MAX).await;
        // Today is not over.
        assert_eq!(told().await, both[1..]);
        clock.advance_micros(12 * HOUR);
        account.serve(usize::MAX).await;
        // It is over for less than six hours.
        assert_eq!(told().await, both);
        clock.advance_micros(8 * HOUR);
        account.serve(usize::MAX).await;
        assert_eq!(told().await, both[1..]);
        let find = [(account.connection, period)];
        let days = syncs.complete(&access, &find).await.unwrap();
        assert!(days[0].1 >= 10, "{days:?}");
        // Others see nothing of it, and of what is switched off nothing is told.
        let others = crate::reporting_seed::access(&World::new().await);
        assert_eq!(syncs.complete(&others, &find).await.unwrap(), []);
        assert_eq!(syncs.accounts(&others).await.unwrap(), []);
        let ids = [account.connection];
        assert_eq!(syncs.states(&others, &ids).await.unwrap(), []);
        account.set_up(false, 2).await;
        assert!(told().await.is_empty());
    });
}
