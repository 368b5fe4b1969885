//! Both platforms at one address, with a page that shows what they were told: for somebody who looks around.

use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

use super::conversions::{Misbehaviour, PlatformClock, Taken, World, json_of, lock};
use super::http::{Request, Response, Server};
use super::spend::SpendTrouble;
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
                let delay = lock(&told).misbehaviour.delay;
                std::thread::sleep(delay);
                return spend::answer_at(&ads, now(), request);
            }
            match (request.method.as_str(), request.path.as_str()) {
                ("GET", "/spend") => spend::as_it_is(&ads, now(), request),
                ("POST", "/misbehaviour") => misbehave(&told, &ads, request),
                _ => answer(&told, &access, request),
            }
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

/// What goes wrong from now on: `{"loses_one_in": 3, "delay_millis": 100, "spend": ["throttled"], "report_takes": 2}`,
/// and nothing of what is left out.
fn misbehave(told: &Mutex<World>, ads: &Mutex<spend::World>, request: &Request) -> Response {
    let asked = json_of(&request.body).and_then(|body| {
        let number = |key: &str| match body.get(key) {
            None => Ok(0),
            Some(value) => value.as_u64().ok_or_else(|| format!("{key} is no number")),
        };
        let troubles = body.get("spend").and_then(Value::as_array);
        let troubles = troubles.into_iter().flatten().map(|word| {
            let trouble = word.as_str().and_then(SpendTrouble::parse);
            trouble.ok_or_else(|| format!("spend has the unknown word {word}"))
        });
        let troubles: Vec<SpendTrouble> = troubles.collect::<Result<_, _>>()?;
        let working = usize::try_from(number("report_takes")?).unwrap_or(usize::MAX);
        let misbehaviour = Misbehaviour {
            loses_one_in: u32::try_from(number("loses_one_in")?).unwrap_or(u32::MAX),
            delay: Duration::from_millis(number("delay_millis")?),
            ..Misbehaviour::default()
        };
        Ok((misbehaviour, troubles, working))
    });
    match asked {
        Ok((misbehaviour, troubles, working)) => {
            lock(told).misbehaviour = misbehaviour;
            spend::misbehave(ads, troubles, working);
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
            "GET /v25.0/me/adaccounts?access_token=EAAsystemuser&fields=name HTTP/1.1\r\n\r\n",
        );
        assert!(
            accounts.contains(r#"{"id":"act_1001","name":"Shop <one>"}"#),
            "{accounts}"
        );
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
        assert!(misbehaves("{\"spend\":[\"late\"]}").contains("unknown word \\\"late\\\""));
        misbehaves("{\"loses_one_in\":1}");
        assert_eq!(asked(&platform, &told), "", "the answer is lost");
        misbehaves("{}");
        assert!(asked(&platform, &told).contains("\"events_received\":1"));
        let journal = asked(&platform, "GET /journal HTTP/1.1\r\n\r\n");
        assert!(journal.contains("\"taken_in_all\":3"), "{journal}");
    }

    #[test]
    fn spend_is_told_as_it_is_and_by_forms_and_addresses_alike() {
        let platform =
            FakePlatform::start_at(([127, 0, 0, 1], 0).into(), || 1_800_000_000).unwrap();
        let day = "2027-01-14";
        let world = asked(
            &platform,
            &format!("GET /spend?account=1001&since={day}&until={day} HTTP/1.1\r\n\r\n"),
        );
        let world: Value = serde_json::from_str(world.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        let of_world = world["days"].as_array().unwrap();
        assert_eq!(of_world.len(), 4);
        let days = "%7B%22since%22%3A%222027-01-14%22%2C%22until%22%3A%222027-01-14%22%7D";
        let form = format!(
            "level=ad&fields=%5B%22ad_id%22%2C%22spend%22%5D&time_increment=1&time_range={days}&access_token=x"
        );
        let begun = asked(
            &platform,
            &format!(
                "POST /v25.0/act_1001/insights HTTP/1.1\r\ncontent-type: application/x-www-form-urlencoded\r\n\
                 content-length: {}\r\n\r\n{form}",
                form.len()
            ),
        );
        assert!(begun.contains(r#""report_run_id":"77000""#), "{begun}");
        let read = asked(
            &platform,
            "GET /v25.0/77000/insights/?access_token=x HTTP/1.1\r\n\r\n",
        );
        let read: Value = serde_json::from_str(read.split("\r\n\r\n").nth(1).unwrap()).unwrap();
        for (row, of_world) in read["data"].as_array().unwrap().iter().zip(of_world) {
            let micros = of_world["micros"].as_i64().unwrap();
            let spend = format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000);
            let expected = json!({"ad_id": of_world["ad"], "spend": spend, "date_start": day, "date_stop": day});
            assert_eq!(*row, expected);
        }
        // What nobody has is an error, as it is at the platform.
        let odd = asked(
            &platform,
            "GET /v25.0/act_1001/ads?fields=id,nam&access_token=x HTTP/1.1\r\n\r\n",
        );
        assert!(odd.starts_with("HTTP/1.1 400"), "{odd}");
    }
}
