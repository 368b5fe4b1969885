//! What use cases refuse, in words of a page.

use access_control::MembershipRefusal;
use accounts::handoffs::decide::DecideError;
use accounts::invitations::accept::AcceptInvitationError;
use accounts::invitations::create::{CreateInvitationError, MOST_OPEN};
use accounts::invitations::revoke::RevokeInvitationError;
use accounts::members::MembershipError;
use application::keys::issue::{IssueKeyError, MOST_ACTIVE};
use conversion_export::connections::connect::ConnectError;
use spend_intake::spend::put::PutError;

use crate::error::PageError;

/// A hand-off that somebody finished, or that is too old.
pub const OVER: &str =
    "It was finished before, or it is too late. Reload the page to see how it stands.";

impl From<ConnectError> for PageError {
    fn from(error: ConnectError) -> Self {
        match error {
            ConnectError::NotFound => Self::NotFound,
            ConnectError::Refused(_) => Self::Conflict(OVER),
            ConnectError::TooMany => Self::Conflict(
                "The profile has as many connections as it may have. Remove one first.",
            ),
            ConnectError::Store(error) => error.into(),
        }
    }
}

impl From<IssueKeyError> for PageError {
    fn from(error: IssueKeyError) -> Self {
        match error {
            IssueKeyError::BeyondMaker => Self::Invalid(vec![
                "A key cannot do what you may not do yourself.".to_owned(),
            ]),
            IssueKeyError::TooMany => Self::Invalid(vec![format!(
                "The profile has {MOST_ACTIVE} keys. Revoke one that is not used."
            )]),
            IssueKeyError::Store(error) => error.into(),
        }
    }
}

impl From<DecideError> for PageError {
    fn from(error: DecideError) -> Self {
        match error {
            DecideError::NotFound => Self::NotFound,
            DecideError::Refused(_) => Self::Conflict(
                "It was decided before, or it is too late. Reload the page to see how it stands.",
            ),
            DecideError::Store(error) => error.into(),
        }
    }
}

impl From<CreateInvitationError> for PageError {
    fn from(error: CreateInvitationError) -> Self {
        match error {
            CreateInvitationError::NotAllowed => {
                Self::Role("Only owners and admins of the workspace invite people.")
            }
            CreateInvitationError::AsOwner => {
                Self::Invalid(vec!["Nobody is invited as owner.".to_owned()])
            }
            CreateInvitationError::TooMany => Self::Invalid(vec![format!(
                "The workspace has {MOST_OPEN} open invitations. Revoke one first."
            )]),
            CreateInvitationError::Store(error) => error.into(),
        }
    }
}

impl From<RevokeInvitationError> for PageError {
    fn from(error: RevokeInvitationError) -> Self {
        match error {
            RevokeInvitationError::NotAllowed => {
                Self::Role("Only owners and admins of the workspace revoke invitations.")
            }
            RevokeInvitationError::NotFound => Self::NotFound,
            RevokeInvitationError::Store(error) => error.into(),
        }
    }
}

impl From<AcceptInvitationError> for PageError {
    fn from(error: AcceptInvitationError) -> Self {
        match error {
            AcceptInvitationError::NotFound => Self::NotFound,
            AcceptInvitationError::ForSomebodyElse => Self::Role(
                "The invitation is for another e-mail address. Sign in with the account that it \
                 was sent to.",
            ),
            AcceptInvitationError::Store(error) => error.into(),
        }
    }
}

impl From<MembershipError> for PageError {
    fn from(error: MembershipError) -> Self {
        match error {
            MembershipError::NotFound => Self::NotFound,
            MembershipError::Refused(refusal) => refusal.into(),
            MembershipError::Store(error) => error.into(),
        }
    }
}

impl From<MembershipRefusal> for PageError {
    fn from(refusal: MembershipRefusal) -> Self {
        match refusal {
            MembershipRefusal::NotAllowed => {
                Self::Role("Only owners and admins of the workspace change memberships.")
            }
            MembershipRefusal::OwnersOnly => {
                Self::Role("Only an owner makes somebody an owner, or takes it from them.")
            }
            MembershipRefusal::LastOwner => Self::Conflict(
                "A workspace keeps at least one owner. Make somebody else an owner first.",
            ),
            MembershipRefusal::ReachesAll => {
                Self::Conflict("Owners and admins reach every profile. Make them a member first.")
            }
        }
    }
}

impl From<PutError> for PageError {
    fn from(error: PutError) -> Self {
        match error {
            PutError::Store(error) => error.into(),
            PutError::Currencies(_) => {
                let words = "An account has one currency a day, and what is there of one of these days is in another. \
                             Replace its days, or send all of its rows.";
                Self::Invalid(vec![words.to_owned()])
            }
        }
    }
}
