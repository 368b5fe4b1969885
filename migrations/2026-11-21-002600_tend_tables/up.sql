-- Requests for full replays are few among many marks: whether there is one must not read the others.
CREATE INDEX replay_marks_full ON replay_marks (bucket, profile_id, id) WHERE kind = 'profile';

-- Queues are emptied as fast as they are filled. Their dead rows are read again and again until they
-- are removed, so that is done early, and without the usual rests.
ALTER TABLE replay_marks SET (
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 20000,
    autovacuum_vacuum_cost_delay = 0
);

-- One row a profile, updated with every batch: room on the page keeps the row where it is.
ALTER TABLE attribution_state SET (
    fillfactor = 50,
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 500
);
ALTER TABLE recomputes SET (fillfactor = 70);

-- A replay removes what it derived before. A fifth of a large table, the default, is too much of it.
ALTER TABLE sessions SET (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
);
ALTER TABLE touches SET (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
);
ALTER TABLE conversions SET (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
);
ALTER TABLE credits SET (
    autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02
);

-- Written once: what counts is that the planner hears of new days.
ALTER TABLE outcome_events SET (autovacuum_analyze_scale_factor = 0.02);
