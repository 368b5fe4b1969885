//! Who looks, and at what. Asked of the store with every request, so that whoever was removed sees
//! nothing from then on.

use access_control::Reach;
use access_control::ports::{PersonCard, ReachableWorkspace};
use access_control::users::{EmailAddress, FailedTries, SignedInUser};
use accounts::users::failed_tries;
use actix_web::{HttpRequest, web};
use application::ports::Profile;
use kernel::{Actor, ProfileAccess, Scope, WorkspaceId};

use super::chrome::{Chrome, Section};
use super::error::PageError;
use crate::form_tokens;
use http_kit::browser;
use http_kit::extract::{Caller, parse_uuid, state_of};
use http_kit::state::AppState;

/// Units of a page.
const LIGHT: u32 = 1;
/// Units of a page of customers, and of what keeps a processor busy.
const HEAVY: u32 = 3;

/// Somebody who signed in.
pub struct Viewer {
    /// The ports.
    pub state: web::Data<AppState>,
    /// Who, in which browser.
    pub who: SignedInUser,
}

impl Viewer {
    /// Whoever sent the request; others are sent to sign in, and come back to where they were.
    pub async fn of(request: &HttpRequest) -> Result<Self, PageError> {
        let state = state_of(request)?;
        match browser::signed_in(request, &state).await? {
            Some(who) => Ok(Self { state, who }),
            None => Err(PageError::SignIn(back(request))),
        }
    }

    /// Where they may go, and who they are.
    pub async fn surroundings(&self) -> Result<(PersonCard, Vec<ReachableWorkspace>), PageError> {
        let places = self.state.console.workspaces.places(self.who.user_id).await;
        let person = PersonCard {
            name: self.who.name.clone(),
            email: self.who.email.clone(),
        };
        Ok((person, places.map_err(|error| PageError::internal(&error))?))
    }

    /// What surrounds a page of theirs.
    pub async fn chrome(&self, title: &str) -> Result<Chrome, PageError> {
        let (person, places) = self.surroundings().await?;
        let mut chrome = Chrome::alone(title, person, places);
        chrome.failed_tries = self.failed_tries().await?.map_or(0, |failed| failed.tries);
        Ok(chrome)
    }

    /// Tries at their account that failed elsewhere.
    pub async fn failed_tries(&self) -> Result<Option<FailedTries>, PageError> {
        let email = self.who.email.as_deref().filter(|_| self.who.has_password);
        let Some(email) = email.and_then(EmailAddress::parse) else {
            return Ok(None);
        };
        let failed = failed_tries(&self.state.sign_in.accounts(), &email).await;
        failed.map_err(|error| PageError::internal(&error))
    }

    /// Charges what the page reads to the person's own units, as the interface does.
    async fn charge(&self, units: u32) -> Result<(), PageError> {
        let allowance = Caller::Session(self.who.user_id).allowance();
        let limiter = &self.state.access.rate_limiter;
        let charge = limiter.charge(&allowance, units).await;
        let charge = charge.map_err(|error| PageError::internal(&error))?;
        charge
            .retry_after_seconds()
            .map_or(Ok(()), |seconds| Err(PageError::TooMany(seconds.max(1))))
    }

    /// A token for the forms of one page.
    pub async fn form_token(&self, purpose: &str) -> Result<String, PageError> {
        form_tokens::issue(&self.who, &self.state, purpose).await
    }
}

/// A reader of a GET comes back to the page; a form's target is no page.
fn back(request: &HttpRequest) -> String {
    if request.method().is_safe() {
        // Without scheme and host, which HTTP/2 brings along.
        let path = request.uri().path_and_query();
        path.map_or("/", |path| path.as_str()).to_owned()
    } else {
        "/".to_owned()
    }
}

/// Somebody at a profile that they reach.
pub struct AtProfile {
    /// Who.
    pub viewer: Viewer,
    /// Their way to it.
    pub reach: Reach,
    /// What they may do.
    pub access: ProfileAccess,
    /// The profile.
    pub profile: Profile,
}

impl AtProfile {
    /// At the profile of the path, whatever they may do there.
    pub async fn enter(request: &HttpRequest) -> Result<Self, PageError> {
        Self::enter_at(request, LIGHT).await
    }

