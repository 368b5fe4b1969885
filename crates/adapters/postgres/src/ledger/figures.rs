//! What results come to, by day, channel and model.

use std::sync::LazyLock;

use application::ports::{Book, Cell, FigureScope, Figures};
use diesel::pg::Pg;
use diesel::sql_types::{Array, BigInt, Date as SqlDate, Text, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use kernel::{Date, Exact, Model, ProfileId, StoreError};

use super::whole;
use postgres_kit::error::store;
use postgres_kit::rows::printed;
use postgres_kit::statement::prepared;

#[derive(QueryableByName)]
pub(super) struct FigureRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Text)]
    model: String,
    #[diesel(sql_type = Text)]
    cash: String,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = BigInt)]
    payments: i64,
    #[diesel(sql_type = Text)]
    spend: String,
}

#[derive(QueryableByName)]
struct SpendRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    channel: String,
    #[diesel(sql_type = Text)]
    spend: String,
}

#[derive(QueryableByName)]
pub(super) struct DayRow {
    #[diesel(sql_type = SqlDate)]
    local_date: Date,
    #[diesel(sql_type = Text)]
    cash: String,
    #[diesel(sql_type = BigInt)]
    conversions: i64,
    #[diesel(sql_type = BigInt)]
    payments: i64,
}

fn figures(cash: &str, conversions: i64, payments: i64) -> Result<Figures, StoreError> {
    Ok(Figures {
        cash: printed(cash)?,
        conversions,
        payments,
        spend: Exact::ZERO,
    })
}

/// Rows as a book. A model that this program does not know is left out.
pub(super) fn book(rows: Vec<FigureRow>) -> Result<Book, StoreError> {
    // The empty word is that of spend, which has no model.
    let known = rows
        .into_iter()
        .map(|row| (Model::parse(&row.model), row))
        .filter(|(model, row)| model.is_some() || row.model.is_empty());
    known
        .map(|(model, row)| {
            let figures = Figures {
                spend: printed(&row.spend)?,
                ..figures(&row.cash, row.conversions, row.payments)?
            };
            let cell = Cell {
                date: row.local_date,
                channel: row.channel,
                model,
            };
            Ok((cell, figures))
        })
        .collect()
}

/// Every day's sums, once a model, under no channel.
pub(super) fn days(rows: &[DayRow]) -> Result<Book, StoreError> {
    let mut book = Book::new();
    for row in rows {
        let figures = figures(&row.cash, row.conversions, row.payments)?;
        for model in Model::ALL {
            let cell = Cell {
                date: row.local_date,
                channel: String::new(),
                model: Some(model),
            };
            book.insert(cell, figures);
        }
    }
    Ok(book)
}

/// `('last_touch', r.last_touch), …`
fn models() -> String {
    let model = |model: Model| format!("('{0}', r.{0})", model.as_str());
    Model::ALL.map(model).join(", ")
}

/// What was spent on the days, or on the signatures, of a scope.
async fn spend(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    scope: FigureScope<'_>,
) -> Result<Book, StoreError> {
    let condition = match scope {
        FigureScope::Signatures(_) => "d.signature_id = ANY($2)",
        FigureScope::Spend(Some(_)) => "d.local_date = ANY($2)",
        _ => "true",
    };
    let text = include_str!("spend.sql").replace("{scope}", condition);
    let query = sql_query(text)
        .into_boxed::<Pg>()
        .bind::<SqlUuid, _>(profile_id.uuid());
    let query = match scope {
        FigureScope::Signatures(ids) => query.bind::<Array<BigInt>, _>(ids.to_vec()),
        FigureScope::Spend(Some(dates)) => query.bind::<Array<SqlDate>, _>(dates.to_vec()),
        _ => query,
    };
    let rows: Vec<SpendRow> = query.load(connection).await.map_err(store)?;
    let figures = |row: SpendRow| {
        let cell = Cell {
            date: row.local_date,
            channel: row.channel,
            model: None,
        };
        let figures = Figures {
            spend: printed(&row.spend)?,
            ..Figures::default()
        };
        Ok((cell, figures))
    };
    let mut book: Book = rows
        .into_iter()
        .map(figures)
        .collect::<Result<_, StoreError>>()?;
    book.retain(|_, figures| !figures.spend.is_zero());
    Ok(book)
}

pub(super) async fn of(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    scope: FigureScope<'_>,
) -> Result<Book, StoreError> {
    match scope {
        FigureScope::Spend(_) => spend(connection, profile_id, scope).await,
        FigureScope::Everything => {
            let mut book = whole::credit(connection, profile_id, generation).await?;
            book.extend(spend(connection, profile_id, scope).await?);
            Ok(book)
        }
        FigureScope::Signatures(ids) => {
            let mut book = credited(connection, profile_id, generation, ids).await?;
            book.extend(spend(connection, profile_id, scope).await?);
            Ok(book)
        }
    }
}

static CREDITED: LazyLock<String> =
    LazyLock::new(|| include_str!("credited.sql").replace("{models}", &models()));

/// What touches with some signatures are credited with.
async fn credited(
    connection: &mut AsyncPgConnection,
    profile_id: ProfileId,
    generation: i64,
    signatures: &[i64],
) -> Result<Book, StoreError> {
    let rows: Vec<FigureRow> = prepared(&CREDITED)
        .bind::<SqlUuid, _>(profile_id.uuid())
        .bind::<BigInt, _>(generation)
        .bind::<Array<BigInt>, _>(signatures)
        .load(connection)
        .await
        .map_err(store)?;
    book(rows)
}
