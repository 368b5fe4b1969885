//! `tributary doctor`.

use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::path::Path;

use doctor::{Finding, Plan, Severity, examine};
use serde_json::json;

use super::disk::{Disk, disk_of};
use super::{Failure, print};
use crate::composition::Environment;
use crate::composition::database::{blocking, given_key, is_made, open};
use crate::config::{Doctor, Storage};

/// A disk with less free room than this share is nearly full.
const LITTLE_ROOM_PERCENT: u64 = 10;

/// Prints what is wrong; fails when something is a problem.
pub(super) async fn run(storage: &Storage, command: &Doctor) -> Result<(), Failure> {
    let mut findings = settings(storage, command);
    findings.extend(database(storage).await?);
    findings.sort_by_key(|finding| finding.severity);
    let is_problem = |finding: &&Finding| finding.severity == Severity::Problem;
    let problems = findings.iter().filter(is_problem).count();
    if command.json {
        let list: Vec<_> = findings.iter().map(as_json).collect();
        let body = json!({ "healthy": problems == 0, "findings": list });
        print(&body.to_string());
    } else {
        for finding in &findings {
            print(&as_text(finding));
        }
    }
    match (problems, findings.len()) {
        (0, 0) if command.json => Ok(()),
        (0, 0) => {
            print("nothing is wrong");
            Ok(())
        }
        (0, _) => Ok(()),
        (problems, _) => Err(Failure::usage(format!(
            "the doctor found {problems} problems"
        ))),
    }
}

fn as_json(finding: &Finding) -> serde_json::Value {
    json!({
        "code": finding.code,
        "severity": word(finding.severity),
        "what": finding.what,
        "why": finding.why,
        "mend": finding.mend,
    })
}

fn as_text(finding: &Finding) -> String {
    let Finding {
        code, what, why, ..
    } = finding;
    let severity = word(finding.severity);
    let mend = &finding.mend;
    format!("{severity}: {what} ({code})\n  why:  {why}\n  mend: {mend}")
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Problem => "problem",
        Severity::Advice => "advice",
    }
}

/// What is wrong with the database, or why it cannot be asked. A private server that does not run is
/// started for the question.
async fn database(storage: &Storage) -> Result<Vec<Finding>, Failure> {
    let plan = Plan {
        connections: storage.db_connections.max(2),
    };
    if let Some(url) = &storage.database_url {
        return Ok(inspected(url, plan).await);
    }
    if !is_made(storage) {
        return Ok(vec![nowhere(&storage.data_dir)]);
    }
    let opened = match open(storage).await {
        Ok(opened) => opened,
        Err(failure) => return Ok(vec![unreachable(&failure)]),
    };
    let mut findings = inspected(&opened.url, plan).await;
    if let Some(cluster) = opened.cluster {
        findings.extend(disk(cluster.data_dir()));
        blocking(move || cluster.leave(&|_: &str| {})).await??;
    }
    Ok(findings)
}

async fn inspected(url: &str, plan: Plan) -> Vec<Finding> {
    match Environment::inspect(url).await {
        Ok(inspection) => examine(&inspection, plan),
        Err(failure) => vec![unreachable(&failure)],
    }
}

/// A question makes nothing: a directory without a database is more often a slip than a wish.
fn nowhere(data_dir: &Path) -> Finding {
    Finding {
        code: "no_database",
        severity: Severity::Problem,
        what: format!("there is no database in {}", data_dir.display()),
        why: "nothing can be taken in or shown, and nothing can be said of it",
        mend:
            "name the directory of the service with --data-dir, or its database with DATABASE_URL; \
            `tributary serve` makes one"
                .to_owned(),
    }
}

fn unreachable(failure: &Failure) -> Finding {
    Finding {
        code: "database_unreachable",
        severity: Severity::Problem,
        what: format!("the database does not answer: {failure}"),
        why: "nothing can be taken in or shown",
        mend: "start the server, and check DATABASE_URL: psql \"$DATABASE_URL\" -c 'SELECT 1'"
            .to_owned(),
    }
}

fn disk(data_dir: &Path) -> Option<Finding> {
    let Disk { free, size } = disk_of(data_dir)?;
    (free < size / 100 * LITTLE_ROOM_PERCENT).then(|| Finding {
        code: "disk_nearly_full",
        severity: Severity::Problem,
        what: format!("{} MiB are free on the disk of the data", free / 1_024),
        why: "a server without room stops, and may need room to start again",
        mend: format!("make room: du -xh {} | sort -h | tail", data_dir.display()),
    })
}

/// What is wrong with the settings of this process.
fn settings(storage: &Storage, command: &Doctor) -> Vec<Finding> {
    let found = [
        secret_key(storage),
        transport(storage),
        addresses(command),
        metrics(command),
    ];
    let elsewhere = platforms(command);
    found.into_iter().flatten().chain(elsewhere).collect()
}

