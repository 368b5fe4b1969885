//! Writes that somebody is forgotten.

use application::ports::Erasure;
use diesel::sql_types::{Array, Binary, Bool, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{ProfileId, StoreError};
use uuid::Uuid;

use super::{Ids, Instants, Texts, Times, Words, pairs};
use crate::retention::rename_everywhere;
use postgres_kit::error::store;
use postgres_kit::rows::{column, texts, utc};
use postgres_kit::statement::prepared;

/// Writes an erasure, a table after the other.
pub(super) struct Eraser<'a> {
    connection: &'a mut AsyncPgConnection,
    profile_id: Uuid,
    erasure: &'a Erasure,
    values: (Vec<String>, Vec<String>),
    /// Browsers that are called otherwise, by their old ids, their new ones, and their new names.
    old: Vec<Uuid>,
    new: Vec<Uuid>,
    names: Vec<String>,
}

impl<'a> Eraser<'a> {
    /// Of an erasure of one profile.
    pub(super) fn new(
        connection: &'a mut AsyncPgConnection,
        profile_id: ProfileId,
        erasure: &'a Erasure,
    ) -> Self {
        Self {
            connection,
            profile_id: profile_id.uuid(),
            erasure,
            values: pairs(&erasure.person.values),
            old: column(&erasure.renamed, |browser| browser.old.uuid()),
            new: column(&erasure.renamed, |browser| browser.new.uuid()),
            names: column(&erasure.renamed, |browser| browser.anonymous_id.clone()),
        }
    }

    /// All of it.
    pub(super) async fn erase(mut self) -> Result<(), StoreError> {
        self.views_of_others().await?;
        self.outcomes().await?;
        self.views().await?;
        self.browsers().await?;
        self.values().await?;
        self.recipients().await?;
        self.people().await?;
        self.note().await
    }
}

