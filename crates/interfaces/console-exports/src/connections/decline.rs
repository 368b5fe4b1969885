//! The person does not want it.

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use conversion_export::connections::decline::decline as declines;

use super::AtConnection;
use crate::error::PageError;
use crate::form::Form;
use crate::page::see_other;
use crate::write::write;

pub(super) async fn decline(request: HttpRequest, body: Bytes) -> Result<HttpResponse, PageError> {
    let at = AtConnection::of(&request).await?;
    let path = at.path();
    Form::accept(&request, &body, &at.viewer, &path).await?;
    let who = (at.id(), at.viewer.who.user_id);
    write(&at.viewer.state, who, |work, context, who| {
        Box::pin(declines(work, context, *who))
    })
    .await?;
    Ok(see_other(&path))
}
