//! Who may make accounts.

use clap::{Args, ValueEnum};

/// Who may make an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SignUp {
    /// Anybody.
    Open,
    /// Nobody but the operator, by `tributary people create`.
    Closed,
}

/// People.
#[derive(Clone, Debug, Args)]
pub(crate) struct SignIn {
    /// Who may make an account.
    #[arg(long, env = "TRIBUTARY_SIGNUP", value_enum, default_value = "open")]
    pub signup: SignUp,
}
