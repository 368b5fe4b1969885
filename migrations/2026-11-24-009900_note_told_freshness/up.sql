-- Up to when figures were last told to be complete, and when that was told.
ALTER TABLE attribution_state ADD COLUMN freshness_told timestamptz, ADD COLUMN freshness_told_at timestamptz;
