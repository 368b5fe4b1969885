//! `tributary import events`.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use application::known_signatures::KnownSignatures;
use application::ports::{EventPartitions, Profile};
use event_import::compare::compare;
use event_import::fact::Fact;
use event_import::feed::{Piece, Unreadable, Waiting, digest, feed};
use event_import::mapping::Mapping;
use event_import::presets;
use event_import::reader::Asked;
use event_import::survey::Survey;
use event_import::write::{Writer, Written, advance, done_rows};
use event_intake::ClientParser;
use indicatif::ProgressBar;
use kernel::{Date, Timestamp};
use time::macros::format_description;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::JoinHandle;

use super::import::{catch_up, count};
use super::{Failure, profiles, say};
use crate::composition::Environment;
use crate::config::ImportEvents;

/// Fields that are listed as not read.
const FIELDS: usize = 40;
/// Pieces that wait for the database while the next is read.
const AHEAD: usize = 2;
/// Pieces between two lines where nobody sees a bar.
const TOLD: u64 = 50;

impl From<Unreadable> for Failure {
    fn from(error: Unreadable) -> Self {
        Self::usage(error.to_string())
    }
}

/// What is read, and how.
struct Job {
    profile: Arc<Profile>,
    mapping: Mapping,
    asked: Asked,
    files: Vec<Waiting>,
    digests: Vec<[u8; 32]>,
}

/// Runs the command: what was written of files that were interrupted is not written again.
pub(super) async fn run(environment: &Environment, command: ImportEvents) -> Result<(), Failure> {
    let job = job(environment, &command).await?;
    if let Some(note) = job.mapping.note() {
        say(note);
    }
    let (pieces, reading) = read(&job);
    if command.dry_run {
        let survey = only_read(pieces, reading).await?;
        tell(&survey);
        say("nothing was written");
        return Ok(());
    }
    let written = Box::pin(write(environment, &job, pieces)).await?;
    let survey = finished(reading).await?;
    tell(&survey);
    report(&written);
    catch_up(environment, &job.profile).await?;
    let compared = compare(&*environment.units, &job.profile, &written.told);
    for line in Box::pin(compared).await? {
        say(&line);
    }
    Ok(())
}

async fn job(environment: &Environment, command: &ImportEvents) -> Result<Job, Failure> {
    let profile = Arc::new(profiles::find(environment, &command.profile).await?);
    let text = mapping_text(command)?;
    let mapping = Mapping::parse(&text).map_err(|error| {
        let shown = command.mapping.as_ref();
        let shown = shown.map_or("--preset".to_owned(), |path| path.display().to_string());
        Failure::usage(format!("{shown}: {error}"))
    })?;
    let (from, to) = (
        day("--from", command.from.as_deref())?,
        day("--to", command.to.as_deref())?,
    );
    let after = to.and_then(Date::next_day);
    let start = |day: Option<Date>| day.map(|day| profile.timezone.start_of(day));
    let asked = Asked {
        profile_id: profile.id,
        now: environment.context().clock.now(),
        from: start(from),
        until: start(after),
    };
    let also = format!("{from:?} {to:?}");
    let digests = digests(command.files.clone(), text, also).await?;
    let mut files = Vec::with_capacity(digests.len());
    for (path, digest) in command.files.iter().zip(&digests) {
        let done = done_rows(&*environment.units, profile.id, digest).await?;
        if done > 0 && !command.dry_run {
            let shown = path.display();
            say(&format!("{shown}: going on after row {done}"));
        }
        files.push(Waiting {
            path: path.clone(),
            done,
        });
    }
    Ok(Job {
        profile,
        mapping,
        asked,
        files,
        digests,
    })
}

async fn digests(
    files: Vec<PathBuf>,
    mapping: String,
    also: String,
) -> Result<Vec<[u8; 32]>, Failure> {
    let all = tokio::task::spawn_blocking(move || {
        let each = files.iter().map(|path| digest(path, &mapping, &also));
        each.collect::<Result<Vec<_>, Unreadable>>()
    });
    Ok(all.await.map_err(|_| gone())??)
}

fn gone() -> Failure {
    Failure::usage("reading was given up")
}

fn mapping_text(command: &ImportEvents) -> Result<String, Failure> {
    if let Some(path) = &command.mapping {
        let shown = path.display();
        let text = std::fs::read_to_string(path);
        return text.map_err(Failure::io(format!("cannot read {shown}")));
    }
    let name = command.preset.as_deref().unwrap_or_default();
    if name == "plausible" {
        let words = "--preset plausible: what Plausible exports are sums of days, without visitors; nothing could be \
                     credited";
        return Err(Failure::usage(words));
    }
    presets::text(name).map(str::to_owned).ok_or_else(|| {
        let names: Vec<&str> = presets::names().collect();
        Failure::usage(format!("--preset must be one of {}", names.join(", ")))
    })
}

