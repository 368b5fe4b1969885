//! What this domain needs from a store, and from whoever sells plans.

mod api_keys;
mod credentials;
mod handoffs;
mod members;
mod oauth;
mod payments;
mod workspaces;

pub use api_keys::{ApiKeyWriter, KeyUses};
pub use credentials::{
    ApiKeyStore, CallCounter, Counted, RateLimiter, ReachReader, SessionTokenFailure,
    SessionTokenVerifier, UserTokenStore,
};
pub use handoffs::{HandoffReader, HandoffStore, StoredHandoff};
pub use members::{
    Assignment, Invitation, InvitationCard, InvitationStore, Member, MembersReader,
    MembershipStore, PersonCard, ReachableProfile, ReachableWorkspace, ReachableWorkspacesReader,
};
pub use oauth::{ClientStore, NewAccessToken, NewRefreshToken, SecretHash, TokenStore};
pub use payments::{
    CheckoutOrder, CheckoutSession, CheckoutState, NoPayments, PaymentFailure, PaymentProvider,
};
pub use workspaces::{OwnWorkspace, Workspace, WorkspaceReader, WorkspaceStore};

#[cfg(feature = "mocks")]
pub use api_keys::{MockApiKeyWriter, MockKeyUses};
#[cfg(feature = "mocks")]
pub use credentials::{
    MockApiKeyStore, MockCallCounter, MockRateLimiter, MockReachReader, MockSessionTokenVerifier,
    MockUserTokenStore,
};
#[cfg(feature = "mocks")]
pub use handoffs::{MockHandoffReader, MockHandoffStore};
#[cfg(feature = "mocks")]
pub use members::{
    MockInvitationStore, MockMembersReader, MockMembershipStore, MockReachableWorkspacesReader,
};
#[cfg(feature = "mocks")]
pub use oauth::{MockClientStore, MockTokenStore};
#[cfg(feature = "mocks")]
pub use payments::MockPaymentProvider;
#[cfg(feature = "mocks")]
pub use workspaces::{MockWorkspaceReader, MockWorkspaceStore};
