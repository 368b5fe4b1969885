//! What surrounds a page: the switcher, the tabs, the account.

use std::borrow::Borrow;

use access_control::Role;
use access_control::ports::{PersonCard, ReachableWorkspace};
use kernel::{ProfileId, WorkspaceId};

/// What surrounds a page.
#[derive(Clone, Debug)]
pub struct Chrome {
    /// The page's title.
    pub title: String,
    /// The reader's name.
    pub person: String,
    /// Their e-mail address.
    pub email: Option<String>,
    /// Tries at their account that failed elsewhere.
    pub failed_tries: i64,
    /// Where they may go.
    pub places: Vec<ReachableWorkspace>,
    /// Pages of where they are.
    pub tabs: Vec<Tab>,
    workspace: Option<WorkspaceId>,
    profile: Option<ProfileId>,
}

/// A page of the same profile or workspace.
#[derive(Clone, Debug)]
pub struct Tab {
    /// Its name.
    pub name: &'static str,
    /// Its path.
    pub href: String,
    /// Whether it is this one.
    pub current: bool,
}

/// Where a page belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Figures.
    Overview,
    /// People.
    Customers,
    /// What is wrong with the figures' sources.
    Quality,
    /// Keys.
    Developer,
    /// Webhooks: a tab of their own for those who may not open the Developer page, which leads to them.
    Webhooks,
    /// Profiles of a workspace.
    Profiles,
    /// Members of a workspace.
    Members,
}

impl Chrome {
    /// Around a page that belongs to no workspace.
    pub fn alone(title: &str, person: PersonCard, places: Vec<ReachableWorkspace>) -> Self {
        Self {
            title: title.to_owned(),
            person: person.name,
            email: person.email,
            failed_tries: 0,
            places,
            tabs: Vec::new(),
            workspace: None,
            profile: None,
        }
    }

    /// Around a page of a workspace.
    #[must_use]
    pub fn of_workspace(self, id: WorkspaceId, section: Section) -> Self {
        let tab = |name, path: &str, of| Tab {
            name,
            href: format!("/w/{id}{path}"),
            current: of == section,
        };
        Self {
            tabs: vec![
                tab("Profiles", "", Section::Profiles),
                tab("Members", "/members", Section::Members),
            ],
            workspace: Some(id),
            ..self
        }
    }

    /// Around a page of a profile; tabs that the reader may not open are left out.
    #[must_use]
    pub fn of_profile(
        self,
        (id, workspace): (ProfileId, WorkspaceId),
        section: Section,
        opens: impl Fn(Section) -> bool,
    ) -> Self {
        let all = [
            ("Overview", "", Section::Overview),
            ("Customers", "/customers", Section::Customers),
            ("Data quality", "/quality", Section::Quality),
            ("Developer", "/settings/developer", Section::Developer),
            (
                "Webhooks",
                "/settings/developer/webhooks",
                Section::Webhooks,
            ),
        ];
        let tabs = all.into_iter().filter(|(.., of)| opens(*of));
        let mut tabs: Vec<_> = tabs
            .map(|(name, path, of)| Tab {
                name,
                href: format!("/p/{id}{path}"),
                current: of == section,
            })
            .collect();
        tabs.push(Tab {
            name: "Members",
            href: format!("/w/{workspace}/members"),
            current: false,
        });
        Self {
            tabs,
            profile: Some(id),
            ..self
        }
    }

    /// What the switcher shows.
    pub fn here_name(&self) -> &str {
        let profiles = self.places.iter().flat_map(|place| &place.profiles);
        if let Some(profile) = profiles.clone().find(|found| self.is_profile(&found.id)) {
            return &profile.name;
        }
        let mut places = self.places.iter();
        places
            .find(|place| self.is_workspace(&place.id))
            .map_or("Choose a profile", |place| &place.name)
    }

    /// Whether the page is of this profile.
    pub fn is_profile(&self, id: &ProfileId) -> bool {
        self.profile.as_ref() == Some(id)
    }

    /// Whether the page is of this workspace itself.
    pub fn is_workspace(&self, id: &WorkspaceId) -> bool {
        self.workspace.as_ref() == Some(id)
    }
}

/// A role as people call it.
pub fn role_name(role: impl Borrow<Role>) -> &'static str {
    match role.borrow() {
        Role::Owner => "Owner",
        Role::Admin => "Admin",
        Role::Member => "Member",
    }
}
