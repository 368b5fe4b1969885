-- What has happened and is to be told, written in the transaction of its cause and taken from here by whoever
-- spreads it. The body is kept as bytes, because it is signed as it is.
CREATE TABLE outbox (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    event_type text NOT NULL,
    provider text NOT NULL,
    body bytea NOT NULL,
    occurred_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, id)
) WITH (
    -- It is emptied as fast as it is filled, and what is dead is read again and again until it is removed.
    autovacuum_vacuum_scale_factor = 0,
    autovacuum_vacuum_threshold = 5000,
    autovacuum_analyze_scale_factor = 0,
    autovacuum_analyze_threshold = 20000,
    autovacuum_vacuum_cost_delay = 0
);
