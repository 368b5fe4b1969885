//! Signing up, in and out, and changing a password; or signing in through an external issuer, in
//! whose place the pages with passwords are not there.
//!
//! Reading order: [`anonymous_form`] (a browser in which nobody is signed in), [`session`] (one in which
//! somebody is from now on), then one file a page; [`external`] is the way to an issuer and back.

mod anonymous_form;
mod external;
mod password;
mod session;
mod sign_in;
mod sign_out;
mod sign_up;

use actix_web::web::{self, ServiceConfig};

/// Registers the pages.
pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(
        web::resource("/auth/sign-in")
            .route(web::get().to(sign_in::show))
            .route(web::post().to(sign_in::send)),
    );
    config.service(
        web::resource("/auth/sign-up")
            .route(web::get().to(sign_up::show))
            .route(web::post().to(sign_up::send)),
    );
    config.service(
        web::resource("/auth/sign-out")
            .route(web::get().to(sign_out::show))
            .route(web::post().to(sign_out::send)),
    );
    config.service(web::resource("/auth/callback").route(web::get().to(external::come_back)));
    config.service(web::resource("/auth/signed-out").route(web::get().to(sign_out::done)));
    config.service(
        web::resource("/auth/password")
            .route(web::get().to(password::show))
            .route(web::post().to(password::send)),
    );
}
