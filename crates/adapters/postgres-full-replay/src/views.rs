//! What the people were shown, for profiles that give views credit.

use attribution_models::ports::ViewRow;
use kernel::{PersonId, StoreError, Timestamp};
use uuid::Uuid;

use super::copy_out::{Fields, some};
use super::customers::{People, Person};
use super::distinct::Distinct;
use super::signatures::Signatures;
use super::texts::{TextId, Texts, index, next};

struct View {
    id: Uuid,
    at: Timestamp,
    /// The number of its [`Evidence`].
    evidence: u32,
    before: u32,
}

/// What many views have in common.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Evidence {
    signature: i64,
    ad_id: TextId,
    campaign_id: TextId,
}

/// The views that may matter.
#[derive(Default)]
pub(super) struct Views {
    list: Vec<View>,
    evidence: Distinct<Evidence>,
    texts: Texts,
}

impl Views {
    /// Takes a row of `views.sql` when it is in reach of an outcome event of its person.
    pub(super) fn take(
        &mut self,
        row: &mut Fields<'_>,
        people: &mut People,
        reach_micros: i64,
    ) -> Result<(), StoreError> {
        let customer = PersonId::Customer(some(row.uuid()?)?.into());
        let (id, at) = (some(row.uuid()?)?, some(row.instant()?)?);
        let signature = some(row.bigint()?)?;
        let (ad_id, campaign_id) = (row.text()?, row.text()?);
        let Some(person) = people.find_mut(customer) else {
            return Ok(());
        };
        if at > person.until || at < person.from.plus_micros(-reach_micros) {
            return Ok(());
        }
        let evidence = Evidence {
            signature,
            ad_id: self.texts.number(ad_id)?,
            campaign_id: self.texts.number(campaign_id)?,
        };
        let place = next(self.list.len())?;
        self.list.push(View {
            id,
            at,
            evidence: self.evidence.number(evidence)?,
            before: std::mem::replace(&mut person.last_view, place),
        });
        Ok(())
    }

    /// The views of a person, the last one that was read first.
    pub(super) fn of(&self, person: &Person, signatures: &Signatures) -> Vec<ViewRow> {
        let mut rows = Vec::new();
        let mut place = person.last_view;
        while let Some(view) = self.list.get(index(place)) {
            place = view.before;
            let Some(evidence) = self.evidence.get(view.evidence) else {
                continue;
            };
            rows.push(ViewRow {
                id: view.id.into(),
                occurred_at: view.at,
                signature_id: evidence.signature,
                is_direct: signatures.get(evidence.signature).is_direct,
                ad_id: self.texts.owned(evidence.ad_id),
                campaign_id: self.texts.owned(evidence.campaign_id),
            });
        }
        rows
    }

    /// Forgets them and keeps the room that they took.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.evidence.clear();
        self.texts.clear();
    }

    /// About how much memory they take.
    pub(super) fn bytes(&self) -> usize {
        self.list.len() * size_of::<View>() + self.evidence.bytes() + self.texts.bytes()
    }
}
