//! What every operation documents, so that no endpoint has to repeat it.

use kernel::Model;
use serde_json::Value;
use utoipa::PartialSchema;
use utoipa::openapi::extensions::{Extensions, ExtensionsBuilder};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{Operation, Parameter, PathItem};
use utoipa::openapi::response::{Response, ResponseBuilder};
use utoipa::openapi::schema::{ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Content, ContentBuilder, OpenApi, Ref, RefOr};

use super::lock;
use http_kit::problem::{Code, FieldCode, FieldError, MEDIA_TYPE, ProblemBody};

const REQUEST_ID: &str = "x-request-id";

/// Schemas whose shape is this service's own, with their row in the gap register. A schema that
/// holds nothing but what the interface shows is not here.
const SCHEMA_GAPS: &[(&str, &str)] = &[
    ("Problem", "G01"),
    ("FieldError", "G01"),
    ("FieldCode", "G01"),
    ("ServiceStatus", "G29"),
    ("CreateEventBody", "G03"),
    ("PipelineBody", "G03"),
    ("ConsentBody", "G03"),
    ("EventResult", "G03"),
    ("EventMeta", "G03"),
    ("TrackerBatch", "G04"),
    ("TrackerEvent", "G04"),
    ("CollectResult", "G04"),
    ("NoMeta", "G04"),
    ("SnippetInstaller", "G05"),
    ("StorePixelInstaller", "G05"),
    ("TagManagerInstaller", "G05"),
    ("TagManagerAnswer", "G05"),
    ("TagManagerContainer", "G05"),
    ("TagManagerVersion", "G05"),
    ("TagManagerContainerHead", "G05"),
    ("TagManagerContext", "G05"),
    ("TagManagerTag", "G05"),
    ("TagManagerFiring", "G05"),
    ("TagManagerParameter", "G05"),
    ("TagManagerType", "G05"),
    ("TagManagerNothing", "G05"),
    ("TagManagerConsent", "G05"),
    ("TagManagerConsentStatus", "G05"),
    ("TagManagerConsentList", "G05"),
    ("TagManagerConsentType", "G05"),
    ("SpendRows", "G32"),
    ("SpendRow", "G32"),
    ("SpendResult", "G32"),
    ("UtmTemplate", "G156"),
    ("UtmFaultyLink", "G156"),
    ("UtmMute", "G156"),
    ("UtmFindingBody", "G156"),
    ("UtmHistoryFault", "G156"),
    ("UtmHistoryDay", "G156"),
    ("UtmMuteBody", "G156"),
    ("UtmMuted", "G156"),
    ("UtmCheckBody", "G156"),
    ("UtmLinkFault", "G156"),
    ("UtmCheckedLink", "G156"),
    ("UtmCheck", "G156"),
    ("ViewedCampaignBody", "G157"),
    ("LastTouchFigures", "G157"),
    ("ViewsOfChannel", "G157"),
    ("ViewsReport", "G157"),
    ("ViewsMeta", "G157"),
    ("ViewCredit", "G157"),
    ("ViewCreditMeta", "G157"),
    ("LastTouches", "G157"),
    ("ViewRecipientsDraft", "G157"),
    ("ViewRecipientDraft", "G157"),
    ("ViewRecipientsResult", "G157"),
    ("ViewRecipientResult", "G157"),
    ("TrackingProblem", "G98"),
    ("TrackingHost", "G98"),
    ("TrackingVerification", "G98"),
    ("DarkMessagingSpend", "G70"),
    ("DarkMessagingSpendMeta", "G70"),
    ("QualityMeta", "G66"),
    ("QualityComponent", "G68"),
    ("QualityScore", "G68"),
    ("QualityScoreMeta", "G68"),
    ("TrustValue", "G68"),
    ("TrustSignal", "G68"),
    ("Trust", "G68"),
    ("InstrumentationHealth", "G69"),
    ("InstrumentationCheck", "G69"),
    ("InstrumentationSample", "G69"),
    ("InstrumentationFeed", "G69"),
    ("InstrumentationAnomaly", "G69"),
    ("AttributionQuality", "G68"),
    ("AttributionQualityOfKey", "G68"),
    ("UnattributedOutcomes", "G68"),
    ("AttributionQualityMeta", "G68"),
    ("ConversionExplanation", "G41"),
    ("Fx", "G41"),
    ("WindowsInForce", "G41"),
    ("CandidateTouch", "G41"),
    ("JoinedIdentifier", "G41"),
    ("Total", "G41"),
    ("ConversionDefinition", "G13"),
    ("DefinitionCatalogues", "G13"),
    ("DefinitionMeta", "G13"),
    ("CreateDefinitionBody", "G13"),
    ("UpdateDefinitionBody", "G13"),
    ("PreviewDefinitionBody", "G13"),
    ("DefinitionPreview", "G13"),
    ("DiffDefinitionBody", "G13"),
    ("DefinitionDiff", "G13"),
    ("FigureDelta", "G13"),
    ("CapturedEvents", "G13"),
    ("CurrencyFigures", "G13"),
    ("EventNameFigures", "G13"),
    ("DefinitionConflict", "G13"),
    ("DefinitionSuggestion", "G13"),
    ("OutcomeTypeCount", "G13"),
    ("OutcomeTypeLabel", "G13"),
    ("DaysMeta", "G13"),
    ("BoundedDaysMeta", "G13"),
    ("Goal", "G13"),
    ("CreateGoalBody", "G13"),
    ("GoalMeta", "G13"),
    ("OutcomeDefinition", "G09"),
    ("OutcomeFamilyBody", "G09"),
    ("OutcomeLabelBody", "G09"),
    ("UpdateOutcomeDefinitionBody", "G09"),
    ("ChannelRules", "G07"),
    ("ChannelRule", "G07"),
    ("RuleCondition", "G07"),
    ("BuiltInChannelRule", "G07"),
    ("TaxonomyEntry", "G07"),
    ("RuleBody", "G07"),
    ("RuleConditionBody", "G07"),
    ("RuleChangeBody", "G07"),
    ("ReorderBody", "G07"),
    ("RuleChangeMeta", "G07"),
    ("MatchCountBody", "G07"),
    ("MatchCountResult", "G07"),
    ("MatchedTraffic", "G07"),
    ("MatchedEvidence", "G07"),
    ("RuleDiffBody", "G07"),
    ("SetRuleBody", "G07"),
    ("RuleDiffResult", "G07"),
    ("ChannelMove", "G07"),
    ("RelabelledTraffic", "G07"),
    ("RulePreviewMeta", "G07"),
    ("RuleSuggestion", "G07"),
    ("SuggestedRuleBody", "G07"),
    ("SuggestionsMeta", "G07"),
    ("ChannelBody", "G07"),
    ("ChannelResult", "G07"),
    ("WorkspaceRow", "G49"),
    ("WorkspaceMeta", "G40"),
    ("CheckoutSessionBody", "G50"),
    ("HandoffMeta", "G24"),
    ("McpTokenBody", "G16"),
    ("McpToken", "G16"),
    ("ReadinessStep", "G53"),
    ("Profile", "G09"),
    ("ProfilePatch", "G09"),
    ("SettingsMeta", "G09"),
    ("AttributionSettings", "G08"),
    ("AttributionSettingsPatch", "G08"),
    ("Freshness", "G09"),
    ("RecomputeProgress", "G09"),
    ("SettingsInForce", "G09"),
    ("AuditEventBody", "G09"),
    ("AuditEventResult", "G09"),
    ("CursorPagination", "G47"),
    ("RecomputeRequest", "G47"),
    ("RecomputeQueued", "G47"),
    ("Recompute", "G47"),
    ("ChangeCause", "G47"),
    ("Actor", "G47"),
    ("Restatement", "G48"),
    ("RestatedDays", "G48"),
    ("RestatementPage", "G48"),
    ("RestatementWithLines", "G48"),
    ("RestatementLine", "G48"),
    ("FigureChange", "G48"),
    ("BreakdownData", "G44"),
    ("BreakdownRow", "G44"),
    ("BreakdownTotal", "G44"),
    ("BreakdownAnswer", "G44"),
    ("FiguresMeta", "G44"),
    ("RankedPagination", "G44"),
    ("TimeSeriesData", "G45"),
    ("TimeBucket", "G45"),
    ("TouchPath", "G46"),
    ("ProtectedResource", "G60"),
    ("OpenidConfiguration", "G61"),
    ("KeySet", "G61"),
    ("PublicKey", "G61"),
    ("SessionTokenRequest", "G61"),
    ("SessionToken", "G61"),
    ("AuthorizationServer", "G62"),
    ("OAuthError", "G62"),
    ("RevocationRequest", "G62"),
    ("PathsMeta", "G46"),
];

