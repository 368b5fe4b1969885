//! What the people of the demonstration do.

use application::outcome_events::record::RecordOutcomeEvent;
use application::ports::Profile;
use application::tracking::collect::Sender;
use event_intake::{
    IdempotencyKey, JsonObject, MatchEvidence, NewOutcomeEvent, OutcomeEventDraft, PageReferrer,
    RawPerson, TrackerBatch, TrackerEvent, TrackerEventKind,
};
use kernel::timestamp::{MICROS_PER_DAY, MICROS_PER_SECOND};
use kernel::{Date, Timestamp};
use uuid::Uuid;

use crate::failure::Failure;

/// People who first visit on one day.
const NEWCOMERS: u64 = 30;

/// Days over which one person's story runs.
const STORY_DAYS: i64 = 21;

/// An ad campaign.
pub(super) struct Campaign {
    /// Platform in the ads catalogue.
    pub platform: &'static str,
    /// Campaign id.
    pub id: &'static str,
    /// Ad id.
    pub ad_id: &'static str,
    /// Campaign name.
    pub name: &'static str,
    /// `utm_source` of its traffic.
    pub source: &'static str,
    /// `utm_medium` of its traffic.
    pub medium: &'static str,
    /// The parameter of its links that names the ad. One has none: something for the page of data quality to find.
    pub ad_parameter: Option<&'static str>,
    /// Least and most cost of a day, in cents.
    pub daily_cents: (u64, u64),
    /// Least and most clicks of a day that the platform counts: about as many as there are visits.
    pub daily_clicks: (u64, u64),
}

/// The shop's campaigns.
pub(super) const CAMPAIGNS: [Campaign; 4] = [
    Campaign {
        platform: "google_ads",
        id: "c-search-brand",
        ad_id: "a-1001",
        name: "Search brand",
        source: "google",
        medium: "cpc",
        ad_parameter: Some("gadid"),
        daily_cents: (900, 2_400),
        daily_clicks: (4, 9),
    },
    Campaign {
        platform: "google_ads",
        id: "c-search-generic",
        ad_id: "a-1002",
        name: "Search generic",
        source: "google",
        medium: "cpc",
        ad_parameter: Some("gadid"),
        daily_cents: (2_500, 6_800),
        daily_clicks: (5, 11),
    },
    Campaign {
        platform: "meta_ads",
        id: "c-prospecting",
        ad_id: "a-2001",
        name: "Prospecting video",
        source: "facebook",
        medium: "paid_social",
        ad_parameter: Some("fbadid"),
        daily_cents: (3_000, 7_900),
        daily_clicks: (5, 11),
    },
    Campaign {
        platform: "tiktok_ads",
        id: "c-creators",
        ad_id: "a-3001",
        name: "Creators",
        source: "tiktok",
        medium: "paid_social",
        ad_parameter: None,
        daily_cents: (1_200, 3_600),
        daily_clicks: (4, 9),
    },
];

/// Numbers that look random and are the same for the same seed (splitmix64).
pub(super) struct Dice(u64);

impl Dice {
    /// Dice of one day and one thing.
    pub(super) fn new(day: i64, thing: u64) -> Self {
        let day = u64::try_from(day).unwrap_or_default();
        Self(day.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ thing.wrapping_mul(0xbf58_476d_1ce4_e5b9))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from the first to the last, both possible.
    pub(super) fn between(&mut self, (least, most): (u64, u64)) -> u64 {
        least + self.next() % (most - least + 1)
    }

    /// True in so many of a hundred cases.
    fn chance(&mut self, percent: u64) -> bool {
        self.next() % 100 < percent
    }

    fn pick<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        let length = u64::try_from(things.len()).unwrap_or(1).max(1);
        things.get(usize::try_from(self.next() % length).unwrap_or_default())
    }
}

/// Something that happens on a day.
pub(super) enum Happening {
    /// A visit, seen by the tracker.
    Visit(TrackerBatch, Box<Sender>),
    /// An outcome, told by a server.
    Outcome(Box<RecordOutcomeEvent>),
}

