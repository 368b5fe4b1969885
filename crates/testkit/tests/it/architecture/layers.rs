//! Which crates there are, and whom each may use.

/// The pure crates, each of which can be embedded in another service alone.
pub(super) const DOMAIN: [&str; 12] = [
    "tributary-access-control",
    "tributary-ad-changes",
    "tributary-ad-spend",
    "attribution-models",
    "channel-classifier",
    "conversion-definitions",
    "tributary-event-intake",
    "export-rules",
    "identity-graph",
    "tributary-platform-connections",
    "tributary-reporting",
    "tributary-webhook-events",
];

/// A crate, and ours that its non-test code may use. `domain` stands for every crate of [`DOMAIN`]
/// with `kernel`. Domain crates use `kernel` alone.
pub(super) const MAY_USE: [(&str, &[&str]); 43] = [
    ("tributary-kernel", &[]),
    ("tributary-application", &["domain"]),
    // Use cases as well, beside those of `application`, whose unit of work they run in.
    (
        "tributary-conversion-export",
        &["domain", "tributary-application"],
    ),
    ("tributary-accounts", &["domain", "tributary-application"]),
    (
        "tributary-customer-decisions",
        &["domain", "tributary-application"],
    ),
    (
        "tributary-site-quality",
        &["domain", "tributary-application"],
    ),
    // And those of spend, which is read with the tokens of connections.
    (
        "tributary-spend-intake",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
        ],
    ),
    // And those of changes at platforms.
    (
        "tributary-platform-changes",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
        ],
    ),
    // And those of files of events, with what such files are.
    (
        "tributary-event-import",
        &["domain", "tributary-application"],
    ),
    ("tributary-postgres-schema", &[]),
    (
        "tributary-postgres-kit",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-schema",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-reporting",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-people",
        &[
            "domain",
            "tributary-application",
            "tributary-doctor",
            "tributary-postgres-kit",
        ],
    ),
    (
        "tributary-postgres-full-replay",
        &["domain", "tributary-application", "tributary-postgres-kit"],
    ),
    (
        "tributary-postgres",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-full-replay",
            "tributary-postgres-exports",
            "tributary-postgres-kit",
            "tributary-postgres-people",
            "tributary-postgres-reporting",
            "tributary-postgres-schema",
            "tributary-postgres-spend",
            "tributary-postgres-users",
            "tributary-postgres-webhooks",
            "tributary-doctor",
            "tributary-rollups",
        ],
    ),
    (
        "tributary-postgres-users",
        &[
            "domain",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-webhooks",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-exports",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    (
        "tributary-postgres-spend",
        &[
            "domain",
            "tributary-application",
            "tributary-postgres-kit",
            "tributary-postgres-schema",
        ],
    ),
    ("tributary-doctor", &["domain"]),
    // Pure, but about bytes: what is counted and what it means is the domain's.
    ("tributary-rollups", &["domain"]),
    ("tributary-system", &["domain", "tributary-application"]),
    (
        "tributary-identity-provider",
        &["domain", "tributary-accounts", "tributary-application"],
    ),
    ("tributary-payments", &["domain", "tributary-application"]),
    ("tributary-webhooks", &["domain"]),
    ("tributary-ad-platforms", &["domain"]),
    ("tributary-local-postgres", &[]),
    (
        "tributary-group-commit",
        &["domain", "tributary-application"],
    ),
    (
        "tributary-worker",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-customer-decisions",
            "tributary-platform-changes",
            "tributary-site-quality",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-http-kit",
        &["domain", "tributary-accounts", "tributary-application"],
    ),
    (
        "tributary-accounts-api",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-http-kit",
        ],
    ),
    (
        "tributary-webhooks-api",
        &["domain", "tributary-application", "tributary-http-kit"],
    ),
    (
        "tributary-exports-api",
        &[
            "domain",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-spend-api",
        &[
            "domain",
            "tributary-application",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-people-api",
        &[
            "domain",
            "tributary-application",
            "tributary-customer-decisions",
            "tributary-http-kit",
        ],
    ),
    (
        "tributary-tracking-api",
        &["domain", "tributary-application", "tributary-http-kit"],
    ),
    (
        "tributary-rest-api",
        &[
            "domain",
            "tributary-accounts-api",
            "tributary-application",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-site-quality",
            "tributary-spend-api",
            "tributary-spend-intake",
            "tributary-tracking-api",
            "tributary-webhooks-api",
        ],
    ),
    (
        "tributary-console-kit",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-conversion-export",
            "tributary-http-kit",
            "tributary-spend-intake",
        ],
    ),
    (
        "tributary-console",
        &[
            "domain",
            "tributary-accounts",
            "tributary-accounts-api",
            "tributary-application",
            "tributary-console-kit",
            "tributary-conversion-export",
            "tributary-customer-decisions",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-rest-api",
            "tributary-site-quality",
            "tributary-spend-api",
            "tributary-spend-intake",
            "tributary-tracking-api",
            "tributary-webhooks-api",
        ],
    ),
    (
        "tributary-mcp-server",
        &[
            "domain",
            "tributary-application",
            "tributary-exports-api",
            "tributary-http-kit",
            "tributary-people-api",
            "tributary-rest-api",
            "tributary-spend-api",
        ],
    ),
    // The library half uses less; `sources.rs` sees to that.
    (
        "tributary-api",
        &[
            "domain",
            "tributary-accounts",
            "tributary-application",
            "tributary-console",
            "tributary-conversion-export",
            "tributary-doctor",
            "tributary-event-import",
            "tributary-http-kit",
            "tributary-mcp-server",
            "tributary-rest-api",
            "tributary-spend-intake",
            "tributary-group-commit",
            "tributary-worker",
            "tributary-ad-platforms",
            "tributary-payments",
            "tributary-postgres",
            "tributary-webhooks",
            "tributary-system",
            "tributary-identity-provider",
            "tributary-local-postgres",
        ],
    ),
    // What stores promise, and nothing of who uses them: so it can test every adapter.
    (
        "tributary-testkit",
        &[
            "domain",
            "tributary-postgres-schema",
            "tributary-local-postgres",
        ],
    ),
    // What it measures it runs as a process.
    (
        "tributary-bench",
        &[
            "domain",
            "tributary-application",
            "tributary-local-postgres",
            "tributary-system",
        ],
    ),
];
