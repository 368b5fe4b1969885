-- Conversions of a day by why they are credited or not, so that no report looks up the credits of each. Written with
-- `conversion_days` and built with it.
CREATE TABLE conversion_reasons (
    profile_id uuid NOT NULL,
    generation bigint NOT NULL,
    local_date date NOT NULL,
    conversion_key text NOT NULL,
    -- What was noted of why nothing is credited; empty where nothing was.
    reason text NOT NULL,
    -- The models that credit it to a touch.
    credited_by text[] NOT NULL,
    -- What the value came in; empty without one.
    currency text NOT NULL,
    -- Without refunds.
    conversions bigint NOT NULL,
    -- Those of which a touch was made from the event itself.
    synthetic bigint NOT NULL,
    -- Conversions and refunds with a value.
    amounts bigint NOT NULL,
    PRIMARY KEY (profile_id, generation, local_date, conversion_key, reason, credited_by, currency)
) WITH (fillfactor = 50);