/// Everything that happens on a local day, in no particular order. `now` is when it is written.
pub(super) fn happenings(
    profile: &Profile,
    day: i64,
    now: Timestamp,
) -> Result<Vec<Happening>, Failure> {
    let mut all = Vec::new();
    for born in day - STORY_DAYS..=day {
        for number in 0..NEWCOMERS {
            let mut story = Story::new(profile, (born, number), day, now)?;
            story.tell()?;
            all.append(&mut story.happenings);
        }
    }
    Ok(all)
}

/// One person's story, of which one day is kept.
struct Story<'a> {
    profile: &'a Profile,
    name: String,
    dice: Dice,
    /// Midnight of the day on which it begins.
    begin: Timestamp,
    /// The day that is kept, counted from there.
    kept: i64,
    now: Timestamp,
    sender: Sender,
    /// Of those who come back under another address: their number up to its last digit.
    number: Option<String>,
    /// What they say that they are called.
    called: RawPerson,
    happenings: Vec<Happening>,
    step: u64,
}

const FIRST_NAMES: [&str; 12] = [
    "Ana", "Bruno", "Carla", "Diego", "Elena", "Fabian", "Gloria", "Hugo", "Ines", "Javier",
    "Lucia", "Marta",
];
const LAST_NAMES: [&str; 10] = [
    "Alonso", "Blanco", "Castro", "Duran", "Esteban", "Fuentes", "Garrido", "Herrera", "Ibarra",
    "Molina",
];
const DEVICES: [(&str, &str, &str); 4] = [
    ("mobile", "Mobile Safari", "iOS"),
    ("mobile", "Chrome Mobile", "Android"),
    ("desktop", "Chrome", "Windows"),
    ("tablet", "Mobile Safari", "iOS"),
];
const COUNTRIES: [&str; 5] = ["ES", "ES", "ES", "PT", "FR"];
const PAGES: [&str; 5] = [
    "/",
    "/collection",
    "/products/lamp",
    "/products/chair",
    "/about",
];

impl<'a> Story<'a> {
    fn new(
        profile: &'a Profile,
        (born, number): (i64, u64),
        day: i64,
        now: Timestamp,
    ) -> Result<Self, Failure> {
        let date = i32::try_from(born)
            .ok()
            .and_then(|day| Date::from_julian_day(day).ok())
            .ok_or_else(|| Failure::usage("a day beyond the calendar"))?;
        let mut dice = Dice::new(born, number);
        let (device, browser, os) = dice.pick(&DEVICES).copied().unwrap_or(("desktop", "", ""));
        let country = dice.pick(&COUNTRIES).copied().unwrap_or("ES");
        let told = |text: &str| Some(text.to_owned());
        // Dice of their own, so that everything else stays as it was before some came back.
        let mut other = Dice::new(born, 10_000 + number);
        let comes_back = other.chance(5);
        let digits = other.between((0, 9_999_999));
        Ok(Self {
            profile,
            name: format!("demo-{born}-{number}"),
            dice,
            begin: profile.timezone.start_of(date),
            kept: day - born,
            now,
            sender: Sender {
                country: told(country),
                device: told(device),
                browser: told(browser),
                os: told(os),
                bot_reason: None,
                name: None,
            },
            number: comes_back.then(|| format!("+346{digits:07}")),
            called: RawPerson::default(),
            happenings: Vec::new(),
            step: 0,
        })
    }

    /// The dice are thrown for the whole story, whichever day of it is kept.
    fn tell(&mut self) -> Result<(), Failure> {
        let mut day = 0;
        let mut at = self.moment(day);
        let knows_us = self.dice.chance(18);
        let email = knows_us.then(|| format!("{}@example.com", self.name));
        self.visit(day, at, None);
        for _ in 0..self.dice.between((0, 2)) {
            day += i64::try_from(self.dice.between((1, 6))).unwrap_or(1);
            at = self.moment(day);
            self.visit(day, at, None);
        }
        let Some(email) = email else {
            return self.lead_form(day);
        };
        self.visit(
            day,
            at.plus_micros(40 * 60 * MICROS_PER_SECOND),
            Some(&email),
        );
        let signed_up = at.plus_micros(42 * 60 * MICROS_PER_SECOND);
        let phone = self.number.as_ref().map(|number| format!("{number}1"));
        self.outcome(day, signed_up, "lead_created", |draft| {
            draft.value_amount = Some("40".to_owned());
            draft.person.email = Some(email.clone());
            draft.person.phone = phone;
        })?;
        if self.dice.chance(45) {
            self.buy(day, signed_up, &email)?;
        }
        self.come_back(day, signed_up)
    }

