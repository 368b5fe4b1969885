-- Who did what to a profile's settings.
CREATE TABLE audit_events (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL CHECK (actor_kind IN ('api_key', 'operator', 'system')),
    actor_id uuid,
    subject_id uuid,
    detail jsonb NOT NULL,
    PRIMARY KEY (profile_id, id)
);

-- Full replays as their requesters see them.
CREATE TABLE recomputes (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    status text NOT NULL CHECK (status IN ('queued', 'running', 'completed')),
    -- [{"cause", "subject_id", "actor_kind", "actor_id", "at"}]: requests that came while it waited
    -- share it.
    causes jsonb NOT NULL,
    requested_at timestamptz NOT NULL,
    started_at timestamptz,
    finished_at timestamptz,
    generation bigint,
    people_done bigint NOT NULL,
    people_total bigint,
    -- How often it was begun: more than once when a worker died.
    attempts integer NOT NULL,
    PRIMARY KEY (profile_id, id)
);
CREATE UNIQUE INDEX recomputes_one_queued ON recomputes (profile_id) WHERE status = 'queued';

-- Every change of a reported figure. Rows are only ever added.
CREATE TABLE restatements (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    -- 1, 2, 3, … in the order in which figures changed.
    sequence bigint NOT NULL,
    restated_at timestamptz NOT NULL,
    cause text NOT NULL,
    causes jsonb NOT NULL,
    recompute_id uuid,
    currency_before text NOT NULL,
    currency_after text NOT NULL,
    timezone_before text NOT NULL,
    timezone_after text NOT NULL,
    PRIMARY KEY (profile_id, id),
    CONSTRAINT restatements_sequence UNIQUE (profile_id, sequence)
);
CREATE INDEX restatements_time ON restatements (profile_id, restated_at);

-- One line a (local day, channel, model) whose figures changed, with the figures before and after.
-- The channel is empty for what no touch is credited with, the model for spend, which is no credit.
-- Counts are billionths of a conversion.
CREATE TABLE restatement_lines (
    profile_id uuid NOT NULL,
    local_date date NOT NULL,
    channel text NOT NULL,
    model text NOT NULL,
    sequence bigint NOT NULL,
    cash_before numeric NOT NULL,
    cash_after numeric NOT NULL,
    conversions_before bigint NOT NULL,
    conversions_after bigint NOT NULL,
    payments_before bigint NOT NULL,
    payments_after bigint NOT NULL,
    spend_before numeric NOT NULL DEFAULT 0,
    spend_after numeric NOT NULL DEFAULT 0,
    PRIMARY KEY (profile_id, local_date, channel, model, sequence)
);
CREATE INDEX restatement_lines_sequence ON restatement_lines (profile_id, sequence);
