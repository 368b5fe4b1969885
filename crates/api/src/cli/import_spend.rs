//! `tributary import spend`.

use std::path::{Path, PathBuf};

use application::ports::Profile;
use kernel::Actor;
use spend_intake::files::mapping::Mapping;
use spend_intake::files::presets;
use spend_intake::files::survey::{SpendFile, Survey, survey};
use spend_intake::files::write;
use spend_intake::spend::put::{PutError, SpendWritten};

use super::import::{SHOWN, catch_up, read};
use super::{Failure, profiles, say};
use crate::composition::Environment;

/// Which file, and what is to be done with it.
pub(super) struct Asked {
    pub(super) file: PathBuf,
    pub(super) profile: String,
    pub(super) preset: Option<String>,
    pub(super) mapping: Option<PathBuf>,
    pub(super) replaces: bool,
    pub(super) is_dry: bool,
}

/// Runs the command: all rows are written, or none.
pub(super) async fn run(environment: &Environment, asked: &Asked) -> Result<(), Failure> {
    let profile = profiles::find(environment, &asked.profile).await?;
    let mapping = mapping(asked)?;
    let bytes = read(&asked.file)?;
    let file = SpendFile {
        bytes: &bytes,
        mapping: &mapping,
    };
    let found = survey(file, environment.context().clock.now()).map_err(|errors| {
        let shown: Vec<String> = errors.into_iter().take(SHOWN).collect();
        Failure::usage(format!("{}; nothing was written", shown.join("; ")))
    })?;
    if asked.is_dry {
        tell(&found, &profile);
        return Ok(());
    }
    if !found.unread.is_empty() {
        say(&unread(&found));
    }
    let written = write(environment, &profile, (file, &found, asked.replaces)).await?;
    say(&format!(
        "wrote {} days of spend, removed {}",
        written.days, written.removed
    ));
    if written.exceeds {
        say(
            "on some days parts come to more than the total that the platform tells; the total counts",
        );
    }
    catch_up(environment, &profile).await
}

fn mapping(asked: &Asked) -> Result<Mapping, Failure> {
    if let Some(path) = &asked.mapping {
        return mapped(path);
    }
    let Some(name) = &asked.preset else {
        return Ok(Mapping::own());
    };
    let known = presets::named(name).ok_or_else(|| {
        let names: Vec<&str> = presets::names().collect();
        Failure::usage(format!("--preset must be one of {}", names.join(", ")))
    })?;
    known.map_err(|error| Failure::usage(format!("{name}: {error}")))
}

fn mapped(path: &Path) -> Result<Mapping, Failure> {
    let shown = path.display();
    let text = std::fs::read_to_string(path);
    let text = text.map_err(Failure::io(format!("cannot read {shown}")))?;
    Mapping::parse(&text).map_err(|error| Failure::usage(format!("{shown}: {error}")))
}

fn unread(found: &Survey) -> String {
    format!("columns that are not read: {}", found.unread.join(", "))
}

/// What would be written.
fn tell(found: &Survey, profile: &Profile) {
    say(&format!(
        "{} rows of {} accounts on {} days of theirs; {} rows that are none",
        found.rows,
        found.days.len(),
        found.account_days(),
        found.skipped
    ));
    for ((platform, account), days) in found.days.iter().take(SHOWN) {
        let rows: usize = days.values().sum();
        let (first, last) = (days.keys().next(), days.keys().next_back());
        if let (Some(first), Some(last)) = (first, last) {
            say(&format!(
                "{platform} {account}: {rows} rows, {} days from {first} to {last}",
                days.len()
            ));
        }
    }
    for (currency, total) in &found.totals {
        let currency = if currency.is_empty() {
            profile.currency.code()
        } else {
            currency
        };
        say(&format!("{total} {currency} in all"));
    }
    if !found.unread.is_empty() {
        say(&unread(found));
    }
    say("nothing was written");
}

async fn write(
    environment: &Environment,
    profile: &Profile,
    input: (SpendFile<'_>, &Survey, bool),
) -> Result<SpendWritten, Failure> {
    let input = (profile, input);
    let written = environment.write(&input, |work, context, (profile, input)| {
        Box::pin(write::write(
            work,
            context,
            profile,
            *input,
            Actor::Operator,
        ))
    });
    written.await.map_err(refused)
}

fn refused(error: PutError) -> Failure {
    match error {
        PutError::Store(error) => error.into(),
        error @ PutError::Currencies(_) => Failure::usage(format!("{error}; nothing was written")),
    }
}
