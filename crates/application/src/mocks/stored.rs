//! Rows as stores hand them over.
#![expect(
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    clippy::unwrap_used,
    reason = "the helpers of a test stop it where it fails"
)]

use std::collections::BTreeSet;
use std::sync::Arc;

use attribution_models::Windows;
use channel_classifier::{Classifier, RawEvidence, RawReferrer, RuleSet, Signature};
use identity_graph::{Applied, Known, Ownership};
use kernel::{Currency, Date, Exact, TimeZone};
use reporting::causes::Cause;
use reporting::masking::PiiMode;

use super::MockWork;
use super::given::{noon, profile, workspace};
use crate::ports::{
    AttributionState, Book, Building, Cell, Figures, KeptAddresses, Profile, ProfileSettings, Seen,
};

/// A profile in euros and UTC.
pub fn settings() -> ProfileSettings {
    ProfileSettings {
        id: profile(),
        workspace_id: workspace(),
        name: "Mine".to_owned(),
        currency: Currency::parse("EUR").unwrap(),
        timezone: TimeZone::utc(),
        windows: Windows::default(),
        credits_views: false,
        pii_mode: PiiMode::Visible,
        onboarding_completed: false,
        created_at: noon(),
        replay_pending: false,
    }
}

/// The same as facts come in for it.
pub fn site() -> Arc<Profile> {
    let settings = settings();
    Arc::new(Profile {
        id: settings.id,
        workspace_id: settings.workspace_id,
        name: settings.name,
        currency: settings.currency,
        timezone: settings.timezone,
        windows: settings.windows,
        own_domains: Vec::new(),
        excluded_referrers: Vec::new(),
        allowed_referrers: Vec::new(),
        only_own_domains: false,
        credits_views: false,
        addresses: KeptAddresses::default(),
    })
}

/// Results that nobody builds.
pub fn state() -> AttributionState {
    AttributionState {
        generation: 1,
        building: None,
        seen: Seen {
            currency: settings().currency,
            timezone: settings().timezone,
        },
        revision: 1,
    }
}

/// Results that somebody builds the next generation of.
pub fn running() -> AttributionState {
    AttributionState {
        building: Some(Building {
            generation: 2,
            is_alive: true,
        }),
        ..state()
    }
}

/// The profile's results are held, and nobody subscribes; nothing else is expected.
pub fn locked(state: Option<AttributionState>) -> MockWork {
    let mut work = MockWork::default();
    work.attribution
        .expect_lock()
        .withf(|id| *id == profile())
        .returning(move |_| Ok(state.clone()));
    unheard(&mut work);
    work
}

/// Nobody subscribes to anything, every definition has had its first conversion, and no rule tells of any.
fn unheard(work: &mut MockWork) {
    work.outbox
        .expect_wanted()
        .returning(|_| Ok(BTreeSet::new()));
    work.reported_conversions
        .expect_note_first()
        .returning(|_, _, _| Ok(Vec::new()));
    work.reported_conversions
        .expect_note_first_of()
        .returning(|_, _, _| Ok(Vec::new()));
    work.export_marks
        .expect_told_since()
        .returning(|_| Ok(None));
}

/// A day of March 2026.
pub fn march(day: u8) -> Date {
    Date::from_calendar_date(2026, time::Month::March, day).unwrap()
}

/// Rules of a profile that has none of its own.
pub fn built_in() -> Arc<Classifier> {
    Arc::new(Classifier::new(&RuleSet::empty()))
}

/// Evidence that nobody has met before, which gets these channels, in the order of their names.
pub fn expect_new_signatures(work: &mut MockWork, channels: &'static [&'static str]) {
    work.signatures
        .expect_known()
        .returning(|_, _| Ok(Vec::new()));
    work.signatures.expect_added_since().returning(|_, _| Ok(0));
    work.channel_rules
        .expect_classifier()
        .returning(|_| Ok(built_in()));
    work.signatures
        .expect_add()
        .times(1)
        .returning(move |id, rows, at| {
            assert_eq!((id, at), (profile(), noon()));
            let mut found: Vec<&str> = rows.iter().map(|row| row.channel.as_str()).collect();
            found.sort_unstable();
            assert_eq!(found, channels);
            Ok(())
        });
}

/// Evidence that is in the dictionary.
pub fn expect_known_signatures(work: &mut MockWork) {
    work.signatures
        .expect_known()
        .returning(|_, ids| Ok(ids.to_vec()));
}

/// What a channel costs on the first of March, in whole euros.
pub fn costs(channel: &str, euros: i64) -> Book {
    let cell = Cell {
        date: march(1),
        channel: channel.to_owned(),
        model: None,
    };
    let figures = Figures {
        spend: Exact::whole(euros),
        ..Figures::default()
    };
    Book::from([(cell, figures)])
}

/// Reports say one thing before the change and another one after it, and the ledger the first.
pub fn expect_figures(work: &mut MockWork, before: Book, after: Book) {
    let reported = before.clone();
    for book in [before, after] {
        work.ledger
            .expect_figures()
            .times(1)
            .withf(|id, generation, _| *id == profile() && *generation == state().generation)
            .returning(move |_, _, _| Ok(book.clone()));
    }
    work.ledger
        .expect_reported()
        .returning(move |_, _| Ok(reported.clone()));
}

/// One line of the ledger: why, and what of spend was and is, in whole euros.
pub fn expect_line(work: &mut MockWork, cause: Cause, spend: [i64; 2]) {
    work.ledger
        .expect_append()
        .times(1)
        .returning(move |id, line| {
            assert_eq!((id, line.at, line.cause), (profile(), noon(), cause));
            let cells: Vec<_> = line.cells.iter().collect();
            assert_eq!(cells.len(), 1);
            let found = [cells[0].before.spend, cells[0].after.spend];
            assert_eq!(found, spend.map(Exact::whole));
            Ok(())
        });
}

/// The evidence of a visit to this page, without a page before.
pub fn signature(page: &str) -> Signature {
    let raw = RawEvidence::of_visit(Some(page), RawReferrer::KnownAbsent);
    crate::evidence::read(&site(), &raw).signature()
}

/// Nobody has been met before: whoever an event names is founded for it.
pub fn expect_strangers(work: &mut MockWork) {
    let nobody = || Known {
        values: Vec::new(),
        customers: Vec::new(),
        visitor: Ownership::Unowned,
        is_parted: false,
    };
    let identity = &mut work.identity;
    identity.expect_hold().returning(|_, _| Ok(()));
    identity
        .expect_look_up()
        .returning(move |_, _, _| Ok(nobody()));
    identity
        .expect_look_up_each()
        .returning(move |_, people| Ok(people.iter().map(|_| nobody()).collect()));
    identity.expect_apply().returning(|_, _| Ok(Applied::Done));
    identity
        .expect_apply_each()
        .returning(|_, _| Ok(Applied::Done));
}

/// One event is told, in these words.
pub fn expect_told(work: &mut MockWork, check: impl Fn(serde_json::Value) + Send + 'static) {
    work.outbox.expect_add().times(1).returning(move |events| {
        assert_eq!(events.len(), 1);
        check(serde_json::from_slice(events[0].body().bytes()).unwrap());
        Ok(())
    });
}
