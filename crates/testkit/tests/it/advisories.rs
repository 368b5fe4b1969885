//! No crate of the lock file is one that is known to be broken, but for those of which we say why they
//! may stay. The list is kept by hand, from the database of `RustSec`, and needs no network: whoever
//! raises a version or hears of an advisory adds it here. `cargo deny` asks the whole database.

use std::fs;

use crate::workspace::root;

/// Number, crate, and the first version without it; no version where nobody mends it.
const ADVISORIES: [(&str, &str, Option<[u64; 3]>); 20] = [
    ("RUSTSEC-2020-0159", "chrono", Some([0, 4, 20])),
    ("RUSTSEC-2021-0139", "ansi_term", None),
    ("RUSTSEC-2022-0013", "regex", Some([1, 5, 5])),
    ("RUSTSEC-2023-0071", "rsa", None),
    ("RUSTSEC-2023-0089", "atomic-polyfill", None),
    // And from 0.4.0 up to 0.4.3, which the lock file never had.
    ("RUSTSEC-2024-0332", "h2", Some([0, 3, 26])),
    ("RUSTSEC-2024-0336", "rustls", Some([0, 23, 5])),
    ("RUSTSEC-2024-0365", "diesel", Some([2, 2, 3])),
    ("RUSTSEC-2024-0370", "proc-macro-error", None),
    ("RUSTSEC-2024-0384", "instant", None),
    ("RUSTSEC-2024-0399", "rustls", Some([0, 23, 18])),
    ("RUSTSEC-2024-0421", "idna", Some([1, 0, 0])),
    ("RUSTSEC-2024-0436", "paste", None),
    ("RUSTSEC-2025-0009", "ring", Some([0, 17, 12])),
    ("RUSTSEC-2025-0023", "tokio", Some([1, 44, 2])),
    ("RUSTSEC-2025-0055", "tracing-subscriber", Some([0, 3, 20])),
    ("RUSTSEC-2025-0134", "rustls-pemfile", None),
    ("RUSTSEC-2025-0141", "bincode", None),
    ("RUSTSEC-2026-0009", "time", Some([0, 3, 47])),
    // Of the 0.3 line, which takes no corrections any more.
    ("RUSTSEC-2026-0258", "h2", Some([0, 4, 0])),
];

/// What may stay, and why.
const ACCEPTED: [(&str, &str); 2] = [
    (
        "RUSTSEC-2023-0089",
        "nobody tends it; phonenumber's cache needs it through heapless, and only where a target has no \
         atomic operations of its own, which is none that we build for",
    ),
    (
        "RUSTSEC-2026-0258",
        "actix compiles it in and the service never speaks it: it listens without TLS, where actix \
         answers HTTP/1 alone unless it is asked for more",
    ),
];

/// The crates of the lock file with their versions.
fn locked() -> Vec<(String, [u64; 3])> {
    let text = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let value = |line: &str, name: &str| -> Option<String> {
        let quoted = line.strip_prefix(name)?.strip_prefix(" = \"")?;
        quoted.strip_suffix('"').map(str::to_owned)
    };
    let mut crates = Vec::new();
    let mut name = String::new();
    for line in text.lines() {
        if let Some(found) = value(line, "name") {
            name = found;
        } else if let Some(version) = value(line, "version") {
            crates.push((name.clone(), numbers(&version)));
        }
    }
    crates
}

/// Major, minor and patch; what comes after them decides nothing here.
fn numbers(version: &str) -> [u64; 3] {
    let bare = version.split(['-', '+']).next().unwrap_or_default();
    let mut parts = bare.split('.').map(|part| part.parse().unwrap());
    [(); 3].map(|()| parts.next().unwrap_or_default())
}

#[test]
fn no_crate_is_known_to_be_broken_without_a_reason() {
    let locked = locked();
    assert!(locked.len() > 100, "{}", locked.len());
    let concerned: Vec<&str> = ADVISORIES
        .iter()
        .filter(|(_, name, mended)| {
            locked.iter().any(|(found, version)| {
                found == name && mended.is_none_or(|mended| *version < mended)
            })
        })
        .map(|(number, ..)| *number)
        .collect();
    let accepted = ACCEPTED.map(|(number, reason): (&str, &str)| {
        assert!(!reason.is_empty(), "{number}");
        number
    });
    // Also the other way round: what is gone needs no reason any more.
    assert_eq!(concerned, accepted);
}

#[test]
fn versions_are_compared_by_number() {
    assert!(numbers("0.3.9") < numbers("0.3.27"));
    assert!(numbers("0.4.0-rc.1+9.0") == [0, 4, 0]);
}
