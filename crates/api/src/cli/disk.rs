//! How much room there is, as `df` tells it: the standard library does not know.

use std::path::Path;
use std::process::Command;

/// Room on a file system, in KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Disk {
    /// What an ordinary user may still write.
    pub free: u64,
    /// All of it.
    pub size: u64,
}

/// The file system of a folder; `None` when nobody tells.
pub(super) fn disk_of(folder: &Path) -> Option<Disk> {
    let output = Command::new("df")
        .args(["-P", "-k"])
        .arg(folder)
        .output()
        .ok()?;
    parsed(&String::from_utf8_lossy(&output.stdout))
}

/// The second and the fourth column of the last line of `df -P -k`.
fn parsed(text: &str) -> Option<Disk> {
    let mut columns = text.lines().nth(1)?.split_whitespace().skip(1);
    let size = columns.next()?.parse().ok()?;
    let free = columns.nth(1)?.parse().ok()?;
    Some(Disk { free, size })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_portable_format_is_read() {
        let text = "Filesystem 1024-blocks Used Available Capacity Mounted on\n\
                    /dev/vda1 1000 900 50 95% /\n";
        let disk = Disk {
            free: 50,
            size: 1_000,
        };
        assert_eq!(parsed(text), Some(disk));
        assert_eq!(parsed("nothing"), None);
    }
}
