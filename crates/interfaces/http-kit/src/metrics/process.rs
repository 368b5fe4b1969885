//! What the process costs, as Linux tells it; elsewhere these measures are absent.

use std::fs;

use super::text::{Exposition, Kind};

/// The kernel counts processor time in hundredths of a second for every program.
const TICKS_A_SECOND: f64 = 100.0;

/// Resident memory in bytes.
pub fn resident_bytes() -> Option<u64> {
    resident_of(&fs::read_to_string("/proc/self/status").ok()?)
}

fn resident_of(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1_024)
}

/// Processor time of all threads, in user and kernel mode, in seconds.
pub fn cpu_seconds() -> Option<f64> {
    cpu_of(&fs::read_to_string("/proc/self/stat").ok()?)
}

fn cpu_of(stat: &str) -> Option<f64> {
    // The second field is the program's name in parentheses, which may hold anything.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11);
    let mut next = || times.next()?.parse::<u32>().ok().map(f64::from);
    Some((next()? + next()?) / TICKS_A_SECOND)
}

/// Writes the process's measures down. `started_at` is in seconds since 1970.
pub fn write(text: &mut Exposition, started_at: f64) {
    text.family(
        "tributary_build_info",
        Kind::Gauge,
        "The program, as a label of a constant.",
    );
    let version = [("version", env!("CARGO_PKG_VERSION"))];
    text.sample("tributary_build_info", &version, 1);
    text.single(
        "process_start_time_seconds",
        Kind::Gauge,
        "When the process started, in seconds since 1970.",
        started_at,
    );
    if let Some(bytes) = resident_bytes() {
        let help = "Resident memory in bytes.";
        text.single("process_resident_memory_bytes", Kind::Gauge, help, bytes);
    }
    if let Some(seconds) = cpu_seconds() {
        let help = "Processor time in user and kernel mode, in seconds.";
        text.single("process_cpu_seconds_total", Kind::Counter, help, seconds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_kernels_files_are_read() {
        let status = "Name:\ttributary\nVmRSS:\t   1024 kB\nThreads:\t4\n";
        assert_eq!(resident_of(status), Some(1_048_576));
        assert_eq!(resident_of("Name:\ttributary\n"), None);
        let stat = "7 (a) b) S 1 1 1 0 -1 4194560 10 0 0 0 250 50 0 0 20 0 4 0 1 2 3";
        assert_eq!(cpu_of(stat), Some(3.0));
        assert_eq!(cpu_of("7 (a"), None);
    }
}
