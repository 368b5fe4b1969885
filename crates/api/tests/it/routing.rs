//! What no endpoint answers is answered like an endpoint would.

use actix_web::http::Method;
use actix_web::test::TestRequest;
use http_kit::state::NotReady;
use kernel::Scope;

use crate::support::TestApi;

#[actix_web::test]
async fn unknown_paths_are_404_problems() {
    let api = TestApi::new();
    for path in [
        "/api",
        "/api/v1",
        "/api/v1/nothing",
        "/api/v1/admin/users",
        "/docs/nothing",
        "/%00",
    ] {
        let answer = api.send(TestRequest::get().uri(path)).await;
        answer.assert_problem(404, "not_found");
    }
    api.send(TestRequest::post().uri("/nothing"))
        .await
        .assert_problem(404, "not_found");
}

#[actix_web::test]
async fn a_browser_gets_a_page_for_an_address_that_nothing_answers() {
    let api = TestApi::new();
    let accept = ("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8");
    let page = api
        .send(TestRequest::get().uri("/nothing").insert_header(accept))
        .await;
    assert_eq!(page.status.as_u16(), 404);
    assert!(
        page.text.contains("<h1>Page not found</h1>"),
        "{}",
        page.text
    );
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("style-src 'self'"), "{policy}");
    api.send(
        TestRequest::get()
            .uri("/api/v1/nothing")
            .insert_header(accept),
    )
    .await
    .assert_problem(404, "not_found");
}

#[actix_web::test]
async fn what_changed_is_told_where_the_document_says() {
    let api = TestApi::new();
    let document = api
        .send(TestRequest::get().uri("/api/v1/openapi.json"))
        .await;
    let about = document.json()["info"]["description"].to_string();
    assert!(about.contains("(/docs/changelog)"), "{about}");
    let told = api.send(TestRequest::get().uri("/docs/changelog")).await;
    assert_eq!(told.status.as_u16(), 200);
    assert!(told.text.starts_with("# Changelog"), "{}", told.text);
}

#[actix_web::test]
async fn other_methods_are_405_and_name_what_is_allowed() {
    let api = TestApi::new();
    for method in [
        Method::POST,
        Method::DELETE,
        Method::TRACE,
        Method::from_bytes(b"QUERY").unwrap(),
    ] {
        let answer = api
            .send(TestRequest::with_uri("/healthz").method(method))
            .await;
        answer.assert_problem(405, "method_not_allowed");
        assert_eq!(answer.header("allow"), Some("GET, HEAD, OPTIONS"));
    }
    api.send(TestRequest::delete().uri("/docs/"))
        .await
        .assert_problem(405, "method_not_allowed");
}

#[actix_web::test]
async fn paths_with_a_meaning_of_their_own_are_no_ids() {
    let api = TestApi::new();
    let key = api.key(&[Scope::AttributionWrite, Scope::GoalsWrite]);
    for (method, path, allowed) in [
        (Method::PATCH, "channel-rules/reorder", "POST, OPTIONS"),
        (
            Method::DELETE,
            "channel-rules/suggestions",
            "GET, HEAD, OPTIONS",
        ),
        (Method::DELETE, "goals/definitions/diff", "POST, OPTIONS"),
    ] {
        let request = TestRequest::with_uri(&format!("/api/v1/{path}"))
            .method(method.clone())
            .insert_header(("authorization", key.as_str()));
        // Whoever asks: the method does not exist there.
        let nobody = TestRequest::with_uri(&format!("/api/v1/{path}")).method(method);
        for request in [request, nobody] {
            let answer = api.send(request).await;
            answer.assert_problem(405, "method_not_allowed");
            assert_eq!(answer.header("allow"), Some(allowed), "{path}");
        }
    }
}

#[actix_web::test]
async fn options_names_the_methods_and_head_is_get_without_a_body() {
    let api = TestApi::new();
    let options = api
        .send(TestRequest::with_uri("/healthz").method(Method::OPTIONS))
        .await;
    assert_eq!(
        (options.status.as_u16(), options.header("allow")),
        (204, Some("GET, HEAD, OPTIONS"))
    );
    assert_eq!(options.header("access-control-allow-origin"), None);
    let head = api
        .send(TestRequest::with_uri("/healthz").method(Method::HEAD))
        .await;
    assert_eq!(head.status.as_u16(), 200);
}

#[actix_web::test]
async fn every_answer_has_its_id_and_safe_headers() {
    let api = TestApi::new();
    let mut seen = Vec::new();
    for path in ["/healthz", "/nothing", "/docs/", "/api/v1/openapi.json"] {
        let answer = api.send(TestRequest::get().uri(path)).await;
        seen.push(answer.header("x-request-id").unwrap().to_owned());
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        // The service of these tests is reached over TLS.
        let only_tls = answer.header("strict-transport-security");
        assert_eq!(only_tls, Some("max-age=31536000"), "{path}");
        assert!(
            answer
                .header("content-security-policy")
                .unwrap()
                .contains("default-src 'none'")
        );
    }
    seen.dedup();
    assert_eq!(seen.len(), 4);
}

#[actix_web::test]
async fn readiness_names_what_is_missing() {
    let api = TestApi::new();
    assert_eq!(
        api.send(TestRequest::get().uri("/readyz"))
            .await
            .status
            .as_u16(),
        200
    );
    *api.readiness.missing.lock().unwrap() = Some(NotReady::MigrationsPending);
    let answer = api.send(TestRequest::get().uri("/readyz")).await;
    answer.assert_problem(503, "unavailable");
    assert!(answer.text.contains("migrations"), "{}", answer.text);
    for (missing, word) in [
        (NotReady::ReadOnly, "read-only"),
        (NotReady::Full, "no room"),
    ] {
        *api.readiness.missing.lock().unwrap() = Some(missing);
        let answer = api.send(TestRequest::get().uri("/readyz")).await;
        answer.assert_problem(503, "unavailable");
        assert!(answer.text.contains(word), "{}", answer.text);
    }
    assert_eq!(
        api.send(TestRequest::get().uri("/healthz"))
            .await
            .status
            .as_u16(),
        200
    );
}
