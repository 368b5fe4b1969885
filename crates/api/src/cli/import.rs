//! `tributary import`.

use std::path::Path;
use std::sync::Arc;

use application::keys::create::sha256;
use application::ports::{EventPartitions, FxRate, Profile};
use event_import::touchpoints::import::{Imported, Source, TouchpointRow, import_rows};
use indicatif::ProgressBar;
use kernel::{Currency, Timestamp};
use serde::Deserialize;
use spend_intake::spend::import_rates::import_rates;
use time::macros::format_description;
use time::{Date, PrimitiveDateTime};

use application::customers::import::Forgotten;

use super::{Failure, import_customers, import_events, import_spend, mapping, profiles, say};
use crate::composition::Environment;
use crate::config::Import;

/// Rows in one transaction.
const CHUNK: usize = 250;

/// Bad rows that are shown one by one.
pub(super) const SHOWN: usize = 50;

/// Runs the command.
pub(super) async fn run(environment: &Environment, command: Import) -> Result<(), Failure> {
    match command {
        Import::Touchpoints {
            file,
            profile,
            mapping,
        } => touchpoints(environment, &file, &profile, &mapping).await,
        Import::Spend {
            file,
            profile,
            preset,
            mapping,
            replace,
            dry_run,
        } => {
            let asked = import_spend::Asked {
                file,
                profile,
                preset,
                mapping,
                replaces: replace,
                is_dry: dry_run,
            };
            import_spend::run(environment, &asked).await
        }
        Import::Events(asked) => Box::pin(import_events::run(environment, asked)).await,
        Import::Customers {
            file,
            profile,
            mapping,
            readmit,
        } => {
            let asked = import_customers::Asked {
                file,
                profile,
                mapping,
                forgotten: if readmit {
                    Forgotten::Readmitted
                } else {
                    Forgotten::Rejected
                },
            };
            import_customers::run(environment, &asked).await
        }
        Import::Rates { file, profile } => rates(environment, &file, &profile).await,
    }
}

#[derive(Deserialize)]
struct Record {
    customer_id: String,
    session_id: String,
    touched_at: String,
    marketing_channel: String,
    revenue: String,
}

async fn touchpoints(
    environment: &Environment,
    file: &Path,
    profile: &str,
    mapping: &Path,
) -> Result<(), Failure> {
    let profile = Arc::new(profiles::find(environment, profile).await?);
    let mapping = mapping::read(mapping)?;
    let bytes = read(file)?;
    let digest = sha256(&bytes);
    let (rows, bad) = parse(&bytes)?;
    make_room(environment, &rows).await?;
    let done = done_lines(environment, &profile, &digest).await?;
    let (before, rest): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.line <= done);
    if !before.is_empty() {
        say(&format!(
            "{} rows were imported before; going on after line {done}",
            before.len()
        ));
    }
    let bar = ProgressBar::new(u64::try_from(rest.len()).unwrap_or(u64::MAX));
    let mut total = Imported {
        known: count(before.len()),
        ..Imported::default()
    };
    for chunk in rest.chunks(CHUNK) {
        let done_lines = chunk.last().map_or(done, |row| row.line);
        let source = Source {
            digest: &digest,
            done_lines,
        };
        let context = environment.context();
        let done = import_rows(
            &*environment.units,
            &context,
            &profile,
            &mapping,
            chunk,
            source,
        )
        .await?;
        total.sessions += done.sessions;
        total.purchases += done.purchases;
        total.known += done.known;
        total.skipped.extend(done.skipped);
        bar.inc(count(chunk.len()));
    }
    bar.finish_and_clear();
    report(&bad, &total);
    catch_up(environment, &profile).await
}

pub(super) fn count(length: usize) -> u64 {
    u64::try_from(length).unwrap_or(u64::MAX)
}

pub(super) fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    std::fs::read(file).map_err(Failure::io(format!("cannot read {}", file.display())))
}

/// The rows that can be read, and what is wrong with the others.
fn parse(content: &[u8]) -> Result<(Vec<TouchpointRow>, Vec<String>), Failure> {
    let mut reader = csv::Reader::from_reader(content);
    let headers = reader
        .headers()
        .map_err(|error| Failure::usage(error.to_string()))?
        .clone();
    for column in [
        "customer_id",
        "session_id",
        "touched_at",
        "marketing_channel",
        "revenue",
    ] {
        if !headers.iter().any(|header| header == column) {
            return Err(Failure::usage(format!("the file has no column {column}")));
        }
    }
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for record in reader.records() {
        let line = match &record {
            Ok(record) => record.position().map_or(0, csv::Position::line),
            Err(error) => error.position().map_or(0, csv::Position::line),
        };
        let row = record
            .map_err(|error| error.to_string())
            .and_then(|record| {
                record
                    .deserialize::<Record>(Some(&headers))
                    .map_err(|error| error.to_string())
            })
            .and_then(|record| row(line, record));
        match row {
            Ok(row) => rows.push(row),
            Err(reason) => bad.push(format!("line {line}: {reason}")),
        }
    }
    Ok((rows, bad))
}

fn row(line: u64, record: Record) -> Result<TouchpointRow, String> {
    if record.customer_id.is_empty() || record.customer_id.chars().count() > 128 {
        return Err("customer_id must have 1 to 128 characters".to_owned());
    }
    if record.session_id.is_empty() || record.session_id.chars().count() > 200 {
        return Err("session_id must have 1 to 200 characters".to_owned());
    }
    let at = instant(&record.touched_at)
        .ok_or("touched_at is neither `YYYY-MM-DD HH:MM:SS` (UTC) nor RFC 3339")?;
    let revenue = match record.revenue.trim() {
        "" => None,
        text => Some(text.parse().map_err(|error| format!("revenue {error}"))?),
    };
    Ok(TouchpointRow {
        line,
        customer_id: record.customer_id,
        session_id: record.session_id,
        at,
        label: record.marketing_channel,
        revenue,
    })
}

