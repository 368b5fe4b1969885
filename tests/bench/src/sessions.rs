//! Browser events of a session, as `tracker_events` keeps them.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use serde_json::json;
use uuid::Uuid;

use crate::dice::Dice;
use crate::history::History;
use crate::people::{BUSIEST, Person};
use crate::rows::Rows;
use crate::traffic::{CLICK, Landing};

/// Reads [`SessionRows::events`].
pub const COPY_EVENTS: &str = "COPY tracker_events (profile_id, occurred_at, id, received_at, \
    visitor_id, kind, url, path, title, referrer, engaged_ms, signature_id, source_key, \
    names_a_source, exclusion, ad_id, campaign_id, click_ids, subject_kind, subject_key, \
    identifiers, country, device, browser, os) FROM STDIN";

/// Reads [`SessionRows::ids`].
pub const COPY_IDS: &str = "COPY tracker_event_ids (profile_id, id) FROM STDIN";

const COUNTRIES: [&str; 12] = [
    "DE", "ES", "FR", "US", "GB", "CL", "MX", "AR", "IT", "NL", "PT", "BR",
];
const DEVICES: [[&str; 3]; 4] = [
    ["mobile", "Chrome", "Android"],
    ["mobile", "Safari", "iOS"],
    ["desktop", "Chrome", "Windows"],
    ["desktop", "Firefox", "Linux"],
];

/// Seconds from the start of a session to when somebody says who they are.
pub const IDENTIFIED_AFTER: u32 = 20;

/// Rows of sessions.
#[derive(Debug, Default)]
pub struct SessionRows {
    /// Of `tracker_events`.
    pub events: Rows,
    /// Of `tracker_event_ids`.
    pub ids: Rows,
}

/// Which browser of whom, somewhere.
struct Place {
    visitor: Uuid,
    country: &'static str,
    device: [&'static str; 3],
}

/// Writes the events of one of a person's sessions, in the order of their time.
pub fn write(history: &History, person: &Person, session: usize, rows: &mut SessionRows) {
    let (Some(start), mut dice) = (person.sessions.get(session), person.dice(0, session)) else {
        return;
    };
    let anonymous_id = person.browser(session).anonymous_id();
    let mut habits = person.dice(4, 0);
    let rank = usize::try_from(habits.zipf(12)).unwrap_or(0);
    let place = Place {
        visitor: identity_graph::visitor_id(history.profile, &anonymous_id).uuid(),
        country: COUNTRIES.get(rank).unwrap_or(&"DE"),
        device: *habits
            .pick(&DEVICES)
            .unwrap_or(&["desktop", "Chrome", "Windows"]),
    };
    let views = match person.number {
        BUSIEST => 2,
        _ => *dice.pick(&[1, 1, 1, 1, 1, 2, 2, 2, 3, 4]).unwrap_or(&1),
    };
    let mut writer = Writer {
        history,
        rows,
        place: &place,
    };
    for view in 0..views {
        let at = start + view * 60;
        let traffic = &history.traffic;
        let landing = match view {
            0 => traffic.land(&mut dice),
            _ => traffic.go_on(&mut dice),
        };
        if let Some(landing) = landing {
            writer.page_view(at, landing, &mut dice);
        }
        if view == 0 && person.identifies_in(session) {
            let at = start + IDENTIFIED_AFTER;
            writer.identify(at, &person.email(), &anonymous_id, &mut dice);
        }
        if dice.chance(60) {
            writer.engagement(at + 25 + dice.roll(30), &mut dice);
        }
    }
}

struct Writer<'a> {
    history: &'a History,
    rows: &'a mut SessionRows,
    place: &'a Place,
}

impl Writer<'_> {
    fn page_view(&mut self, at: u32, landing: &Landing, dice: &mut Dice) {
        let evidence = &landing.evidence;
        let click = format!("{:016x}", dice.draw());
        let clicks: serde_json::Map<String, serde_json::Value> = evidence
            .click_ids
            .iter()
            .map(|(kind, _)| (kind.clone(), json!(click)))
            .collect();
        let clicks = (!clicks.is_empty()).then(|| json!(clicks).to_string());
        self.begin(at, "page_view", dice)
            .text(&landing.url.replace(CLICK, &click))
            .optional(evidence.landing_path.as_deref())
            .plain("Shop")
            .optional(landing.referrer.as_deref())
            .null(1)
            .plain(landing.signature)
            .plain(evidence.source_key())
            .plain(evidence.names_a_source())
            .optional(landing.exclusion())
            .optional(evidence.ad_id.as_deref())
            .optional(evidence.campaign_id.as_deref())
            .optional(clicks.as_deref())
            .null(3);
        self.end();
    }

    fn engagement(&mut self, at: u32, dice: &mut Dice) {
        let milliseconds = 1_000 + dice.roll(60_000);
        self.begin(at, "engagement", dice)
            .null(4)
            .plain(milliseconds)
            .null(10);
        self.end();
    }

    fn identify(&mut self, at: u32, email: &str, anonymous_id: &str, dice: &mut Dice) {
        let identifiers = json!({"email": email, "anonymous_id": anonymous_id});
        self.begin(at, "identify", dice)
            .null(12)
            .plain("email")
            .plain(email)
            .text(&identifiers.to_string());
        self.end();
    }

    /// Up to the kind.
    fn begin(&mut self, at: u32, kind: &str, dice: &mut Dice) -> &mut Rows {
        let at: Timestamp = self.history.at(at);
        let id = dice.id(at);
        let profile = self.history.profile;
        self.rows.ids.plain(profile).plain(id).end();
        self.rows
            .events
            .plain(profile)
            .plain(at)
            .plain(id)
            .plain(at.plus_micros(MICROS_PER_SECOND))
            .plain(self.place.visitor)
            .plain(kind)
    }

    /// From the country on.
    fn end(&mut self) {
        let [device, browser, system] = self.place.device;
        self.rows
            .events
            .plain(self.place.country)
            .plain(device)
            .plain(browser)
            .plain(system)
            .end();
    }
}
