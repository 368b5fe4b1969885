//! Proposals on the wire.

use identity_graph::proposals::Score;
use kernel::Personal;
use reporting::masking::PiiMode;
use reporting::proposals::{NamedValue, ProposalRow, ProposalSide, Reason};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::identity::body::told;
use http_kit::actor::ActorBody;

/// Two customers who may be one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MergeProposal)]
pub struct ProposalBody {
    /// Names the proposal.
    pub id: Uuid,
    /// `pending`, `merged`, `dismissed` or `snoozed`.
    pub status: &'static str,
    /// How sure it is: `strong` from 95%, `likely` from 80%, `possible` from 50%; null where people took the two for one
    /// without a proposal.
    pub band: Option<String>,
    /// The probability that the two are one, with four decimals.
    #[schema(example = "0.9731")]
    pub probability: Option<String>,
    /// Both sides, in the order of their ids; fewer where one is gone.
    pub customers: Vec<ProposedCustomer>,
    /// What speaks for it and against it, what counts most first.
    pub evidence: Vec<EvidenceBody>,
    /// When the two were found first.
    #[schema(format = DateTime)]
    pub proposed_at: String,
    /// Until when it waits, while it is `snoozed`.
    #[schema(format = DateTime)]
    pub snooze_until: Option<String>,
    /// When somebody decided.
    #[schema(format = DateTime)]
    pub decided_at: Option<String>,
    /// Who decided.
    pub decided_by: Option<ActorBody>,
    /// The merge that it came to.
    pub merge_id: Option<Uuid>,
}

/// One side of a proposal.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposedCustomer {
    /// Names the customer.
    pub customer_profile_id: Uuid,
    /// Given name.
    pub first_name: Option<String>,
    /// Family name.
    pub last_name: Option<String>,
    /// E-mail address.
    pub primary_email: Option<String>,
    /// Telephone number.
    pub primary_phone: Option<String>,
    /// When something first said who they are; their browsers may be older.
    #[schema(format = DateTime)]
    pub first_seen_at: String,
    /// When they were last seen.
    #[schema(format = DateTime)]
    pub last_seen_at: String,
    /// What they are known by, at most twenty.
    pub identifiers: Vec<ProposedIdentifier>,
}

/// An identifier of one side, or of both.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProposedIdentifier {
    /// `national_id`, `crm_contact_id`, `email`, `phone` or `external_id`.
    pub kind: String,
    /// The value; null for a national id, of which only a keyed hash is looked at.
    pub value: Option<String>,
}

/// One thing in which the two sides agree or differ.
#[derive(Debug, Serialize, ToSchema)]
pub struct EvidenceBody {
    /// What was compared: a kind of identifier, `names`, `last_name` or `browser`.
    pub field: String,
    /// `exact`, `close`, `partial` or `conflict`.
    pub level: String,
    /// What it counts, in bits: 1 doubles the odds, -1 halves them.
    #[schema(example = "7.490")]
    pub weight_bits: String,
    /// What both sides have or were named with.
    pub values: Vec<ProposedIdentifier>,
}

/// Thousandths of a bit as bits.
pub fn bits(thousandths: i32) -> String {
    let sign = if thousandths < 0 { "-" } else { "" };
    let all = thousandths.unsigned_abs();
    format!("{sign}{}.{:03}", all / 1_000, all % 1_000)
}

impl ProposalBody {
    /// With as much of personal values as the profile shows.
    pub fn new(row: ProposalRow, mode: PiiMode) -> Self {
        let probability = |score: i32| format!("{:.4}", Score(score).probability());
        let (decided_at, decided_by) = row.decided.unzip();
        Self {
            id: row.id.uuid(),
            status: row.status.as_str(),
            band: row.band,
            probability: row.score.map(probability),
            customers: row.sides.iter().map(|it| side(it, mode)).collect(),
            evidence: row.reasons.iter().map(|it| evidence(it, mode)).collect(),
            proposed_at: row.proposed_at.to_string(),
            snooze_until: row.snoozed_until.map(|at| at.to_string()),
            decided_at: decided_at.map(|at| at.to_string()),
            decided_by: decided_by.map(Into::into),
            merge_id: row.merge.map(kernel::Id::uuid),
        }
    }
}

fn side(side: &ProposalSide, mode: PiiMode) -> ProposedCustomer {
    let value =
        |kind, value: &Option<Personal>| value.as_ref().map(|value| told(kind, value, mode));
    ProposedCustomer {
        customer_profile_id: side.id.uuid(),
        first_name: value("first_name", &side.first_name),
        last_name: value("last_name", &side.last_name),
        primary_email: value("email", &side.primary_email),
        primary_phone: value("phone", &side.primary_phone),
        first_seen_at: side.first_seen_at.to_string(),
        last_seen_at: side.last_seen_at.to_string(),
        identifiers: side.identifiers.iter().map(|it| named(it, mode)).collect(),
    }
}

fn evidence(reason: &Reason, mode: PiiMode) -> EvidenceBody {
    EvidenceBody {
        field: reason.field.clone(),
        level: reason.agreement.clone(),
        weight_bits: bits(reason.bits),
        values: reason.values.iter().map(|it| named(it, mode)).collect(),
    }
}

fn named(value: &NamedValue, mode: PiiMode) -> ProposedIdentifier {
    ProposedIdentifier {
        kind: value.kind.clone(),
        value: value.value.as_ref().map(|it| told(&value.kind, it, mode)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousandths_are_printed_as_bits() {
        assert_eq!(bits(7_490), "7.490");
        assert_eq!(bits(-80), "-0.080");
        assert_eq!(bits(0), "0.000");
    }
}
