//! Who may make accounts, and what applications get.

use clap::{Args, ValueEnum};

/// Who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignUp {
    /// Anybody.
    Open,
    /// Nobody but the operator, by `tributary people create`.
    Closed,
}

/// People and applications.
#[derive(Clone, Debug, Args)]
pub(crate) struct Identity {
    /// Who may make an account.
    #[arg(long, env = "TRIBUTARY_SIGNUP", value_enum, default_value = "open")]
    pub signup: SignUp,
    /// Rate units a minute of the tokens that applications get. Until it is set, no application
    /// gets any.
    #[arg(
        long,
        env = "TRIBUTARY_USER_TOKEN_UNITS_PER_MINUTE",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000)
    )]
    pub user_token_units_per_minute: Option<u32>,
}
