ALTER TABLE outcome_events RESET (autovacuum_analyze_scale_factor);
ALTER TABLE credits RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor);
ALTER TABLE conversions RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor);
ALTER TABLE touches RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor);
ALTER TABLE sessions RESET (autovacuum_vacuum_scale_factor, autovacuum_analyze_scale_factor);
ALTER TABLE recomputes RESET (fillfactor);
ALTER TABLE attribution_state RESET (
    fillfactor, autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold
);
ALTER TABLE replay_marks RESET (
    autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold, autovacuum_analyze_scale_factor,
    autovacuum_analyze_threshold, autovacuum_vacuum_cost_delay
);
DROP INDEX replay_marks_full;
