//! Which days, whose credit: as links, and as a form for days of one's own.

use actix_web::HttpRequest;
use kernel::{Accounting, Date, Model, Period, TimeZone};
use reporting::question::Question;
use time::Duration;

use super::error::PageError;
use super::format;
use super::query_string::{link, read};
use rest_api::overview::goals::told_goals;
use rest_api::overview::read_question;

/// Days up to today that have a link.
const PRESETS: [(&str, i64); 5] = [
    ("Today", 1),
    ("7 days", 7),
    ("30 days", 30),
    ("90 days", 90),
    ("12 months", 365),
];

/// What may be chosen, with what is.
#[derive(Clone, Debug)]
pub(super) struct Controls {
    /// The page itself.
    pub action: String,
    /// Periods up to today.
    pub presets: Vec<Choice>,
    /// Models; none where the page has no credit.
    pub models: Vec<Choice>,
    /// On which day credit counts.
    pub accountings: Vec<Choice>,
    /// Goals of which one can be chosen; none where the page is not narrowed by them.
    pub goals: Vec<GoalOption>,
    /// The chosen goals in words; nothing when every one counts.
    pub goal_words: String,
    /// What the form for days sends along.
    pub kept: Vec<(String, String)>,
    /// First day, as a field has it.
    pub from: String,
    /// Last day.
    pub to: String,
    /// The days in words.
    pub period_words: String,
    /// Whether the last of them is not over.
    pub unfinished: bool,
    /// Those before.
    pub previous_words: String,
    /// The chosen model.
    pub model_words: &'static str,
    /// The chosen day.
    pub accounting_words: &'static str,
    /// The profile's time zone.
    pub zone: String,
}

/// What can be chosen of the goals.
#[derive(Clone, Debug)]
pub(super) struct GoalOption {
    /// What the address says; nothing for every goal.
    pub value: String,
    /// What people read.
    pub name: String,
    /// Whether it is the chosen one.
    pub current: bool,
}

/// A link among several of which one is chosen.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    /// What it says.
    pub name: String,
    /// Where it leads.
    pub href: String,
    /// Whether it is the chosen one.
    pub current: bool,
}

/// The question of the query string, about the last thirty days when it names none.
pub(super) fn question(request: &HttpRequest, today: Date) -> Result<Question, PageError> {
    read(request, today, |query| {
        query.drop_empty("goal");
        read_question(query)
    })
}

impl Controls {
    /// Around a page of figures.
    pub(super) fn of_figures(
        action: &str,
        asked: &Question,
        goals: &[String],
        (today, zone): (Date, &TimeZone),
    ) -> Self {
        let credit = |model: Model, accounting: Accounting| {
            let pairs = [
                ("model", model.as_str()),
                ("accounting", accounting.as_str()),
            ];
            pairs.map(|(name, value)| (name.to_owned(), value.to_owned()))
        };
        let narrowed = told_goals(&asked.goals).map(|keys| ("goal".to_owned(), keys));
        let linked = |model, accounting| {
            let mut pairs = Vec::from(credit(model, accounting));
            pairs.extend(narrowed.clone());
            pairs
        };
        let days = [
            ("date_from".to_owned(), asked.period.from().to_string()),
            ("date_to".to_owned(), asked.period.to().to_string()),
        ];
        let model = |model: Model| {
            let mut pairs = days.to_vec();
            pairs.extend(linked(model, asked.accounting));
            choice(model_name(model), action, &pairs, model == asked.model)
        };
        let accounting = |accounting: Accounting| {
            let mut pairs = days.to_vec();
            pairs.extend(linked(asked.model, accounting));
            choice(
                accounting_name(accounting),
                action,
                &pairs,
                accounting == asked.accounting,
            )
        };
        Self {
            models: Model::ALL.map(model).into(),
            accountings: Accounting::ALL.map(accounting).into(),
            model_words: model_words(asked.model),
            accounting_words: accounting_words(asked.accounting),
            goals: goal_options(goals, &asked.goals),
            goal_words: goal_words(&asked.goals),
            // The form has a field for the goals.
            kept: credit(asked.model, asked.accounting).into(),
            ..Self::of_days(
                action,
                asked.period,
                linked(asked.model, asked.accounting),
                today,
                zone,
            )
        }
    }

    /// Around a page that has days and no credit; `kept` stays when the days change.
    pub(super) fn of_days(
        action: &str,
        period: Period,
        kept: Vec<(String, String)>,
        today: Date,
        zone: &TimeZone,
    ) -> Self {
        let previous = period.previous();
        let preset = |(name, days): (&str, i64)| {
            let from = today.saturating_sub(Duration::days(days - 1));
            let mut pairs = vec![
                ("date_from".to_owned(), from.to_string()),
                ("date_to".to_owned(), today.to_string()),
            ];
            pairs.extend(kept.iter().cloned());
            let current = (period.from(), period.to()) == (from, today);
            choice(name, action, &pairs, current)
        };
        Self {
            action: action.to_owned(),
            presets: PRESETS.map(preset).into(),
            models: Vec::new(),
            accountings: Vec::new(),
            goals: Vec::new(),
            goal_words: String::new(),
            from: period.from().to_string(),
            to: period.to().to_string(),
            period_words: format::days(period.from(), period.to()),
            unfinished: period.to() >= today && period.from() <= today,
            previous_words: format::days(previous.from(), previous.to()),
            model_words: "",
            accounting_words: "",
            zone: zone.name().to_owned(),
            kept,
        }
    }
}

/// Every goal, each of the profile's, and what the address says when that is several.
fn goal_options(goals: &[String], asked: &[String]) -> Vec<GoalOption> {
    let option = |value: &str, name: String| GoalOption {
        value: value.to_owned(),
        name,
        current: asked.join(",") == value,
    };
    let mut options = vec![option("", "All goals".to_owned())];
    options.extend(
        goals
            .iter()
            .map(|goal| option(goal, goal.replace('_', " "))),
    );
    if asked.len() > 1 {
        options.push(option(&asked.join(","), goal_words(asked)));
    }
    options
}

fn goal_words(asked: &[String]) -> String {
    asked.join(" and ").replace('_', " ")
}

fn choice(name: &str, action: &str, pairs: &[(String, String)], current: bool) -> Choice {
    Choice {
        name: name.to_owned(),
        href: link(action, pairs),
        current,
    }
}

pub(super) const fn model_name(model: Model) -> &'static str {
    match model {
        Model::LastTouch => "Last touch",
        Model::FirstTouch => "First touch",
        Model::Linear => "Linear",
        Model::TimeDecay => "Time decay",
        Model::LastNonDirect => "Last non-direct",
        Model::PositionBased => "Position-based",
    }
}

const fn model_words(model: Model) -> &'static str {
    match model {
        Model::LastTouch => "last touch",
        Model::FirstTouch => "first touch",
        Model::Linear => "the linear model",
        Model::TimeDecay => "time decay",
        Model::LastNonDirect => "last touch that is not direct",
        Model::PositionBased => "position",
    }
}

const fn accounting_name(accounting: Accounting) -> &'static str {
    match accounting {
        Accounting::ConversionDate => "Conversion day",
        Accounting::TouchDate => "Touch day",
    }
}

const fn accounting_words(accounting: Accounting) -> &'static str {
    match accounting {
        Accounting::ConversionDate => "conversion",
        Accounting::TouchDate => "credited touch",
    }
}
