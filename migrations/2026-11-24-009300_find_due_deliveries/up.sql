CREATE INDEX deliveries_due ON deliveries (profile_id, target_id, next_attempt_at) WHERE status = 'pending';
