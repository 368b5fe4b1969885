//! What customers do, as `outcome_events` keeps it.

use kernel::Timestamp;
use kernel::timestamp::MICROS_PER_SECOND;
use serde_json::json;

use crate::dice::Dice;
use crate::history::History;
use crate::people::{BUSIEST, Person, SPAN};
use crate::rows::Rows;
use crate::traffic::of_lead;

/// Reads [`OutcomeRows`].
pub const COPY: &str = "COPY outcome_events (profile_id, id, idempotency_key, content_hash, \
    received_at, occurred_at, event_type, value_amount, currency, subject_kind, subject_key, \
    identifiers, refund_of, signature_id, ad_id, campaign_id, pipeline) FROM STDIN";

/// Rows of `outcome_events`.
#[derive(Debug, Default)]
pub struct OutcomeRows(pub Rows);

/// An event, as far as events differ.
#[derive(Default)]
struct Event<'a> {
    at: u32,
    key: &'a str,
    kind: &'a str,
    cents: Option<u32>,
    refund_of: Option<&'a str>,
    /// The rank of the campaign whose form it was filled in, and which of its ads it was.
    ad: Option<(u32, u32)>,
    stage: Option<&'a str>,
}

/// Writes one of a person's outcomes and what follows from it: most are payments, some of which are
/// given back; others are steps of a sale.
pub fn write(history: &History, person: &Person, outcome: usize, rows: &mut Rows) {
    let Some(at) = person.outcomes.get(outcome).copied() else {
        return;
    };
    let mut dice = person.dice(1, outcome);
    let key = format!("event-{}-{outcome}", person.number);
    let (kind, cents) = match dice.roll(100) {
        0..70 => ("payment_received", Some(500 + dice.roll(49_500))),
        70..88 => ("lead_created", Some(5_000 + dice.roll(15_000))),
        88..95 => ("appointment_booked", None),
        _ => ("closed_won", Some(10_000 + dice.roll(90_000))),
    };
    let in_a_form = kind == "lead_created" && dice.chance(10);
    let ad = in_a_form.then(|| (dice.zipf(history.traffic.advertised()), dice.roll(3)));
    let mut writer = Writer {
        history,
        person,
        rows,
    };
    let event = Event {
        at,
        key: &key,
        kind,
        cents,
        ad,
        ..Event::default()
    };
    writer.event(&event, &mut dice);
    if person.number != BUSIEST {
        writer.stage(&event, &mut dice);
        writer.refund(&event, &mut dice);
    }
}

struct Writer<'a> {
    history: &'a History,
    person: &'a Person,
    rows: &'a mut Rows,
}

impl Writer<'_> {
    /// Now and then a sale moves on in the pipeline, too, which no report counts.
    fn stage(&mut self, of: &Event<'_>, dice: &mut Dice) {
        if !dice.chance(10) {
            return;
        }
        let stages = ["qualified", "proposal"];
        let event = Event {
            at: (of.at + 3_600).min(SPAN - 1),
            key: &format!("{}-stage", of.key),
            kind: "crm_stage_changed",
            stage: dice.pick(&stages).copied(),
            ..Event::default()
        };
        self.event(&event, dice);
    }

    /// Now and then a payment is given back days later, in full or by half.
    fn refund(&mut self, of: &Event<'_>, dice: &mut Dice) {
        let later = of.at + 86_400 * (1 + dice.roll(10));
        if of.kind != "payment_received" || later >= SPAN || !dice.chance(4) {
            return;
        }
        let event = Event {
            at: later,
            key: &format!("{}-refund", of.key),
            kind: "payment_received",
            cents: of.cents.map(|cents| cents / (1 + dice.roll(2))),
            refund_of: Some(of.key),
            ..Event::default()
        };
        self.event(&event, dice);
    }

    fn event(&mut self, event: &Event<'_>, dice: &mut Dice) {
        let at: Timestamp = self.history.at(event.at);
        let email = self.person.email();
        let ad = event
            .ad
            .map(|(rank, ad)| (format!("m{rank}-{ad}"), format!("m{rank}")));
        let signature = ad
            .as_ref()
            .map(|(ad, campaign)| of_lead(ad, campaign).signature().id());
        let amount = event
            .cents
            .map(|cents| format!("{}.{:02}", cents / 100, cents % 100));
        let pipeline = event.stage.map(|stage| {
            json!({"external_source": "crm", "from_stage": null, "to_stage": stage}).to_string()
        });
        let hash = [(); 4].map(|()| dice.draw().to_be_bytes()).concat();
        self.rows
            .plain(self.history.profile)
            .plain(dice.id(at))
            .plain(event.key)
            .bytes(&hash)
            .plain(at.plus_micros(MICROS_PER_SECOND))
            .plain(at)
            .plain(event.kind)
            .optional(amount.as_deref())
            .optional(amount.as_ref().map(|_| "EUR"))
            .plain("email")
            .plain(&email)
            .text(&json!({"email": email}).to_string())
            .optional(event.refund_of)
            .optional(signature.map(|id| id.to_string()).as_deref())
            .optional(ad.as_ref().map(|(ad, _)| ad.as_str()))
            .optional(ad.as_ref().map(|(_, campaign)| campaign.as_str()))
            .optional(pipeline.as_deref())
            .end();
    }
}
