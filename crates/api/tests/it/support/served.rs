//! The application as a service.

use std::rc::Rc;

use actix_web::HttpResponse;
use actix_web::http::Method;
use actix_web::test::{TestRequest, init_service, try_call_service};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use tokio::sync::OnceCell;
use tributary_api::server::{Parts, app};

/// What was asked for, and the answer.
type Exchanged = ((Method, String), HttpResponse);

type Exchange = Rc<dyn Fn(TestRequest) -> LocalBoxFuture<'static, Exchanged>>;

/// Made when it is first asked, and once: making one takes longer than most answers, and keeps others from going on.
pub(crate) struct Served {
    parts: Parts,
    made: OnceCell<Exchange>,
}

impl Served {
    pub(crate) fn new(parts: Parts) -> Self {
        Self {
            parts,
            made: OnceCell::new(),
        }
    }

    pub(crate) async fn exchange(&self, request: TestRequest) -> Exchanged {
        let made = self.made.get_or_init(|| self.make()).await;
        made(request).await
    }

    async fn make(&self) -> Exchange {
        let service = Rc::new(init_service(app(&self.parts)).await);
        Rc::new(move |request| {
            let service = Rc::clone(&service);
            async move {
                let request = request.to_request();
                let place = (request.method().clone(), request.path().to_owned());
                let response = match try_call_service(&*service, request).await {
                    Ok(response) => response.map_into_boxed_body().into_parts().1,
                    Err(error) => error.error_response(),
                };
                (place, response)
            }
            .boxed_local()
        })
    }
}
