"""What the service refuses with (RFC 9457), as exceptions."""


class TributaryError(Exception):
    """The service answered with a problem.

    `status` is the HTTP status, `code` the service's word for what happened, `detail` the same for people, `errors` the
    fields that are wrong (`pointer`, `parameter` or `header`, `code`, `detail`), `request_id` names the request in its log.
    """

    def __init__(self, status, problem, headers=None):
        self.status = status
        self.code = problem.get("code", "")
        self.detail = problem.get("detail", "")
        self.errors = problem.get("errors", [])
        self.request_id = problem.get("request_id") or (headers or {}).get("x-request-id")
        self.required_scope = problem.get("required_scope")
        self.retry_after = None
        fields = "; ".join(
            f"{error.get('pointer') or error.get('parameter') or error.get('header') or ''} {error.get('detail', '')}".strip()
            for error in self.errors
        )
        super().__init__(f"{status} {self.code}: {self.detail}" + (f" ({fields})" if fields else ""))


class Invalid(TributaryError):
    """400 or 422: something in the request is wrong."""


class Unauthorized(TributaryError):
    """401: the credential does not count."""


class Forbidden(TributaryError):
    """403: the credential lacks `required_scope`."""


class NotFound(TributaryError):
    """404: there is no such thing, or it is out of reach."""


class Conflict(TributaryError):
    """409: the state of the thing forbids it."""


class RateLimited(TributaryError):
    """429: too much at once; `retry_after` says how many seconds to wait."""


class Unavailable(TributaryError):
    """503: the service cannot do it now; `retry_after` says how many seconds to wait, when it knows."""


BY_STATUS = {
    400: Invalid, 401: Unauthorized, 403: Forbidden, 404: NotFound, 409: Conflict, 422: Invalid, 429: RateLimited,
    503: Unavailable,
}


def error_of(status, problem, headers):
    """The exception of an answer."""
    error = BY_STATUS.get(status, TributaryError)(status, problem, headers)
    after = headers.get("retry-after", "")
    error.retry_after = int(after) if after.isdigit() else None
    return error
