# What there is to do in this repository. `./dev help` has the two commands for newcomers.

# Shows this list.
default:
    @just --list

# Starts the service with demonstration data.
demo *arguments:
    ./dev demo {{ arguments }}

# Runs every test.
test *arguments:
    ./dev test {{ arguments }}

# Runs what continuous integration runs.
ci:
    bash .ci/run

# Kills and silences the service, its database and the network between them under load, for so long.
storm seconds="300" seed="20":
    TRIBUTARY_STORM_SECONDS={{ seconds }} TRIBUTARY_STORM_SEED={{ seed }} cargo test --locked -p tributary-api --test stories storm -- --nocapture

# Formats the code.
fmt:
    cargo fmt --all

# Runs the lints as continuous integration does.
clippy:
    cargo clippy --workspace --all-targets --locked -- -D warnings

# Measures the service beside its yardsticks on so many events (a million), and writes target/bench.md.
bench *arguments:
    cargo bench --locked -p tributary-bench --bench measure -- {{ arguments }}

# Watches the service's memory under ten minutes of mixed load.
bench-memory *arguments:
    cargo bench --locked -p tributary-bench --bench measure -- --memory {{ arguments }}

# Compares the processor time of this build with that of an older release binary, round by round.
bench-against old *arguments:
    cargo bench --locked -p tributary-bench --bench measure -- --against {{ old }} {{ arguments }}

# Measures how fast a changed channel rule shows on a million touches, beside one UPDATE of them.
bench-relabel:
    cargo bench --locked -p tributary-bench --bench relabel

# Measures how good proposals are on generated people, beside a published matcher (needs `pip install splink`).
bench-identity folder="target/identity":
    cargo run --release --locked -p identity-graph --example proposer
    mkdir -p "{{ folder }}"
    cargo run --release --locked -p identity-graph --example proposer write "{{ folder }}"
    python3 tests/identity/published_matcher.py --folder "{{ folder }}"

# Checks licences, bans and advisories (needs cargo-deny; the tests check licences and bans, too).
deny:
    cargo deny --workspace check

# Writes the OpenAPI document that a test compares with the service.
openapi:
    cargo run --locked -p tributary-api --bin tributary -- openapi > docs/openapi.json.new
    mv docs/openapi.json.new docs/openapi.json

# Looks for misspelt words (when typos is installed).
typos:
    @if command -v typos >/dev/null; then typos; else echo "typos is not installed: cargo install typos-cli"; fi

# Connects clients that others wrote (from PyPI and npm, installed into a temporary folder).
clients *arguments:
    cargo build --locked -p tributary-api --bin tributary
    python3 tests/clients/run.py --binary target/debug/tributary {{ arguments }}

# Has webhooks verified by the libraries that others publish, from PyPI and npm.
webhooks *arguments:
    cargo build --locked -p tributary-api --bin tributary
    python3 tests/clients/webhooks.py --binary target/debug/tributary {{ arguments }}

# Kills replicas between causes and deliveries, and looks at what is told.
webhooks-kill *arguments:
    cargo build --locked -p tributary-api --bin tributary
    python3 tests/clients/webhooks_kill.py --binary target/debug/tributary {{ arguments }}

# Kills replicas while ad platforms that lose answers are told of conversions, and looks at what they took.
exports-kill *arguments:
    cargo build --locked -p tributary-api --bin tributary -p tributary-testkit --bin fake-platform
    python3 tests/clients/exports_kill.py --binary target/debug/tributary {{ arguments }}

# Kills replicas while they read what ads cost, and compares what came in with what the platforms have.
spend-kill *arguments:
    cargo build --locked -p tributary-api --bin tributary -p tributary-testkit --bin fake-platform
    python3 tests/platforms/spend_kill.py --binary target/debug/tributary {{ arguments }}

# Holds the stand-ins for ad platforms, and what is asked of them, to the platforms' own clients, from PyPI.
platform-clients *arguments:
    cargo build --locked -p tributary-api --bin tributary -p tributary-testkit --bin fake-platform
    python3 tests/platforms/official_clients.py --binary target/debug/tributary {{ arguments }}

# Imports a hundred thousand events of each form, and has DuckDB read the same files (needs `pip install duckdb`).
import-events events="100000" folder="target/import-events":
    TRIBUTARY_IMPORT_EVENTS={{ events }} TRIBUTARY_IMPORT_KEEP="$PWD/{{ folder }}" cargo test --locked -p tributary-api --test stories imports -- --nocapture
    python3 tests/import/duckdb_counts.py "{{ folder }}"

# Times imports of many events, customers and rows of spend into an empty, crash-safe PostgreSQL, beside a plain COPY.
import-speed database *arguments:
    cargo build --release --locked -p tributary-api --bin tributary
    python3 tests/import/speed.py --binary target/release/tributary --database "{{ database }}" {{ arguments }}

import-customers database *arguments:
    cargo build --release --locked -p tributary-api --bin tributary
    python3 tests/import/customers.py --binary target/release/tributary --database "{{ database }}" {{ arguments }}

import-spend database *arguments:
    cargo build --release --locked -p tributary-api --bin tributary
    python3 tests/import/spend.py --binary target/release/tributary --database "{{ database }}" {{ arguments }}

# Writes what the clients know of the interface anew from its document.
clients-generate:
    python3 clients/python/operations.py
    cd clients/typescript && npm install --silent --no-audit --no-fund && npm run --silent generate

# Has the clients do what they promise with the real service.
clients-test *arguments:
    cargo build --locked -p tributary-api --bin tributary
    python3 tests/clients/sdks.py --binary target/debug/tributary {{ arguments }}
