//! Rows of proposals and of what they are made of.

use diesel::QueryableByName;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid,
};
use identity_graph::proposals::{Candidate, ProposalStatus, QueuedProposal};
use identity_graph::{Pass, Walked};
use kernel::Personal;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::identity::join::subject;

#[derive(QueryableByName)]
pub(super) struct PassRow {
    #[diesel(sql_type = SqlUuid)]
    pub(super) after_id: Uuid,
    #[diesel(sql_type = Timestamptz)]
    pub(super) requested_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) began_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) finished_at: Option<OffsetDateTime>,
    #[diesel(sql_type = BigInt)]
    pub(super) walked: i64,
    #[diesel(sql_type = BigInt)]
    pub(super) compared: i64,
}

impl From<PassRow> for Pass {
    fn from(row: PassRow) -> Self {
        Self {
            after: row.after_id.into(),
            requested_at: row.requested_at.into(),
            began_at: row.began_at.map(Into::into),
            finished_at: row.finished_at.map(Into::into),
            walked: u64::try_from(row.walked).unwrap_or(0),
            compared: u64::try_from(row.compared).unwrap_or(0),
        }
    }
}

#[derive(QueryableByName)]
pub(super) struct ProfileRow {
    #[diesel(sql_type = SqlUuid)]
    pub(super) profile_id: Uuid,
}

#[derive(QueryableByName)]
pub(super) struct WalkedRow {
    #[diesel(sql_type = SqlUuid)]
    pub(super) id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) first_name: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) last_name: Option<String>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub(super) merged_into: Option<Uuid>,
    #[diesel(sql_type = Nullable<Binary>)]
    pub(super) digest: Option<Vec<u8>>,
    #[diesel(sql_type = Array<Text>)]
    pub(super) kinds: Vec<String>,
    #[diesel(sql_type = Array<Text>)]
    pub(super) keys: Vec<String>,
    #[diesel(sql_type = Array<SqlUuid>)]
    pub(super) browsers: Vec<Uuid>,
}

impl From<WalkedRow> for Walked {
    fn from(row: WalkedRow) -> Self {
        let values = row.kinds.iter().zip(row.keys);
        let values = values.filter_map(|(kind, key)| subject(kind, key));
        Self {
            candidate: Candidate {
                customer_id: row.id.into(),
                first_name: row.first_name.map(Personal::new),
                last_name: row.last_name.map(Personal::new),
                values: values.collect(),
                browsers: row.browsers.into_iter().map(Into::into).collect(),
            },
            merged_into: row.merged_into.map(Into::into),
            digest: row.digest,
        }
    }
}

#[derive(QueryableByName)]
pub(super) struct SharingRow {
    #[diesel(sql_type = BigInt)]
    pub(super) block: i64,
    #[diesel(sql_type = Array<SqlUuid>)]
    pub(super) members: Vec<Uuid>,
}

#[derive(QueryableByName)]
pub(super) struct NameRow {
    #[diesel(sql_type = Nullable<Text>)]
    pub(super) last_name: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub(super) customers: i64,
}

#[derive(QueryableByName)]
pub(super) struct ProposalRow {
    #[diesel(sql_type = SqlUuid)]
    pub(super) id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub(super) one_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    pub(super) other_id: Uuid,
    #[diesel(sql_type = Text)]
    pub(super) status: String,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(super) snoozed_until: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<SqlUuid>)]
    pub(super) merge_id: Option<Uuid>,
}

impl ProposalRow {
    pub(super) fn read(self) -> Option<QueuedProposal> {
        Some(QueuedProposal {
            id: self.id.into(),
            pair: [self.one_id, self.other_id].map(Into::into),
            status: ProposalStatus::parse(&self.status)?,
            snoozed_until: self.snoozed_until.map(Into::into),
            merge: self.merge_id.map(Into::into),
        })
    }
}

#[derive(QueryableByName)]
pub(super) struct AreTwoRow {
    #[diesel(sql_type = Bool)]
    pub(super) are_two: bool,
}