fn day(flag: &str, text: Option<&str>) -> Result<Option<Date>, Failure> {
    let Some(text) = text else { return Ok(None) };
    let day = Date::parse(text, format_description!("[year]-[month]-[day]"));
    let wrong = |_| Failure::usage(format!("{flag} must be a day as YYYY-MM-DD"));
    day.map(Some).map_err(wrong)
}

type Reading = JoinHandle<Result<Survey, Unreadable>>;

/// Reads beside whoever writes.
fn read(job: &Job) -> (Receiver<Piece>, Reading) {
    let (pieces, waiting) = channel(AHEAD);
    let (files, mapping) = (job.files.clone(), job.mapping.clone());
    let of = (job.asked, job.profile.timezone.clone());
    let reading = tokio::task::spawn_blocking(move || {
        feed(&files, &mapping, of, |piece| {
            pieces.blocking_send(piece).is_ok()
        })
    });
    (waiting, reading)
}

async fn finished(reading: Reading) -> Result<Survey, Failure> {
    Ok(reading.await.map_err(|_| gone())??)
}

async fn only_read(mut pieces: Receiver<Piece>, reading: Reading) -> Result<Survey, Failure> {
    while pieces.recv().await.is_some() {}
    finished(reading).await
}

async fn write(
    environment: &Environment,
    job: &Job,
    mut pieces: Receiver<Piece>,
) -> Result<Written, Failure> {
    let clients = ClientParser::new().map_err(|error| Failure::usage(error.to_string()))?;
    let writer = Writer {
        units: &*environment.units,
        context: environment.context(),
        profile: Arc::clone(&job.profile),
        clients: &clients,
        known: KnownSignatures::default(),
    };
    let bar = ProgressBar::new_spinner().with_message("facts");
    let (mut written, mut months, mut number, mut facts) =
        (Written::default(), BTreeSet::new(), 0, 0);
    while let Some(piece) = pieces.recv().await {
        make_room(environment, &piece.facts, &mut months).await?;
        facts += count(piece.facts.len());
        written.add(writer.write(piece.facts).await?);
        if let Some(digest) = job.digests.get(piece.file) {
            let done = (digest, piece.rows);
            let profile_id = job.profile.id;
            advance(writer.units, &writer.context, profile_id, done).await?;
        }
        bar.set_position(facts);
        number += 1;
        if bar.is_hidden() && number % TOLD == 0 {
            say(&format!("{facts} facts"));
        }
    }
    bar.finish_and_clear();
    Ok(written)
}

/// Room for facts of months that nothing has been written of.
async fn make_room(
    environment: &Environment,
    facts: &[Fact],
    months: &mut BTreeSet<(i32, u8)>,
) -> Result<(), Failure> {
    let month = |at: Timestamp| {
        let day = at.to_utc();
        (day.year(), u8::from(day.month()))
    };
    for fact in facts {
        let at = fact.at();
        if months.insert(month(at)) {
            environment.partitions.ensure(at, at).await?;
        }
    }
    Ok(())
}

/// What the files hold.
fn tell(survey: &Survey) {
    let kinds = survey
        .kinds
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"));
    let kinds: Vec<String> = kinds.collect();
    let kinds = if kinds.is_empty() {
        "no facts".to_owned()
    } else {
        kinds.join(", ")
    };
    say(&format!(
        "{kinds}; of {} browsers on {} days",
        survey.browsers(),
        survey.days()
    ));
    if let Some((first, last)) = survey.span {
        say(&format!("from {first} to {last}"));
    }
    for (why, count) in &survey.nothing {
        say(&format!("{count} events {}", why.as_str()));
    }
    if survey.bad > 0 {
        say(&format!("{} rows cannot be read", survey.bad));
        for bad in &survey.first_bad {
            say(&format!("line {}: {}", bad.line, bad.reason));
        }
    }
    let fields = survey.unread.iter().take(FIELDS).map(String::as_str);
    let fields: Vec<&str> = fields.collect();
    if !fields.is_empty() {
        let more = survey.unread.len().saturating_sub(FIELDS);
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        say(&format!(
            "fields that are not read: {}{more}",
            fields.join(", ")
        ));
    }
}

fn report(written: &Written) {
    for bad in &written.first_refused {
        say(&format!(
            "line {} was not written: {}",
            bad.line, bad.reason
        ));
    }
    say(&format!(
        "wrote {} events of browsers and {} outcomes; {} facts were there before, {} were not written",
        written.browser, written.outcomes, written.known, written.refused
    ));
}
