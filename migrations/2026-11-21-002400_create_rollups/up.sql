-- Derived: what reports add up, so that no report reads visits or credits one by one. A day of a
-- population is a set of columns; a report reads those that it needs of the days it asks about.
CREATE TABLE rollup_days (
    profile_id uuid NOT NULL,
    population text NOT NULL CHECK (population IN ('visits', 'credits', 'touch_credits')),
    -- 0 for visits, which have no generations.
    generation bigint NOT NULL,
    name text NOT NULL,
    local_date date NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (profile_id, population, generation, name, local_date)
);
-- Columns are small as they are; taking a part of one must not cost unpacking it.
ALTER TABLE rollup_days ALTER COLUMN data SET STORAGE EXTERNAL;
ALTER TABLE rollup_days SET (
    autovacuum_vacuum_scale_factor = 0.05, toast.autovacuum_vacuum_scale_factor = 0.05
);

-- Changes of any days that are not in the days yet. Few at any time: they are folded in when they
-- become many.
CREATE TABLE rollup_changes (
    profile_id uuid NOT NULL,
    population text NOT NULL CHECK (population IN ('visits', 'credits', 'touch_credits')),
    generation bigint NOT NULL,
    id bigint NOT NULL,
    -- Rows in `data`.
    size integer NOT NULL,
    data bytea NOT NULL,
    PRIMARY KEY (profile_id, population, generation, id)
);
ALTER TABLE rollup_changes SET (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 200,
    toast.autovacuum_vacuum_scale_factor = 0, toast.autovacuum_vacuum_threshold = 1000
);

-- Browsers as small numbers without gaps, for sets of them.
CREATE TABLE visitor_numbers (
    profile_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY (profile_id, visitor_id)
);

-- All conversions of a day, and, for each model, those that it credits to no touch.
CREATE TABLE conversion_days (
    profile_id uuid NOT NULL,
    generation bigint NOT NULL,
    -- A model, or empty for all conversions.
    uncredited_by text NOT NULL,
    local_date date NOT NULL,
    conversions bigint NOT NULL,
    cash numeric NOT NULL,
    payments bigint NOT NULL,
    -- Conversions and refunds with a value that has no rate yet.
    pending bigint NOT NULL,
    PRIMARY KEY (profile_id, generation, uncredited_by, local_date)
) WITH (fillfactor = 50);

ALTER TABLE attribution_state
    -- How many browsers have a number.
    ADD COLUMN numbered integer NOT NULL DEFAULT 0,
    -- Whether the tables above say what sessions, conversions and credits say.
    ADD COLUMN has_rollups boolean NOT NULL DEFAULT true;
-- They are built from what is stored as soon as migrations are through.
UPDATE attribution_state SET has_rollups = false;
