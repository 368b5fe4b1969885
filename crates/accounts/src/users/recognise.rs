//! Somebody for whom an external issuer vouches becomes a person here.

use access_control::users::{ExternalIdentity, ExternalPeople, PersonName, User, UserStore};
use kernel::{Clock, IdSource, StoreError};

/// What somebody is called of whom the issuer tells nothing.
const NAMELESS: &str = "Unnamed";

/// What it takes to recognise people.
#[derive(Clone, Copy)]
pub struct Recognition<'a> {
    /// People.
    pub users: &'a dyn UserStore,
    /// What issuers call them.
    pub external: &'a dyn ExternalPeople,
    /// The present.
    pub clock: &'a dyn Clock,
    /// New ids.
    pub ids: &'a dyn IdSource,
    /// Whether a verified address leads to the account that has it here.
    pub link_by_verified_email: bool,
}

/// The person. Who was never seen is linked, if the operator wants that, or gets an account without
/// memberships. Issuer and subject alone decide from then on: an address that changes hands changes
/// nothing.
pub async fn recognise(
    parts: &Recognition<'_>,
    identity: &ExternalIdentity,
) -> Result<User, StoreError> {
    let (issuer, subject) = (identity.issuer.as_str(), identity.subject.as_str());
    if let Some(user) = parts.external.find_external(issuer, subject).await? {
        return follow(parts, user, identity).await;
    }
    let email = identity.verified_email.as_ref();
    if let Some(email) = email.filter(|_| parts.link_by_verified_email) {
        let now = parts.clock.now();
        let linked = parts.external.link(issuer, subject, email, now).await?;
        if let Some(user) = linked {
            return Ok(user);
        }
    }
    insert(parts, identity).await
}

/// Somebody whom the issuer calls or reaches otherwise now. What it does not tell stays as it is, and
/// so does somebody who was linked: they have a name here.
async fn follow(
    parts: &Recognition<'_>,
    mut user: User,
    identity: &ExternalIdentity,
) -> Result<User, StoreError> {
    if user.issuer != identity.issuer {
        return Ok(user);
    }
    let name = identity.name.as_ref().map(PersonName::as_str);
    let email = identity.verified_email.as_ref();
    let is_new = name.is_some_and(|name| name != user.name)
        || email.is_some_and(|email| user.email.as_ref() != Some(email));
    if is_new {
        if let Some(name) = name {
            name.clone_into(&mut user.name);
        }
        user.email = email.cloned().or(user.email);
        parts.external.describe(&user).await?;
    }
    Ok(user)
}

/// Two requests may see somebody first at once, and two subjects may have one address: that one has
/// it who came first.
async fn insert(parts: &Recognition<'_>, identity: &ExternalIdentity) -> Result<User, StoreError> {
    let name = identity.name.as_ref().map(|name| name.as_str().to_owned());
    let user = User {
        id: parts.ids.new_id().into(),
        issuer: identity.issuer.clone(),
        subject: identity.subject.clone(),
        name: name.unwrap_or_else(|| NAMELESS.to_owned()),
        email: identity.verified_email.clone(),
        is_vouched: identity.verified_email.is_some(),
        created_at: parts.clock.now(),
    };
    if parts.users.insert(&user, None).await? {
        return Ok(user);
    }
    let known = parts
        .external
        .find_external(&identity.issuer, &identity.subject)
        .await?;
    if let Some(known) = known {
        return Ok(known);
    }
    let user = User {
        email: None,
        is_vouched: false,
        ..user
    };
    if parts.users.insert(&user, None).await? {
        return Ok(user);
    }
    let known = parts
        .external
        .find_external(&identity.issuer, &identity.subject)
        .await?;
    known.ok_or_else(|| StoreError::inconsistent("somebody can be neither found nor kept"))
}
