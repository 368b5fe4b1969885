//! A profile that tells a fake of the ad platforms what its customers do.

use std::collections::BTreeMap;
use std::sync::Arc;

use application::settle;
use conversion_definitions::Definition;
use export_rules::{
    Compliance, ConversionAction, Destination, DestinationConfig, PixelId, Rule, RuleSettings,
    RuleSource, Switches, Target,
};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Clock, ConnectionId, DefinitionId, Timestamp};
use platform_connections::{
    AccessToken, Account, AccountDraft, Connection, Grant, PlatformProvider, Tokens,
};
use serde_json::{Value, json};
use testkit::TestDatabase;
use testkit::fake_platform::FakeConversions;
use tokio_util::sync::CancellationToken;
use tributary_ad_platforms::{DataManagerSender, PlatformSettings, RingSha256, SocialCapiSender};
use tributary_worker::exports::{Exporter, Exporting};

use crate::authorization::LastingTokens;
use crate::world::{World, new_id, payment};

pub(crate) struct Exports {
    pub(crate) world: World,
    pub(crate) fake: FakeConversions,
    pub(crate) connection: ConnectionId,
    _database: TestDatabase,
}

impl Exports {
    /// A profile with an account at the social network, nothing of which is told yet.
    pub(crate) async fn new() -> Self {
        let database = TestDatabase::create();
        let world = World::alone_in(&database).await;
        let now = world.clock.now();
        let fake = FakeConversions::start(now.micros() / MICROS_PER_SECOND).unwrap();
        let account = AccountDraft {
            id: "act_1".to_owned(),
            ..AccountDraft::default()
        };
        let account = Account::parse(&account).unwrap();
        let connection = Connection::new(new_id(), (PlatformProvider::SocialAds, account), now);
        let mut work = world.begin().await;
        let profile = world.profile.id;
        let written = work.connections().insert(profile, &connection).await;
        settle(work, written).await.unwrap();
        let exports = Self {
            world,
            fake,
            connection: connection.id,
            _database: database,
        };
        exports.obtain_token().await;
        let compliance = Compliance {
            switches: Switches::ON,
            ..Compliance::default()
        };
        exports.decide(&compliance).await;
        exports
    }

    /// The profile decides this.
    pub(crate) async fn decide(&self, compliance: &Compliance) {
        let (profile, now) = (self.world.profile.id, self.world.clock.now());
        let mut work = self.world.begin().await;
        let written = work.export_compliance().put(profile, compliance, now).await;
        settle(work, written).await.unwrap();
    }

    /// A token that lasts, as if somebody had just connected the account.
    pub(crate) async fn obtain_token(&self) {
        let grant = Grant {
            access: AccessToken::parse("token").unwrap(),
            refresh: None,
            lifetime: None,
        };
        let tokens = Tokens::obtained(grant, self.world.clock.now());
        let profile = self.world.profile.id;
        let mut work = self.world.begin().await;
        let written = work
            .connection_tokens()
            .put(profile, self.connection, &tokens)
            .await;
        settle(work, written).await.unwrap();
    }

    /// Somebody connects the account anew.
    pub(crate) async fn reconnect(&self) {
        self.obtain_token().await;
        let connected =
            "UPDATE connections SET status = 'connected', reason = NULL WHERE profile_id = $1";
        self.world.execute(connected).await;
    }

    pub(crate) async fn data_set(&self, pixel: &str, config: Value) -> Destination {
        let target = Target::social(PixelId::parse(pixel).unwrap());
        let config = DestinationConfig::parse(config).unwrap();
        self.place((target, config, true), self.two_months_ago())
            .await
    }

    /// A conversion action of a search engine, which takes any token.
    pub(crate) async fn conversion_action(&self) -> Destination {
        let name = "customers/1234567890/conversionActions/7";
        let target = Target::Search {
            action: ConversionAction::parse(name).unwrap(),
        };
        let config = DestinationConfig::default();
        self.place((target, config, true), self.two_months_ago())
            .await
    }

    fn two_months_ago(&self) -> Timestamp {
        self.world.clock.now().plus_micros(-60 * MICROS_PER_DAY)
    }

    /// A destination, and whether it is on, that was made at an instant.
    pub(crate) async fn place(
        &self,
        (target, config, enabled): (Target, DestinationConfig, bool),
        at: Timestamp,
    ) -> Destination {
        let mut destination = Destination::new(new_id(), self.connection, target, at);
        (destination.config, destination.enabled) = (config, enabled);
        let mut work = self.world.begin().await;
        let written = work
            .destinations()
            .put(self.world.profile.id, &destination)
            .await;
        settle(work, written).await.unwrap();
        destination
    }

