//! What is wrong with the links of a profile, counted in touches.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use kernel::{Date, Exact};

use super::category::{AuditSeverity, UtmCategory};
use super::faults::{AuditContext, SignatureFaults, utm_fields};
use super::spellings::canonical_source;
use crate::signature::{OTHER, Signature};

/// Values that a finding shows at most.
pub const MAX_SAMPLES: usize = 5;

/// Links that a finding names at most.
pub const MAX_LINKS: usize = 20;

/// What stands for a value that is not there.
const EMPTY: &str = "(empty)";

/// The touches of one signature on the days of an audit.
#[derive(Debug, Clone, Copy)]
pub struct AuditedTraffic<'a> {
    /// The signature's id.
    pub id: i64,
    /// The signature.
    pub signature: &'a Signature,
    /// Its touches.
    pub touches: u64,
    /// The first day with one.
    pub first_seen: Date,
    /// The last day with one.
    pub last_seen: Date,
    /// Credited cash of the days in the reporting currency, refunds subtracted.
    pub cash: Exact,
}

/// A value and how many touches have it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ValueSample {
    /// The value in normal form, `(empty)` for none.
    pub value: String,
    /// Touches.
    pub count: u64,
}

/// Touches that came in the same way and share a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultyLink {
    /// The id of their signature.
    pub signature_id: i64,
    /// Touches.
    pub touches: u64,
    /// The first day with one.
    pub first_seen: Date,
    /// The last day with one.
    pub last_seen: Date,
    /// Credited cash of the days, which is counted under the wrong name.
    pub cash: Exact,
}

/// One fault, wherever it was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UtmFinding {
    /// The fault.
    pub category: UtmCategory,
    /// How bad it is with so many touches.
    pub severity: AuditSeverity,
    /// The UTM field; `all_utms` where all are missing, `any` for several.
    pub field: &'static str,
    /// Touches with it.
    pub count: u64,
    /// Touches that could have it; 0 where no such number makes sense.
    pub of: u64,
    /// Values that show it, the most frequent first.
    pub samples: Vec<ValueSample>,
    /// Credited cash of all touches with it.
    pub cash: Exact,
    /// The ways in which they came, that with the most cash first.
    pub links: Vec<FaultyLink>,
}

/// The result of an audit.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct UtmAudit {
    /// Touches that were looked at: with a UTM value, paid, or with a placeholder in the place of an id.
    pub events_scanned: u64,
    /// Touches of which something says that somebody paid.
    pub paid_touches: u64,
    /// Touches with a fault of high severity.
    pub high_count: u64,
    /// Touches with a fault of medium severity and none of high.
    pub medium_count: u64,
    /// Paid touches without a fault of high severity.
    pub well_tagged_paid_touches: u64,
    /// Whether details of some signatures were given up, so that nothing was said of them.
    pub is_coarsened: bool,
    /// At most one for each fault, the worst first.
    pub findings: Vec<UtmFinding>,
}

