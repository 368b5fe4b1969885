//! What people were shown, and the last touch with and without it.

use async_trait::async_trait;
use diesel::QueryableByName;
use diesel::sql_types::{BigInt, Bool, Date as SqlDate, Nullable, Text, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Accounting, Model, Period, ProfileAccess, ProfileId, StoreError};
use reporting::breakdown::BreakdownBy;
use reporting::filter::Dimension;
use reporting::quality::dangling::window;
use reporting::question::Question;
use reporting::views::{
    LastTouchSums, MOST_CAMPAIGNS, ViewMove, ViewedCampaign, Views, ViewsQuery, ViewsReader,
    side_by_side,
};

use tributary_rollups::credits::CreditSums;

use super::asked::{Asked, Grouping};
use super::{Memory, Report, Reports, seen, snapshot};
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

/// Billionths of a whole share: who comes last gets everything.
const WHOLE: i128 = 1_000_000_000;

/// Views on a pool.
#[derive(Clone)]
pub struct PgViewsReader {
    reports: Reports,
}

impl PgViewsReader {
    /// Reads the pool's database.
    pub fn new(reports: impl Into<Reports>) -> Self {
        Self {
            reports: reports.into(),
        }
    }
}

#[derive(QueryableByName)]
struct CreditRow {
    #[diesel(sql_type = Bool)]
    credits_views: bool,
}

#[derive(QueryableByName)]
struct CampaignRow {
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Text)]
    medium: String,
    #[diesel(sql_type = Text)]
    campaign: String,
    #[diesel(sql_type = BigInt)]
    views: i64,
    #[diesel(sql_type = BigInt)]
    by_recipients: i64,
    #[diesel(sql_type = BigInt)]
    mail_proxy: i64,
    #[diesel(sql_type = BigInt)]
    prefetched: i64,
    #[diesel(sql_type = BigInt)]
    bots: i64,
}

impl From<CampaignRow> for ViewedCampaign {
    fn from(row: CampaignRow) -> Self {
        Self {
            channel: row.channel,
            source: row.source,
            medium: row.medium,
            campaign: row.campaign,
            views: row.views.unsigned_abs(),
            by_recipients: row.by_recipients.unsigned_abs(),
            mail_proxy: row.mail_proxy.unsigned_abs(),
            prefetched: row.prefetched.unsigned_abs(),
            bots: row.bots.unsigned_abs(),
        }
    }
}

#[derive(QueryableByName)]
struct MoveRow {
    #[diesel(sql_type = Text)]
    from_channel: String,
    #[diesel(sql_type = Nullable<Text>)]
    to_channel: Option<String>,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = Text)]
    revenue: String,
}

impl TryFrom<MoveRow> for ViewMove {
    type Error = StoreError;

    fn try_from(row: MoveRow) -> Result<Self, StoreError> {
        Ok(Self {
            from: row.from_channel,
            to: row.to_channel,
            sums: LastTouchSums {
                conversions: CreditSums::whole(i128::from(row.conversions) * WHOLE),
                revenue: printed(&row.revenue)?,
            },
        })
    }
}

impl Report for ViewsQuery {
    type Answer = Views;

    async fn read(
        &self,
        connection: &mut AsyncPgConnection,
        profile_id: ProfileId,
        memory: &Memory,
    ) -> Result<Views, StoreError> {
        let seen = seen(connection, profile_id).await?;
        let credited = is_credited(connection, profile_id).await?;
        let period = match self.period {
            Some(period) => period,
            None => window(seen.timezone.local_date(self.now)).map_err(StoreError::inconsistent)?,
        };
        let mut warnings = seen.warnings();
        let currency = seen.currency;
        let moves = moves(connection, (profile_id, seen.generation), period).await?;
        let question = Question {
            period,
            model: Model::LastTouch,
            accounting: Accounting::ConversionDate,
            filters: Vec::new(),
            goals: Vec::new(),
        };
        let asked = Asked {
            memory,
            profile_id,
            seen: &seen,
            question: &question,
        };
        let by = Grouping::By(BreakdownBy::Dimension(Dimension::Channel));
        let figures = asked.figures(connection, by, &mut warnings).await?;
        let shown = figures.into_iter().filter_map(|(channel, figures)| {
            let sums = LastTouchSums {
                conversions: figures.conversions,
                revenue: figures.revenue,
            };
            Some((channel?, sums)).filter(|_| sums != LastTouchSums::default())
        });
        let channels = side_by_side(shown, &moves);
        let mut campaigns = campaigns(connection, profile_id, period).await?;
        let has_more_campaigns = campaigns.len() > MOST_CAMPAIGNS;
        campaigns.truncate(MOST_CAMPAIGNS);
        Ok(Views {
            credited,
            period,
            currency,
            campaigns,
            has_more_campaigns,
            channels,
            warnings: warnings.into_iter().collect(),
        })
    }
}

/// Whether views are to take credit; no profile that does not exist gives any.
async fn is_credited(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
) -> Result<bool, StoreError> {
    let rows: Vec<CreditRow> = prepared("SELECT p.credits_views FROM profiles p WHERE p.id = $1")
        .bind::<SqlUuid, _>(profile_id.uuid())
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().any(|row| row.credits_views))
}

async fn campaigns(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    period: Period,
) -> Result<Vec<ViewedCampaign>, StoreError> {
    let most = i64::try_from(MOST_CAMPAIGNS).unwrap_or(i64::MAX);
    let rows: Vec<CampaignRow> = prepared(include_str!("views_counted.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .bind::<BigInt, _>(most.saturating_add(1))
        .load(connection)
        .await
        .map_err(store)?;
    Ok(rows.into_iter().map(ViewedCampaign::from).collect())
}

async fn moves(
    connection: &mut AsyncPgConnection,
    (profile_id, generation): (ProfileId, i64),
    period: Period,
) -> Result<Vec<ViewMove>, StoreError> {
    let rows: Vec<MoveRow> = prepared(include_str!("view_moves.sql"))
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<SqlDate, _>(period.from())
        .bind::<SqlDate, _>(period.to())
        .bind::<BigInt, _>(generation)
        .load(connection)
        .await
        .map_err(store)?;
    rows.into_iter().map(ViewMove::try_from).collect()
}

#[async_trait]
impl ViewsReader for PgViewsReader {
    #[tracing::instrument(level = "debug", name = "ViewsReader::views", skip_all)]
    async fn views(&self, access: &ProfileAccess, query: &ViewsQuery) -> Result<Views, StoreError> {
        snapshot(&self.reports, access, query).await
    }
}
