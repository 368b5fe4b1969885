//! A profile's own channel rules, the channels that they may name, and the labels and traffic of
//! signatures.

mod channels;
mod rows;
mod traffic;

use std::sync::Arc;

use async_trait::async_trait;
use channel_classifier::ports::{AddedChannel, ChannelRuleStore, NewChannel, StoredRule};
use channel_classifier::{Classifier, RuleSet};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use kernel::{ChannelRuleId, ProfileId, StoreError, Timestamp};
use postgres_schema::schema::{channel_rule_sets as sets, channel_rules as table};

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::rows::utc;

#[async_trait]
impl ChannelRuleStore for PgWork {
    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::rules", skip_all)]
    async fn rules(&mut self, profile_id: ProfileId) -> Result<Vec<StoredRule>, StoreError> {
        rows::load(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::version", skip_all)]
    async fn version(&mut self, profile_id: ProfileId) -> Result<i64, StoreError> {
        let found: Option<i64> = sets::table
            .filter(sets::profile_id.eq(profile_id.uuid()))
            .select(sets::version)
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        Ok(found.unwrap_or_default())
    }

    /// The row's lock keeps out everybody who reads the version to add a signature.
    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::raise_version", skip_all)]
    async fn raise_version(
        &mut self,
        profile_id: ProfileId,
        at: Timestamp,
    ) -> Result<i64, StoreError> {
        diesel::insert_into(sets::table)
            .values((
                sets::profile_id.eq(profile_id.uuid()),
                sets::version.eq(1),
                sets::changed_at.eq(utc(at)),
            ))
            .on_conflict(sets::profile_id)
            .do_update()
            .set((
                sets::version.eq(sets::version + 1),
                sets::changed_at.eq(utc(at)),
            ))
            .returning(sets::version)
            .get_result(&mut self.people.connection)
            .await
            .map_err(store)
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::put", skip_all)]
    async fn put(&mut self, profile_id: ProfileId, rules: &[StoredRule]) -> Result<(), StoreError> {
        rows::put(&mut self.people.connection, profile_id, rules).await
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::remove", skip_all)]
    async fn remove(&mut self, profile_id: ProfileId, id: ChannelRuleId) -> Result<(), StoreError> {
        diesel::delete(table::table)
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::id.eq(id.uuid()))
            .execute(&mut self.people.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::classifier", skip_all)]
    async fn classifier(&mut self, profile_id: ProfileId) -> Result<Arc<Classifier>, StoreError> {
        let version: Option<i64> = sets::table
            .filter(sets::profile_id.eq(profile_id.uuid()))
            .select(sets::version)
            .for_share()
            .first(&mut self.people.connection)
            .await
            .optional()
            .map_err(store)?;
        let version = version.unwrap_or_default();
        if let Some(known) = self.compiled.find(profile_id, version) {
            return Ok(known);
        }
        let stored = rows::load(&mut self.people.connection, profile_id).await?;
        let rules = stored.into_iter().map(|stored| stored.rule).collect();
        let set = RuleSet::new(rules)
            .map_err(|problem| StoreError::inconsistent(format!("channel rules: {problem}")))?;
        let compiled = Arc::new(Classifier::new(&set));
        self.compiled
            .keep(profile_id, version, Arc::clone(&compiled));
        Ok(compiled)
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::channels", skip_all)]
    async fn channels(&mut self, profile_id: ProfileId) -> Result<Vec<String>, StoreError> {
        channels::of(&mut self.people.connection, profile_id).await
    }

    #[tracing::instrument(level = "debug", name = "ChannelRuleStore::add_channel", skip_all)]
    async fn add_channel(
        &mut self,
        profile_id: ProfileId,
        channel: &NewChannel,
        most: u32,
    ) -> Result<AddedChannel, StoreError> {
        channels::add(&mut self.people.connection, profile_id, channel, most).await
    }
}