fn secret_key(storage: &Storage) -> Option<Finding> {
    // Without DATABASE_URL a key is made beside the data.
    if storage.database_url.is_none() && storage.secret_key.is_none() {
        return None;
    }
    if let Err(failure) = given_key(storage) {
        return Some(Finding {
            code: "secret_key_missing",
            severity: Severity::Problem,
            what: failure.to_string(),
            why: "the service does not start: it could not read what is encrypted",
            mend: "export TRIBUTARY_SECRET_KEY=\"$(openssl rand -base64 32)\", the same for every \
                   replica, and keep a copy apart from the backups"
                .to_owned(),
        });
    }
    let is_weak = storage.secret_key.as_deref().is_some_and(is_repetitive);
    is_weak.then(|| Finding {
        code: "secret_key_weak",
        severity: Severity::Problem,
        what: "TRIBUTARY_SECRET_KEY repeats itself: it was not made from random bytes".to_owned(),
        why: "whoever guesses it reads the national ids and signs in as anybody",
        mend: "put a random one in front, so that old values stay readable: \
               TRIBUTARY_SECRET_KEY=\"$(openssl rand -base64 32),$TRIBUTARY_SECRET_KEY\""
            .to_owned(),
    })
}

/// Thirty-two random bytes have more than twelve different letters in their base64, but for one key
/// in more than there are atoms.
fn is_repetitive(keys: &str) -> bool {
    keys.split(',').any(|key| {
        let mut letters: Vec<char> = key.trim().chars().collect();
        letters.sort_unstable();
        letters.dedup();
        letters.len() <= 12
    })
}

fn transport(storage: &Storage) -> Option<Finding> {
    let url = url::Url::parse(storage.database_url.as_deref()?).ok()?;
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_matches(['[', ']']);
    let is_near = host.is_empty()
        || host == "localhost"
        || host.contains("%2F")
        || host.contains("%2f")
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback());
    let is_required = url
        .query_pairs()
        .any(|(name, value)| name == "sslmode" && value == "require");
    (!is_near && !is_required).then(|| Finding {
        code: "database_not_encrypted",
        severity: Severity::Problem,
        what: "the database is on another machine and DATABASE_URL does not demand TLS".to_owned(),
        why: "everything that is stored can be read on the way",
        mend: "add sslmode=require to DATABASE_URL".to_owned(),
    })
}

fn addresses(command: &Doctor) -> Option<Finding> {
    let listening = socket(&command.listen.listen)?;
    let failure = command.listen.urls.addresses(listening).err()?;
    Some(Finding {
        code: "addresses_wrong",
        severity: Severity::Problem,
        what: failure.to_string(),
        why: "the service does not start, or people are sent to an address that is not its own",
        mend: "export TRIBUTARY_BASE_URL=https://the.address.people.use".to_owned(),
    })
}

fn metrics(command: &Doctor) -> Option<Finding> {
    let listening = socket(command.metrics.metrics_listen.as_deref()?)?;
    (!listening.ip().is_loopback()).then(|| Finding {
        code: "metrics_open",
        severity: Severity::Advice,
        what: format!("metrics are told on {listening}, which other machines may reach"),
        why: "nobody is asked who they are there; the measures tell how much business there is",
        mend: "TRIBUTARY_METRICS_LISTEN=127.0.0.1:9464, or a firewall".to_owned(),
    })
}

/// Addresses of ad platforms are settings, so that a sandbox can be asked; whoever forgot that is told.
fn platforms(command: &Doctor) -> Vec<Finding> {
    let elsewhere = command.listen.ad_platforms.elsewhere().into_iter();
    let finding = |(name, address): (&str, &str)| Finding {
        code: "ad_platform_elsewhere",
        severity: Severity::Advice,
        what: format!("{name} is {address}, which is not the platform's own address"),
        why: "tokens of people's accounts are sent there, and nothing gets to the platform itself",
        mend: format!("leave {name} out, unless a sandbox is meant"),
    };
    elsewhere.map(finding).collect()
}

fn socket(text: &str) -> Option<SocketAddr> {
    text.to_socket_addrs().ok()?.next()
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::config::{Command, CommandLine};

    #[test]
    fn platforms_that_are_asked_elsewhere_are_told() {
        let found = |flags: &[&str]| {
            let line = [&["tributary", "doctor"], flags].concat();
            let line = CommandLine::try_parse_from(line).unwrap();
            let Command::Doctor(command) = line.command else {
                panic!("this is no doctor")
            };
            platforms(&command)
        };
        assert!(found(&[]).is_empty());
        let told = found(&["--search-ads-token-url=http://127.0.0.1:9"]);
        assert_eq!(told.len(), 1);
        assert_eq!(told[0].code, "ad_platform_elsewhere");
        assert!(told[0].what.contains("TRIBUTARY_SEARCH_ADS_TOKEN_URL"));
    }

    #[test]
    fn keys_that_people_make_up_are_told_from_random_ones() {
        assert!(is_repetitive(
            "BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc="
        ));
        let random = "8Zt0y1vS3yq0mXo4H1nVQ2c7dKp5aJ6uLw9eRbTgFhM=";
        assert!(!is_repetitive(random));
        assert!(is_repetitive(&format!("{random},{}=", "A".repeat(43))));
    }
}
