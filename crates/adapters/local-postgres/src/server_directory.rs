//! Where a server's files and its socket are.

use std::fs::{self, DirBuilder, Permissions};
use std::io::ErrorKind;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::Error;
use crate::options::Options;

/// Where root's server lives when the directory that was asked for is out of its reach.
const REACHABLE: &str = "/var/lib/tributary";

/// A socket's full path has to fit into about 104 bytes on macOS and 108 on Linux, and
/// `/.s.PGSQL.5432` follows the folder.
const LONGEST_SOCKET_DIR: usize = 85;

/// The directory of one server, and whom it runs as.
#[derive(Debug)]
pub(crate) struct ServerDirectory {
    /// The directory with our locks and settings, absolute.
    pub(crate) data_dir: PathBuf,
    /// PostgreSQL's own directory in it.
    pub(crate) cluster: PathBuf,
    /// Whom the server runs as.
    pub(crate) account: Account,
    /// What the person should know about a directory they did not ask for.
    pub(crate) notice: Option<String>,
}

impl Options {
    /// Whether a server was ever started in the data directory. Nothing is made.
    pub fn is_made(&self) -> bool {
        ServerDirectory::is_made(&self.data_dir)
    }
}

impl ServerDirectory {
    /// Makes the directory where it is missing, and moves elsewhere when the server's user could
    /// not reach it.
    pub(crate) fn prepare(asked: &Path, caller: u32) -> Result<Self, Error> {
        let data_dir = make_dir(asked, if caller == 0 { 0o755 } else { 0o700 })?;
        let cluster = data_dir.join("cluster");
        let account = Account::choose(caller, &cluster)?;
        if matches!(account, Account::Caller(_)) || account.can_enter(&data_dir) {
            return Ok(Self {
                data_dir,
                cluster,
                account,
                notice: None,
            });
        }
        let elsewhere = Path::new(REACHABLE).join(short_hash(&data_dir));
        make_dir(Path::new(REACHABLE), 0o755)?;
        let elsewhere = make_dir(&elsewhere, 0o755)?;
        let cluster = elsewhere.join("cluster");
        let account = Account::choose(caller, &cluster)?;
        let notice = format!(
            "the database is in {}, because its unprivileged user cannot enter {}",
            elsewhere.display(),
            data_dir.display()
        );
        Ok(Self {
            data_dir: elsewhere,
            cluster,
            account,
            notice: Some(notice),
        })
    }

    /// Whether a server was ever started there; makes nothing.
    pub(crate) fn is_made(asked: &Path) -> bool {
        let Ok(data_dir) = asked.canonicalize() else {
            return false;
        };
        let elsewhere = Path::new(REACHABLE).join(short_hash(&data_dir));
        [data_dir, elsewhere].iter().any(|dir| {
            let version = dir.join("cluster/PG_VERSION");
            // What may not be looked into is there.
            version.try_exists().unwrap_or(true)
        })
    }

    /// The major version that wrote the files; `None` before the first start.
    pub(crate) fn data_version(&self) -> Option<u32> {
        fs::read_to_string(self.cluster.join("PG_VERSION"))
            .ok()?
            .trim()
            .parse()
            .ok()
    }

    /// Makes the folder of the socket, which nobody but the server's user may enter: with the
    /// password-less authentication that we use, entering it is being let in.
    pub(crate) fn make_socket_dir(&self, options: &Options) -> Result<PathBuf, Error> {
        let dir = self.choose_socket_dir(options);
        let refuse = |reason| {
            Err(Error::SocketDir {
                path: dir.clone(),
                reason,
            })
        };
        let Some(text) = dir.to_str() else {
            return refuse("its name is not UTF-8");
        };
        if text.len() > LONGEST_SOCKET_DIR {
            return refuse("its name is too long");
        }
        if !text.starts_with('/') || text.contains([',', '"', '\'', '\\', '\n']) {
            return refuse("its name must be absolute, without comma, quote or backslash");
        }
        match DirBuilder::new().mode(0o700).create(&dir) {
            Ok(()) => self.account.take_over(&dir)?,
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(Error::io("make", &dir)(error)),
        }
        let found = fs::symlink_metadata(&dir).map_err(Error::io("look at", &dir))?;
        if !found.is_dir() || found.uid() != self.account.uid() {
            return refuse("it belongs to somebody else");
        }
        if found.mode() & 0o077 != 0 {
            return refuse("others may enter it (its mode must be 0700)");
        }
        Ok(dir)
    }

