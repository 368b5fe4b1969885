//! Who may call an operation, as the document says it.
//!
//! Each operation names one scheme in its attributes, with the scope if there is one. From it
//! follow the other credentials that are let in, the parameters that name the tenant, the errors
//! and the units.

use access_control::Grant;
use kernel::Scope;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::security::SecurityRequirement;
use utoipa::openapi::{RefOr, Required};

use super::common::mark;
use super::{API_KEY, SESSION_TOKEN, USER_TOKEN};
use http_kit::problem::Code;

/// Who is let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Callers {
    /// Every credential.
    Everybody,
    /// People, and applications that act for them.
    People,
    /// People in person.
    InPerson,
}

/// The lock of an operation.
#[derive(Clone, Debug)]
pub(super) struct Lock {
    callers: Callers,
    scope: Option<Scope>,
}

impl Lock {
    /// `None` for operations that need no credential.
    pub(super) fn of(operation: &Operation) -> Option<Self> {
        let requirement = operation.security.as_ref()?.first()?;
        let requirement = serde_json::to_value(requirement).ok()?;
        let (scheme, scopes) = requirement.as_object()?.iter().next()?;
        let callers = match scheme.as_str() {
            API_KEY => Callers::Everybody,
            USER_TOKEN => Callers::People,
            _ => Callers::InPerson,
        };
        let scope = scopes.as_array()?.first().and_then(|name| name.as_str());
        Some(Self {
            callers,
            scope: scope.and_then(Scope::parse),
        })
    }

    /// Errors of every such operation.
    pub(super) fn codes(&self) -> Vec<Code> {
        let mut codes = vec![
            Code::InvalidRequest,
            Code::InvalidToken,
            Code::InsufficientScope,
            Code::RateLimited,
            Code::Unavailable,
        ];
        if self.callers != Callers::InPerson {
            codes.push(Code::NotFound);
        }
        codes
    }

    /// Writes out what follows from the lock.
    pub(super) fn complete(&self, operation: &mut Operation) {
        if let Some(scope) = self.scope {
            mark(
                &mut operation.extensions,
                "x-required-scope",
                scope.as_str(),
            );
        }
        let has_units = operation
            .extensions
            .as_ref()
            .is_some_and(|extensions| extensions.contains_key("x-rate-units"));
        if !has_units {
            mark(&mut operation.extensions, "x-rate-units", 1);
        }
        operation.security = Some(self.requirements());
        if self.callers == Callers::Everybody && self.scope.is_some() {
            operation
                .parameters
                .get_or_insert_default()
                .push(RefOr::T(profile_id_parameter()));
        }
    }

    /// The credentials that can be let in: a user token only where a grant brings the scope.
    fn requirements(&self) -> Vec<SecurityRequirement> {
        let scope: Vec<&str> = self.scope.iter().map(|scope| scope.as_str()).collect();
        let mut requirements = Vec::new();
        if self.callers == Callers::Everybody {
            requirements.push(SecurityRequirement::new(API_KEY, scope.clone()));
        }
        let grant = self.scope.map(Grant::that_brings);
        let applications = self.callers != Callers::InPerson && grant != Some(None);
        if applications {
            let grant = grant.flatten().map(Grant::as_str);
            requirements.push(SecurityRequirement::new(USER_TOKEN, grant));
        }
        requirements.push(SecurityRequirement::new(SESSION_TOKEN, scope));
        requirements
    }
}

fn profile_id_parameter() -> Parameter {
    let schema = ObjectBuilder::new()
        .schema_type(Type::String)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Uuid)));
    ParameterBuilder::new()
        .name("profile_id")
        .parameter_in(ParameterIn::Query)
        .required(Required::False)
        .description(Some(
            "The profile. Required with a user token or a session token. An API key has one \
             profile of its own and may leave it out. A profile that the caller cannot reach is \
             answered with 404, like one that does not exist.",
        ))
        .schema(Some(schema))
        .build()
}