/// Header, component, words.
const UNIT_HEADERS: [(&str, &str, &str); 2] = [
    (
        "x-ratelimit-remaining",
        "RateLimitRemaining",
        "Units that are left to the caller now.",
    ),
    (
        "x-ratelimit-limit",
        "RateLimitLimit",
        "Units that the caller has at most; as many flow in each minute.",
    ),
];

/// Adds the shared responses, parameters and marks to every operation, and the components that
/// they refer to.
pub(super) fn complete(api: &mut OpenApi) {
    for item in api.paths.paths.values_mut() {
        for operation in operations(item) {
            complete_operation(operation);
        }
    }
    let components = api.components.get_or_insert_default();
    components
        .schemas
        .insert("Problem".to_owned(), ProblemBody::schema());
    components
        .schemas
        .insert("FieldError".to_owned(), FieldError::schema());
    components
        .schemas
        .insert("FieldCode".to_owned(), FieldCode::schema());
    components
        .headers
        .insert("RequestId".to_owned(), RefOr::T(request_id_header()));
    for (_, name, words) in UNIT_HEADERS {
        components
            .headers
            .insert(name.to_owned(), RefOr::T(unit_header(words)));
    }
    for code in Code::ALL {
        components
            .responses
            .insert(code.as_str().to_owned(), RefOr::T(problem_response(code)));
    }
    for (name, gap) in SCHEMA_GAPS.iter().copied() {
        if let Some(RefOr::T(schema)) = components.schemas.get_mut(name) {
            mark_schema(schema, gap);
        }
    }
}

