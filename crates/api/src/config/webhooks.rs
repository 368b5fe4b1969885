//! How often webhooks are tried, and for how long they can be replayed.

use std::time::Duration;

use clap::Args;
use webhook_delivery::WebhookSettings;
use webhook_events::RetrySchedule;

use super::Egress;

/// How webhooks are sent.
#[derive(Clone, Debug, Args)]
#[expect(clippy::struct_field_names, reason = "a field is named as its flag is")]
pub(crate) struct Webhooks {
    /// Hours that a secret goes on signing after it was replaced.
    #[arg(
        long,
        env = "TRIBUTARY_WEBHOOKS_ROTATION_GRACE_HOURS",
        default_value_t = 24,
        value_parser = clap::value_parser!(u16).range(1..=720)
    )]
    pub webhooks_rotation_grace_hours: u16,
    /// How long is waited after each failed attempt, separated by commas, in s, m, h or d: 1 to 20 delays of 1
    /// second to 7 days. After the last one there is one more attempt.
    #[arg(
        long,
        env = "TRIBUTARY_WEBHOOKS_RETRY_SCHEDULE",
        default_value = "5s,5m,30m,2h,5h,10h,10h",
        value_parser = schedule
    )]
    pub webhooks_retry_schedule: RetrySchedule,
    /// Days that the body of a delivery is kept and can be replayed. The delivery is told of three times as
    /// long.
    #[arg(
        long,
        env = "TRIBUTARY_WEBHOOKS_PAYLOAD_DAYS",
        default_value_t = 30,
        value_parser = clap::value_parser!(u16).range(1..=3_650)
    )]
    pub webhooks_payload_days: u16,
}

impl Webhooks {
    /// As use cases take it.
    pub(crate) fn settings(&self, egress: &Egress) -> WebhookSettings {
        WebhookSettings {
            judge: egress.judge(),
            rotation_grace: Duration::from_hours(self.webhooks_rotation_grace_hours.into()),
            payload_retention: Duration::from_hours(24 * u64::from(self.webhooks_payload_days)),
        }
    }
}

/// `5s,5m,2h`: whole numbers, each with its unit.
fn schedule(text: &str) -> Result<RetrySchedule, String> {
    let delay = |part: &str| {
        let part = part.trim();
        let unit = match part.chars().last()? {
            's' => 1,
            'm' => 60,
            'h' => 3_600,
            'd' => 86_400,
            _ => return None,
        };
        let number = part.get(..part.len() - 1)?.parse::<u64>().ok()?;
        Some(Duration::from_secs(number.checked_mul(unit)?))
    };
    let delays: Option<Vec<Duration>> = text.split(',').map(delay).collect();
    let delays = delays.ok_or("must be delays like 5s,5m,2h,1d")?;
    RetrySchedule::new(delays).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_numbers_with_a_unit() {
        assert_eq!(
            schedule("5s,5m,30m,2h,5h,10h,10h"),
            Ok(RetrySchedule::default())
        );
        let days = Duration::from_hours(48);
        assert_eq!(
            schedule(" 2d "),
            Ok(RetrySchedule::new(vec![days]).unwrap())
        );
        for odd in [
            "",
            "5",
            "s",
            "5x",
            "5s,",
            "0s",
            "8d",
            "-1s",
            "1.5h",
            "99999999999999999999d",
            "5é",
        ] {
            assert!(schedule(odd).is_err(), "{odd}");
        }
    }
}