fn instant(text: &str) -> Option<Timestamp> {
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]:[second]");
    let plain = PrimitiveDateTime::parse(text, format).ok();
    plain
        .map(|at| at.assume_utc().into())
        .or_else(|| Timestamp::parse(text))
}

async fn make_room(environment: &Environment, rows: &[TouchpointRow]) -> Result<(), Failure> {
    let times = || rows.iter().map(|row| row.at);
    if let Some((from, to)) = times().min().zip(times().max()) {
        environment.partitions.ensure(from, to).await?;
    }
    Ok(())
}

async fn done_lines(
    environment: &Environment,
    profile: &Profile,
    digest: &[u8; 32],
) -> Result<u64, Failure> {
    let input = (profile.id, digest);
    let done = environment.write(&input, |work, _, (profile_id, digest)| {
        Box::pin(async move { work.imports().done_lines(*profile_id, digest).await })
    });
    Ok(done.await?)
}

fn report(bad: &[String], total: &Imported) {
    let skipped = total
        .skipped
        .iter()
        .map(|skipped| format!("line {}: {}", skipped.line, skipped.reason));
    let problems: Vec<String> = bad.iter().cloned().chain(skipped).collect();
    for problem in problems.iter().take(SHOWN) {
        say(&format!("skipped {problem}"));
    }
    if problems.len() > SHOWN {
        say(&format!("… and {} more", problems.len() - SHOWN));
    }
    say(&format!(
        "imported {} sessions and {} purchases; {} rows were there before, {} skipped",
        total.sessions,
        total.purchases,
        total.known,
        problems.len()
    ));
}

/// Replays what was imported, so that reports are complete when the command ends. Beside a running
/// service both work at it.
pub(super) async fn catch_up(environment: &Environment, profile: &Profile) -> Result<(), Failure> {
    let bar = ProgressBar::new_spinner().with_message("people replayed");
    let report = |people: usize| bar.set_position(count(people));
    let people =
        tributary_worker::round::catch_up(&environment.worker(), profile.id, &report).await?;
    bar.finish_and_clear();
    say(&format!("replayed {people} people"));
    Ok(())
}

#[derive(Deserialize)]
struct RateRecord {
    date: String,
    from: String,
    to: String,
    rate: String,
    source: String,
}

async fn rates(environment: &Environment, file: &Path, profile: &str) -> Result<(), Failure> {
    let profile = profiles::find(environment, profile).await?;
    let bytes = read(file)?;
    let mut rates = Vec::new();
    for (record, line) in csv::Reader::from_reader(bytes.as_slice())
        .deserialize()
        .zip(2_u64..)
    {
        let record: RateRecord =
            record.map_err(|error| Failure::usage(format!("line {line}: {error}")))?;
        let rate = rate(&record).map_err(|reason| {
            Failure::usage(format!("line {line}: {reason}; nothing was written"))
        })?;
        rates.push(rate);
    }
    let input = (profile.id, rates);
    let written = environment.write(&input, |work, context, (profile_id, rates)| {
        Box::pin(import_rates(
            work,
            context,
            *profile_id,
            rates,
            kernel::Actor::Operator,
        ))
    });
    written.await?;
    say(&format!("wrote {} rates", input.1.len()));
    catch_up(environment, &profile).await
}

fn rate(record: &RateRecord) -> Result<FxRate, String> {
    let currency = |field: &str, text: &str| {
        Currency::parse(text).ok_or_else(|| format!("{field} {text:?} is no ISO 4217 code"))
    };
    let date = Date::parse(&record.date, format_description!("[year]-[month]-[day]"))
        .map_err(|_| format!("date {:?} is not YYYY-MM-DD", record.date))?;
    // Other spellings of numbers, such as 1e3 or 1_000, are more often slips than rates.
    let is_plain = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let rate = Some(record.rate.as_str())
        .filter(|text| is_plain(text))
        .and_then(|text| text.parse::<rust_decimal::Decimal>().ok())
        .filter(|rate| !rate.is_zero())
        .ok_or_else(|| {
            format!(
                "rate {:?} is no decimal above zero, such as 1.0842",
                record.rate
            )
        })?;
    let (from, to) = (currency("from", &record.from)?, currency("to", &record.to)?);
    if from == to {
        return Err(format!("from and to are both {}", from.code()));
    }
    Ok(FxRate {
        from,
        to,
        date,
        rate,
        source: record.source.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(from: &str, to: &str, rate: &str) -> Result<FxRate, String> {
        super::rate(&RateRecord {
            date: "2026-01-31".to_owned(),
            from: from.to_owned(),
            to: to.to_owned(),
            rate: rate.to_owned(),
            source: "bank".to_owned(),
        })
    }

    #[test]
    fn a_rate_is_a_plain_decimal_between_two_currencies() {
        assert_eq!(
            read("USD", "EUR", "0.9124").unwrap().rate.to_string(),
            "0.9124"
        );
        for rate in ["1e3", "1_000", "+1", "-1", "0", "0.0", "", ".", "1,5", "∞"] {
            let error = read("USD", "EUR", rate).unwrap_err();
            assert!(error.contains("rate"), "{rate}: {error}");
        }
        let error = read("EUR", "EUR", "1").unwrap_err();
        assert_eq!(error, "from and to are both EUR");
    }
}