    async fn enter_at(request: &HttpRequest, units: u32) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        viewer.charge(units).await?;
        let id = request.match_info().get("profile_id").unwrap_or_default();
        let id = parse_uuid(id).ok_or(PageError::NotFound)?.into();
        let user = viewer.who.user_id;
        let reach = viewer.state.access.reach.to_profile(user, id).await;
        let reach = reach.map_err(|error| PageError::internal(&error))?;
        let reach = reach.ok_or(PageError::NotFound)?;
        let profile = viewer.state.profiles.find(id).await;
        let profile = profile.map_err(|error| PageError::internal(&error))?;
        let access = ProfileAccess {
            profile_id: id,
            scopes: reach.scopes(),
            actor: Actor::User(user),
        };
        Ok(Self {
            profile: profile.ok_or(PageError::NotFound)?,
            viewer,
            reach,
            access,
        })
    }

    /// The same with a scope that they must hold.
    pub async fn with(request: &HttpRequest, scope: Scope) -> Result<Self, PageError> {
        let units = if scope == Scope::CustomersRead {
            HEAVY
        } else {
            LIGHT
        };
        Self::with_at(request, scope, units).await
    }

    /// The same where an answer keeps a processor busy.
    pub async fn with_heavy(request: &HttpRequest, scope: Scope) -> Result<Self, PageError> {
        Self::with_at(request, scope, HEAVY).await
    }

    async fn with_at(request: &HttpRequest, scope: Scope, units: u32) -> Result<Self, PageError> {
        let at = Self::enter_at(request, units).await?;
        if at.access.allows(scope) {
            Ok(at)
        } else {
            Err(PageError::Scope(scope))
        }
    }

    /// Whether they may give others access: keys outlive their makers, so not every member may.
    pub const fn manages(&self) -> bool {
        self.reach.role.reaches_all()
    }

    /// What surrounds a page of the profile.
    pub async fn chrome(&self, title: &str, section: Section) -> Result<Chrome, PageError> {
        let title = format!("{title} · {}", self.profile.name);
        let chrome = self.viewer.chrome(&title).await?;
        let place = (self.access.profile_id, self.reach.workspace_id);
        Ok(chrome.of_profile(place, section, |section| self.opens(section)))
    }

    /// Whether they may open a page of the profile.
    fn opens(&self, section: Section) -> bool {
        match section {
            Section::Overview | Section::Quality => self.access.allows(Scope::AnalyticsRead),
            Section::Customers => self.access.allows(Scope::CustomersRead),
            Section::Developer => self.manages() || self.access.allows(Scope::TrackingWrite),
            Section::Webhooks => {
                self.access.allows(Scope::ExportsRead) && !self.opens(Section::Developer)
            }
            Section::Profiles | Section::Members => true,
        }
    }

    /// Where in the tabs pages of webhooks are.
    pub fn webhooks_section(&self) -> Section {
        if self.opens(Section::Developer) {
            Section::Developer
        } else {
            Section::Webhooks
        }
    }

    /// Where the page of webhooks is; forms of all pages below it are named after it.
    pub fn webhooks_path(&self) -> String {
        format!("{}/webhooks", self.developer_path())
    }

    /// Where the page of exports is; its forms are named after it.
    pub fn exports_path(&self) -> String {
        format!("{}/exports", self.developer_path())
    }

    /// Where the page of spend is; its forms' tokens are named after it.
    pub fn spend_path(&self) -> String {
        format!("{}/spend", self.developer_path())
    }

    /// Where the Developer page is; its forms' tokens are named after it.
    pub fn developer_path(&self) -> String {
        format!("/p/{}/settings/developer", self.access.profile_id)
    }
}

/// Somebody at a workspace that they belong to.
pub struct AtWorkspace {
    /// Who.
    pub viewer: Viewer,
    /// The workspace.
    pub id: WorkspaceId,
    /// Their way to it.
    pub reach: Reach,
}

impl AtWorkspace {
    /// At the workspace of the path.
    pub async fn enter(request: &HttpRequest) -> Result<Self, PageError> {
        let viewer = Viewer::of(request).await?;
        viewer.charge(LIGHT).await?;
        let id = request.match_info().get("workspace_id").unwrap_or_default();
        let id = parse_uuid(id).ok_or(PageError::NotFound)?.into();
        let user = viewer.who.user_id;
        let reach = viewer.state.access.reach.to_workspace(user, id).await;
        let reach = reach.map_err(|error| PageError::internal(&error))?;
        Ok(Self {
            viewer,
            id,
            reach: reach.ok_or(PageError::NotFound)?,
        })
    }

    /// What surrounds a page of the workspace.
    pub async fn chrome(&self, title: &str, section: Section) -> Result<Chrome, PageError> {
        let chrome = self.viewer.chrome(title).await?;
        Ok(chrome.of_workspace(self.id, section))
    }

    /// Where the page of members is; its forms' tokens are named after it.
    pub fn members_path(&self) -> String {
        format!("/w/{}/members", self.id)
    }
}
