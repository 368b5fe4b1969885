//! A profile with traffic of many kinds, and rules that nobody thought up.

use application::{UnitOfWork, UnitsOfWork, settle};
use channel_classifier::RawCondition;
use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use profile_setup::channel_rules::RuleError;
use profile_setup::channel_rules::change::{Changed, RuleCommand, change};
use profile_setup::channel_rules::configuration::{ChannelConfiguration, RuleDraft};

use crate::reporting_seed::access;
use crate::world::{World, identify, instant, page_view, payment};

/// Numbers that look random and are the same in every run.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap() % sides
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.roll(of.len())]
    }
}

const SOURCES: [&str; 7] = [
    "", "google", "facebook", "news", "partner", "brand", "podcast",
];
const MEDIUMS: [&str; 6] = ["", "cpc", "email", "social", "banner", "referral"];
const CAMPAIGNS: [&str; 3] = ["", "spring", "summer sale"];
const REFERRERS: [&str; 6] = [
    "",
    "https://www.google.com/",
    "https://www.facebook.com/",
    "https://blog.example/post",
    "https://forum.example/",
    "https://news.forum.example/",
];

pub(crate) fn landing(dice: &mut Dice) -> String {
    let path = dice.pick(&["", "precios", "blog/post", "producto/1/detalle"]);
    let mut url = format!("https://shop.example/{path}?");
    // Half of the visits have no parameters at all: many of them are direct.
    if dice.roll(2) == 0 {
        return url;
    }
    for (name, value) in [
        ("utm_source", dice.pick(&SOURCES)),
        ("utm_medium", dice.pick(&MEDIUMS)),
        ("utm_campaign", dice.pick(&CAMPAIGNS)),
        ("gclid", dice.pick(&["", "", "", "abc"])),
    ] {
        if !value.is_empty() {
            url.push_str(&[name, "=", &value.replace(' ', "+"), "&"].concat());
        }
    }
    url
}

const BROWSERS: usize = 24;

fn moment(dice: &mut Dice) -> Timestamp {
    let seconds = i64::try_from(dice.roll(45 * 86_400)).unwrap();
    instant("2026-05-16T00:00:00Z").plus_micros(seconds * MICROS_PER_SECOND)
}

fn email(dice: &mut Dice) -> String {
    format!("person{}@example.com", dice.roll(BROWSERS / 2))
}

/// Visits, identifications, payments, leads without a visit, and refunds of 45 days.
pub(crate) async fn seed(world: &World, dice: &mut Dice) {
    for number in 0..150 {
        let browser = format!("browser-{}", dice.roll(BROWSERS));
        let referrer = Some(dice.pick(&REFERRERS)).filter(|url| !url.is_empty());
        let (at, url) = (moment(dice), landing(dice));
        let view = page_view(&format!("view-{number}"), at, &url, referrer);
        world.track(&browser, vec![view]).await;
    }
    for browser in 0..BROWSERS * 3 / 4 {
        let name = format!("known-{browser}");
        let event = identify(&name, moment(dice), &email(dice));
        world
            .track(&format!("browser-{browser}"), vec![event])
            .await;
    }
    for number in 0..50 {
        let amount = format!("{}.{:02}", dice.roll(500), dice.roll(100));
        let (at, email) = (moment(dice), email(dice));
        let mut draft = payment(at, &amount, &email);
        if dice.roll(3) == 0 {
            draft.event_type = Some("lead_created".to_owned());
            draft.ad_id = Some(format!("ad-{}", dice.roll(4)));
            draft.utm_source = Some(dice.pick(&SOURCES[1..]).to_owned());
            draft.utm_medium = Some(dice.pick(&MEDIUMS[1..]).to_owned());
        } else if dice.roll(6) == 0 {
            draft.person.email = None;
            draft.refund_of = Some(format!("order-{}", dice.roll(number + 1)));
        }
        world.record(&format!("order-{number}"), draft).await;
    }
    world.drain().await;
}

const CHANNELS: [&str; 8] = [
    "Direct",
    "Direct",
    "Unassigned",
    "Email",
    "Referral",
    "Paid Other",
    "Organic Search",
    "Podcasts",
];

