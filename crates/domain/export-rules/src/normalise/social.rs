//! The social network's forms: those of the parameter builder that Meta publishes.

use kernel::Date;

use super::{address, filled};

/// Trimmed, in lower case; dots and pluses stay.
pub fn email(text: &str) -> Option<String> {
    address(text)
}

/// The digits, without leading zeros. It needs the country's code: E.164 has it.
pub fn phone(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    filled(digits.trim_start_matches('0').to_owned())
}

/// A first or last name: in lower case, without white space and ASCII punctuation; accents stay.
pub fn name(text: &str) -> Option<String> {
    let kept = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && !letter.is_ascii_punctuation());
    filled(kept.collect::<String>().to_lowercase())
}

/// A town: letters a to z and digits alone, the first a letter.
pub fn city(text: &str) -> Option<String> {
    let kept: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    let kept = kept.to_ascii_lowercase();
    kept.starts_with(|letter: char| letter.is_ascii_lowercase())
        .then_some(kept)
}

/// Two letters of a state of the United States or a province of Canada, by code or by name. Other countries'
/// regions are left out, because cut to two letters they match nobody.
pub fn region(text: &str, country: Option<&str>) -> Option<String> {
    let names = match country.and_then(self::country)?.as_str() {
        "us" => STATES.as_slice(),
        "ca" => PROVINCES.as_slice(),
        _ => return None,
    };
    let letters: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let letters = letters.to_ascii_lowercase();
    names
        .iter()
        .find(|(code, name)| letters == *code || letters == *name)
        .map(|(code, _)| (*code).to_owned())
}

/// A country's two letters; `None` for anything longer.
pub fn country(text: &str) -> Option<String> {
    let text = text.trim().to_ascii_lowercase();
    let is_code = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    is_code.then_some(text)
}

/// In lower case, without spaces, cut at the first dash; at least two characters.
pub fn postcode(text: &str) -> Option<String> {
    let before = text.split_once('-').map_or(text, |(before, _)| before);
    let kept: String = before
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    (kept.chars().count() >= 2).then(|| kept.to_lowercase())
}

/// `YYYYMMDD`.
pub fn born(day: Date) -> String {
    format!(
        "{:04}{:02}{:02}",
        day.year(),
        u8::from(day.month()),
        day.day()
    )
}

/// `m` or `f`, by the first letter.
pub fn gender(text: &str) -> Option<String> {
    match text.trim().chars().next()?.to_ascii_lowercase() {
        'm' => Some("m".to_owned()),
        'f' => Some("f".to_owned()),
        _ => None,
    }
}

/// In lower case, without white space.
pub fn external_id(text: &str) -> Option<String> {
    let kept = text.chars().filter(|letter| !letter.is_whitespace());
    filled(kept.collect::<String>().to_lowercase())
}

const STATES: [(&str, &str); 51] = [
    ("al", "alabama"),
    ("ak", "alaska"),
    ("az", "arizona"),
    ("ar", "arkansas"),
    ("ca", "california"),
    ("co", "colorado"),
    ("ct", "connecticut"),
    ("dc", "districtofcolumbia"),
    ("de", "delaware"),
    ("fl", "florida"),
    ("ga", "georgia"),
    ("hi", "hawaii"),
    ("id", "idaho"),
    ("il", "illinois"),
    ("in", "indiana"),
    ("ia", "iowa"),
    ("ks", "kansas"),
    ("ky", "kentucky"),
    ("la", "louisiana"),
    ("me", "maine"),
    ("md", "maryland"),
    ("ma", "massachusetts"),
    ("mi", "michigan"),
    ("mn", "minnesota"),
    ("ms", "mississippi"),
    ("mo", "missouri"),
    ("mt", "montana"),
    ("ne", "nebraska"),
    ("nv", "nevada"),
    ("nh", "newhampshire"),
    ("nj", "newjersey"),
    ("nm", "newmexico"),
    ("ny", "newyork"),
    ("nc", "northcarolina"),
    ("nd", "northdakota"),
    ("oh", "ohio"),
    ("ok", "oklahoma"),
    ("or", "oregon"),
    ("pa", "pennsylvania"),
    ("ri", "rhodeisland"),
    ("sc", "southcarolina"),
    ("sd", "southdakota"),
    ("tn", "tennessee"),
    ("tx", "texas"),
    ("ut", "utah"),
    ("vt", "vermont"),
    ("va", "virginia"),
    ("wa", "washington"),
    ("wv", "westvirginia"),
    ("wi", "wisconsin"),
    ("wy", "wyoming"),
];

const PROVINCES: [(&str, &str); 13] = [
    ("ab", "alberta"),
    ("bc", "britishcolumbia"),
    ("mb", "manitoba"),
    ("nb", "newbrunswick"),
    ("nl", "newfoundlandandlabrador"),
    ("ns", "novascotia"),
    ("nt", "northwestterritories"),
    ("nu", "nunavut"),
    ("on", "ontario"),
    ("pe", "princeedwardisland"),
    ("qc", "quebec"),
    ("sk", "saskatchewan"),
    ("yt", "yukon"),
];
