//! Stand-ins for the ad platforms, for `./dev demo` and for programs that watch the service from outside: `fake-platform
//! FILE PID` serves them on a free port of the loopback address, writes where into the file, and ends when the process
//! does. `GET /journal?most=1000` answers what they were told last, `GET /spend?account=1001&since=2026-11-01&until=2026-11-07`
//! what ads cost as it is, and `POST /misbehaviour` with `{"loses_one_in": 3, "delay_millis": 100, "spend": ["throttled"]}` says
//! what goes wrong from then on.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, thread};

use testkit::fake_platform::FakePlatform;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), Some(pid)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: fake-platform FILE PID");
        return ExitCode::FAILURE;
    };
    let started = FakePlatform::start_at(([127, 0, 0, 1], 0).into(), now);
    let written = started.and_then(|platform| {
        // Whoever looks into the file finds all of it.
        let part = format!("{file}.part");
        fs::write(&part, platform.url())?;
        fs::rename(&part, &file)?;
        Ok(platform)
    });
    match written {
        Ok(_platform) => {
            while is_there(&pid) {
                thread::sleep(Duration::from_secs(1));
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: no stand-ins for the ad platforms: {error}");
            ExitCode::FAILURE
        }
    }
}

fn is_there(pid: &str) -> bool {
    let mut asked = Command::new("kill");
    let asked = asked.args(["-0", pid]).stderr(Stdio::null());
    asked.status().is_ok_and(|status| status.success())
}

#[expect(
    clippy::disallowed_methods,
    reason = "a platform has a clock of its own"
)]
fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| i64::try_from(since.as_secs()).unwrap_or(0))
}
