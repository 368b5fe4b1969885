//! Something that a human finishes in a browser: an approval, a checkout, a connection.

use kernel::{HandoffId, ProfileId, Timestamp, UserId, WorkspaceId};

/// How far a hand-off is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandoffStatus {
    /// It waits for a human.
    Pending,
    /// The human did it, or approved it.
    Completed,
    /// The human declined.
    Declined,
    /// Nobody did anything in time.
    Expired,
}

impl HandoffStatus {
    /// All of them.
    pub const ALL: [Self; 4] = [
        Self::Pending,
        Self::Completed,
        Self::Declined,
        Self::Expired,
    ];

    /// The database and wire word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Completed => "completed",
            Self::Declined => "declined",
            Self::Expired => "expired",
        }
    }

    /// The inverse of [`HandoffStatus::as_str`].
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|word| word.as_str() == text)
    }
}

/// A human's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Yes.
    Approve,
    /// No.
    Decline,
}

/// A hand-off. What is to be decided is told by its kind's own code, from `detail`.
#[derive(Clone, Debug, PartialEq)]
pub struct Handoff {
    /// Its id, which is also its address.
    pub id: HandoffId,
    /// The workspace whose members may finish it.
    pub workspace_id: WorkspaceId,
    /// The profile that it is about, if it is about one.
    pub profile_id: Option<ProfileId>,
    /// What kind of thing it is: `approval`, `checkout`, `connection`.
    pub kind: String,
    /// How far it is, as it was stored.
    pub status: HandoffStatus,
    /// Where the human goes, when that is elsewhere.
    pub url: Option<String>,
    /// Who asked.
    pub created_by: Option<UserId>,
    /// When.
    pub created_at: Timestamp,
    /// From when on nothing can be decided any more.
    pub expires_at: Timestamp,
    /// When it was decided.
    pub completed_at: Option<Timestamp>,
}

/// Why a hand-off cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecisionRefusal {
    /// Somebody did before.
    #[error("it was decided before")]
    Decided,
    /// It is too late.
    #[error("it has expired")]
    Expired,
}

impl Handoff {
    /// The kind that is decided on this service's own page.
    pub const APPROVAL: &'static str = "approval";
    /// The kind that is finished at the payment provider's.
    pub const CHECKOUT: &'static str = "checkout";
    /// The kind by which an account at a platform is connected: begun on this service's own page, finished after a
    /// visit to the platform's.
    pub const CONNECTION: &'static str = "connection";

    /// How far it is now: what waited for too long has expired.
    pub fn status_at(&self, now: Timestamp) -> HandoffStatus {
        if self.status == HandoffStatus::Pending && now >= self.expires_at {
            HandoffStatus::Expired
        } else {
            self.status
        }
    }

    /// The status after a decision, which is made once.
    pub fn decided(
        &self,
        decision: Decision,
        now: Timestamp,
    ) -> Result<HandoffStatus, DecisionRefusal> {
        match (self.status_at(now), decision) {
            (HandoffStatus::Pending, Decision::Approve) => Ok(HandoffStatus::Completed),
            (HandoffStatus::Pending, Decision::Decline) => Ok(HandoffStatus::Declined),
            (HandoffStatus::Expired, _) => Err(DecisionRefusal::Expired),
            _ => Err(DecisionRefusal::Decided),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn handoff(status: HandoffStatus) -> Handoff {
        Handoff {
            id: Uuid::from_u128(1).into(),
            workspace_id: Uuid::from_u128(2).into(),
            profile_id: None,
            kind: Handoff::APPROVAL.to_owned(),
            status,
            url: None,
            created_by: None,
            created_at: Timestamp::from_micros(0),
            expires_at: Timestamp::from_micros(100),
            completed_at: None,
        }
    }

    #[test]
    fn a_hand_off_is_decided_once_and_in_time() {
        let (early, late) = (Timestamp::from_micros(99), Timestamp::from_micros(100));
        let pending = handoff(HandoffStatus::Pending);
        assert_eq!(
            pending.decided(Decision::Approve, early),
            Ok(HandoffStatus::Completed)
        );
        assert_eq!(
            pending.decided(Decision::Decline, early),
            Ok(HandoffStatus::Declined)
        );
        assert_eq!(
            pending.decided(Decision::Approve, late),
            Err(DecisionRefusal::Expired)
        );
        assert_eq!(pending.status_at(late), HandoffStatus::Expired);
        for status in [HandoffStatus::Completed, HandoffStatus::Declined] {
            let refused = handoff(status).decided(Decision::Approve, early);
            assert_eq!(refused, Err(DecisionRefusal::Decided));
            assert_eq!(handoff(status).status_at(late), status);
        }
    }

    #[test]
    fn words_are_read_back() {
        for status in HandoffStatus::ALL {
            assert_eq!(HandoffStatus::parse(status.as_str()), Some(status));
        }
    }
}
