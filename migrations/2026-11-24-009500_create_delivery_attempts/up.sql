-- Every attempt to deliver, and the beginning of what was answered.
CREATE TABLE delivery_attempts (
    profile_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    number integer NOT NULL,
    ended_at timestamptz NOT NULL,
    -- The answer's status, or why there was none.
    status smallint,
    failure text,
    -- When the receiver wanted to be asked again.
    retry_after_at timestamptz,
    took_micros bigint NOT NULL,
    excerpt bytea NOT NULL,
    PRIMARY KEY (profile_id, delivery_id, number),
    CHECK ((status IS NULL) <> (failure IS NULL))
);
