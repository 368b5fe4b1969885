//! Use cases alone, without a database: what they refuse, and what they write.

mod webhooks;
