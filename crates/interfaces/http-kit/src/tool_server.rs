//! What the tool server for agents needs beyond the ports of the API.

use std::sync::Arc;

use access_control::AccountReader;

/// What the tool server needs beside the ports of the reports.
#[derive(Clone)]
pub struct ToolServer {
    /// Tells what the person behind a token reaches.
    pub accounts: Arc<dyn AccountReader>,
    /// Origins of pages that may call, beside the service's own, as browsers write them.
    pub allowed_origins: Vec<String>,
}
