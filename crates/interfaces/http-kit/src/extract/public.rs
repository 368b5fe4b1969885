//! Endpoints that need no credential.

use std::pin::Pin;

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest, web};

use super::Input;
use super::scoped::state_of;
use crate::problem::Problem;
use crate::state::AppState;

/// Anybody, the ports, and what the endpoint reads. It is the only argument of such a handler.
pub struct Public<I = ()> {
    /// What the endpoint reads of the request.
    pub input: I,
    /// The ports.
    pub state: web::Data<AppState>,
}

impl<I: Input + 'static> FromRequest for Public<I> {
    type Error = Problem;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Problem>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (request, mut payload) = (request.clone(), payload.take());
        Box::pin(async move {
            let state = state_of(&request)?;
            let input = I::read(&request, &mut payload).await?;
            Ok(Self { input, state })
        })
    }
}
