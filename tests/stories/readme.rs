//! The README's commands, run as they stand against a fresh demonstration, and their answers beside
//! those that it shows: values are others each day, names and kinds are not.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write as _};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use testkit::TestDatabase;

use crate::http::Client;
use crate::service::{Killed, SECRET_KEY, command};

const README: &str = include_str!("../../README.md");

/// What is not run: the first is what this story begins with, the second what it is a part of, and the
/// third goes on as the first does.
const NOT_RUN: [&str; 3] = ["./dev demo", "./dev test", "tributary serve"];

/// Between the outputs of two fences.
const MARK: &str = "----- next fence -----";

/// Commands, and what the README shows as their answer.
struct Fence {
    commands: String,
    shown: Option<(String, String)>,
}

/// Every fence of commands, with the fence of an answer that follows.
fn fences() -> Vec<Fence> {
    let mut all: Vec<Fence> = Vec::new();
    let mut parts = README.split("\n```");
    parts.next();
    while let Some(fence) = parts.next() {
        // What follows the fence's end, up to the next one.
        parts.next().unwrap();
        let (language, body) = fence.split_once('\n').unwrap();
        match language {
            "sh" => all.push(Fence {
                commands: body.to_owned(),
                shown: None,
            }),
            "json" | "http" => {
                let last = all.last_mut().unwrap();
                assert!(last.shown.is_none(), "two answers: {}", last.commands);
                last.shown = Some((language.to_owned(), body.to_owned()));
            }
            "html" => {}
            "" => {
                for line in body.lines() {
                    let is_known = NOT_RUN.iter().any(|known| line.starts_with(known));
                    assert!(is_known, "this line is not run: {line}");
                }
            }
            other => panic!("what is a fence of {other:?}?"),
        }
    }
    all
}

/// A demonstration that listens, and the line that sets the README's variables.
fn demonstration(database: &str) -> (Killed, String) {
    let mut process = command(database, &["demo", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(process.stdout.take().unwrap());
    let process = Killed(process);
    let mut lines = stdout.lines().map(Result::unwrap);
    let exports = lines.find(|line| line.starts_with("export ")).unwrap();
    (process, exports)
}

/// What each fence printed.
fn run(database: &str, exports: &str, fences: &[Fence]) -> Vec<String> {
    let folder = std::env::temp_dir().join(format!("tributary-readme-{}", std::process::id()));
    std::fs::create_dir(&folder).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    symlink(root.join("docs"), folder.join("docs")).unwrap();
    let binaries = Path::new(env!("CARGO_BIN_EXE_tributary")).parent().unwrap();
    let mut path = binaries.as_os_str().to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap());
    let mut script = format!("{exports}\n");
    for fence in fences {
        writeln!(script, "{}\nprintf '\\n{MARK}\\n'", fence.commands).unwrap();
    }
    let mut bash = Command::new("bash")
        .args(["-euo", "pipefail"])
        .current_dir(&folder)
        .env("PATH", path)
        .env("DATABASE_URL", database)
        .env("TRIBUTARY_SECRET_KEY", SECRET_KEY)
        .env("TRIBUTARY_LOG", "warn")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = bash.stdin.take().unwrap();
    stdin.write_all(script.as_bytes()).unwrap();
    drop(stdin);
    let output = bash.wait_with_output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    let mut outputs: Vec<_> = printed.split(MARK).map(str::to_owned).collect();
    outputs.pop();
    outputs
}

/// The README's JSON, in which `…` stands for members or items that it leaves out.
fn with_gaps(text: &str) -> String {
    let (mut whole, mut open, mut in_text) = (String::new(), Vec::new(), false);
    for letter in text.chars() {
        match letter {
            '"' => in_text = !in_text,
            '{' | '[' if !in_text => open.push(letter),
            '}' | ']' if !in_text => drop(open.pop()),
            '…' if !in_text => {
                let gap = if open.last() == Some(&'{') {
                    "\"…\":0"
                } else {
                    "\"…\""
                };
                whole.push_str(gap);
                continue;
            }
            _ => {}
        }
        whole.push(letter);
    }
    whole
}

/// All documents of a text, one after the other.
fn documents(text: &str) -> Vec<Value> {
    let all = serde_json::Deserializer::from_str(text).into_iter();
    all.map(|one| one.unwrap_or_else(|error| panic!("{error}: {text}")))
        .collect()
}

/// Asserts that an answer has the names and kinds that are shown.
fn assert_alike(shown: &Value, answered: &Value, place: &str) {
    match (shown, answered) {
        (Value::Object(shown), Value::Object(answered)) => {
            for (name, value) in shown.iter().filter(|(name, _)| *name != "…") {
                let found = answered.get(name);
                let found = found.unwrap_or_else(|| panic!("{place} has no {name}"));
                assert_alike(value, found, &format!("{place}.{name}"));
            }
            for name in answered.keys().filter(|_| !shown.contains_key("…")) {
                assert!(shown.contains_key(name), "{place} has {name}, too");
            }
        }
        (Value::Array(shown), Value::Array(answered)) => {
            assert_eq!(shown.is_empty(), answered.is_empty(), "{place}");
            let known = shown.iter().filter(|item| *item != "…");
            for (shown, answered) in known.zip(answered) {
                assert_alike(shown, answered, &format!("{place}[]"));
            }
        }
        (shown, answered) => assert_eq!(
            std::mem::discriminant(shown),
            std::mem::discriminant(answered),
            "{place}: {shown} is shown and {answered} is answered"
        ),
    }
}

fn check(fence: &Fence, printed: &str) {
    let place = fence.commands.trim();
    match &fence.shown {
        Some((language, shown)) if language == "http" => {
            for line in shown.lines().filter(|line| !line.is_empty()) {
                let (name, _) = line.split_once(": ").unwrap();
                let has = printed.lines().any(|line| line.starts_with(name));
                assert!(has, "{place}: no {name} in {printed}");
            }
        }
        Some((_, shown)) => {
            let (shown, answered) = (documents(&with_gaps(shown)), documents(printed));
            assert_eq!(shown.len(), answered.len(), "{place}: {printed}");
            for (shown, answered) in shown.iter().zip(&answered) {
                assert_alike(shown, answered, place);
            }
        }
        None if fence.commands.contains("curl") => {
            for answer in documents(printed) {
                assert!(answer.get("data").is_some(), "{place}: {answer}");
            }
        }
        None => {}
    }
}

fn key(exports: &str) -> &str {
    let (_, rest) = exports.split_once("Bearer ").unwrap();
    rest.split('\'').next().unwrap()
}

/// A second demonstration on the same data takes nothing from the first.
fn assert_shared(database: &str, exports: &str) {
    let address = exports.split("http://").nth(1).unwrap();
    let address = address.split(' ').next().unwrap();
    let (_second, others) = demonstration(database);
    assert_eq!(key(exports), key(&others));
    let mut client = Client::new(address, key(exports)).unwrap();
    let answer = client.get("/api/v1/profile/readiness").unwrap();
    assert_eq!(answer.status, 200, "{answer:?}");
}

#[test]
fn every_command_of_the_readme_does_what_it_shows_whoever_else_shows_the_data() {
    let fences = fences();
    assert!(fences.len() > 8, "{} fences of commands", fences.len());
    let database = TestDatabase::create();
    let (_demonstration, exports) = demonstration(database.url());
    let printed = run(database.url(), &exports, &fences);
    assert_eq!(printed.len(), fences.len());
    for (fence, printed) in fences.iter().zip(&printed) {
        check(fence, printed);
    }
    assert_shared(database.url(), &exports);
}
