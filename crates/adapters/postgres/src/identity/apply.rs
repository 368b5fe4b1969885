//! Writes a plan.

use application::{Sealing, StoreError};
use diesel::sql_types::{Array, Binary, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{
    Applied, Identifier, IdentifierKind, Personal, Plan, Target, VisitorDecision, VisitorPlan,
};
use kernel::{CustomerId, ProfileId};
use uuid::Uuid;

use super::{Pairs, Texts};
use crate::error::store;
use crate::rows::utc;
use crate::statement::prepared;

pub(super) struct Writer<'a> {
    pub(super) profile_id: ProfileId,
    pub(super) plan: &'a Plan,
    pub(super) sealing: &'a dyn Sealing,
}

impl Writer<'_> {
    /// A lost claim leaves part of the plan written, so it is a conflict of the whole transaction:
    /// what was lost is there to be found when it runs again. Nobody pays for a savepoint.
    pub(super) async fn write(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<Applied, StoreError> {
        if let Some(visitor) = &self.plan.visitor {
            self.insert_visitor(connection, visitor).await?;
        }
        if let Some(customer) = self.plan.customer {
            self.put_customer(connection, customer).await?;
            self.sight(connection).await?;
            self.demote(connection).await?;
        }
        let decision = self
            .plan
            .visitor
            .as_ref()
            .map(|visitor| (visitor.id, &visitor.decision));
        if let Some((visitor_id, VisitorDecision::Link(customer))) = decision {
            self.link(connection, visitor_id.uuid(), *customer).await?;
        }
        Ok(Applied::Done)
    }

    async fn insert_visitor(
        &self,
        connection: &mut AsyncPgConnection,
        visitor: &VisitorPlan,
    ) -> Result<(), StoreError> {
        prepared(
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

    /// The customer, the values that it takes, and those that it showed again.
    async fn put_customer(
        &self,
        connection: &mut AsyncPgConnection,
        customer: Target,
    ) -> Result<(), StoreError> {
        let text = |value: &Option<Personal>| value.as_ref().map(|value| value.as_str().to_owned());
        let (claims, fill) = (&self.plan.claims, &self.plan.fill);
        let (kinds, keys) = pairs(claims.iter());
        let displays: Vec<_> = claims.iter().map(|claim| self.display(claim)).collect();
        let put = prepared(if customer.is_new() {
            include_str!("../sql/found_customer.sql")
        } else {
            include_str!("../sql/meet_customer.sql")
        })
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<SqlUuid, _>(customer.id().uuid())
        .bind::<Timestamptz, _>(utc(self.plan.at))
        .bind::<Nullable<Text>, _>(text(&fill.first_name))
        .bind::<Nullable<Text>, _>(text(&fill.last_name))
        .bind::<Nullable<Text>, _>(text(&fill.primary_email))
        .bind::<Nullable<Text>, _>(text(&fill.primary_phone))
        .bind::<Texts, _>(kinds)
        .bind::<Texts, _>(keys)
        .bind::<Array<Nullable<Binary>>, _>(displays);
        let taken = if customer.is_new() {
            put.execute(connection).await
        } else {
            let (kinds, keys) = pairs(self.plan.confirmed.iter());
            let put = put.bind::<Texts, _>(kinds).bind::<Texts, _>(keys);
            put.execute(connection).await
        };
        // Somebody else took one of the values meanwhile.
        if taken.map_err(store)? != claims.len() {
            return Err(StoreError::Conflict);
        }
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

    async fn sight(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let Some(customer) = self.plan.customer.map(Target::id) else {
            return Ok(());
        };
        if self.plan.sightings.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = pairs(self.plan.sightings.iter().map(|(identifier, _)| identifier));
        prepared(
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
        prepared(
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

    async fn link(
        &self,
        connection: &mut AsyncPgConnection,
        visitor_id: Uuid,
        customer: CustomerId,
    ) -> Result<(), StoreError> {
        let linked = prepared(
            "UPDATE visitors SET customer_id = $3 WHERE profile_id = $1 AND id = $2 \
             AND customer_id IS NULL AND NOT is_shared",
        )
        .bind::<SqlUuid, _>(self.profile_id.uuid())
        .bind::<SqlUuid, _>(visitor_id)
        .bind::<SqlUuid, _>(customer.uuid())
        .execute(connection)
        .await
        .map_err(store)?;
        // The browser became somebody's meanwhile.
        if linked == 0 {
            return Err(StoreError::Conflict);
        }
        Ok(())
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
