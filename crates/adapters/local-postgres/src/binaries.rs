//! Finds PostgreSQL's programs on this machine.

use std::cmp::Reverse;
use std::fs;
use std::path::{Path, PathBuf};

use crate::account::Account;
use crate::error::Error;
use crate::options::Search;

/// One installed PostgreSQL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Binaries {
    /// The folder with its programs.
    pub(crate) dir: PathBuf,
    /// Its major version.
    pub(crate) major: u32,
}

/// What we run. Packages put all four into one folder.
const PROGRAMS: [&str; 4] = ["initdb", "pg_ctl", "postgres", "psql"];

/// Where packages install, below the root: folder, how its entries begin (a version follows), and
/// the way on from there. Debian, Homebrew on Apple and on Intel processors, Postgres.app.
const FOLDERS: [(&str, &str); 4] = [
    ("usr/lib/postgresql", ""),
    ("opt/homebrew/opt", "postgresql@"),
    ("usr/local/opt", "postgresql@"),
    ("Applications/Postgres.app/Contents/Versions", ""),
];

/// The PostgreSQL to use: the first of `$PG_BIN`, `$PATH` and the packages' folders (highest
/// version first), or the first with the major version that existing data needs.
pub(crate) fn find(search: &Search, data: Option<(&Path, u32)>) -> Result<Binaries, Error> {
    let mut found = Vec::new();
    for dir in folders(search, Path::new("/"))? {
        let Some(major) = major_version(&dir) else {
            continue;
        };
        if data.is_none_or(|(_, needed)| needed == major) {
            return Ok(Binaries { dir, major });
        }
        found.push(major.to_string());
    }
    match data {
        Some((data_dir, needed)) if !found.is_empty() => Err(Error::OtherVersion {
            data_dir: data_dir.to_owned(),
            needed,
            found: found.join(", "),
        }),
        _ => Err(Error::NoBinaries),
    }
}

/// The folders that hold every program, in the order of preference.
fn folders(search: &Search, root: &Path) -> Result<Vec<PathBuf>, Error> {
    if let Some(dir) = &search.pg_bin {
        if !is_complete(dir) {
            return Err(Error::IncompletePgBin(dir.clone()));
        }
        return Ok(vec![dir.clone()]);
    }
    let on_path = search
        .path
        .iter()
        .flat_map(std::env::split_paths)
        .filter_map(|dir| {
            // A link on the path leads to the folder where the other programs are.
            let program = fs::canonicalize(dir.join("pg_ctl")).ok()?;
            program.parent().map(Path::to_owned)
        });
    let packaged = FOLDERS
        .iter()
        .flat_map(|(folder, prefix)| versions(&root.join(folder), prefix));
    let mut all: Vec<PathBuf> = Vec::new();
    for dir in on_path.chain(packaged) {
        if is_complete(&dir) && !all.contains(&dir) {
            all.push(dir);
        }
    }
    Ok(all)
}

fn is_complete(dir: &Path) -> bool {
    PROGRAMS.iter().all(|program| dir.join(program).is_file())
}

/// `<folder>/<prefix><version>/bin` for each version there, the highest first.
fn versions(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let name = entry.file_name();
            let version = name.to_str()?.strip_prefix(prefix)?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .collect();
    found.sort_by_key(|(version, _)| Reverse(*version));
    found.into_iter().map(|(_, path)| path).collect()
}

/// Asks the server program, so that a folder's name need not tell.
fn major_version(dir: &Path) -> Option<u32> {
    let output = Account::caller_command(&dir.join("postgres"))
        .arg("--version")
        .output()
        .ok()?;
    parse_version(&String::from_utf8_lossy(&output.stdout))
}

/// `15` from `postgres (PostgreSQL) 15.14 (Debian 15.14-0)`.
fn parse_version(text: &str) -> Option<u32> {
    let (_, after) = text.split_once("(PostgreSQL) ")?;
    after
        .split(|c: char| !c.is_ascii_digit())
        .next()?
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(root: &Path, dir: &str) {
        let dir = root.join(dir);
        fs::create_dir_all(&dir).unwrap();
        for program in PROGRAMS {
            fs::write(dir.join(program), "").unwrap();
        }
    }

    fn scratch(name: &str) -> PathBuf {
        let dir = std::env::temp_dir().join(format!("tributary-{name}-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        fs::canonicalize(dir).unwrap()
    }

    #[test]
    fn the_highest_packaged_version_comes_first_and_incomplete_folders_are_passed_over() {
        let root = scratch("packages");
        package(&root, "usr/lib/postgresql/9/bin");
        package(&root, "usr/lib/postgresql/17/bin");
        package(&root, "opt/homebrew/opt/postgresql@18/bin");
        package(&root, "usr/lib/postgresql/18/bin");
        fs::remove_file(root.join("usr/lib/postgresql/18/bin/initdb")).unwrap();
        let found = folders(
            &Search {
                pg_bin: None,
                path: None,
            },
            &root,
        )
        .unwrap();
        let expected = ["usr/lib/postgresql/17/bin", "usr/lib/postgresql/9/bin"]
            .into_iter()
            .chain(["opt/homebrew/opt/postgresql@18/bin"])
            .map(|dir| root.join(dir))
            .collect::<Vec<_>>();
        assert_eq!(found, expected);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_path_comes_before_packages_and_links_are_followed() {
        let root = scratch("path");
        package(&root, "usr/lib/postgresql/17/bin");
        package(&root, "elsewhere/bin");
        fs::create_dir_all(root.join("links")).unwrap();
        std::os::unix::fs::symlink(root.join("elsewhere/bin/pg_ctl"), root.join("links/pg_ctl"))
            .unwrap();
        let path = Some(root.join("links").into_os_string());
        let found = folders(&Search { pg_bin: None, path }, &root).unwrap();
        assert_eq!(found.first(), Some(&root.join("elsewhere/bin")));
        assert_eq!(found.len(), 2);
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn pg_bin_alone_decides_and_a_wrong_one_is_an_error() {
        let root = scratch("pg-bin");
        package(&root, "mine");
        package(&root, "usr/lib/postgresql/17/bin");
        let search = |dir: &str| Search {
            pg_bin: Some(root.join(dir)),
            path: None,
        };
        assert_eq!(
            folders(&search("mine"), &root).unwrap(),
            [root.join("mine")]
        );
        let refused = folders(&search("nowhere"), &root).unwrap_err();
        assert!(matches!(refused, Error::IncompletePgBin(_)), "{refused}");
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn the_remedy_for_a_missing_server_is_one_line() {
        let text = Error::NoBinaries.to_string();
        assert!(
            !text.contains('\n') && text.contains("apt install postgresql"),
            "{text}"
        );
        assert!(text.contains("brew install postgresql@17") && text.contains("DATABASE_URL"));
    }

    #[test]
    fn versions_are_read_from_the_servers_own_words() {
        assert_eq!(
            parse_version("postgres (PostgreSQL) 15.14 (Debian 15.14-0+deb12u1)"),
            Some(15)
        );
        assert_eq!(parse_version("postgres (PostgreSQL) 18beta1\n"), Some(18));
        assert_eq!(parse_version("something else"), None);
    }
}