fn operations(item: &mut PathItem) -> impl Iterator<Item = &mut Operation> {
    [
        &mut item.get,
        &mut item.put,
        &mut item.post,
        &mut item.patch,
        &mut item.delete,
    ]
    .into_iter()
    .flatten()
}

fn complete_operation(operation: &mut Operation) {
    let mut codes = vec![
        Code::MethodNotAllowed,
        Code::InternalError,
        Code::Unavailable,
    ];
    let lock = lock::Lock::of(operation);
    if let Some(lock) = &lock {
        codes.extend(lock.codes());
        lock.complete(operation);
    }
    for parameter in operation.parameters.iter_mut().flatten() {
        if let RefOr::T(parameter) = parameter {
            without_null(parameter);
            list_models(parameter);
        }
    }
    if operation.request_body.is_some() {
        codes.extend([
            Code::InvalidRequest,
            Code::PayloadTooLarge,
            Code::UnsupportedMediaType,
        ]);
    }
    let responses = &mut operation.responses.responses;
    for code in codes {
        let reference = RefOr::Ref(Ref::from_response_name(code.as_str()));
        responses
            .entry(code.status().as_str().to_owned())
            .or_insert(reference);
    }
    for (status, response) in responses {
        if let RefOr::T(response) = response {
            let reference = RefOr::Ref(Ref::new("#/components/headers/RequestId"));
            response
                .headers
                .entry(REQUEST_ID.to_owned())
                .or_insert(reference);
            if lock.is_some() {
                add_unit_headers(response);
            }
            if status.starts_with(['4', '5']) {
                response
                    .content
                    .entry(MEDIA_TYPE.to_owned())
                    .or_insert(RefOr::T(problem_content()));
            }
        }
    }
}

pub(super) fn mark(extensions: &mut Option<Extensions>, name: &str, value: impl Into<Value>) {
    extensions
        .get_or_insert_with(|| ExtensionsBuilder::new().build())
        .insert(name.to_owned(), value.into());
}

/// A parameter is absent, never null.
fn without_null(parameter: &mut Parameter) {
    if let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema
        && let SchemaType::Array(types) = &schema.schema_type
        && let [only] = types
            .iter()
            .filter(|kind| **kind != Type::Null)
            .collect::<Vec<_>>()[..]
    {
        schema.schema_type = SchemaType::Type(only.clone());
    }
}

