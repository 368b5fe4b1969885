//! Processor time and memory of processes, from `/proc`.

use std::fs;

/// Ticks a second in `/proc`: the same on every Linux.
const TICKS: f64 = 100.0;

/// The fields of a process's `stat` after its name.
fn stat(pid: u32) -> Option<Vec<String>> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    let (_, after) = text.rsplit_once(") ")?;
    Some(after.split(' ').map(str::to_owned).collect())
}

fn ticks(stat: &[String], fields: std::ops::Range<usize>) -> f64 {
    stat[fields]
        .iter()
        .map(|field| field.parse::<f64>().unwrap())
        .sum()
}

/// Seconds of processor time of the process and of its children that have ended.
pub(crate) fn seconds(pid: u32) -> f64 {
    stat(pid).map_or(0.0, |stat| ticks(&stat, 11..15) / TICKS)
}

/// As [`seconds`], with the children that are alive: a PostgreSQL server with its backends.
pub(crate) fn seconds_with_children(pid: u32) -> f64 {
    let children = fs::read_dir("/proc").unwrap().filter_map(|entry| {
        let child: u32 = entry.ok()?.file_name().to_str()?.parse().ok()?;
        let stat = stat(child)?;
        (stat[1] == pid.to_string()).then(|| ticks(&stat, 11..13) / TICKS)
    });
    seconds(pid) + children.sum::<f64>()
}

/// A line of a process's `status` in MiB; 0 when the process is gone.
fn mebibytes(pid: u32, name: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim_start_matches(':').split_whitespace().next());
    kibibytes.map_or(0.0, |number| number.parse::<f64>().unwrap() / 1_024.0)
}

/// Resident memory in MiB.
pub(crate) fn resident(pid: u32) -> f64 {
    mebibytes(pid, "VmRSS")
}

/// The most resident memory there has been since the start or [`forget_peak`], in MiB.
pub(crate) fn peak(pid: u32) -> f64 {
    mebibytes(pid, "VmHWM")
}

/// Lets [`peak`] begin anew, where that is allowed.
pub(crate) fn forget_peak(pid: u32) {
    let _ = fs::write(format!("/proc/{pid}/clear_refs"), "5");
}
