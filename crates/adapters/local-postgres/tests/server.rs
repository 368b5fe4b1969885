//! The life of a private server, on the PostgreSQL of this machine.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers of a test stop it where it fails"
)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use local_postgres::{Cluster, Error, Left, Options, Search, Watched};

/// A directory that root's unprivileged helper can reach as well, removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let dir = PathBuf::from(format!(
            "/tmp/tributary-server-{name}-{}",
            std::process::id()
        ));
        fs::create_dir_all(&dir).unwrap();
        Self(dir)
    }

    fn options(&self) -> Options {
        options(self.0.join("data"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn options(data_dir: PathBuf) -> Options {
    let search = Search {
        pg_bin: std::env::var_os("PG_BIN").map(Into::into),
        path: std::env::var_os("PATH"),
    };
    let mut options = Options::durable(data_dir, search);
    options.durable = false;
    options.settings = vec![("application_name".to_owned(), "it's ours".to_owned())];
    options
}

fn silent(_: &str) {}

fn start(options: &Options) -> Cluster {
    Cluster::start(options, &silent).unwrap()
}

/// State and process group of a process; nothing when there is none. Reads `/proc` where it is,
/// since small systems have no `ps`.
fn state_and_group(pid: u32) -> Option<(String, String)> {
    let text = if Path::new("/proc/self/stat").exists() {
        let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        let mut fields = stat.rsplit_once(") ")?.1.split(' ');
        format!("{} {}", fields.next()?, fields.nth(1)?)
    } else {
        let pid = pid.to_string();
        let ps = Command::new("ps")
            .args(["-o", "stat=,pgid=", "-p", &pid])
            .output()
            .unwrap();
        String::from_utf8(ps.stdout).unwrap()
    };
    let mut words = text.split_whitespace().map(str::to_owned);
    Some((words.next()?, words.next()?))
}

/// Whether a process runs; one that has ended and waits to be reaped does not.
fn is_alive(pid: u32) -> bool {
    state_and_group(pid).is_some_and(|(state, _)| !state.starts_with('Z'))
}

/// Ctrl-C reaches the processes of the terminal's foreground group.
fn process_group(pid: u32) -> String {
    state_and_group(pid).unwrap().1
}

fn signal(pid: u32, name: &str) {
    let kill = format!("kill -{name} {pid}");
    assert!(
        Command::new("sh")
            .args(["-c", &kill])
            .status()
            .unwrap()
            .success()
    );
}

#[test]
fn data_outlives_a_stop_and_nothing_keeps_running() {
    let scratch = Scratch::new("life");
    let steps = std::cell::RefCell::new(Vec::new());
    let say = |step: &str| steps.borrow_mut().push(step.to_owned());

    let first = Cluster::start(&scratch.options(), &say).unwrap();
    first.ensure_database("app").unwrap();
    first.ensure_database("app").unwrap();
    first
        .execute("app", "CREATE TABLE kept AS SELECT 42 AS answer")
        .unwrap();
    assert_eq!(
        first.execute("app", "SHOW application_name").unwrap(),
        "psql\n"
    );
    assert_eq!(first.execute("app", "SHOW listen_addresses").unwrap(), "\n");
    assert_eq!(first.execute("app", "SHOW fsync").unwrap(), "off\n");
    let pid = first.server_pid().unwrap();
    assert!(is_alive(pid));
    let socket_dir = socket_dir(&first);
    assert_eq!(first.leave(&say).unwrap(), Left::Stopped);
    assert!(!is_alive(pid));
    assert!(!socket_dir.exists());

    let second = start(&scratch.options());
    assert_eq!(
        second.execute("app", "SELECT answer FROM kept").unwrap(),
        "42\n"
    );
    drop(second);
    let steps = steps.into_inner().join("\n");
    assert!(
        steps.contains("creating a PostgreSQL") && steps.contains("stopping"),
        "{steps}"
    );
}

fn socket_dir(cluster: &Cluster) -> PathBuf {
    PathBuf::from(
        cluster
            .execute("postgres", "SHOW unix_socket_directories")
            .unwrap()
            .trim(),
    )
}

#[test]
fn the_last_user_stops_the_server() {
    let scratch = Scratch::new("users");
    let first = start(&scratch.options());
    let pid = first.server_pid();
    let second = start(&scratch.options());
    assert_eq!(second.server_pid(), pid);
    assert_eq!(second.url("app"), first.url("app"));
    assert_eq!(first.leave(&silent).unwrap(), Left::Running);
    assert_eq!(second.execute("postgres", "SELECT 1").unwrap(), "1\n");
    assert_eq!(second.leave(&silent).unwrap(), Left::Stopped);
}

#[test]
fn many_may_start_at_once() {
    let scratch = Scratch::new("many");
    let pids: Vec<_> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..4)
            .map(|_| {
                scope.spawn(|| {
                    let cluster = start(&scratch.options());
                    cluster.ensure_database("app").unwrap();
                    cluster
                })
            })
            .collect();
        let clusters: Vec<_> = starts
            .into_iter()
            .map(|start| start.join().unwrap())
            .collect();
        clusters
            .iter()
            .map(|cluster| cluster.server_pid().unwrap())
            .collect()
    });
    assert!(
        pids.windows(2).all(|pair| pair.first() == pair.last()),
        "{pids:?}"
    );
    assert!(!is_alive(*pids.first().unwrap()));
}