fn condition(dice: &mut Dice) -> RawCondition {
    let of = |field: &str, operator: &str, values: Vec<&str>| RawCondition {
        field: field.to_owned(),
        operator: operator.to_owned(),
        values: values.into_iter().map(str::to_owned).collect(),
    };
    let exact = dice.pick(&["is", "is_not"]);
    let part = dice.pick(&["contains", "not_contains", "starts_with"]);
    match dice.roll(8) {
        0 => of(
            "utm_source",
            exact,
            vec![dice.pick(&SOURCES[1..]), dice.pick(&SOURCES[1..])],
        ),
        1 => of("utm_medium", exact, vec![dice.pick(&MEDIUMS[1..])]),
        2 => of(
            "utm_campaign",
            part,
            vec![dice.pick(&["spring", "sale", "x"])],
        ),
        3 => of("referrer_host", part, vec![dice.pick(&["google", "forum"])]),
        4 => of("referrer_host", "ends_with", vec!["forum.example"]),
        5 => of("landing_path", "matches", vec!["^/(blog|precios)"]),
        6 => of("click_id", dice.pick(&["is_set", "is_not_set"]), vec![]),
        _ => of("utm_source", dice.pick(&["is_set", "is_not_set"]), vec![]),
    }
}

/// A rule that can be accepted, at this place.
pub(crate) fn random_rule(dice: &mut Dice, priority: i64) -> RuleDraft {
    let conditions = (0..=dice.roll(2)).map(|_| condition(dice)).collect();
    RuleDraft {
        name: format!("rule {priority}"),
        channel: dice.pick(&CHANNELS).to_owned(),
        priority: Some(priority),
        enabled: dice.roll(8) > 0,
        combiner: dice.pick(&["and", "or"]).to_owned(),
        conditions,
    }
}

/// Rules at distinct places.
pub(crate) fn random_rules(dice: &mut Dice) -> Vec<RuleDraft> {
    let mut place = 0;
    (0..dice.roll(5))
        .map(|_| {
            place += 1 + i64::try_from(dice.roll(20)).unwrap();
            random_rule(dice, place)
        })
        .collect()
}

/// A rule with one condition.
pub(crate) fn rule(channel: &str, field: &str, operator: &str, values: &[&str]) -> RuleDraft {
    RuleDraft {
        name: format!("{field} {operator}"),
        channel: channel.to_owned(),
        priority: None,
        enabled: true,
        combiner: "and".to_owned(),
        conditions: vec![RawCondition {
            field: field.to_owned(),
            operator: operator.to_owned(),
            values: values.iter().map(|value| (*value).to_owned()).collect(),
        }],
    }
}

pub(crate) async fn try_change(world: &World, command: RuleCommand) -> Result<Changed, RuleError> {
    change(&*world.units, &world.context(), &access(world), &command).await
}

pub(crate) async fn make(world: &World, draft: RuleDraft) -> Changed {
    let made = try_change(world, RuleCommand::Create(draft)).await;
    made.unwrap()
}

/// Replaces the profile's rules by these, one change after the other.
pub(crate) async fn replace(world: &World, rules: &[RuleDraft]) {
    for stored in configuration(world).await.rules {
        let removal = RuleCommand::Delete(stored.rule.id);
        try_change(world, removal).await.unwrap();
    }
    for draft in rules {
        make(world, draft.clone()).await;
    }
}

pub(crate) async fn configuration(world: &World) -> ChannelConfiguration {
    let mut work = begin(world).await;
    let configuration = ChannelConfiguration::load(&mut *work, world.profile.id).await;
    settle(work, configuration).await.unwrap()
}

pub(crate) async fn begin(world: &World) -> Box<dyn UnitOfWork> {
    world.units.begin().await.unwrap()
}

/// Adds a channel of the workspace's own.
pub(crate) async fn add_channel(world: &World, name: &str) {
    let mut work = begin(world).await;
    let added = profile_setup::channel_rules::add_channel::add_channel(
        &mut *work,
        &world.context(),
        &access(world),
        name,
    )
    .await;
    settle(work, added).await.unwrap();
}

/// Changes when anything is written in any table that rules have to do with, `xmin` included.
pub(crate) async fn fingerprint(world: &World, tables: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    for table in tables {
        let statement = format!(
            "SELECT '{table} ' || count(*) || ' ' \
             || coalesce(sum(hashtextextended(concat(t::text, t.xmin::text), 0)), 0) AS line \
             FROM {table} t WHERE profile_id = $1"
        );
        lines.extend(world.lines(&statement).await);
    }
    lines
}

/// Everything that a change of rules, a preview or a replay may write.
pub(crate) const ALL_TABLES: [&str; 14] = [
    "attribution_state",
    "audit_events",
    "channel_rule_sets",
    "channel_rules",
    "conversions",
    "credits",
    "recomputes",
    "replay_marks",
    "restatement_lines",
    "restatements",
    "sessions",
    "signature_channels",
    "touches",
    "traffic_signatures",
];