    /// Ids of the profile's definitions by their keys.
    pub(crate) async fn definitions(&self) -> BTreeMap<String, DefinitionId> {
        let mut work = self.world.begin().await;
        let all = work.definitions().list(self.world.profile.id).await;
        let all = settle(work, all).await.unwrap();
        let of = |definition: &Definition| {
            let key = definition.conversion_key.as_str().to_owned();
            (key, definition.id)
        };
        all.iter().map(|stored| of(&stored.definition)).collect()
    }

    /// A rule that has told payments for two months.
    pub(crate) async fn rule(&self, change: impl FnOnce(&mut RuleSettings)) -> Rule {
        let source = RuleSource::Definition(self.definitions().await["payment_received"]);
        let mut settings = RuleSettings::new("Payments", source);
        settings.destinations.social = true;
        settings.destinations.search = true;
        change(&mut settings);
        let since = self.world.clock.now().plus_micros(-60 * MICROS_PER_DAY);
        let rule = settings.into_rule(new_id(), since);
        self.put_rule(&rule).await;
        rule
    }

    pub(crate) async fn put_rule(&self, rule: &Rule) {
        let mut work = self.world.begin().await;
        let written = work.export_rules().put(self.world.profile.id, rule).await;
        settle(work, written).await.unwrap();
    }

    /// Payments of so many customers an hour ago, of which attribution has heard.
    pub(crate) async fn payments(&self, numbers: std::ops::Range<u32>) {
        for number in numbers {
            let mail = format!("customer-{number}@mail.example");
            let draft = payment(self.hour_ago(), "25.50", &mail);
            self.world.record(&format!("sale-{number}"), draft).await;
        }
        self.world.drain().await;
    }

    pub(crate) fn hour_ago(&self) -> Timestamp {
        self.world
            .clock
            .now()
            .plus_micros(-3_600 * MICROS_PER_SECOND)
    }

    pub(crate) fn exporting(&self) -> Exporting {
        let settings = PlatformSettings {
            base_url: self.fake.url(),
            extra_root_ca: None,
        };
        Exporting {
            worker: self.world.worker(),
            requests: Arc::new(DataManagerSender::new(&settings).unwrap()),
            social: Arc::new(SocialCapiSender::new(&settings, "v25.0", None).unwrap()),
            search: Arc::new(DataManagerSender::new(&settings).unwrap()),
            // Tokens without an end are never refreshed.
            authorization: Arc::new(LastingTokens),
            sha256: Arc::new(RingSha256),
        }
    }

    pub(crate) fn exporter(&self) -> Exporter {
        Exporter::new(self.exporting(), CancellationToken::new())
    }

    /// Plans and sends until nothing is due.
    pub(crate) async fn run(&self) {
        self.exporter().drain().await.unwrap();
    }

    /// Time goes by, here and at the platforms.
    pub(crate) fn wait(&self, seconds: i64) {
        self.world.clock.advance_micros(seconds * MICROS_PER_SECOND);
        let now = self.world.clock.now().micros() / MICROS_PER_SECOND;
        self.fake.set_now(now);
    }

    /// How many lines of the ledger stand how, such as `skipped no_match_key 3`.
    pub(crate) async fn ledger(&self) -> Vec<String> {
        let statement = "SELECT concat_ws(' ', status, skip_reason, count(*)) AS line FROM export_ledger \
                         WHERE profile_id = $1 GROUP BY status, skip_reason ORDER BY 1";
        self.world.lines(statement).await
    }

    /// The types of events that were told to the outside, sorted, with what was counted.
    pub(crate) async fn told(&self) -> Vec<String> {
        let statement = "SELECT convert_from(body, 'UTF8') AS line FROM outbox WHERE profile_id = $1 \
                         AND (event_type LIKE 'export.%' OR event_type LIKE 'connection.%') ORDER BY id";
        let told = self.world.lines(statement).await;
        let event = |line: &String| {
            let body: Value = serde_json::from_str(line).unwrap();
            let kind = body["type"].as_str().unwrap().to_owned();
            let counts = &body["data"]["counts"];
            if counts.is_object() {
                format!("{kind} {counts}")
            } else {
                kind
            }
        };
        told.iter().map(event).collect()
    }

    pub(crate) fn nothing() -> Value {
        json!({})
    }
}