impl Eraser<'_> {
    /// What browsers of others told beside. Before pairs go, by which it is found.
    async fn views_of_others(&mut self) -> Result<(), StoreError> {
        self.by_values(include_str!("../sql/erasure/named_views.sql"))
            .await
    }

    async fn outcomes(&mut self) -> Result<(), StoreError> {
        let erasure = self.erasure;
        let facts = &erasure.outcomes;
        let ids: Vec<Uuid> = column(facts, |fact| fact.id);
        prepared(include_str!("../sql/erasure/rewrite_outcomes.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&ids)
            .bind::<Words, _>(texts(facts, |fact| &fact.url))
            .bind::<Text, _>(erasure.subject.value_key.as_str())
            .bind::<Text, _>(erasure.subject.kind.as_str())
            .bind::<Text, _>(erasure.person.token.to_string())
            .execute(self.connection)
            .await
            .map_err(store)?;
        for statement in [
            include_str!("../sql/erasure/rename_keys.sql"),
            include_str!("../sql/erasure/rename_references.sql"),
        ] {
            prepared(statement)
                .bind::<SqlUuid, _>(self.profile_id)
                .bind::<Texts, _>(column(&erasure.keys, |(key, _)| key.as_str()))
                .bind::<Texts, _>(column(&erasure.keys, |(_, hash)| hash.as_str()))
                .execute(self.connection)
                .await
                .map_err(store)?;
        }
        prepared(include_str!("../sql/erasure/name_outcomes.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&self.old)
            .bind::<Ids, _>(&self.new)
            .bind::<Texts, _>(&self.names)
            .execute(self.connection)
            .await
            .map_err(store)?;
        // What browsers said last is theirs where nobody else was named there afterwards.
        let browsers = erasure.person.browsers.iter();
        let browsers = browsers.filter(|browser| browser.is_own || browser.until.is_none());
        let browsers: Vec<Uuid> = browsers.map(|browser| browser.visitor_id.uuid()).collect();
        prepared(include_str!("../sql/erasure/forget_evidence.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&ids)
            .bind::<Ids, _>(browsers)
            .execute(self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/erasure/forget_exports.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&ids)
            .bind::<Text, _>(erasure.person.token.to_string())
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn views(&mut self) -> Result<(), StoreError> {
        let erasure = self.erasure;
        let facts = &erasure.views;
        let (kinds, keys) = &self.values;
        prepared(include_str!("../sql/erasure/rewrite_views.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Array<Timestamptz>, _>(column(facts, |fact| utc(fact.at)))
            .bind::<Ids, _>(column(facts, |fact| fact.id))
            .bind::<Words, _>(texts(facts, |fact| &fact.url))
            .bind::<Words, _>(texts(facts, |fact| &fact.referrer))
            .bind::<Text, _>(erasure.subject.value_key.as_str())
            .bind::<Text, _>(erasure.subject.kind.as_str())
            .bind::<Text, _>(erasure.person.token.to_string())
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(self.connection)
            .await
            .map_err(store)?;
        let times = Times::of(&erasure.person);
        prepared(include_str!("../sql/erasure/rewrite_touches.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(times.browsers)
            .bind::<Instants, _>(times.from)
            .bind::<Instants, _>(times.until)
            .bind::<Text, _>(erasure.person.token.to_string())
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// Own browsers are called otherwise wherever they stand.
    async fn browsers(&mut self) -> Result<(), StoreError> {
        if self.old.is_empty() {
            return Ok(());
        }
        prepared(include_str!("../sql/erasure/name_browsers.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&self.old)
            .bind::<Ids, _>(&self.new)
            .bind::<Texts, _>(&self.names)
            .execute(self.connection)
            .await
            .map_err(store)?;
        rename_everywhere(self.connection, self.profile_id, &self.erasure.renamed).await?;
        prepared(include_str!("../sql/erasure/move_marks.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&self.old)
            .bind::<Ids, _>(&self.new)
            .execute(self.connection)
            .await
            .map_err(store)?;
        let own = self.erasure.person.browsers.iter();
        let own = own.filter(|browser| browser.is_own);
        let own: Vec<&str> = own.map(|browser| browser.anonymous_id.as_str()).collect();
        prepared(include_str!("../sql/erasure/name_exclusions.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Texts, _>(own)
            .bind::<Texts, _>(&self.names)
            .execute(self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/erasure/restart_pass.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// What is held and what was named together.
    async fn values(&mut self) -> Result<(), StoreError> {
        for statement in [
            include_str!("../sql/erasure/forget_pairs.sql"),
            include_str!("../sql/erasure/forget_other_pairs.sql"),
            include_str!("../sql/erasure/forget_moves.sql"),
            include_str!("../sql/erasure/forget_sightings.sql"),
            // Finds decisions by what the next one forgets.
            include_str!("../sql/erasure/forget_shown.sql"),
            include_str!("../sql/erasure/forget_split_values.sql"),
        ] {
            self.by_values(statement).await?;
        }
        let subject = &self.erasure.subject;
        let (kinds, keys) = &self.values;
        prepared(include_str!("../sql/erasure/forget_merges.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Text, _>(subject.kind.as_str())
            .bind::<Text, _>(subject.value_key.as_str())
            .execute(self.connection)
            .await
            .map_err(store)?;
        let key = subject.value_key.as_str();
        prepared(include_str!("../sql/erasure/forget_identifiers.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<SqlUuid, _>(self.erasure.person.customer_id.uuid())
            .bind::<Text, _>(subject.kind.as_str())
            .bind::<Text, _>(key)
            .bind::<Binary, _>(key.as_bytes())
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    /// Whom pictures are sent to. After what is held went, which nobody can become a recipient by from then on.
    async fn recipients(&mut self) -> Result<(), StoreError> {
        let subject = &self.erasure.subject;
        let (kinds, keys) = &self.values;
        prepared(include_str!("../sql/erasure/revoke_recipients.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .bind::<Text, _>(subject.kind.as_str())
            .bind::<Text, _>(subject.value_key.as_str())
            .bind::<Timestamptz, _>(utc(self.erasure.at))
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn people(&mut self) -> Result<(), StoreError> {
        let person = &self.erasure.person;
        let aliases = person.aliases.iter().map(|id| id.uuid());
        let people: Vec<Uuid> = aliases.chain([person.customer_id.uuid()]).collect();
        for statement in [
            include_str!("../sql/erasure/forget_proposals.sql"),
            include_str!("../sql/erasure/forget_blocks.sql"),
            include_str!("../sql/erasure/forget_candidates.sql"),
            include_str!("../sql/erasure/forget_splits.sql"),
        ] {
            prepared(statement)
                .bind::<SqlUuid, _>(self.profile_id)
                .bind::<Ids, _>(&people)
                .execute(self.connection)
                .await
                .map_err(store)?;
        }
        prepared(include_str!("../sql/erasure/forget_customers.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Ids, _>(&people)
            .bind::<Timestamptz, _>(utc(self.erasure.at))
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn note(&mut self) -> Result<(), StoreError> {
        let erasure = self.erasure;
        prepared(include_str!("../sql/erasure/note_values.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Array<Binary>, _>(&erasure.hashes)
            .bind::<Timestamptz, _>(utc(erasure.at))
            .execute(self.connection)
            .await
            .map_err(store)?;
        prepared(include_str!("../sql/erasure/note.sql"))
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<SqlUuid, _>(erasure.person.customer_id.uuid())
            .bind::<Timestamptz, _>(utc(erasure.at))
            .bind::<Text, _>(erasure.actor.kind())
            .bind::<Nullable<SqlUuid>, _>(erasure.actor.id())
            .bind::<Bool, _>(!erasure.keys.is_empty())
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }

    async fn by_values(&mut self, statement: &'static str) -> Result<(), StoreError> {
        let (kinds, keys) = &self.values;
        prepared(statement)
            .bind::<SqlUuid, _>(self.profile_id)
            .bind::<Texts, _>(kinds)
            .bind::<Texts, _>(keys)
            .execute(self.connection)
            .await
            .map_err(store)?;
        Ok(())
    }
}
