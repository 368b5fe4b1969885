-- How much of an allowance is spent. Lost with the server, which refills every bucket: that is why
-- it may be unlogged.
CREATE UNLOGGED TABLE rate_buckets (
    -- Kind and holder, for example `key:<uuid>`.
    bucket text PRIMARY KEY,
    -- When the bucket is full again, in microseconds since 1970.
    full_at bigint NOT NULL,
    -- Whether the last call passed: how the statement that charges learns what it did.
    passed boolean NOT NULL
);

-- Calls that are counted exactly over the last hour.
CREATE TABLE counted_calls (
    bucket text NOT NULL,
    id uuid NOT NULL,
    called_at timestamptz NOT NULL,
    PRIMARY KEY (bucket, id)
);
CREATE INDEX counted_calls_at ON counted_calls (bucket, called_at);

-- When a key was last used, to the minute; apart from the keys, whose rows never change.
CREATE UNLOGGED TABLE api_key_uses (
    api_key_id uuid PRIMARY KEY,
    used_at timestamptz NOT NULL
);