/// Audits the traffic of some days. Signatures are told once each.
pub fn audit(traffic: &[AuditedTraffic<'_>], context: &AuditContext<'_>) -> UtmAudit {
    let spellings = Spellings::of(traffic);
    let judged: Vec<Judged<'_>> = traffic
        .iter()
        .map(|row| Judged::of(row, context, &spellings))
        .collect();
    let mut totals = Totals::default();
    for row in &judged {
        totals.add(row);
    }
    let mut drafts: BTreeMap<UtmCategory, Draft<'_>> = BTreeMap::new();
    for row in &judged {
        for category in &row.categories {
            drafts.entry(*category).or_default().add(*category, row);
        }
    }
    if let Some(draft) = drafts.get_mut(&UtmCategory::InconsistentSourceVocab) {
        draft.values = spellings.of_several();
    }
    let findings = drafts
        .into_iter()
        .map(|(category, draft)| draft.finish(category, totals.of(category)));
    let mut audit = UtmAudit {
        events_scanned: totals.scanned,
        paid_touches: totals.paid,
        is_coarsened: traffic.iter().any(|row| is_coarse(row.signature)),
        findings: findings.collect(),
        ..UtmAudit::default()
    };
    audit.count_severities(&judged);
    audit
        .findings
        .sort_by_key(|found| (Reverse(found.severity), found.category));
    audit
}

impl UtmAudit {
    fn count_severities(&mut self, judged: &[Judged<'_>]) {
        let severity = |category: &UtmCategory| {
            let found = self
                .findings
                .iter()
                .find(|found| found.category == *category);
            found.map(|found| found.severity)
        };
        let worst = |row: &Judged<'_>| row.categories.iter().filter_map(severity).max();
        let (mut high, mut medium, mut well_tagged) = (0, 0, 0);
        for row in judged {
            let touches = row.traffic.touches;
            match worst(row) {
                Some(AuditSeverity::High) => high += touches,
                Some(AuditSeverity::Medium) => medium += touches,
                _ => {}
            }
            if row.faults.is_paid && worst(row) != Some(AuditSeverity::High) {
                well_tagged += touches;
            }
        }
        (self.high_count, self.medium_count) = (high, medium);
        self.well_tagged_paid_touches = well_tagged;
    }
}

/// One signature's touches with what is wrong with them.
struct Judged<'a> {
    traffic: &'a AuditedTraffic<'a>,
    faults: SignatureFaults,
    categories: BTreeSet<UtmCategory>,
}

impl<'a> Judged<'a> {
    fn of(
        traffic: &'a AuditedTraffic<'a>,
        context: &AuditContext<'_>,
        spellings: &Spellings<'_>,
    ) -> Self {
        let faults = SignatureFaults::of(traffic.signature, context);
        let mut categories: BTreeSet<_> = faults.categories.iter().copied().collect();
        if spellings.is_rare(traffic.signature) {
            categories.insert(UtmCategory::InconsistentSourceVocab);
        }
        Self {
            traffic,
            faults,
            categories,
        }
    }
}

/// What faults are counted beside.
#[derive(Default)]
struct Totals {
    scanned: u64,
    paid: u64,
    tagged: u64,
    with_source: u64,
    with_medium: u64,
}

impl Totals {
    fn add(&mut self, row: &Judged<'_>) {
        let touches = |counts: bool| if counts { row.traffic.touches } else { 0 };
        let signature = row.traffic.signature;
        self.scanned += touches(row.faults.is_scanned());
        self.paid += touches(row.faults.is_paid);
        self.tagged += touches(row.faults.is_tagged || !row.faults.macros.is_empty());
        self.with_source += touches(signature.utm_source.is_some());
        self.with_medium += touches(signature.utm_medium.is_some());
    }

    const fn of(&self, category: UtmCategory) -> u64 {
        match category {
            UtmCategory::UnsubstitutedMacro => self.tagged,
            UtmCategory::PlacementInSource => self.with_source,
            UtmCategory::MissingUtmsOnPaid | UtmCategory::MissingAdIdentifier => self.paid,
            UtmCategory::NonChannelMedium => self.with_medium,
            UtmCategory::InconsistentSourceVocab => 0,
        }
    }
}

/// A finding while it is counted.
#[derive(Default)]
struct Draft<'a> {
    count: u64,
    cash: Exact,
    values: HashMap<&'a str, u64>,
    macro_fields: BTreeSet<&'a str>,
    links: Vec<FaultyLink>,
}

impl<'a> Draft<'a> {
    fn add(&mut self, category: UtmCategory, row: &'a Judged<'a>) {
        let traffic = row.traffic;
        self.count += traffic.touches;
        self.cash = self.cash + traffic.cash;
        if category == UtmCategory::UnsubstitutedMacro {
            self.macro_fields
                .extend(row.faults.macros.iter().map(String::as_str));
        }
        if let Some(value) = shown_value(category, traffic.signature) {
            *self.values.entry(value).or_default() += traffic.touches;
        }
        self.links.push(FaultyLink {
            signature_id: traffic.id,
            touches: traffic.touches,
            first_seen: traffic.first_seen,
            last_seen: traffic.last_seen,
            cash: traffic.cash,
        });
    }

    fn finish(mut self, category: UtmCategory, of: u64) -> UtmFinding {
        let order =
            |link: &FaultyLink| (Reverse(link.cash), Reverse(link.touches), link.signature_id);
        self.links.sort_by_key(order);
        self.links.truncate(MAX_LINKS);
        UtmFinding {
            category,
            severity: category.severity_of(self.count),
            field: self.field(category),
            count: self.count,
            of,
            samples: samples(self.values),
            cash: self.cash,
            links: self.links,
        }
    }

