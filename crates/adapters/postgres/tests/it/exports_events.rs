//! Events of every kind that rules may tell of: what is told, what waits, and what is left out for each reason that there
//! is.

use event_intake::{ConsentDraft, JsonObject, OutcomeEventDraft, Pipeline};
use kernel::timestamp::MICROS_PER_SECOND;
use kernel::{Clock, OutcomeEventId};

use crate::exports_support::Exports;
use crate::world::{page_view, payment};

const HOUR: i64 = 3_600 * MICROS_PER_SECOND;

/// What comes in at once is looked at before the rest comes in, so much later.
pub(crate) const PAUSE: i64 = HOUR;

/// A payment of somebody by their name, so many hours ago.
fn paid(exports: &Exports, name: &str, hours: i64) -> OutcomeEventDraft {
    let at = exports.world.clock.now().plus_micros(-hours * HOUR);
    let mut draft = payment(at, "25.50", &format!("{name}@mail.example"));
    draft.person.external_id = Some(format!("crm-{name}"));
    draft
}

/// A payment of nobody of whom anything is known.
fn by_nobody(exports: &Exports, browser: &str) -> OutcomeEventDraft {
    let mut draft = paid(exports, "nobody", 1);
    (draft.person.email, draft.person.external_id) = (None, None);
    draft.person.anonymous_id = Some(browser.to_owned());
    draft
}

fn properties(text: &str) -> JsonObject {
    JsonObject::parse(text).unwrap()
}

fn moved(from: &str, to: &str) -> Pipeline {
    Pipeline {
        external_source: Some("crm".to_owned()),
        from_stage: Some(from.to_owned()),
        to_stage: Some(to.to_owned()),
    }
}

fn click(kind: &str, value: &str) -> Vec<(String, String)> {
    vec![(kind.to_owned(), value.to_owned())]
}

fn has_page(draft: &mut OutcomeEventDraft) {
    draft.url = Some("https://shop.example/thanks?utm_source=news".to_owned());
    let said = &mut draft.match_evidence;
    said.client_ip_address = Some("203.0.113.7".to_owned());
    said.client_user_agent = Some("Mozilla/5.0 (X11)".to_owned());
}

/// Payments of every kind, each under the key that a refund may name.
fn payments(exports: &Exports) -> Vec<(&'static str, OutcomeEventDraft)> {
    let with = |name, hours, change: &dyn Fn(&mut OutcomeEventDraft)| {
        let mut draft = paid(exports, name, hours);
        change(&mut draft);
        (name, draft)
    };
    let refused = || ConsentDraft {
        ad_user_data: Some("denied".to_owned()),
        ad_personalization: None,
    };
    vec![
        with("first", 30, &|it| it.is_first_payment = Some(true)),
        with("renewal", 20, &|it| it.is_first_payment = Some(false)),
        with("unknown", 10, &has_page),
        with("refunded", 9, &|it| it.refund_of = Some("first".to_owned())),
        with("back", 8, &|it| it.refund_of = Some("renewal".to_owned())),
        with("refuses", 7, &|it| it.consent = Some(refused())),
        with("worthless", 6, &|it| it.value_amount = None),
        with("weeks", 24 * 9, &|it| it.click_ids = click("fbclid", "F1")),
        with("months", 24 * 70, &|_| {}),
        with("clicked", 24 * 70, &|it| {
            it.click_ids = click("gclid", "G1");
        }),
        with("settled", 12, &|it| it.click_ids = click("gclid", "G2")),
        with("fresh", 1, &|it| it.click_ids = click("gclid", "G3")),
        with("chat", 5, &|it| it.click_ids = click("ctwa_clid", "C1")),
        with("ahead", -3, &|_| {}),
        with("messenger", 4, &|it| {
            it.is_first_payment = Some(false);
            let said = r#"{"event_id": "own-1", "person": {"page_scoped_user_id": "M1"}}"#;
            it.properties = Some(properties(said));
        }),
        with("photo", 3, &|it| {
            let said =
                r#"{"order_id": "O-1", "person": {"ig_sid": "I1"}, "contents": [{"id": "sku"}]}"#;
            it.properties = Some(properties(said));
        }),
    ]
}

/// Leads, deals and moves in a pipeline.
fn moves(exports: &Exports) -> Vec<(&'static str, OutcomeEventDraft)> {
    let of = |name, kind: &str, pipeline| {
        let mut draft = paid(exports, name, 15);
        draft.event_type = Some(kind.to_owned());
        draft.pipeline = pipeline;
        (name, draft)
    };
    let elsewhere = Pipeline {
        external_source: Some("sheet".to_owned()),
        ..moved("offer", "won")
    };
    // What is no payment is no renewal.
    let mut again = of("again", "lead_created", None);
    again.1.is_first_payment = Some(false);
    vec![
        of("lead", "lead_created", Some(moved("contact", "offer"))),
        of("won", "closed_won", Some(moved("offer", "won"))),
        of("lost", "deal_lost", Some(moved("offer", "lost"))),
        of("elsewhere", "closed_won", Some(elsewhere)),
        again,
    ]
}

/// Payments of people of whom next to nothing is known.
fn strangers(exports: &Exports) -> Vec<(&'static str, OutcomeEventDraft)> {
    let mut on_page = by_nobody(exports, "browser-1");
    has_page(&mut on_page);
    let mut from_chile = by_nobody(exports, "browser-2");
    from_chile.properties = Some(properties(r#"{"person": {"country": "CL"}}"#));
    vec![
        ("on-page", on_page),
        ("from-chile", from_chile),
        ("by-nobody", by_nobody(exports, "browser-3")),
        ("visited", by_nobody(exports, "browser-4")),
        ("late", paid(exports, "late", 24 * 7)),
    ]
}

async fn taken_in(
    exports: &Exports,
    drafts: Vec<(&'static str, OutcomeEventDraft)>,
) -> Vec<OutcomeEventId> {
    let mut events = Vec::new();
    for (name, draft) in drafts {
        events.push(exports.world.record(name, draft).await.id);
    }
    exports.world.drain().await;
    events
}

/// Everything that happens, by when it comes in.
pub(crate) async fn happened(exports: &Exports) -> [Vec<OutcomeEventId>; 2] {
    let before = exports.world.clock.now().plus_micros(-2 * HOUR);
    let url = "https://shop.example/?fbclid=F2";
    let visit = page_view("visit", before, url, None);
    exports.world.track("browser-4", vec![visit]).await;
    let known = [payments(exports), moves(exports)].concat();
    let known = taken_in(exports, known).await;
    exports.world.clock.advance_micros(PAUSE);
    let unknown = taken_in(exports, strangers(exports)).await;
    exports.world.clock.advance_micros(-PAUSE);
    [known, unknown]
}