    fn choose_socket_dir(&self, options: &Options) -> PathBuf {
        if let Some(dir) = &options.socket_dir {
            return dir.clone();
        }
        let name = format!("tributary-{}", short_hash(&self.data_dir));
        let in_runtime_dir = options.runtime_dir.as_ref().map(|dir| dir.join(&name));
        in_runtime_dir
            .filter(|_| matches!(self.account, Account::Caller(_)))
            .filter(|dir| dir.as_os_str().len() <= LONGEST_SOCKET_DIR)
            .filter(|dir| dir.is_absolute() && dir.parent().is_some_and(Path::is_dir))
            .unwrap_or_else(|| Path::new("/tmp").join(&name))
    }
}

/// Makes a directory with its parents, and answers its absolute path. The mode is set on a new
/// one whatever the caller's umask; an old one is left as it is.
fn make_dir(dir: &Path, mode: u32) -> Result<PathBuf, Error> {
    if !dir.is_dir() {
        fs::create_dir_all(dir).map_err(Error::io("make", dir))?;
        fs::set_permissions(dir, Permissions::from_mode(mode))
            .map_err(Error::io("set the mode of", dir))?;
    }
    fs::canonicalize(dir).map_err(Error::io("resolve", dir))
}

/// 16 hexadecimal digits that stay the same for a path (FNV-1a): the standard library's hasher
/// may change between releases, and then nobody would find their data again.
pub(crate) fn short_hash(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::caller_uid;
    use crate::options::Search;

    fn scratch(name: &str) -> (PathBuf, ServerDirectory) {
        let dir = PathBuf::from(format!(
            "/tmp/tributary-place-{name}-{}",
            std::process::id()
        ));
        let place = ServerDirectory {
            data_dir: dir.clone(),
            cluster: dir.join("cluster"),
            account: Account::Caller(caller_uid().unwrap()),
            notice: None,
        };
        fs::create_dir_all(&dir).unwrap();
        (dir, place)
    }

    fn options(data_dir: &Path) -> Options {
        Options::durable(
            data_dir.to_owned(),
            Search {
                pg_bin: None,
                path: None,
            },
        )
    }

    #[test]
    fn a_paths_hash_never_changes() {
        assert_eq!(short_hash(Path::new("")), "cbf29ce484222325");
        assert_eq!(short_hash(Path::new("foobar")), "85944171f73967e8");
    }

    #[test]
    fn a_new_socket_folder_is_closed_to_others_and_an_open_one_is_refused() {
        let (dir, place) = scratch("socket");
        let mut options = options(&dir);
        options.socket_dir = Some(dir.join("s"));
        let made = place.make_socket_dir(&options).unwrap();
        assert_eq!(fs::metadata(&made).unwrap().mode() & 0o777, 0o700);
        assert_eq!(place.make_socket_dir(&options).unwrap(), made);
        fs::set_permissions(&made, Permissions::from_mode(0o755)).unwrap();
        let refused = place.make_socket_dir(&options).unwrap_err();
        assert!(
            refused.to_string().contains("others may enter"),
            "{refused}"
        );
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn a_link_or_a_long_or_odd_name_is_no_socket_folder() {
        let (dir, place) = scratch("odd");
        let mut options = options(&dir);
        std::os::unix::fs::symlink("/tmp", dir.join("link")).unwrap();
        for path in [
            dir.join("link"),
            dir.join("x".repeat(80)),
            dir.join("a,b"),
            "s".into(),
        ] {
            options.socket_dir = Some(path.clone());
            let refused = place.make_socket_dir(&options).unwrap_err();
            assert!(
                matches!(refused, Error::SocketDir { .. }),
                "{path:?}: {refused}"
            );
        }
        fs::remove_dir_all(dir).unwrap();
    }

    #[test]
    fn the_runtime_folder_is_used_where_it_serves() {
        let (dir, place) = scratch("runtime");
        let mut options = options(&dir);
        let name = format!("tributary-{}", short_hash(&dir));
        assert_eq!(
            place.choose_socket_dir(&options),
            Path::new("/tmp").join(&name)
        );
        options.runtime_dir = Some(dir.clone());
        assert_eq!(place.choose_socket_dir(&options), dir.join(&name));
        options.runtime_dir = Some(dir.join("missing"));
        assert_eq!(
            place.choose_socket_dir(&options),
            Path::new("/tmp").join(&name)
        );
        let lent = ServerDirectory {
            account: Account::Lent(1, 1),
            ..place
        };
        options.runtime_dir = Some(dir.clone());
        assert_eq!(
            lent.choose_socket_dir(&options),
            Path::new("/tmp").join(&name)
        );
        fs::remove_dir_all(dir).unwrap();
    }
}
