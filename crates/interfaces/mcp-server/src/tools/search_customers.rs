//! `search_customers`

use kernel::Scope;
use people_api::customers::search::{CustomerCandidate, SearchMeta, SearchParameters, search};
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;

pub(super) fn tool() -> Tool {
    Tool {
        name: "search_customers",
        title: "Search customers",
        description: "Whom a text may mean: an e-mail address, phone number, national id or other identifier, \
            the beginning of a name, or, from three characters on, any part of name, address or number. The best \
            candidate first. Refused while the profile shows personal data masked. Personal data: needs the \
            grant mcp:read_pii. Costs 1 unit.",
        arguments: vec![
            Argument::required(
                "q",
                Kind::Text(256),
                "What is known of the customer; under two characters find nobody.",
            ),
            Argument::optional("exclude", Kind::Id, "A customer to leave out."),
            Argument::optional(
                "limit",
                Kind::Whole(1, 50),
                "Candidates at most; 20 when absent.",
            ),
        ],
        units: 1,
        subject: Subject::Profile {
            scope: Scope::CustomersRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::envelope::<Vec<CustomerCandidate>, SearchMeta>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let parameters = call.arguments.read::<SearchParameters>()?;
    let query = parameters.query(call.state);
    written(&search(call.state, call.access, &query).await?)
}
