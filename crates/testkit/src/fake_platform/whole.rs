//! Both platforms at one address, with a page that shows what they were told: for somebody who looks around.

use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::conversions::{Misbehaviour, PlatformClock, Taken, World, json_of, lock};
use super::http::{Request, Response, Server};
use super::{authorization, conversions, spend};

/// So many of what was taken last are shown.
const SHOWN: usize = 200;

/// Access to accounts, conversions and spend of both platforms.
pub struct FakePlatform {
    server: Server,
}

impl FakePlatform {
    /// Platforms that behave, at an address, by a clock that tells seconds since 1970.
    pub fn start_at(address: SocketAddr, now: fn() -> i64) -> std::io::Result<Self> {
        let told = Mutex::new(World::new(PlatformClock::Goes(now)));
        let access = Arc::new(Mutex::new(authorization::World::default()));
        let ads = Mutex::new(spend::World::default());
        let server = Server::start_at(address, move |request| {
            if spend::knows(request) {
                return spend::answer_at(&ads, now(), request);
            }
            answer(&told, &access, request)
        })?;
        Ok(Self { server })
    }

    /// Where both are, and the page.
    pub fn url(&self) -> String {
        self.server.url()
    }
}

fn answer(
    told: &Mutex<World>,
    access: &Mutex<authorization::World>,
    request: &Request,
) -> Response {
    match (request.method.as_str(), request.path.as_str()) {
        ("GET", "/") => page(&lock(told)),
        ("GET", "/journal") => journalled(&lock(told), request),
        ("POST", "/misbehaviour") => misbehave(&mut lock(told), request),
        _ if conversions::knows(request) => conversions::answer(told, request),
        _ => authorization::answer(access, request),
    }
}

/// What was taken, the latest first.
fn latest(world: &World, most: usize) -> impl Iterator<Item = &Taken> {
    world.journal.iter().rev().take(most)
}

/// The journal, of which `most` says how much.
fn journalled(world: &World, request: &Request) -> Response {
    let most = request.query.get("most");
    let most = most.map(|text| text.parse::<usize>());
    match most.unwrap_or(Ok(SHOWN)) {
        Ok(most) => Response::json(200, &journal(world, most)),
        Err(_) => Response::json(400, &json!({"error": "most is no number"})),
    }
}

/// What goes wrong from now on: `{"loses_one_in": 3, "delay_millis": 100}`, and nothing of what is left out.
fn misbehave(world: &mut World, request: &Request) -> Response {
    let asked = json_of(&request.body).and_then(|body| {
        let number = |key: &str| match body.get(key) {
            None => Ok(0),
            Some(value) => value.as_u64().ok_or_else(|| format!("{key} is no number")),
        };
        Ok(Misbehaviour {
            loses_one_in: u32::try_from(number("loses_one_in")?).unwrap_or(u32::MAX),
            delay: Duration::from_millis(number("delay_millis")?),
            ..Misbehaviour::default()
        })
    });
    match asked {
        Ok(misbehaviour) => {
            world.misbehaviour = misbehaviour;
            Response::empty(204)
        }
        Err(reason) => Response::json(400, &json!({ "error": reason })),
    }
}

fn journal(world: &World, most: usize) -> Value {
    let taken = latest(world, most).map(|taken| {
        json!({
            "place": taken.place,
            "name": taken.name,
            "event_id": taken.event_id,
            "is_counted": taken.is_counted,
            "event": taken.event,
        })
    });
    let refusals = world.refusals.iter().rev().take(SHOWN);
    json!({
        "taken": taken.collect::<Vec<_>>(),
        "refused": refusals.collect::<Vec<_>>(),
        "taken_in_all": world.journal.len(),
    })
}

const HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8><meta http-equiv=refresh content=5>\
    <title>What the ad platforms were told</title><style>body{font:14px/1.5 sans-serif;margin:2rem}\
    td,th{text-align:left;vertical-align:top;padding:.3rem .8rem;border-bottom:1px solid #ddd}\
    pre{margin:0;white-space:pre-wrap;word-break:break-all;max-width:60rem}</style>\
    <h1>What the ad platforms were told</h1><p>Stand-ins for Meta and Google on this machine; nothing has left it.";

fn page(world: &World) -> Response {
    let mut body = HEAD.to_owned();
    // A text takes whatever is written into it.
    let _ = write!(
        body,
        "<p>{} events, the latest first. <a href=/journal>As JSON</a>.<table><tr><th>place<th>event<th>counted<th>as it came",
        world.journal.len()
    );
    for taken in latest(world, SHOWN) {
        let event = serde_json::to_string_pretty(&taken.event).unwrap_or_default();
        let _ = write!(
            body,
            "<tr><td>{}<td>{}<br>{}<td>{}<td><pre>{}</pre>",
            shown(&taken.place),
            shown(&taken.name),
            shown(&taken.event_id),
            if taken.is_counted {
                "yes"
            } else {
                "told before"
            },
            shown(&event),
        );
    }
    body.push_str("</table>");
    for why in world.refusals.iter().rev().take(SHOWN) {
        let _ = write!(body, "<p>Refused: {}", shown(why));
    }
    Response::page(body)
}

/// A text as it stands on a page.
fn shown(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::TcpStream;

    use super::*;

    fn asked(platform: &FakePlatform, request: &str) -> String {
        let url = platform.url();
        let mut stream = TcpStream::connect(url.trim_start_matches("http://")).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn one_address_knows_accounts_and_events_and_shows_what_it_was_told() {
        let platform =
            FakePlatform::start_at(([127, 0, 0, 1], 0).into(), || 1_800_000_000).unwrap();
        let accounts = asked(
            &platform,
            "GET /v25.0/me/adaccounts HTTP/1.1\r\nauthorization: Bearer EAAsystemuser\r\n\r\n",
        );
        assert!(accounts.contains("act_1001"), "{accounts}");
        let event = json!({"event_name": "<Lead>", "event_id": "e-1", "event_time": 1_799_999_999,
            "action_source": "system_generated", "user_data": {"fbp": "fb.1.1.1"}});
        let body = json!({ "data": [event] }).to_string();
        let told = format!(
            "POST /v25.0/77/events HTTP/1.1\r\nauthorization: Bearer x\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        );
        assert!(asked(&platform, &told).contains("\"events_received\":1"));
        let page = asked(&platform, "GET / HTTP/1.1\r\n\r\n");
        assert!(page.contains("<td>77<td>&lt;Lead&gt;"), "{page}");
        let journal = asked(&platform, "GET /journal HTTP/1.1\r\n\r\n");
        assert!(journal.contains("\"taken_in_all\":1"), "{journal}");
        assert!(journal.contains("\"event_id\":\"e-1\""), "{journal}");
        let none = asked(&platform, "GET /journal?most=0 HTTP/1.1\r\n\r\n");
        assert!(none.contains("\"taken\":[]"), "{none}");

        let misbehaves = |body: &str| {
            let length = body.len();
            let request =
                format!("POST /misbehaviour HTTP/1.1\r\ncontent-length: {length}\r\n\r\n{body}");
            asked(&platform, &request)
        };
        assert!(misbehaves("{\"loses_one_in\":-1}").contains("loses_one_in is no number"));
        misbehaves("{\"loses_one_in\":1}");
        assert_eq!(asked(&platform, &told), "", "the answer is lost");
        misbehaves("{}");
        assert!(asked(&platform, &told).contains("\"events_received\":1"));
        let journal = asked(&platform, "GET /journal HTTP/1.1\r\n\r\n");
        assert!(journal.contains("\"taken_in_all\":3"), "{journal}");
    }
}
