-- Nothing is changed twice in a week, whoever asks.
CREATE UNIQUE INDEX platform_writes_week ON platform_writes (profile_id, target_key, local_week)
    WHERE status IN ('intended', 'applied');
