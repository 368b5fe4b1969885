//! Writes whose values are from now on, and that it is settled.

use std::collections::{BTreeMap, BTreeSet};

use diesel::sql_types::{Array, Bool, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use identity_graph::{Settlement, Subject, Unsettled};
use kernel::{CustomerId, ProfileId, StoreError};
use uuid::Uuid;

use super::Texts;
use super::join::{Ids, columns, uuids};
use postgres_kit::error::store;
use postgres_kit::rows::IdRow;
use postgres_kit::statement::prepared;

type OptionalIds = Array<Nullable<SqlUuid>>;

/// Notes that pairs and values are settled.
pub(super) async fn note_settled(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    unsettled: &Unsettled,
) -> Result<(), StoreError> {
    if !unsettled.pairs.is_empty() {
        let (kinds, keys) = columns(unsettled.pairs.iter().map(|pair| &pair.upper));
        let (others, other_keys) = columns(unsettled.pairs.iter().map(|pair| &pair.lower));
        prepared(include_str!("../sql/join/settled_pairs.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Texts, _>(others)
            .bind::<Texts, _>(other_keys)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    if !unsettled.values.is_empty() {
        let (kinds, keys) = columns(&unsettled.values);
        prepared(include_str!("../sql/join/settled_values.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(connection)
            .await
            .map_err(store)?;
    }
    Ok(())
}

/// What becomes of a value; what is not given stays.
#[derive(Default)]
struct Change {
    holder: Option<Uuid>,
    home: Option<Uuid>,
    is_shared: bool,
}

/// Writes a settlement.
pub(super) struct Writer<'a> {
    pub(super) profile_id: ProfileId,
    pub(super) settlement: &'a Settlement,
}

impl Writer<'_> {
    /// Whose facts another value decides now.
    pub(super) async fn write(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        self.found(connection).await?;
        self.put_values(connection).await?;
        if self.settlement.is_empty() {
            return Ok(BTreeSet::new());
        }
        self.note_moves(connection).await?;
        self.alias(connection).await?;
        let affected = self.decide_anew(connection).await?;
        let mut tended = self.settlement.customers();
        tended.extend(&self.settlement.founded);
        prepared(include_str!("../sql/join/tend_customers.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(uuids(&tended))
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(affected)
    }

    async fn found(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let founded = &self.settlement.founded;
        if founded.is_empty() {
            return Ok(());
        }
        let for_them = self.settlement.homes.iter();
        let for_them: Vec<_> = for_them.filter(|(_, id)| founded.contains(id)).collect();
        let (kinds, keys) = columns(for_them.iter().map(|(value, _)| value));
        prepared(include_str!("../sql/join/found.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Ids, _>(uuids(for_them.iter().map(|(_, id)| id)))
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// Pointers, homes and states.
    async fn put_values(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let mut changes: BTreeMap<&Subject, Change> = BTreeMap::new();
        for step in &self.settlement.moves {
            changes.entry(&step.value).or_default().holder = Some(step.to.uuid());
        }
        for (value, home) in &self.settlement.homes {
            changes.entry(value).or_default().home = Some(home.uuid());
        }
        for (value, _) in &self.settlement.shared {
            changes.entry(value).or_default().is_shared = true;
        }
        if changes.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = columns(changes.keys().copied());
        let column = |of: fn(&Change) -> Option<Uuid>| changes.values().map(of).collect::<Vec<_>>();
        prepared(include_str!("../sql/join/move_values.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<OptionalIds, _>(column(|change| change.holder))
            .bind::<OptionalIds, _>(column(|change| change.home))
            .bind::<Array<Bool>, _>(changes.values().map(|it| it.is_shared).collect::<Vec<_>>())
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn note_moves(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        let moves = &self.settlement.moves;
        if moves.is_empty() {
            return Ok(());
        }
        let (kinds, keys) = columns(moves.iter().map(|step| &step.value));
        prepared(include_str!("../sql/join/note_moves.sql"))
            .bind::<SqlUuid, _>(self.profile_id.uuid())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Ids, _>(uuids(moves.iter().map(|step| &step.from)))
            .bind::<Ids, _>(uuids(moves.iter().map(|step| &step.to)))
            .bind::<OptionalIds, _>(moves.iter().map(|step| step.fact).collect::<Vec<_>>())
            .execute(connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// Who is an alias of whom. When they were seen goes where aliases lead, with ids of systems.
    async fn alias(&self, connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
        if self.settlement.aliases.is_empty() {
            return Ok(());
        }
        let aliases = self.settlement.aliases.iter();
        let of =
            |(id, of): &(CustomerId, Option<CustomerId>)| (id.uuid(), of.map(kernel::Id::uuid));
        let (ids, of): (Vec<Uuid>, Vec<Option<Uuid>>) = aliases.map(of).unzip();
        for statement in [
            include_str!("../sql/join/alias_ids.sql"),
            include_str!("../sql/join/alias_dates.sql"),
            include_str!("../sql/join/alias_ids_of_systems.sql"),
        ] {
            prepared(statement)
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Ids, _>(&ids)
                .bind::<OptionalIds, _>(&of)
                .execute(connection)
                .await
                .map_err(store)?;
        }
        Ok(())
    }

    /// Facts that a value decided which is several people's, and what was said of it, go to the others that they name.
    async fn decide_anew(
        &self,
        connection: &mut AsyncPgConnection,
    ) -> Result<BTreeSet<CustomerId>, StoreError> {
        let mut affected = BTreeSet::new();
        for (value, _) in &self.settlement.shared {
            let rows: Vec<IdRow> = prepared(include_str!("../sql/join/decide_anew.sql"))
                .bind::<SqlUuid, _>(self.profile_id.uuid())
                .bind::<Text, _>(value.kind.as_str())
                .bind::<Text, _>(value.value_key.as_str())
                .load(connection)
                .await
                .map_err(store)?;
            affected.extend(rows.into_iter().map(|row| CustomerId::new(row.id)));
        }
        Ok(affected)
    }
}
