//! `tributary import spend`.

use std::collections::BTreeMap;
use std::path::Path;

use ad_spend::{AccountDays, SpendDay};
use application::ports::Profile;
use application::spend::put::{PutError, SpendWritten, put};
use application::spend::replace::replace;
use kernel::Actor;
use rest_api::spend::file::read_file;

use super::import::{SHOWN, catch_up, read};
use super::{Failure, profiles, say};
use crate::composition::Environment;

/// Runs the command: all rows are written, or none.
pub(super) async fn run(
    environment: &Environment,
    file: &Path,
    profile: &str,
    replaces: bool,
) -> Result<(), Failure> {
    let profile = profiles::find(environment, profile).await?;
    let days = read_file(&read(file)?, environment.context().clock.now()).map_err(|errors| {
        let shown: Vec<String> = errors.into_iter().take(SHOWN).collect();
        Failure::usage(format!("{}; nothing was written", shown.join("; ")))
    })?;
    let written = write(environment, &profile, &days, replaces).await?;
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

async fn write(
    environment: &Environment,
    profile: &Profile,
    days: &[SpendDay],
    replaces: bool,
) -> Result<SpendWritten, Failure> {
    let input = (profile, days, replaces);
    let written = environment.write(&input, |work, context, (profile, days, replaces)| {
        Box::pin(async move {
            if !replaces {
                return put(work, context, profile, days, Actor::Operator).await;
            }
            let mut total = SpendWritten::default();
            for (of, rows) in by_account(days) {
                let whole = (&of, rows.as_slice());
                let one = replace(&mut *work, context, profile, whole, Actor::Operator).await?;
                total.days += one.days;
                total.ads += one.ads;
                total.removed += one.removed;
                total.exceeds |= one.exceeds;
            }
            Ok(total)
        })
    });
    written.await.map_err(refused)
}

/// The rows of each account with the days that they are of.
fn by_account(days: &[SpendDay]) -> Vec<(AccountDays, Vec<SpendDay>)> {
    let mut accounts: BTreeMap<(&str, &str), Vec<SpendDay>> = BTreeMap::new();
    for day in days {
        let key = (day.ad.platform.as_str(), day.ad.account_id.as_str());
        accounts.entry(key).or_default().push(day.clone());
    }
    let whole = |((platform, account_id), rows): ((&str, &str), Vec<SpendDay>)| {
        let mut dates: Vec<_> = rows.iter().map(|day| day.date).collect();
        dates.sort_unstable();
        dates.dedup();
        let of = AccountDays {
            platform: platform.to_owned(),
            account_id: account_id.to_owned(),
            dates,
        };
        (of, rows)
    };
    accounts.into_iter().map(whole).collect()
}

fn refused(error: PutError) -> Failure {
    match error {
        PutError::Store(error) => error.into(),
        error @ PutError::Currencies(_) => Failure::usage(format!("{error}; nothing was written")),
    }
}
