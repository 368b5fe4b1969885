//! What the command line says: `[EVENTS] [--only NAME]… [--binary PATH] [--out PATH] [--dir PATH]
//! [--memory] [--against PATH] [--rounds NUMBER]`.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

/// How much is measured.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Events of the history, about.
    pub(crate) events: u32,
    /// Rounds of every measure.
    pub(crate) rounds: usize,
    /// How long one round of load takes.
    pub(crate) load: Duration,
    /// How long the incremental path is watched.
    pub(crate) watch: Duration,
    /// How long memory is watched, instead of everything else.
    pub(crate) memory: Option<Duration>,
    /// An older binary that the binary is compared with, instead of everything else.
    pub(crate) against: Option<PathBuf>,
    /// The measures that are wanted; all when empty.
    only: Vec<String>,
    /// The release binary; built when absent.
    binary: Option<PathBuf>,
    /// Where the table goes.
    pub(crate) out: PathBuf,
    /// Where the server and the exports live meanwhile.
    pub(crate) dir: PathBuf,
}

impl Settings {
    pub(crate) fn read() -> Self {
        let mut arguments = std::env::args().skip(1);
        let (mut events, mut only, mut binary) = (1_000_000, Vec::new(), None);
        let (mut out, mut is_memory) = (PathBuf::from("target/bench.md"), false);
        let (mut against, mut rounds) = (None, None);
        let mut dir = std::env::temp_dir().join(format!("tributary-bench-{}", std::process::id()));
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .unwrap_or_else(|| panic!("{argument} what?"))
            };
            match argument.as_str() {
                "--bench" => {}
                "--only" => only.push(value()),
                "--binary" => binary = Some(PathBuf::from(value())),
                "--out" => out = PathBuf::from(value()),
                "--dir" => dir = PathBuf::from(value()),
                "--against" => against = Some(absolute(&PathBuf::from(value()))),
                "--rounds" => rounds = Some(value().parse().expect("how many rounds?")),
                "--memory" => is_memory = true,
                number => events = number.parse().expect("how many events?"),
            }
        }
        let is_small = events < 500_000;
        Self {
            events,
            rounds: rounds.unwrap_or(if against.is_some() { 15 } else { 5 }),
            load: Duration::from_secs(if is_small { 1 } else { 4 }),
            watch: Duration::from_secs(if is_small { 8 } else { 60 }),
            memory: is_memory.then(|| Duration::from_mins(10)),
            against,
            only,
            binary,
            out: absolute(&out),
            dir,
        }
    }

    /// Whether a measure is wanted.
    pub(crate) fn wants(&self, measure: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| wanted == measure)
    }

    /// The release binary, built first unless one was given.
    pub(crate) fn binary(&self) -> PathBuf {
        if let Some(binary) = &self.binary {
            return absolute(binary);
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let package = ["-p", "tributary-api", "--bin", "tributary"];
        let built = Command::new(cargo)
            .args(["build", "--release", "--locked"])
            .args(package)
            .current_dir(root())
            .status();
        assert!(built.unwrap().success(), "the binary cannot be built");
        let target = std::env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
        target
            .map_or_else(|| root().join("target"), |target| root().join(target))
            .join("release/tributary")
    }
}

/// The repository.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Seen from where the benchmark was called, and not from its package, where cargo runs it.
fn absolute(path: &std::path::Path) -> PathBuf {
    root().join(path)
}
