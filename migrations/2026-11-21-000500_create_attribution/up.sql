-- Derived from tracker events, per visitor.
CREATE TABLE sessions (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    started_at timestamptz NOT NULL,
    ended_at timestamptz NOT NULL,
    local_date date NOT NULL,
    signature_id bigint,
    page_views integer NOT NULL,
    engaged_ms bigint NOT NULL,
    is_bot boolean NOT NULL,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    landing_path text,
    PRIMARY KEY (profile_id, id)
);
CREATE INDEX sessions_visitor ON sessions (profile_id, visitor_id);
CREATE INDEX sessions_day ON sessions (profile_id, local_date);

CREATE TABLE touches (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    session_id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    signature_id bigint NOT NULL,
    landing_path text,
    ad_id text,
    campaign_id text,
    click_ids jsonb,
    PRIMARY KEY (profile_id, id)
);
CREATE INDEX touches_visitor ON touches (profile_id, visitor_id, occurred_at);

-- One row a profile: which generation of conversions and credits readers see. Every replay locks
-- it, so that two workers never write one profile's results at the same time.
CREATE TABLE attribution_state (
    profile_id uuid PRIMARY KEY,
    generation bigint NOT NULL,
    -- The generation that a full replay is writing now.
    building bigint,
    -- Until when the worker that builds it is believed alive.
    building_until timestamptz,
    recomputed_at timestamptz
);

CREATE TABLE conversions (
    profile_id uuid NOT NULL,
    generation bigint NOT NULL,
    id uuid NOT NULL,
    definition_id uuid NOT NULL,
    conversion_key text NOT NULL,
    event_id uuid NOT NULL,
    person_kind text NOT NULL CHECK (person_kind IN ('customer', 'visitor', 'event')),
    person_id uuid NOT NULL,
    occurred_at timestamptz NOT NULL,
    local_date date NOT NULL,
    revenue_type text NOT NULL,
    -- As received (a refund is negative), and in the profile's currency; NULL while no rate is known.
    value_amount numeric,
    currency text,
    value_reporting numeric,
    fx_rate numeric,
    fx_date date,
    fx_source text,
    is_refund boolean NOT NULL,
    is_first_payment boolean,
    is_synthetic boolean NOT NULL,
    touch_count integer NOT NULL,
    first_touch_at timestamptz,
    -- Why no model credits it; NULL when at least one touch has credit.
    unattributed_reason text,
    PRIMARY KEY (profile_id, generation, id)
);
CREATE INDEX conversions_day ON conversions (profile_id, generation, local_date);
CREATE INDEX conversions_goal ON conversions (profile_id, generation, conversion_key, occurred_at DESC, id DESC);
CREATE INDEX conversions_person ON conversions (profile_id, generation, person_kind, person_id);

-- One row for each (conversion, touch): its share under each model in billionths, NULL for none.
-- It repeats what reports group by, so that a report never reads a touch or an event.
CREATE TABLE credits (
    profile_id uuid NOT NULL,
    generation bigint NOT NULL,
    conversion_id uuid NOT NULL,
    touch_id uuid NOT NULL,
    person_kind text NOT NULL,
    person_id uuid NOT NULL,
    touched_at timestamptz NOT NULL,
    touch_kind text NOT NULL CHECK (touch_kind IN ('click', 'view', 'synthetic')),
    signature_id bigint NOT NULL,
    session_id uuid,
    last_touch integer,
    first_touch integer,
    linear integer,
    time_decay integer,
    last_non_direct integer,
    local_date date NOT NULL,
    conversion_key text NOT NULL,
    revenue_type text NOT NULL,
    value_reporting numeric,
    is_refund boolean NOT NULL,
    country text,
    device text,
    browser text,
    os text,
    referrer_host text,
    landing_path text,
    PRIMARY KEY (profile_id, generation, conversion_id, touch_id)
);
CREATE INDEX credits_day ON credits (profile_id, generation, local_date);
CREATE INDEX credits_person ON credits (profile_id, generation, person_kind, person_id);
