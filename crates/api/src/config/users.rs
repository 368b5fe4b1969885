//! `tributary people` and `tributary clients`.

use clap::Subcommand;

/// People who sign in.
#[derive(Debug, Subcommand)]
pub(crate) enum People {
    /// Make an account, also where nobody may make their own.
    Create {
        /// What the person is called.
        #[arg(long)]
        name: String,
        /// What the person signs in with.
        #[arg(long)]
        email: String,
        /// Read the password from standard input; without it one is made and printed once.
        #[arg(long)]
        password_stdin: bool,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Give an account a new password and sign all its browsers out.
    ResetPassword {
        /// What the person signs in with.
        #[arg(long)]
        email: String,
        /// Read the password from standard input; without it one is made and printed once.
        #[arg(long)]
        password_stdin: bool,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Applications that can keep a secret.
#[derive(Debug, Subcommand)]
pub(crate) enum Clients {
    /// Make a client with a secret, for POST /oauth/token, and print the secret once.
    Create {
        /// What people see when they are asked.
        #[arg(long)]
        name: String,
        /// Where it may be answered; may be repeated.
        #[arg(long = "redirect-uri", required = true)]
        redirect_uris: Vec<String>,
        /// What it asks for when a request names no scope, separated by spaces.
        #[arg(long, default_value = "mcp:read")]
        scope: String,
        /// Print the result as JSON.
        #[arg(long)]
        json: bool,
    },
}