    fn field(&self, category: UtmCategory) -> &'static str {
        match category {
            UtmCategory::PlacementInSource | UtmCategory::InconsistentSourceVocab => "utm_source",
            UtmCategory::NonChannelMedium => "utm_medium",
            UtmCategory::MissingUtmsOnPaid => "all_utms",
            UtmCategory::MissingAdIdentifier => "any",
            UtmCategory::UnsubstitutedMacro => one_utm_field(&self.macro_fields).unwrap_or("any"),
        }
    }
}

/// The only field, when it is one of the five.
fn one_utm_field(fields: &BTreeSet<&str>) -> Option<&'static str> {
    let only = fields.first().filter(|_| fields.len() == 1)?;
    UTM_FIELDS.into_iter().find(|field| field == only)
}

const UTM_FIELDS: [&str; 5] = [
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
];

/// The value that shows a fault; none where there is nothing to see.
fn shown_value(category: UtmCategory, signature: &Signature) -> Option<&str> {
    match category {
        UtmCategory::PlacementInSource => signature.utm_source.as_deref(),
        UtmCategory::NonChannelMedium => signature.utm_medium.as_deref(),
        UtmCategory::MissingAdIdentifier => Some(signature.utm_source.as_deref().unwrap_or(EMPTY)),
        // Spellings are shown together with the one that they differ from.
        UtmCategory::InconsistentSourceVocab
        | UtmCategory::UnsubstitutedMacro
        | UtmCategory::MissingUtmsOnPaid => None,
    }
}

/// The most frequent values, equal ones by their text.
fn samples(values: HashMap<&str, u64>) -> Vec<ValueSample> {
    let mut values: Vec<(&str, u64)> = values.into_iter().collect();
    values.sort_by_key(|(value, count)| (Reverse(*count), *value));
    let shown = values.into_iter().take(MAX_SAMPLES);
    shown
        .map(|(value, count)| ValueSample {
            value: value.to_owned(),
            count,
        })
        .collect()
}

fn is_coarse(signature: &Signature) -> bool {
    let mut fields = utm_fields(signature).into_iter();
    fields.any(|(_, value)| value == Some(OTHER))
}

/// How often each spelling of each source is used.
struct Spellings<'a> {
    by_source: HashMap<String, HashMap<&'a str, u64>>,
    /// Spellings that are not the most frequent one of their source.
    rare: BTreeSet<&'a str>,
}

impl<'a> Spellings<'a> {
    fn of(traffic: &[AuditedTraffic<'a>]) -> Self {
        let mut by_source: HashMap<String, HashMap<&str, u64>> = HashMap::new();
        for row in traffic {
            if let Some((source, spelling)) = spelling(row.signature) {
                let spellings = by_source.entry(source).or_default();
                *spellings.entry(spelling).or_default() += row.touches;
            }
        }
        by_source.retain(|_, spellings| spellings.len() > 1);
        let mut rare = BTreeSet::new();
        for spellings in by_source.values() {
            let usual = spellings
                .iter()
                .min_by_key(|(value, count)| (Reverse(**count), **value));
            rare.extend(spellings.keys().copied());
            if let Some((usual, _)) = usual {
                rare.remove(usual);
            }
        }
        Self { by_source, rare }
    }

    fn is_rare(&self, signature: &Signature) -> bool {
        let source = signature.utm_source.as_deref();
        source.is_some_and(|source| self.rare.contains(source))
    }

    /// Every spelling of sources that have several.
    fn of_several(&self) -> HashMap<&'a str, u64> {
        let all = self.by_source.values().flatten();
        all.map(|(spelling, touches)| (*spelling, *touches))
            .collect()
    }
}

/// A signature's source, as all spellings of it have it in common, and as it is spelt. A placeholder is no source,
/// and a placement is told on its own.
fn spelling(signature: &Signature) -> Option<(String, &str)> {
    let source = signature.utm_source.as_deref()?;
    let is_source = source != OTHER && !crate::placeholders::holds_macro(source);
    Some((canonical_source(source).filter(|_| is_source)?, source))
}
