//! The tool server: reports for agents, over the Model Context Protocol.
//!
//! Decides: which requests are let in and in which order they are refused, what the two dialects of
//! the protocol demand, which tools there are and what they are called. Deliberately does not know:
//! any figure. A tool reads its arguments as the REST operation of the same report reads its
//! parameters, and answers with what that operation answers.
//!
//! Reading order: [`transport`] (a request from door to door), [`gate`] (who may knock), [`caller`]
//! (what a token may do with a profile), [`message`], [`routing`] and [`dialect`] (what was asked, and
//! under which rules), [`reply`] (how it is answered), [`tools`].

mod call;
mod caller;
mod dialect;
mod gate;
mod message;
mod reply;
mod routing;
pub mod tools;
mod transport;

use actix_web::web;

use http_kit::state::AppState;

/// Registers the tool server at its path, for every method.
pub fn configure(
    config: &mut web::ServiceConfig,
    state: &AppState,
    tools: &web::Data<tools::Registry>,
) {
    let resource = web::resource(state.addresses.mcp_path())
        .app_data(tools.clone())
        .to(transport::serve);
    config.service(resource);
}
