// Client of Tributary. Figures are texts with all their digits; feed them to the decimal library of your choice.

import { errorOf } from "./errors.js";
import { parse } from "./json.js";
import { OPERATIONS } from "./operations.js";
import type { operations } from "./types.js";

export * from "./errors.js";
export { parse } from "./json.js";
export { OPERATIONS } from "./operations.js";
export type { components, operations, paths } from "./types.js";

/** The id of an operation in the OpenAPI document. */
export type OperationId = keyof typeof OPERATIONS & keyof operations;

type Content<T> = T extends { content: { "application/json": infer Body } } ? Body : T extends { content: infer Any } ? Any[keyof Any] : undefined;
type Success<T> = T extends { responses: infer All }
  ? { [Status in keyof All]: Status extends 200 | 201 | 202 | 204 ? Content<All[Status]> : never }[keyof All]
  : never;
/** What an operation answers. */
export type Answer<Id extends OperationId> = Success<operations[Id]>;
type Parameter<Id extends OperationId, Place extends string> = operations[Id] extends { parameters: infer All }
  ? Place extends keyof All ? All[Place] : undefined
  : undefined;
type Body<Id extends OperationId> = operations[Id] extends { requestBody?: infer Sent }
  ? NonNullable<Sent> extends { content: { "application/json": infer Json } } ? Json : never
  : never;

/** What a request says. */
export interface Asked<Id extends OperationId> {
  /** Values of the path's parameters. */
  path?: Parameter<Id, "path">;
  /** Parameters; lists are sent joined by commas, undefined is left out. */
  query?: Parameter<Id, "query"> | Record<string, unknown>;
  /** In an object, undefined leaves a field as it is and null clears it. */
  body?: Body<Id>;
  headers?: Record<string, string>;
}

/** How a client behaves. */
export interface Settings {
  /** Where the service is, such as https://attribution.example. */
  baseUrl: string;
  /** An API key or a user token. */
  token: string;
  /** Which profile; needed with user tokens alone. */
  profileId?: string;
  /** Milliseconds that an answer may take; 30,000. */
  timeout?: number;
  /** How often a request is sent again after 429, 503 or a lost connection, if that cannot write twice; 4. */
  retries?: number;
  /** Seconds; an answer that asks to wait longer is thrown instead; 60. */
  longestWait?: number;
  fetch?: typeof fetch;
  sleep?: (milliseconds: number) => Promise<void>;
}

type EventFields = Omit<Body<"createEvent">, "event_type" | "idempotency_key">;
type Row<Id extends OperationId> = Answer<Id> extends { data: (infer Item)[] }
  ? Item
  : Answer<Id> extends { data: { rows: (infer Item)[] } } ? Item : Answer<Id> extends { data: { lines: (infer Item)[] } } ? Item : never;

const SAFE = ["GET", "PUT", "DELETE"];
const later = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Speaks to one service with one credential. */
export class Client {
  readonly #settings: Required<Omit<Settings, "profileId">> & { profileId: string | undefined };