/// Names the models where an operation takes one.
fn list_models(parameter: &mut Parameter) {
    if parameter.name == "model"
        && let Some(RefOr::T(Schema::Object(schema))) = &mut parameter.schema
    {
        let name = |model: Model| Value::from(model.as_str());
        schema.enum_values = Some(Model::ALL.map(name).to_vec());
        schema.default = Some(name(Model::default()));
    }
}

fn mark_schema(schema: &mut Schema, gap: &str) {
    let extensions = match schema {
        Schema::Object(schema) => &mut schema.extensions,
        Schema::Array(schema) => &mut schema.extensions,
        Schema::OneOf(schema) => &mut schema.extensions,
        Schema::AllOf(schema) => &mut schema.extensions,
        Schema::AnyOf(schema) => &mut schema.extensions,
        _ => return,
    };
    mark(extensions, "x-spec-gap", gap);
}

fn request_id_header() -> utoipa::openapi::header::Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .description(Some("Names this request in the service's log."))
        .extensions(Some(
            ExtensionsBuilder::new().add("x-spec-gap", "G30").build(),
        ))
        .build()
}

fn challenge_header() -> utoipa::openapi::header::Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .description(Some(
            "`Bearer`, and what would help: where the authorization server is found and which \
             grant to ask for.",
        ))
        .extensions(Some(
            ExtensionsBuilder::new().add("x-spec-gap", "G34").build(),
        ))
        .build()
}

fn retry_after_header() -> utoipa::openapi::header::Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Integer)))
        .description(Some("Whole seconds after which the same call passes."))
        .build()
}

fn unit_header(words: &str) -> utoipa::openapi::header::Header {
    HeaderBuilder::new()
        .schema(Some(ObjectBuilder::new().schema_type(Type::Integer)))
        .description(Some(words))
        .extensions(Some(
            ExtensionsBuilder::new().add("x-spec-gap", "G25").build(),
        ))
        .build()
}

/// Every answer to a caller who was let in says what is left.
fn add_unit_headers(response: &mut Response) {
    for (header, name, _) in UNIT_HEADERS {
        let reference = RefOr::Ref(Ref::new(format!("#/components/headers/{name}")));
        response
            .headers
            .entry(header.to_owned())
            .or_insert(reference);
    }
}

fn problem_content() -> Content {
    ContentBuilder::new()
        .schema(Some(Ref::from_schema_name("Problem")))
        .build()
}

fn problem_response(code: Code) -> Response {
    let words = match code {
        Code::InvalidRequest => "A parameter, a header or the body cannot be read.",
        Code::InvalidToken => "No credential, or one that does not count.",
        Code::InsufficientScope => "The credential lacks the scope in `required_scope`.",
        Code::NotFound => "Not there, or out of the caller's reach.",
        Code::MethodNotAllowed => "The path answers other methods, named in `Allow`.",
        Code::Conflict => "Something else has what was asked for; `errors` names the fields.",
        Code::PayloadTooLarge => "The body is too long.",
        Code::UnsupportedMediaType => "The body has another media type or a content coding.",
        Code::IdempotencyKeyReused => "The idempotency key was used for other content.",
        Code::RateLimited => "Too many calls; `Retry-After` says when the same call passes.",
        Code::InternalError => "The service failed.",
        Code::Unavailable => {
            "The service cannot answer now; `Retry-After` says when to send the same again."
        }
    };
    let mut response = ResponseBuilder::new()
        .description(words)
        .header_ref(REQUEST_ID, Ref::new("#/components/headers/RequestId"))
        .content(MEDIA_TYPE, problem_content())
        .build();
    if !matches!(code, Code::InvalidToken | Code::MethodNotAllowed) {
        add_unit_headers(&mut response);
    }
    if matches!(code, Code::InvalidToken | Code::InsufficientScope) {
        let header = challenge_header();
        response
            .headers
            .insert("www-authenticate".to_owned(), RefOr::T(header));
    }
    if code == Code::RateLimited {
        let header = retry_after_header();
        response
            .headers
            .insert("retry-after".to_owned(), RefOr::T(header));
    }
    response
}
