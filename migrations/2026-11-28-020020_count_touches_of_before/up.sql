-- Whether touches are counted. Those of before are counted as soon as migrations are through; a profile that is new
-- has none.
ALTER TABLE attribution_state
    ADD COLUMN has_touches boolean NOT NULL DEFAULT false,
    ALTER COLUMN has_touches SET DEFAULT true;
