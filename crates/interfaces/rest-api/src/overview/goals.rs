//! `goal`: which conversion keys count.

use kernel::ProfileAccess;
use reporting::question::Question;

use http_kit::extract::{Invalid, QueryReader};
use http_kit::problem::{FieldCode, FieldError, Problem};
use http_kit::state::AppState;

/// Keys that one question names at most.
const MOST_GOALS: usize = 50;
/// Characters of a key.
const LONGEST_KEY: usize = 128;

/// `goal`, one or several conversion keys separated by commas; every key when absent.
pub fn read_goals(query: &mut QueryReader) -> Result<Vec<String>, Invalid> {
    let goals = query.optional("goal", |text| {
        let mut goals: Vec<String> = Vec::new();
        for key in text.split(',') {
            if !(1..=LONGEST_KEY).contains(&key.chars().count()) {
                return Err((
                    FieldCode::OutOfRange,
                    "must have keys of 1 to 128 characters",
                ));
            }
            if goals.len() == MOST_GOALS {
                return Err((FieldCode::OutOfRange, "has more than 50 keys"));
            }
            if !goals.iter().any(|known| known == key) {
                goals.push(key.to_owned());
            }
        }
        Ok(goals)
    });
    Ok(goals?.unwrap_or_default())
}

/// The keys as the profile has them. A text that is a key as a whole is that one, whatever commas
/// it has.
pub async fn known_goals(
    state: &AppState,
    access: &ProfileAccess,
    asked: &[String],
) -> Result<Vec<String>, Problem> {
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let goals = state.customers.goals(access).await;
    resolved(asked, &goals.map_err(|error| Problem::internal(&error))?)
}

fn resolved(asked: &[String], known: &[String]) -> Result<Vec<String>, Problem> {
    let whole = asked.join(",");
    if known.contains(&whole) {
        return Ok(vec![whole]);
    }
    match asked.iter().find(|goal| !known.contains(goal)) {
        None => Ok(asked.to_vec()),
        Some(goal) => {
            let several = (asked.len() > 1).then(|| format!("has {goal}, which "));
            let words = format!(
                "{}is no conversion key of the profile; there are {}",
                several.unwrap_or_default(),
                known.join(", ")
            );
            let error = FieldError::parameter("goal", FieldCode::UnknownValue, words);
            Err(Problem::invalid_field(error))
        }
    }
}

/// The question with keys that the profile has.
pub async fn with_known_goals(
    state: &AppState,
    access: &ProfileAccess,
    question: &Question,
) -> Result<Question, Problem> {
    Ok(Question {
        goals: known_goals(state, access, &question.goals).await?,
        ..question.clone()
    })
}

/// The keys as an answer repeats them.
pub fn told_goals(goals: &[String]) -> Option<String> {
    (!goals.is_empty()).then(|| goals.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<Vec<String>> {
        let pair = ("goal".to_owned(), text.to_owned());
        read_goals(&mut QueryReader::over([pair])).ok()
    }

    #[test]
    fn keys_are_separated_by_commas_and_each_counts_once() {
        assert_eq!(read("a,b,a").unwrap(), ["a", "b"]);
        assert_eq!(read(""), None);
        assert_eq!(read("a,,b"), None);
        assert_eq!(read(&"x".repeat(129)), None);
        let many: Vec<String> = (0..51).map(|key| key.to_string()).collect();
        assert_eq!(read(&many.join(",")), None);
        assert_eq!(read(&many[1..].join(",")).unwrap().len(), 50);
    }

    #[test]
    fn a_key_with_a_comma_is_meant_as_a_whole() {
        let known = ["a", "b", "a,b c"].map(str::to_owned);
        let of = |asked: &[&str]| {
            let asked: Vec<String> = asked.iter().map(|key| (*key).to_owned()).collect();
            resolved(&asked, &known).map_err(|problem| problem.errors()[0].detail.clone())
        };
        assert_eq!(of(&["a", "b c"]).unwrap(), ["a,b c"]);
        assert_eq!(of(&["b", "a"]).unwrap(), ["b", "a"]);
        assert_eq!(
            of(&["a", "c"]).unwrap_err(),
            "has c, which is no conversion key of the profile; there are a, b, a,b c"
        );
    }
}
