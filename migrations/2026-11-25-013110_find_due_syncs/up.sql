CREATE INDEX spend_syncs_due ON spend_syncs (look_at) WHERE is_enabled;
