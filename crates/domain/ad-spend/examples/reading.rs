//! An account that is read for the first time, and again a day later.

use std::collections::BTreeMap;

use ad_spend::{Calendar, Date, Step, TimeZone, Timestamp, complete_until};

/// Reads until nothing is due, and tells what was read.
fn read(calendar: &Calendar, reads: &mut BTreeMap<Date, Timestamp>, now: Timestamp) {
    println!("{now}");
    loop {
        match calendar.next(reads, now) {
            Step::Read(piece) => {
                println!("  reads {} to {}", piece.from, piece.to);
                reads.extend(piece.days().map(|day| (day, now)));
            }
            Step::Rest(until) => {
                println!("  rests until {until}");
                break;
            }
        }
    }
    if let Some(day) = complete_until(&calendar.zone, reads) {
        println!("  complete until {day}");
    }
}

fn main() {
    let calendar = Calendar {
        zone: TimeZone::named("America/Santiago").unwrap_or_else(TimeZone::utc),
        months: 3,
        piece_days: 7,
        asked_at: None,
    };
    let mut reads = BTreeMap::new();
    let noon = Timestamp::from_micros(1_795_608_000_000_000);
    read(&calendar, &mut reads, noon);
    read(&calendar, &mut reads, noon.plus_micros(86_400_000_000));
}
