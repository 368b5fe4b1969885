//! How a site is measured: what is counted for its checks, and what comes in day by day.
//!
//! Reading order: `counted` (checks that count rows), `visits` (days that are added up already), `agreed`
//! (checks with two sides) and `feeds`.

mod agreed;
mod counted;
mod feeds;
mod visits;

use application::ports::InstrumentationQuestion;
use diesel_async::AsyncPgConnection;
use kernel::{ProfileId, StoreError};
use reporting::quality::instrumentation::InstrumentationFacts;

use visits::Visited;

/// Everything that is judged.
pub async fn measured(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    question: &InstrumentationQuestion,
) -> Result<InstrumentationFacts, StoreError> {
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
