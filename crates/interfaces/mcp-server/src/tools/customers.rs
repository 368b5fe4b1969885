//! `customers`

use kernel::Scope;
use people_api::customers::list::CustomersParameters;
use serde_json::value::RawValue;

use super::arguments::{Argument, Kind, limit, period};
use super::{ProfileCall, Subject, Tool, json_schema, written};
use http_kit::problem::Problem;
use people_api::customers::list::{Customer, CustomersMeta, CustomersPagination, customers};

pub(super) fn tool() -> Tool {
    let mut arguments = period();
    arguments.extend([
        Argument::required(
            "goal",
            Kind::Text(128),
            "A conversion key of the profile. An unknown one is answered with those that there are.",
        ),
        Argument::optional(
            "search",
            Kind::Text(256),
            "Part of a name or e-mail address; refused while the profile shows personal data masked.",
        ),
        limit("Rows a page; 10 when absent."),
        Argument::optional(
            "cursor_time",
            Kind::Instant,
            "The half of pagination.cursor before the |; needs cursor_id.",
        ),
        Argument::optional(
            "cursor_id",
            Kind::Id,
            "The half of pagination.cursor behind the |; needs cursor_time.",
        ),
    ]);
    Tool {
        name: "customers",
        title: "Customers",
        description: "Who converted: one row for each conversion of a goal, latest first, with the \
            customer, the value, the last touch and the number of touches. Personal data: needs the \
            grant mcp:read_pii. Costs 3 units.",
        arguments,
        units: 3,
        subject: Subject::Profile {
            scope: Scope::CustomersRead,
            run: |call| Box::pin(run(call)),
        },
        output: json_schema::page::<Customer, CustomersMeta, CustomersPagination>(),
    }
}

async fn run(call: ProfileCall<'_>) -> Result<Box<RawValue>, Problem> {
    let query = call.arguments.read::<CustomersParameters>()?;
    written(&customers(call.state, call.access, &query).await?)
}
