//! Whom the server runs as. PostgreSQL refuses to run as root, so root lends it to an
//! unprivileged user; everybody else runs it as themselves.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::error::Error;

/// The user that the server's processes run as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Account {
    /// The caller, an ordinary user with this id.
    Caller(u32),
    /// Somebody else: user and group id. The caller is root.
    Lent(u32, u32),
}

impl Account {
    /// Who runs a server whose files are in `cluster`, which may not exist yet.
    pub(crate) fn choose(caller: u32, cluster: &Path) -> Result<Self, Error> {
        let owner = fs::metadata(cluster)
            .ok()
            .map(|data| (data.uid(), data.gid()));
        match (caller, owner) {
            (0, Some((uid, gid))) if uid != 0 => Ok(Self::Lent(uid, gid)),
            (0, _) => {
                let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
                unprivileged(&passwd)
                    .map(|(uid, gid)| Self::Lent(uid, gid))
                    .ok_or(Error::NoAccount)
            }
            (_, Some((owner, _))) if owner != caller => Err(Error::ForeignOwner {
                data_dir: cluster.to_owned(),
                owner,
            }),
            _ => Ok(Self::Caller(caller)),
        }
    }

    /// The user id that the server's files must have.
    pub(crate) fn uid(self) -> u32 {
        match self {
            Self::Caller(uid) | Self::Lent(uid, _) => uid,
        }
    }

    /// A command that runs as this user, from `/`, without input, and without the caller's
    /// environment: a stray `PGOPTIONS` or `PGHOST` must not reach the programs.
    pub(crate) fn command(self, program: &Path) -> Command {
        let mut command = Self::caller_command(program);
        if let Self::Lent(uid, gid) = self {
            command.uid(uid).gid(gid);
        }
        command
    }

    /// The same, as whoever the caller is.
    pub(crate) fn caller_command(program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir("/").stdin(Stdio::null()).env_clear();
        command
            .env("PATH", "/usr/local/bin:/usr/bin:/bin")
            .env("LC_ALL", "C")
            .env("TZ", "UTC");
        command
    }

    /// Gives a file or directory to this user.
    pub(crate) fn take_over(self, path: &Path) -> Result<(), Error> {
        match self {
            Self::Caller(_) => Ok(()),
            Self::Lent(uid, gid) => {
                chown(path, Some(uid), Some(gid)).map_err(Error::io("change the owner of", path))
            }
        }
    }

    /// Whether this user can enter `dir`. Asked by trying, because modes, groups, access lists
    /// and mount options all have a say.
    pub(crate) fn can_enter(self, dir: &Path) -> bool {
        let mut shell = self.command(Path::new("/bin/sh"));
        shell
            .args(["-c", "cd -- \"$1\"", "sh"])
            .arg(dir)
            .stdout(Stdio::null());
        shell
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }
}

/// The caller's effective user id. The standard library has no call for it.
pub(crate) fn caller_uid() -> Result<u32, Error> {
    let id = Path::new("id");
    let failed = |detail: String| Error::Program {
        program: "id -u".to_owned(),
        detail,
    };
    let output = Account::caller_command(id).arg("-u").output();
    let output = output.map_err(|error| failed(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    text.parse()
        .map_err(|_| failed(format!("answered {text:?}")))
}

/// User and group id of `postgres`, else of `nobody`, in the format of `/etc/passwd`.
fn unprivileged(passwd: &str) -> Option<(u32, u32)> {
    let ids = |wanted: &str| {
        passwd.lines().find_map(|line| {
            let mut fields = line.split(':');
            let name = fields.next()?;
            let (_password, uid, gid) = (fields.next()?, fields.next()?, fields.next()?);
            (name == wanted).then_some((uid.parse().ok()?, gid.parse().ok()?))
        })
    };
    ids("postgres").or_else(|| ids("nobody"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postgres_is_preferred_to_nobody() {
        let nobody = "root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65533::/:/bin/false\n";
        assert_eq!(unprivileged(nobody), Some((65534, 65533)));
        let both = format!("{nobody}postgres:x:107:115:PostgreSQL,,,:/var/lib:/bin/bash\n");
        assert_eq!(unprivileged(&both), Some((107, 115)));
        assert_eq!(unprivileged("root:x:0:0:root:/root:/bin/bash\n"), None);
    }

    #[test]
    fn an_ordinary_user_keeps_to_files_of_their_own() {
        let missing = Path::new("/nonexistent/cluster");
        assert_eq!(
            Account::choose(1234, missing).unwrap(),
            Account::Caller(1234)
        );
        // The root directory belongs to user 0 everywhere.
        let refused = Account::choose(1234, Path::new("/")).unwrap_err();
        assert!(
            matches!(refused, Error::ForeignOwner { owner: 0, .. }),
            "{refused}"
        );
    }

    #[test]
    fn commands_see_nothing_of_the_callers_environment() {
        let output = Account::caller_command(Path::new("env")).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let mut names: Vec<_> = text
            .lines()
            .filter_map(|line| line.split('=').next())
            .collect();
        names.sort_unstable();
        names.retain(|name| !["PWD", "SHLVL", "_"].contains(name));
        assert_eq!(names, ["LC_ALL", "PATH", "TZ"]);
    }
}
