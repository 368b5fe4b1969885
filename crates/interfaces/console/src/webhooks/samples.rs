//! Code that subscribes and receives, ready to be copied. Receivers verify with the published libraries of
//! Standard Webhooks; each sample runs as it stands.

/// A sample.
pub(super) struct Sample {
    /// Its language.
    pub name: &'static str,
    /// What it does.
    pub words: &'static str,
    /// The code.
    pub code: String,
}

/// Stands for the address of the service.
const BASE_URL: &str = "BASE_URL";

const ALL: [(&str, &str, &str); 4] = [
    (
        "curl",
        "Subscribes, sends a test, and checks one signature by hand.",
        include_str!("../../assets/webhooks/subscribe.sh"),
    ),
    (
        "Python",
        "Receives with the standard library and the package standardwebhooks.",
        include_str!("../../assets/webhooks/receiver.py"),
    ),
    (
        "TypeScript",
        "Receives with Node.js and the package standardwebhooks.",
        include_str!("../../assets/webhooks/receiver.ts"),
    ),
    (
        "Rust",
        "Receives with axum and the crate standardwebhooks.",
        include_str!("../../assets/webhooks/receiver.rs.txt"),
    ),
];

/// All of them, for the service at this address.
pub(super) fn all(base_url: &str) -> Vec<Sample> {
    let sample = |(name, words, code): (_, _, &str)| Sample {
        name,
        words,
        code: code.trim_end().replace(BASE_URL, base_url),
    };
    ALL.into_iter().map(sample).collect()
}