    /// Some order once more, from another address and with a slip in the number: the rule keeps them two, and people can
    /// tell that they are one.
    fn come_back(&mut self, day: i64, after: Timestamp) -> Result<(), Failure> {
        let Some(number) = &self.number else {
            return Ok(());
        };
        let person = RawPerson {
            email: Some(format!("{}@work.example", self.name)),
            phone: Some(format!("{number}2")),
            ..self.called.clone()
        };
        let at = after.plus_micros(6 * MICROS_PER_DAY);
        self.outcome(day + 6, at, "payment_received", |draft| {
            draft.value_amount = Some("19.90".to_owned());
            draft.person = person;
        })?;
        Ok(())
    }

    fn buy(&mut self, day: i64, after: Timestamp, email: &str) -> Result<(), Failure> {
        let cents = self.dice.between((1_990, 24_900));
        let amount = format!("{}.{:02}", cents / 100, cents % 100);
        let paid = after.plus_micros(3 * 60 * MICROS_PER_SECOND);
        let reference = self.outcome(day, paid, "payment_received", |draft| {
            draft.value_amount = Some(amount.clone());
            draft.person.email = Some(email.to_owned());
            draft.properties = JsonObject::parse(r#"{"provider":"stripe"}"#).ok();
        })?;
        if self.dice.chance(8) {
            let refunded = paid.plus_micros(2 * MICROS_PER_DAY);
            self.outcome(day + 2, refunded, "payment_refunded", |draft| {
                draft.value_amount = Some(amount.clone());
                draft.refund_of = Some(reference.clone());
            })?;
        }
        if self.dice.chance(25) {
            let again = paid.plus_micros(5 * MICROS_PER_DAY);
            self.outcome(day + 5, again, "payment_received", |draft| {
                draft.value_amount = Some("29.90".to_owned());
                draft.person.email = Some(email.to_owned());
            })?;
        }
        Ok(())
    }

    /// Some leads never visit: they fill a form inside the ad platform.
    fn lead_form(&mut self, day: i64) -> Result<(), Failure> {
        if !self.dice.chance(3) {
            return Ok(());
        }
        let at = self.moment(day).plus_micros(60 * 60 * MICROS_PER_SECOND);
        let email = format!("{}-form@example.com", self.name);
        self.outcome(day, at, "lead_created", |draft| {
            draft.person.email = Some(email.clone());
            draft.ad_id = Some("a-2001".to_owned());
            draft.campaign_id = Some("c-prospecting".to_owned());
            draft.utm_source = Some("facebook".to_owned());
            draft.utm_medium = Some("paid_social".to_owned());
        })?;
        Ok(())
    }

    /// Some time between eight in the morning and eight in the evening.
    fn moment(&mut self, day: i64) -> Timestamp {
        let second = i64::try_from(self.dice.between((8 * 3_600, 20 * 3_600))).unwrap_or_default();
        self.begin
            .plus_micros(day * MICROS_PER_DAY + second * MICROS_PER_SECOND)
    }

    fn id(&mut self) -> Uuid {
        self.step += 1;
        let name = format!("{}/{}", self.name, self.step);
        Uuid::new_v5(&self.profile.id.uuid(), name.as_bytes())
    }

    fn keeps(&self, day: i64, at: Timestamp) -> bool {
        day == self.kept && at <= self.now
    }

    fn visit(&mut self, day: i64, at: Timestamp, email: Option<&str>) {
        let (landing, referrer) = self.arrival();
        let pages = self.dice.between((1, 4));
        let mut at = at;
        let mut events = Vec::new();
        let mut page = landing;
        let mut before = referrer;
        for _ in 0..pages {
            let ms = self.dice.between((2_000, 90_000));
            let kind = TrackerEventKind::PageView {
                url: page.clone(),
                referrer: before
                    .clone()
                    .map_or(PageReferrer::KnownAbsent, PageReferrer::Present),
                title: None,
            };
            events.push(TrackerEvent {
                id: self.id().into(),
                occurred_at: at,
                kind,
            });
            at = at.plus_micros(i64::try_from(ms).unwrap_or_default() * 1_000);
            let kind = TrackerEventKind::Engagement {
                url: Some(page.clone()),
                ms: u32::try_from(ms).unwrap_or_default(),
            };
            events.push(TrackerEvent {
                id: self.id().into(),
                occurred_at: at,
                kind,
            });
            before = Some(page);
            page = format!(
                "https://shop.example{}",
                self.dice.pick(&PAGES).unwrap_or(&"/")
            );
        }
        if let Some(email) = email {
            self.called = self.person(email);
            let kind = TrackerEventKind::Identify {
                person: self.called.clone(),
            };
            events.push(TrackerEvent {
                id: self.id().into(),
                occurred_at: at,
                kind,
            });
        }
        if self.keeps(day, at) {
            let batch = TrackerBatch {
                key: String::new(),
                anonymous_id: Some(self.name.clone()),
                evidence: MatchEvidence::default(),
                events,
            };
            self.happenings
                .push(Happening::Visit(batch, Box::new(self.sender.clone())));
        }
    }

    fn person(&mut self, email: &str) -> RawPerson {
        RawPerson {
            email: Some(email.to_owned()),
            first_name: self.dice.pick(&FIRST_NAMES).map(|name| (*name).to_owned()),
            last_name: self.dice.pick(&LAST_NAMES).map(|name| (*name).to_owned()),
            ..RawPerson::default()
        }
    }

    /// Landing page and page before.
    fn arrival(&mut self) -> (String, Option<String>) {
        let page = format!(
            "https://shop.example{}",
            self.dice.pick(&PAGES).unwrap_or(&"/")
        );
        let before = |url: &str| Some(url.to_owned());
        match self.dice.between((0, 99)) {
            0..=34 => (self.ad(&page), None),
            35..=54 => (page, before("https://www.google.com/")),
            55..=72 => (page, None),
            73..=80 => (
                format!("{page}?utm_source=newsletter&utm_medium=email&utm_campaign=weekly"),
                None,
            ),
            81..=87 => (page, before("https://l.instagram.com/")),
            88..=94 => (page, before("https://partner.example/reviews")),
            _ => (page, before("https://chatgpt.com/")),
        }
    }

    fn ad(&mut self, page: &str) -> String {
        let click = self.dice.next();
        let Some(campaign) = self.dice.pick(&CAMPAIGNS) else {
            return page.to_owned();
        };
        let parameter = match campaign.platform {
            "google_ads" => "gclid",
            "meta_ads" => "fbclid",
            _ => "ttclid",
        };
        let ad = campaign
            .ad_parameter
            .map(|name| format!("&{name}={}", campaign.ad_id))
            .unwrap_or_default();
        format!(
            "{page}?utm_source={}&utm_medium={}&utm_campaign={}{ad}&{parameter}={click:016x}",
            campaign.source,
            campaign.medium,
            campaign.name.to_lowercase().replace(' ', "+"),
        )
    }

    /// Adds an outcome and returns the key under which a refund may name it.
    fn outcome(
        &mut self,
        day: i64,
        at: Timestamp,
        event_type: &str,
        describe: impl FnOnce(&mut OutcomeEventDraft),
    ) -> Result<String, Failure> {
        let key = self.id().to_string();
        if !self.keeps(day, at) {
            return Ok(key);
        }
        let mut draft = OutcomeEventDraft {
            event_type: Some(event_type.to_owned()),
            event_time: Some(at.to_string()),
            ..OutcomeEventDraft::default()
        };
        describe(&mut draft);
        let event = NewOutcomeEvent::parse(draft, self.now).map_err(|errors| {
            let fields: Vec<_> = errors.iter().map(|error| error.field).collect();
            Failure::usage(format!("demonstration data: {}", fields.join(", ")))
        })?;
        let idempotency_key =
            IdempotencyKey::parse(&key).map_err(|_| Failure::usage("demonstration data: key"))?;
        let command = RecordOutcomeEvent {
            event,
            idempotency_key: Some(idempotency_key),
        };
        self.happenings.push(Happening::Outcome(Box::new(command)));
        Ok(key)
    }
}
