//! The touches of the people, and the context of their sessions.

use std::collections::HashMap;

use application::StoreError;
use application::ports::{TouchContext, TouchRow};
use kernel::Timestamp;
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::people::{People, Person};
use super::signatures::Signatures;
use super::texts::{NONE, Pile, TextId, Texts, index, next};
use super::visitors::Visitors;

/// Country, device, browser and operating system.
type ContextTexts = [TextId; 4];

/// What the sessions of the people say of their touches. Few contexts are different.
#[derive(Default)]
pub(super) struct Sessions {
    of_session: HashMap<Uuid, u32>,
    contexts: Vec<ContextTexts>,
    numbers: HashMap<ContextTexts, u32>,
    texts: Texts,
}

impl Sessions {
    /// Takes a row of `sessions.sql` when its browser is one of those.
    pub(super) fn take(
        &mut self,
        row: &mut Fields<'_>,
        visitors: &Visitors,
    ) -> Result<(), StoreError> {
        let (id, visitor) = (some(row.uuid()?)?, some(row.uuid()?)?);
        let words = [row.text()?, row.text()?, row.text()?, row.text()?];
        if visitors.number(visitor).is_none() || words.iter().all(Option::is_none) {
            return Ok(());
        }
        let mut context = [NONE; 4];
        for (number, word) in context.iter_mut().zip(words) {
            *number = self.texts.number(word)?;
        }
        let number = if let Some(number) = self.numbers.get(&context) {
            *number
        } else {
            let number = next(self.contexts.len())?;
            self.contexts.push(context);
            self.numbers.insert(context, number);
            number
        };
        self.of_session.insert(id, number);
        Ok(())
    }

    fn context(&self, session: Uuid, referrer_host: Option<String>) -> TouchContext {
        let number = self.of_session.get(&session);
        let texts = number.and_then(|number| self.contexts.get(index(*number)));
        let [country, device, browser, os] = texts
            .copied()
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
        const EACH_CONTEXT: usize = 64;
        self.of_session.capacity() * (size_of::<(Uuid, u32)>() + 1)
            + self.contexts.len() * EACH_CONTEXT
            + self.texts.bytes()
    }
}

struct Touch {
    id: Uuid,
    session: Uuid,
    at: Timestamp,
    signature: i64,
    visitor: u32,
    landing_path: TextId,
    ad_id: TextId,
    campaign_id: TextId,
    click_ids: TextId,
    before: u32,
}

/// The touches that may matter.
#[derive(Default)]
pub(super) struct Touches {
    list: Vec<Touch>,
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
        let (id, visitor) = (some(row.uuid()?)?, some(row.uuid()?)?);
        let (session, at) = (some(row.uuid()?)?, some(row.instant()?)?);
        let signature = some(row.bigint()?)?;
        let (landing_path, ad_id) = (row.text()?, row.text()?);
        let (campaign_id, click_ids) = (row.text()?, row.text()?);
        let Some(visitor) = visitors.number(visitor) else {
            return Ok(());
        };
        let owner = visitors.owner(visitor, at);
        let Some(person) = owner.and_then(|number| people.get_mut(number)) else {
            return Ok(());
        };
        if at > person.until || at < person.from.plus_micros(-reach_micros) {
            return Ok(());
        }
        let place = next(self.list.len())?;
        self.list.push(Touch {
            id,
            session,
            at,
            signature,
            visitor,
            landing_path: self.texts.number(landing_path)?,
            ad_id: self.texts.number(ad_id)?,
            campaign_id: self.texts.number(campaign_id)?,
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
            let signature = signatures.get(touch.signature);
            let context = sessions.context(touch.session, signatures.host(signature));
            rows.push(TouchRow {
                id: touch.id.into(),
                visitor_id: visitors.id(touch.visitor).into(),
                session_id: touch.session.into(),
                occurred_at: touch.at,
                signature_id: touch.signature,
                is_direct: signature.is_direct,
                landing_path: self.texts.owned(touch.landing_path),
                ad_id: self.texts.owned(touch.ad_id),
                campaign_id: self.texts.owned(touch.campaign_id),
                click_ids: self.clicks.owned(touch.click_ids),
                context,
            });
        }
        rows
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.len() * size_of::<Touch>() + self.texts.bytes() + self.clicks.bytes()
    }
}
