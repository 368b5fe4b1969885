//! What to know before believing figures, with since when it is so.

use kernel::{ProfileAccess, StoreError, Timestamp};
use reporting::quality::alerts::{KnownSignal, with_days};
use reporting::quality::trust::{Signal, signals};

use super::measure::{Quality, QualityReaders};

/// The signals of a profile.
#[derive(Debug)]
pub struct Trusted {
    /// What they are told by.
    pub quality: Quality,
    /// Every signal, in the order in which they are told.
    pub signals: Vec<Signal>,
    /// What was known of them when they were looked at for alerts.
    pub known: Vec<KnownSignal>,
}

/// Reads them.
pub async fn trust(
    readers: QualityReaders<'_>,
    access: &ProfileAccess,
    now: Timestamp,
) -> Result<Trusted, StoreError> {
    // Known first: whoever changes it afterwards knows more than is measured here.
    let known = readers.scans.known_signals(access).await?;
    let quality = Quality::read(readers, access, now).await?;
    Ok(Trusted {
        signals: with_days(signals(&quality.facts()), &known),
        quality,
        known,
    })
}
