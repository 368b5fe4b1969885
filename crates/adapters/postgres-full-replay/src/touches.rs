//! The touches of the people, and the context of their sessions.

use attribution_models::ports::{TouchContext, TouchRow};
use kernel::{StoreError, Timestamp};
use postgres_kit::json_columns::read_click_ids;
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::customers::{People, Person};
use super::distinct::Distinct;
use super::signatures::Signatures;
use super::texts::{NONE, Pile, TextId, Texts, index, next};
use super::visitors::Visitors;

/// Country, device, browser and operating system.
type ContextTexts = [TextId; 4];

/// What the sessions of the people say of their touches. Few contexts are different.
#[derive(Default)]
pub(super) struct Sessions {
    /// Ordered once all are there: a map would take twice as much memory.
    contexts_of: Vec<(Uuid, u32)>,
    contexts: Distinct<ContextTexts>,
    texts: Texts,
}

impl Sessions {
    /// Takes a row of `sessions.sql`.
    pub(super) fn take(&mut self, row: &mut Fields<'_>) -> Result<(), StoreError> {
        let id = some(row.uuid()?)?;
        let words = [row.text()?, row.text()?, row.text()?, row.text()?];
        if words.iter().all(Option::is_none) {
            return Ok(());
        }
        let mut context = [NONE; 4];
        for (number, word) in context.iter_mut().zip(words) {
            *number = self.texts.number(word)?;
        }
        self.contexts_of.push((id, self.contexts.number(context)?));
        Ok(())
    }

    /// When all are there, and before any is asked for.
    pub(super) fn settle(&mut self) {
        self.contexts_of.sort_unstable();
    }

    /// Makes room for so many.
    pub(super) fn reserve(&mut self, sessions: usize) {
        self.contexts_of.reserve(sessions);
    }

    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.contexts_of.clear();
        self.contexts.clear();
        self.texts.clear();
    }

    fn context(&self, session: Uuid, referrer_host: Option<String>) -> TouchContext {
        let place = self
            .contexts_of
            .binary_search_by_key(&session, |(id, _)| *id);
        let found = place.ok().and_then(|place| self.contexts_of.get(place));
        let texts = found.and_then(|(_, context)| self.contexts.get(*context));
        let [country, device, browser, os] = texts
            .unwrap_or([NONE; 4])
            .map(|text| self.texts.owned(text));
        TouchContext {
            country,
            device,
            browser,
            os,
            referrer_host,
        }
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.contexts_of.len() * size_of::<(Uuid, u32)>()
            + self.contexts.bytes()
            + self.texts.bytes()
    }
}

struct Touch {
    id: Uuid,
    session: Uuid,
    at: Timestamp,
    visitor: u32,
    /// The number of its [`Evidence`].
    evidence: u32,
    click_ids: TextId,
    before: u32,
}

/// What many touches have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Evidence {
    signature: i64,
    landing_path: TextId,
    ad_id: TextId,
    campaign_id: TextId,
}

/// The touches that may matter.
#[derive(Default)]
pub(super) struct Touches {
    list: Vec<Touch>,
    evidence: Distinct<Evidence>,
    texts: Texts,
    clicks: Pile,
}

impl Touches {
    /// Takes a row of `touches.sql` when it is in reach of an outcome event of its person.
    pub(super) fn take(
        &mut self,
        row: &mut Fields<'_>,
        people: &mut People,
        visitors: &Visitors,
        reach_micros: i64,
    ) -> Result<(), StoreError> {
        let (id, visitor) = (some(row.uuid()?)?, number(row)?);
        let (session, at) = (some(row.uuid()?)?, some(row.instant()?)?);
        let signature = some(row.bigint()?)?;
        let (landing_path, ad_id) = (row.text()?, row.text()?);
        let (campaign_id, click_ids) = (row.text()?, row.text()?);
        let owner = visitors.owner(visitor, at);
        let Some(person) = owner.and_then(|number| people.get_mut(number)) else {
            return Ok(());
        };
        if at > person.until || at < person.from.plus_micros(-reach_micros) {
            return Ok(());
        }
        let evidence = Evidence {
            signature,
            landing_path: self.texts.number(landing_path)?,
            ad_id: self.texts.number(ad_id)?,
            campaign_id: self.texts.number(campaign_id)?,
        };
        let place = next(self.list.len())?;
        self.list.push(Touch {
            id,
            session,
            at,
            visitor,
            evidence: self.evidence.number(evidence)?,
            click_ids: self.clicks.add(click_ids)?,
            before: std::mem::replace(&mut person.last_touch, place),
        });
        Ok(())
    }

    /// The touches of a person, the last one that was read first.
    pub(super) fn of(
        &self,
        person: &Person,
        visitors: &Visitors,
        sessions: &Sessions,
        signatures: &Signatures,
    ) -> Vec<TouchRow> {
        let mut rows = Vec::new();
        let mut place = person.last_touch;
        while let Some(touch) = self.list.get(index(place)) {
            place = touch.before;
            let Some(evidence) = self.evidence.get(touch.evidence) else {
                continue;
            };
            let signature = signatures.get(evidence.signature);
            let context = sessions.context(touch.session, signatures.host(signature));
            rows.push(TouchRow {
                id: touch.id.into(),
                visitor_id: visitors.id(touch.visitor).into(),
                session_id: touch.session.into(),
                occurred_at: touch.at,
                signature_id: evidence.signature,
                is_direct: signature.is_direct,
                landing_path: self.texts.owned(evidence.landing_path),
                ad_id: self.texts.owned(evidence.ad_id),
                campaign_id: self.texts.owned(evidence.campaign_id),
                click_ids: read_click_ids(self.clicks.get(touch.click_ids)),
                context,
            });
        }
        rows
    }

    /// What a touch takes, but for its click ids, with a session of its own.
    pub(super) const EACH: usize = size_of::<Touch>() + size_of::<(Uuid, u32)>();

    /// Makes room for so many.
    pub(super) fn reserve(&mut self, touches: usize) {
        self.list.reserve(touches);
    }

    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.evidence.clear();
        self.texts.clear();
        self.clicks.clear();
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Touch>()
            + self.evidence.bytes()
            + self.texts.bytes()
            + self.clicks.bytes()
    }
}

/// The number of a browser.
fn number(row: &mut Fields<'_>) -> Result<u32, StoreError> {
    let number = some(row.integer()?)?;
    u32::try_from(number).map_err(StoreError::inconsistent)
}
