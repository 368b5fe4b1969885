//! Who may start and stop the server, and who still needs it: two lock files, both released by
//! the kernel when their process ends, however it ends.

use std::fs::{File, OpenOptions};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;

/// The longest start is a crash recovery.
pub(crate) const PATIENCE: Duration = Duration::from_mins(5);
/// Between two looks.
pub(crate) const PAUSE: Duration = Duration::from_millis(20);

/// The right to start or stop the server, until dropped.
pub(crate) struct Turn(#[expect(dead_code, reason = "held for its lock alone")] File);

/// Waits for the turn to start or stop.
pub(crate) fn take_turn(data_dir: &Path, say: &dyn Fn(&str)) -> Result<Turn, Error> {
    let file = open(&data_dir.join("start.lock"))?;
    let begin = Instant::now();
    let mut told = false;
    while file.try_lock().is_err() {
        if begin.elapsed() > PATIENCE {
            return Err(Error::Busy(data_dir.to_owned()));
        }
        if !told {
            say("waiting for another process that is starting or stopping the database");
            told = true;
        }
        thread::sleep(PAUSE);
    }
    Ok(Turn(file))
}

/// Being one of the server's users.
#[derive(Debug)]
pub(crate) struct Usage {
    file: File,
    path: PathBuf,
}

impl Usage {
    /// Opens the lock file; locks nothing yet.
    pub(crate) fn open(data_dir: &Path) -> Result<Self, Error> {
        let path = data_dir.join("use.lock");
        Ok(Self {
            file: open(&path)?,
            path,
        })
    }

    /// Ends our own usage, if any, and tells whether nobody else uses the server. To be asked in
    /// one's [`Turn`], in which no new user can come.
    pub(crate) fn end(&self) -> Result<bool, Error> {
        self.file
            .unlock()
            .map_err(Error::io("unlock", &self.path))?;
        let is_alone = self.file.try_lock().is_ok();
        self.file
            .unlock()
            .map_err(Error::io("unlock", &self.path))?;
        Ok(is_alone)
    }

    /// Becomes a user; in one's [`Turn`], too.
    pub(crate) fn begin(&self) -> Result<(), Error> {
        self.file
            .lock_shared()
            .map_err(Error::io("lock", &self.path))
    }
}

/// A file that somebody else made need not be writable to be locked.
fn open(path: &Path) -> Result<File, Error> {
    File::open(path)
        .or_else(|_| OpenOptions::new().append(true).create(true).open(path))
        .map_err(Error::io("open", path))
}
