//! Writes a plan, or nothing of it.

use application::{Sealing, StoreError};
use diesel::sql_types::{Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    Applied, Identifier, IdentifierKind, Personal, Plan, Target, VisitorDecision, VisitorPlan,
};
use kernel::{CustomerId, ProfileId};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Pairs, Texts};
use crate::error::store;
use crate::rows::{Batch, batch, utc};

pub(super) struct Writer<'a> {
    pub(super) profile_id: ProfileId,
    pub(super) plan: &'a Plan,
    pub(super) sealing: &'a dyn Sealing,
}

#[derive(QueryableByName)]
struct Flag {
    #[diesel(sql_type = Bool)]
    flag: bool,
}

/// A lost claim leaves part of the plan written, so the savepoint is rolled back before saying so.
const SAVEPOINT: &str = "SAVEPOINT identity_plan";

impl Writer<'_> {
    pub(super) async fn write(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<Applied, StoreError> {
        run(connection, SAVEPOINT).await?;
        let applied = self.write_all(connection).await?;
        if applied == Applied::Lost {
            run(connection, "ROLLBACK TO SAVEPOINT identity_plan").await?;
        }
        run(connection, "RELEASE SAVEPOINT identity_plan").await?;
        Ok(applied)
    }

    async fn write_all(&self, connection: &mut AsyncPgConnection) -> Result<Applied, StoreError> {
        if let Some(visitor) = &self.plan.visitor {
            self.insert_visitor(connection, visitor).await?;
        }
        if let Some(customer) = self.plan.customer {
            self.upsert_customer(connection, customer).await?;
            if !self.claim(connection, customer.id()).await? {
                return Ok(Applied::Lost);
            }
            self.confirm(connection).await?;
            self.sight(connection).await?;
            self.demote(connection).await?;
        }
        let decision = self
            .plan
            .visitor
            .as_ref()
            .map(|visitor| (visitor.id, &visitor.decision));
        if let Some((visitor_id, VisitorDecision::Link(customer))) = decision
            && !self.link(connection, visitor_id.uuid(), *customer).await?
        {
            return Ok(Applied::Lost);
        }
        Ok(Applied::Done)
    }

    async fn insert_visitor(
        &self,
        connection: &mut AsyncPgConnection,
        visitor: &VisitorPlan,
    ) -> Result<(), StoreError> {
        sql_query(
            "INSERT INTO visitors \
             (profile_id, id, anonymous_id, customer_id, is_shared, first_seen_at) \
             VALUES ($1, $2, $3, NULL, false, $4) \
             ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<SqlUuid, _>(visitor.id.uuid())
        .bind::<Text, _>(visitor.anonymous_id.value.as_str())
        .bind::<Timestamptz, _>(utc(self.plan.at))
        .execute(connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    async fn upsert_customer(
        &self,
        connection: &mut AsyncPgConnection,
        customer: Target,
    ) -> Result<(), StoreError> {
        let text = |value: &Option<Personal>| value.as_ref().map(|value| value.as_str().to_owned());
        let statement = if customer.is_new() {
            include_str!("../sql/insert_customer.sql")
        } else {
            include_str!("../sql/update_customer.sql")
        };
        sql_query(statement)
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlUuid, _>(customer.id().uuid())
            .bind::<Timestamptz, _>(utc(self.plan.at))
            .bind::<Nullable<Text>, _>(text(&self.plan.fill.first_name))
            .bind::<Nullable<Text>, _>(text(&self.plan.fill.last_name))
            .bind::<Nullable<Text>, _>(text(&self.plan.fill.primary_email))
            .bind::<Nullable<Text>, _>(text(&self.plan.fill.primary_phone))
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// What is shown of a value; a national id only under encryption.
    fn display(&self, identifier: &Identifier) -> Option<Vec<u8>> {
        let value = identifier.value.as_str().as_bytes();
        match identifier.kind {
            IdentifierKind::NationalId => {
                let place = format!("identifiers/{}", identifier.value_key.as_str());
                self.sealing.seal(value, &place)
            }
            _ => Some(value.to_vec()),
        }
    }

    fn row(&self, identifier: &Identifier) -> Value {
        let display = self.display(identifier).map(|bytes| {
            bytes.iter().fold(String::from("\\x"), |text, byte| {
                text + &format!("{byte:02x}")
            })
        });
        json!({
            "kind": identifier.kind.as_str(),
            "value_key": identifier.value_key.as_str(),
            "display": display,
        })
    }

    /// False when somebody else took one of the values meanwhile.
    async fn claim(
        &self,
        connection: &mut AsyncPgConnection,
        customer: CustomerId,
    ) -> Result<bool, StoreError> {
        if self.plan.claims.is_empty() {
            return Ok(true);
        }
        let taken = sql_query(include_str!("../sql/claim_identifiers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<SqlUuid, _>(customer.uuid())
            .bind::<Timestamptz, _>(utc(self.plan.at))
            .bind::<Batch, _>(batch(self.plan.claims.iter().map(|claim| self.row(claim))))
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(taken == self.plan.claims.len())
    }

    async fn confirm(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        if self.plan.confirmed.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = pairs(self.plan.confirmed.iter());
        sql_query(include_str!("../sql/confirm_identifiers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Timestamptz, _>(utc(self.plan.at))
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn sight(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let Some(customer) = self.plan.customer.map(Target::id) else {
            return Ok(());
        };
        if self.plan.sightings.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = pairs(self.plan.sightings.iter().map(|(identifier, _)| identifier));
        sql_query(
            "INSERT INTO identifier_sightings \
             (profile_id, kind, value_key, customer_id, first_seen_at) \
             SELECT $1, kind, value_key, $2, $3 \
             FROM unnest($4::text[], $5::text[]) AS t(kind, value_key) \
             ORDER BY kind, value_key ON CONFLICT DO NOTHING",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<SqlUuid, _>(customer.uuid())
        .bind::<Timestamptz, _>(utc(self.plan.at))
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .execute(connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    async fn demote(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        if self.plan.demotions.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = pairs(self.plan.demotions.iter());
        sql_query(
            "UPDATE identifiers SET state = 'demoted' \
             FROM unnest($2::text[], $3::text[]) AS t(kind, value_key) \
             WHERE identifiers.profile_id = $1 AND identifiers.kind = t.kind \
             AND identifiers.value_key = t.value_key AND identifiers.state = 'active'",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .execute(connection)
        .await
        .map_err(store)?;
        Ok(())
    }

    /// False when the browser became somebody's meanwhile.
    async fn link(
        &self,
        connection: &mut AsyncPgConnection,
        visitor_id: Uuid,
        customer: CustomerId,
    ) -> Result<bool, StoreError> {
        let flags: Vec<Flag> = sql_query(
            "UPDATE visitors SET customer_id = $3 WHERE profile_id = $1 AND id = $2 \
             AND customer_id IS NULL AND NOT is_shared RETURNING true AS flag",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<SqlUuid, _>(visitor_id)
        .bind::<SqlUuid, _>(customer.uuid())
        .load(connection)
        .await
        .map_err(store)?;
        Ok(flags.iter().any(|row| row.flag))
    }
}

fn pairs<'a>(identifiers: impl Iterator<Item = &'a Identifier>) -> Pairs {
    identifiers
        .map(|value| {
            (
                value.kind.as_str().to_owned(),
                value.value_key.as_str().to_owned(),
            )
        })
        .unzip()
}

async fn run(connection: &mut AsyncPgConnection, statement: &str) -> Result<(), StoreError> {
    sql_query(statement)
        .execute(connection)
        .await
        .map_err(store)?;
    Ok(())
}