  constructor(settings: Settings) {
    const { protocol } = new URL(settings.baseUrl);
    if (protocol !== "https:" && protocol !== "http:") throw new TypeError("baseUrl must be an http or https address");
    this.#settings = {
      timeout: 30_000, retries: 4, longestWait: 60, fetch: globalThis.fetch, sleep: later, profileId: undefined, ...settings,
    };
  }

  /** Calls an operation by its id in the OpenAPI document. */
  async request<Id extends OperationId>(id: Id, asked: Asked<Id> = {}): Promise<Answer<Id>> {
    const [method, template, decimals] = OPERATIONS[id];
    const values = (asked.path ?? {}) as Record<string, unknown>;
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      if (values[name] === undefined) throw new TypeError(`${name} of the path is missing`);
      return encodeURIComponent(String(values[name]));
    });
    const url = new URL(this.#settings.baseUrl.replace(/\/+$/, "") + path);
    const query = { profile_id: this.#settings.profileId, ...(asked.query as Record<string, unknown> | undefined) };
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = {
      authorization: `Bearer ${this.#settings.token}`, accept: "application/json", ...asked.headers,
    };
    let body: string | undefined;
    if (asked.body !== undefined) {
      headers["content-type"] = "application/json";
      body = JSON.stringify(asked.body);
    }
    const isSafe = SAFE.includes(method) || headers["idempotency-key"] !== undefined;
    return (await this.#send(url, { method, headers, ...(body === undefined ? {} : { body }) }, isSafe, new Set<string>(decimals))) as Answer<Id>;
  }

  /** The rows of a list, page after page. */
  async *iterate<Id extends OperationId>(id: Id, asked: Asked<Id> = {}): AsyncGenerator<Row<Id>> {
    let query = { ...(asked.query as Record<string, unknown> | undefined) };
    for (;;) {
      const page = (await this.request(id, { ...asked, query })) as {
        data: Row<Id>[] | { rows?: Row<Id>[]; lines?: Row<Id>[] };
        pagination?: { has_next: boolean; cursor: string };
      };
      // A list is its rows, or has them beside what holds for all of them.
      yield* Array.isArray(page.data) ? page.data : (page.data.rows ?? page.data.lines ?? []);
      if (!page.pagination?.has_next) return;
      const { cursor } = page.pagination;
      if (id === "listCustomers") {
        const [time, row] = cursor.split("|", 2);
        query = { ...query, cursor_time: time, cursor_id: row };
      } else query = { ...query, cursor };
    }
  }

  /** Writes an outcome event; the same key again writes nothing and answers what was written first. */
  async createEvent(eventType: string, fields: EventFields = {}, idempotencyKey: string = crypto.randomUUID()) {
    const body = { event_type: eventType, ...fields } as Body<"createEvent">;
    return (await this.request("createEvent", { body, headers: { "idempotency-key": idempotencyKey } })).data;
  }

  /** A payment, once under its key, such as the number of the order. The amount is a text: a number is not exact. */
  recordPayment(amount: string, currency: string, idempotencyKey: string, fields: EventFields = {}) {
    return this.createEvent("payment_received", { ...fields, value_amount: amount, currency }, idempotencyKey);
  }

  /** Writes days of ad spend; with `replace` nothing else is left of the account's days. */
  putSpend(rows: Body<"putSpend">["rows"], query: Asked<"putSpend">["query"] = {}) {
    return this.request("putSpend", { body: { rows }, query });
  }

  /** Figures of a period. */
  overview(date_from: string, date_to: string, query: Record<string, unknown> = {}) {
    return this.request("getOverview", { query: { date_from, date_to, ...query } });
  }

  /** Rows of a breakdown, page after page. */
  breakdown(dimension: string, date_from: string, date_to: string, query: Record<string, unknown> = {}) {
    const path = { dimension } as NonNullable<Asked<"getBreakdown">["path"]>;
    return this.iterate("getBreakdown", { path, query: { date_from, date_to, ...query } });
  }

  /** Conversions of a goal with whose they are, page after page. */
  customers(goal: string, date_from: string, date_to: string, query: Record<string, unknown> = {}) {
    return this.iterate("listCustomers", { query: { goal, date_from, date_to, ...query } });
  }

  async #send(url: URL, request: RequestInit, isSafe: boolean, decimals: Set<string>): Promise<unknown> {
    const { retries, longestWait, sleep, timeout } = this.#settings;
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      let answer: Response;
      let text: string;
      try {
        // A redirect could take the credential elsewhere.
        answer = await this.#settings.fetch(url, { ...request, redirect: "error", signal: AbortSignal.timeout(timeout) });
        text = await answer.text();
      } catch (lost) {
        if (isLast || !isSafe) throw lost;
        await sleep(pause(attempt));
        continue;
      }
      const isJson = (answer.headers.get("content-type") ?? "").includes("json");
      if (answer.ok) return text === "" ? undefined : isJson ? parse(text, decimals) : text;
      const error = errorOf(answer.status, isJson ? parse(text) : undefined, answer.headers);
      // Whoever is told to come back has done nothing.
      const mayWait = [429, 503].includes(answer.status) && (error.retryAfter ?? 0) <= longestWait;
      if (isLast || !mayWait) throw error;
      await sleep(error.retryAfter === undefined ? pause(attempt) : error.retryAfter * 1_000);
    }
  }
}

function pause(attempt: number): number {
  return Math.min(8_000, 500 * 2 ** attempt) * (0.5 + Math.random() / 2);
}
