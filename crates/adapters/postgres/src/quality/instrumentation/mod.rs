//! How a site is measured: what is counted for its checks, and what comes in day by day.
//!
//! Reading order: [`counted`] (checks that count rows), [`visits`] (days that are added up already), [`agreed`]
//! (checks with two sides) and [`feeds`].

mod agreed;
mod counted;
mod feeds;
mod visits;

use application::ports::{InstrumentationQuestion, InstrumentationStore};
use async_trait::async_trait;
use kernel::{ProfileId, StoreError};
use reporting::quality::instrumentation::InstrumentationFacts;

use crate::work::PgWork;
use visits::Visited;

#[async_trait]
impl InstrumentationStore for PgWork {
    #[tracing::instrument(level = "debug", name = "InstrumentationStore::measured", skip_all)]
    async fn measured(
        &mut self,
        profile_id: ProfileId,
        question: &InstrumentationQuestion,
    ) -> Result<InstrumentationFacts, StoreError> {
        let connection = &mut self.people.connection;
        let counted = counted::read(connection, profile_id, question).await?;
        let visited = Visited::read(connection, profile_id, question).await?;
        Ok(InstrumentationFacts {
            counted,
            ads: agreed::ads(connection, profile_id, question, &visited).await?,
            referrers: agreed::referrers(connection, profile_id, question, &visited).await?,
            channels: agreed::channels(connection, profile_id, question, &visited).await?,
            feeds: feeds::read(connection, profile_id, question, &visited).await?,
        })
    }
}
