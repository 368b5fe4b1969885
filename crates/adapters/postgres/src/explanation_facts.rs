//! What an explanation reads beyond what a replay reads.

use application::ports::{
    ExplanationFacts, HeldIdentifier, LabelledSignature, Span, ToldConversion,
};
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Bytea, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use event_intake::ports::SubjectKey;
use identity_graph::IdentifierKind;
use kernel::{ConversionId, PersonId, ProfileId, StoreError};
use postgres_schema::schema::signature_channels;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::work::PgWork;
use postgres_kit::error::store;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
struct ConversionRow {
    #[diesel(sql_type = Text)]
    person_kind: String,
    #[diesel(sql_type = SqlUuid)]
    person_id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    event_id: Uuid,
    #[diesel(sql_type = Nullable<Text>)]
    subject_kind: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    subject_key: Option<String>,
    #[diesel(sql_type = Bool)]
    replay_pending: bool,
}

#[derive(QueryableByName)]
struct SpanRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = Text)]
    anonymous_id: String,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    from_at: Option<OffsetDateTime>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    until: Option<OffsetDateTime>,
}

#[derive(QueryableByName)]
struct IdentifierRow {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    value_key: String,
    #[diesel(sql_type = Nullable<Bytea>)]
    display: Option<Vec<u8>>,
    #[diesel(sql_type = Timestamptz)]
    first_seen_at: OffsetDateTime,
}

#[async_trait]
impl ExplanationFacts for PgWork {
    #[tracing::instrument(level = "debug", name = "ExplanationFacts::conversion", skip_all)]
    async fn conversion(
        &mut self,
        profile_id: ProfileId,
        id: ConversionId,
    ) -> Result<Option<ToldConversion>, StoreError> {
        let rows: Vec<ConversionRow> = prepared(
            "SELECT c.person_kind, c.person_id, c.event_id, e.subject_kind, e.subject_key, \
             EXISTS ( \
                 SELECT FROM recomputes r WHERE r.profile_id = $1 AND r.status <> 'completed' \
             ) AS replay_pending \
             FROM attribution_state s \
             JOIN conversions c ON c.profile_id = $1 AND c.generation = s.generation \
             JOIN outcome_events e ON e.profile_id = $1 AND e.id = c.event_id \
             WHERE s.profile_id = $1 AND c.id = $2",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(id.uuid())
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        Ok(rows.into_iter().next().and_then(|row| {
            Some(ToldConversion {
                person: PersonId::from_parts(&row.person_kind, row.person_id)?,
                event_id: row.event_id.into(),
                subject: row
                    .subject_kind
                    .zip(row.subject_key)
                    .map(|(kind, key)| SubjectKey { kind, key }),
                replay_pending: row.replay_pending,
            })
        }))
    }

    #[tracing::instrument(level = "debug", name = "ExplanationFacts::browsers", skip_all)]
    async fn browsers(
        &mut self,
        profile_id: ProfileId,
        person: PersonId,
    ) -> Result<Vec<Span>, StoreError> {
        let when = |kind: &str| (person.kind() == kind).then(|| person.uuid());
        let rows: Vec<SpanRow> = prepared(include_str!("sql/browsers.sql"))
            .bind::<SqlUuid, _>(profile_id.uuid())
            .bind::<Nullable<SqlUuid>, _>(when("customer"))
            .bind::<Nullable<SqlUuid>, _>(when("visitor"))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let span = |row: SpanRow| Span {
            visitor_id: row.id.into(),
            anonymous_id: row.anonymous_id,
            first_seen_at: row.first_seen_at.into(),
            from: row.from_at.map(Into::into),
            until: row.until.map(Into::into),
        };
        Ok(rows.into_iter().map(span).collect())
    }

    #[tracing::instrument(level = "debug", name = "ExplanationFacts::labels", skip_all)]
    async fn labels(
        &mut self,
        profile_id: ProfileId,
        ids: &[i64],
    ) -> Result<Vec<LabelledSignature>, StoreError> {
        use signature_channels as table;
        let rows: Vec<(i64, String, String, String, String)> = table::table
            .filter(table::profile_id.eq(profile_id.uuid()))
            .filter(table::signature_id.eq_any(ids))
            .select((
                table::signature_id,
                table::channel,
                table::rule,
                table::source,
                table::medium,
            ))
            .load(&mut self.people.connection)
            .await
            .map_err(store)?;
        let label = |(id, channel, rule, source, medium)| LabelledSignature {
            id,
            channel,
            rule,
            source,
            medium,
        };
        Ok(rows.into_iter().map(label).collect())
    }

    #[tracing::instrument(level = "debug", name = "ExplanationFacts::identifiers", skip_all)]
    async fn identifiers(
        &mut self,
        profile_id: ProfileId,
        person: PersonId,
    ) -> Result<Vec<HeldIdentifier>, StoreError> {
        let PersonId::Customer(customer) = person else {
            return Ok(Vec::new());
        };
        let rows: Vec<IdentifierRow> = prepared(
            "SELECT kind, value_key, display, first_seen_at FROM identifiers \
             WHERE profile_id = $1 AND customer_id = $2 ORDER BY kind, first_seen_at, value_key \
             LIMIT 1000",
        )
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlUuid, _>(customer.uuid())
        .load(&mut self.people.connection)
        .await
        .map_err(store)?;
        let held = |row: IdentifierRow| HeldIdentifier {
            // A national id is encrypted, and nobody needs to read it here.
            display: row
                .display
                .filter(|_| row.kind != IdentifierKind::NationalId.as_str())
                .and_then(|bytes| String::from_utf8(bytes).ok()),
            kind: row.kind,
            value_key: row.value_key,
            first_seen_at: row.first_seen_at.into(),
        };
        Ok(rows.into_iter().map(held).collect())
    }
}
