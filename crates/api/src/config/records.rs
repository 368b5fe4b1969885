//! The commands that make and list what the service is about: workspaces, profiles, keys.

use clap::{Args, Subcommand};

/// Workspaces.
#[derive(Debug, Subcommand)]
pub(crate) enum Workspaces {
    /// Create a workspace and make somebody its owner.
    Create {
        /// Its name.
        #[arg(long)]
        name: String,
        #[command(flatten)]
        owner: Owner,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Have a workspace deleted in a week, with all its profiles and everything in them.
    Delete {
        /// The workspace's id.
        #[arg(long)]
        workspace: String,
        /// Its name, as it is written.
        #[arg(long)]
        confirm: String,
    },
    /// Keep a workspace that was to be deleted.
    Keep {
        /// The workspace's id.
        #[arg(long)]
        workspace: String,
    },
    /// Make somebody an owner of a workspace that exists.
    AddOwner {
        /// The workspace's id.
        #[arg(long)]
        workspace: String,
        #[command(flatten)]
        owner: Owner,
    },
}

/// Somebody who has an account.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct Owner {
    /// The owner's e-mail address; not that of an account which its holder made, because anybody may
    /// have written any address there.
    #[arg(long, value_name = "ADDRESS")]
    pub owner: Option<String>,
    /// The id of the owner's account, for every account there is.
    #[arg(long, value_name = "ID")]
    pub owner_id: Option<String>,
}

/// Profiles.
#[derive(Debug, Subcommand)]
pub(crate) enum Profiles {
    /// Create a profile.
    Create(CreateProfile),
    /// List profiles.
    List,
    /// Have a profile deleted in a week, with everything that was ever received for it.
    Delete {
        /// The profile.
        #[arg(long)]
        profile: String,
        /// Its name, as it is written.
        #[arg(long)]
        confirm: String,
    },
    /// Decide after how many days facts of a profile lose what is personal; without a number, show it.
    Retention {
        /// The profile.
        #[arg(long)]
        profile: String,
        /// Of browser events and silent browsers: 30 to 3650, or never.
        #[arg(long)]
        tracker_days: Option<String>,
        /// Of outcome events and customers: 30 to 3650, or never.
        #[arg(long)]
        personal_days: Option<String>,
    },
    /// Keep a profile that was to be deleted.
    Keep {
        /// The profile.
        #[arg(long)]
        profile: String,
    },
}

/// A profile to be created.
#[derive(Debug, Args)]
pub(crate) struct CreateProfile {
    /// Its name.
    #[arg(long)]
    pub name: String,
    /// Workspace: the id of an existing one; without it a new one is made, which nobody owns.
    #[arg(long)]
    pub workspace: Option<String>,
    /// Reporting currency, ISO 4217.
    #[arg(long)]
    pub currency: String,
    /// IANA time zone in which its days begin.
    #[arg(long, default_value = "UTC")]
    pub timezone: String,
    /// A domain of its own, whose referrals are no source; may be repeated.
    #[arg(long = "domain")]
    pub domains: Vec<String>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
}

/// API keys.
#[derive(Debug, Subcommand)]
pub(crate) enum Keys {
    /// Create a key and print it once.
    Create(CreateKey),
    /// List the keys of a profile; never their secrets.
    List {
        /// The profile.
        #[arg(long)]
        profile: String,
    },
    /// Revoke every key of that name.
    Revoke {
        /// The profile.
        #[arg(long)]
        profile: String,
        /// The name.
        #[arg(long)]
        name: String,
    },
}

/// A key to be created.
#[derive(Debug, Args)]
pub(crate) struct CreateKey {
    /// The profile it belongs to.
    #[arg(long)]
    pub profile: String,
    /// What to call it.
    #[arg(long)]
    pub name: String,
    /// Its scopes, separated by commas; they never change afterwards.
    #[arg(long, value_delimiter = ',', required = true)]
    pub scopes: Vec<String>,
    /// Units that it may spend a minute; 60 without it.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub units_per_minute: Option<u32>,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
}
