//! Several proposals on the wire.

use std::collections::BTreeSet;

use customer_decisions::merges::{AtPlace, SeveralConsequence};
use customer_decisions::proposals::{MOST_AT_ONCE, ProposalError};
use kernel::{ProfileId, ProposalId};
use reporting::masking::PiiMode;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identity::at_place;
use crate::identity::body::{CreditedChannel, FilledField, channel, field};
use http_kit::problem::{FieldCode, FieldError, Problem};

/// One of several merges.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectedMerge {
    /// The proposal that it comes of.
    pub proposal_id: Uuid,
    /// Names the decision by which the two are one, which may be that of another proposal; null in a preview.
    pub merge_id: Option<Uuid>,
    /// Who goes on under their id; null where the two were one by then.
    pub customer_profile_id: Option<Uuid>,
    /// Whose id leads to that one; null where the two were one by then.
    pub merged_customer_profile_id: Option<Uuid>,
    /// What of whoever goes on was empty and is filled in.
    pub filled: Vec<FilledField>,
}

/// What merging the customers of several proposals does.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectionConsequence {
    /// The merges, in the order of the proposals.
    pub merges: Vec<SelectedMerge>,
    /// What is credited after all of them, in the order of channels and models; a decision names only what changed.
    pub credited: Vec<CreditedChannel>,
    /// Stands for all of this. Sent with the decision, it is refused when something of it has changed.
    pub preview_hash: String,
}

/// What the answer is about.
#[derive(Debug, Serialize, ToSchema)]
pub struct SelectionMeta {
    /// The profile.
    pub profile_id: Uuid,
    /// ISO 4217 code of every amount; null where there is none.
    pub reporting_currency: Option<String>,
}

impl SelectionMeta {
    pub(super) fn new(profile_id: ProfileId, consequence: Option<&SeveralConsequence>) -> Self {
        let currency = consequence.and_then(|it| it.currency);
        Self {
            profile_id: profile_id.uuid(),
            reporting_currency: currency.map(|it| it.code().to_owned()),
        }
    }
}

impl SelectionConsequence {
    pub(super) fn new(
        ids: &[ProposalId],
        consequence: SeveralConsequence,
        is_decided: bool,
        mode: PiiMode,
    ) -> Self {
        let merges = ids.iter().zip(consequence.pairs);
        let merges = merges.map(|(id, told)| {
            let (merge, filled) = told.made.unzip();
            let filled = filled.unwrap_or_default();
            SelectedMerge {
                proposal_id: id.uuid(),
                merge_id: told.by.filter(|_| is_decided).map(kernel::Id::uuid),
                customer_profile_id: merge.as_ref().map(|it| it.survivor.uuid()),
                merged_customer_profile_id: merge.as_ref().map(|it| it.merged.uuid()),
                filled: filled.iter().map(|it| field(it, mode)).collect(),
            }
        });
        Self {
            merges: merges.collect(),
            credited: consequence.credited.into_iter().map(channel).collect(),
            preview_hash: consequence.hash.text(),
        }
    }
}

/// The ids of a body, each once and not too many.
pub(super) fn proposals(ids: &[Uuid]) -> Result<Vec<ProposalId>, Problem> {
    let wrong = |code, words: String| {
        let error = FieldError::pointer("/proposal_ids", code, words);
        Err(Problem::invalid_field(error))
    };
    if ids.is_empty() || ids.len() > MOST_AT_ONCE {
        let words = format!("must name 1 to {MOST_AT_ONCE} proposals");
        return wrong(FieldCode::OutOfRange, words);
    }
    let each: BTreeSet<&Uuid> = ids.iter().collect();
    if each.len() < ids.len() {
        let words = "names a proposal twice".to_owned();
        return wrong(FieldCode::Repeated, words);
    }
    Ok(ids.iter().copied().map(ProposalId::new).collect())
}

/// The answer to a refusal, which says of which proposal it is.
pub(super) fn problem(AtPlace { place, error }: AtPlace<ProposalError>) -> Problem {
    let of = ("proposal_ids", "is no proposal of the profile");
    at_place(super::problem(error), of, place)
}