/// Where the process that is to be killed finds its directory.
const CHILD_DIR: &str = "TRIBUTARY_TEST_CHILD_DIR";

#[test]
#[ignore = "run by the test below in a process of its own, which it kills"]
fn child_that_holds_a_server() {
    let Some(dir) = std::env::var_os(CHILD_DIR) else {
        return;
    };
    let cluster = start(&options(dir.into()));
    println!("\nserver {}", cluster.server_pid().unwrap());
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
fn the_server_of_a_killed_process_is_found_and_stopped_by_the_next() {
    let scratch = Scratch::new("killed");
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args([
            "--ignored",
            "--exact",
            "child_that_holds_a_server",
            "--nocapture",
        ])
        .env(CHILD_DIR, scratch.0.join("data"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let pid: u32 = lines
        .map(Result::unwrap)
        .find_map(|line| line.strip_prefix("server ").map(|pid| pid.parse().unwrap()))
        .unwrap();
    assert_ne!(process_group(pid), process_group(std::process::id()));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(
        is_alive(pid),
        "a database does not die with the process that started it"
    );

    let next = start(&scratch.options());
    assert_eq!(next.server_pid(), Some(pid));
    assert_eq!(next.leave(&silent).unwrap(), Left::Stopped);
    assert!(!is_alive(pid));
}

#[test]
fn a_left_over_process_id_does_not_prevent_a_start() {
    let scratch = Scratch::new("stale");
    let cluster = start(&scratch.options());
    let pid_file = cluster.data_dir().join("cluster/postmaster.pid");
    let text = fs::read_to_string(&pid_file).unwrap();
    let pid = cluster.server_pid().unwrap();
    cluster.leave(&silent).unwrap();
    // As after a power cut, when the id has gone to another program: this one.
    fs::write(
        &pid_file,
        text.replacen(&pid.to_string(), &std::process::id().to_string(), 1),
    )
    .unwrap();
    let again = start(&scratch.options());
    assert_eq!(again.execute("postgres", "SELECT 1").unwrap(), "1\n");
}

#[test]
fn the_lock_of_a_socket_whose_id_another_program_has_does_not_prevent_a_start() {
    let scratch = Scratch::new("lock");
    let cluster = start(&scratch.options());
    let owner = fs::metadata(cluster.data_dir().join("cluster")).unwrap();
    let (lock, pid) = (
        socket_dir(&cluster).join(".s.PGSQL.5432.lock"),
        cluster.server_pid().unwrap(),
    );
    let text = fs::read_to_string(&lock).unwrap();
    cluster.leave(&silent).unwrap();
    // As in a container that starts again: the folder is there, and the id is somebody else's.
    let dir = lock.parent().unwrap();
    fs::create_dir_all(dir).unwrap();
    fs::set_permissions(dir, fs::Permissions::from_mode(0o700)).unwrap();
    let other = std::process::id().to_string();
    fs::write(&lock, text.replacen(&pid.to_string(), &other, 1)).unwrap();
    for path in [dir, lock.as_path()] {
        std::os::unix::fs::chown(path, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
    let again = start(&scratch.options());
    assert_eq!(again.execute("postgres", "SELECT 1").unwrap(), "1\n");
}

/// Ends when the server answers; the test's runner bounds it.
fn answers_again(probe: &Path, before: u32) {
    loop {
        let text = fs::read_to_string(probe.join("cluster/postmaster.pid")).unwrap_or_default();
        let pid: Option<u32> = text.lines().next().and_then(|line| line.parse().ok());
        if pid.is_some_and(|pid| pid != before) && text.contains("ready") {
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_watched_server_that_is_killed_runs_again_when_its_backends_have_ended() {
    let scratch = Scratch::new("watched");
    let mut options = scratch.options();
    options.durable = true;
    let cluster = start(&options);
    cluster.execute("postgres", "CREATE TABLE kept ()").unwrap();
    let (data_dir, pid) = (cluster.data_dir().to_owned(), cluster.server_pid().unwrap());
    // A stopped backend cannot notice that its server has died, and holds the memory.
    let checkpointer = fs::read_to_string(format!("/proc/{pid}/task/{pid}/children"))
        .ok()
        .and_then(|text| text.split_whitespace().next()?.parse::<u32>().ok());
    checkpointer.inspect(|held| signal(*held, "STOP"));
    let (tell, told) = std::sync::mpsc::channel();
    let watched = Watched::new(cluster, move |line| drop(tell.send(line.to_owned())));
    signal(pid, "KILL");
    if let Some(held) = checkpointer {
        assert!(told.iter().any(|line| line.contains("to end")));
        signal(held, "CONT");
    }
    answers_again(&data_dir, pid);
    let second = start(&scratch.options());
    assert_eq!(second.execute("postgres", "TABLE kept").unwrap().trim(), "");
    drop(second);
    assert_eq!(watched.leave(&silent).unwrap(), Left::Stopped);
}

#[test]
fn a_server_that_died_under_another_user_is_not_doubled() {
    let scratch = Scratch::new("died");
    let first = start(&scratch.options());
    let pid = first.server_pid().unwrap();
    signal(pid, "QUIT");
    while is_alive(pid) {
        std::thread::yield_now();
    }
    let refused = Cluster::start(&scratch.options(), &silent).err().unwrap();
    assert!(matches!(refused, Error::OutOfReach(_)), "{refused}");
    assert_eq!(first.leave(&silent).unwrap(), Left::Stopped);
    assert_eq!(
        start(&scratch.options())
            .execute("postgres", "SELECT 1")
            .unwrap(),
        "1\n"
    );
}

#[test]
fn data_of_another_major_version_is_refused_with_the_remedy() {
    let scratch = Scratch::new("version");
    let cluster = start(&scratch.options());
    let version_file = cluster.data_dir().join("cluster/PG_VERSION");
    cluster.leave(&silent).unwrap();
    fs::write(&version_file, "9\n").unwrap();
    let refused = Cluster::start(&scratch.options(), &silent).err().unwrap();
    assert!(
        refused.to_string().contains("install postgresql-9"),
        "{refused}"
    );
}

#[test]
fn a_failing_start_shows_the_servers_own_words() {
    let scratch = Scratch::new("failing");
    let mut options = scratch.options();
    options
        .settings
        .push(("shared_buffers".to_owned(), "no number".to_owned()));
    let refused = Cluster::start(&options, &silent).err().unwrap();
    assert!(refused.to_string().contains("shared_buffers"), "{refused}");
}

#[test]
fn names_that_need_quoting_are_no_database_names() {
    let scratch = Scratch::new("names");
    let cluster = start(&scratch.options());
    for name in ["", "a b", "a'b", "Ä", "-U"] {
        let refused = cluster.ensure_database(name).unwrap_err();
        assert!(matches!(refused, Error::DatabaseName(_)), "{refused}");
    }
}

#[test]
fn a_directory_that_the_servers_user_cannot_enter_is_replaced() {
    let scratch = Scratch::new("closed");
    fs::set_permissions(&scratch.0, fs::Permissions::from_mode(0o700)).unwrap();
    let cluster = start(&scratch.options());
    let is_root = fs::metadata(&scratch.0).unwrap().uid() == 0;
    assert_eq!(cluster.notice().is_some(), is_root);
    assert_eq!(
        cluster.data_dir().starts_with("/var/lib/tributary"),
        is_root
    );
    let used: &Path = cluster.data_dir();
    let used = used.to_owned();
    cluster.leave(&silent).unwrap();
    assert!(start(&scratch.options()).data_dir() == used, "found again");
    fs::remove_dir_all(used).unwrap();
}
