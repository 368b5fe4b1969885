// What the service refuses with (RFC 9457).

/** A field that is wrong. */
export interface FieldError {
  pointer?: string;
  parameter?: string;
  header?: string;
  code: string;
  detail: string;
}

/** The service answered with a problem. */
export class TributaryError extends Error {
  /** The service's word for what happened. */
  readonly code: string;
  /** The fields that are wrong. */
  readonly errors: readonly FieldError[];
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  /** The scope that the credential lacks. */
  readonly requiredScope: string | undefined;

  constructor(
    /** The HTTP status. */
    readonly status: number,
    problem: Record<string, unknown>,
    /** Seconds after which to come back, when the service said so. */
    readonly retryAfter: number | undefined,
  ) {
    const errors = (problem["errors"] ?? []) as FieldError[];
    const fields = errors.map((error) => `${error.pointer ?? error.parameter ?? error.header ?? ""} ${error.detail}`.trim());
    const words = `${status} ${problem["code"] ?? ""}: ${problem["detail"] ?? ""}`;
    super(fields.length > 0 ? `${words} (${fields.join("; ")})` : words);
    this.name = new.target.name;
    this.code = String(problem["code"] ?? "");
    this.errors = errors;
    this.requestId = problem["request_id"] as string | undefined;
    this.requiredScope = problem["required_scope"] as string | undefined;
  }
}

/** 400 or 422: something in the request is wrong. */
export class Invalid extends TributaryError {}
/** 401: the credential does not count. */
export class Unauthorized extends TributaryError {}
/** 403: the credential lacks `requiredScope`. */
export class Forbidden extends TributaryError {}
/** 404: there is no such thing, or it is out of reach. */
export class NotFound extends TributaryError {}
/** 409: the state of the thing forbids it. */
export class Conflict extends TributaryError {}
/** 429: too much at once. */
export class RateLimited extends TributaryError {}
/** 503: the service cannot do it now. */
export class Unavailable extends TributaryError {}

const BY_STATUS: Record<number, typeof TributaryError> = {
  400: Invalid, 401: Unauthorized, 403: Forbidden, 404: NotFound, 409: Conflict, 422: Invalid, 429: RateLimited,
  503: Unavailable,
};

/** The error of an answer. */
export function errorOf(status: number, body: unknown, headers: Headers): TributaryError {
  const after = headers.get("retry-after") ?? "";
  const problem = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  return new (BY_STATUS[status] ?? TributaryError)(status, problem, /^\d+$/.test(after) ? Number(after) : undefined);
}
