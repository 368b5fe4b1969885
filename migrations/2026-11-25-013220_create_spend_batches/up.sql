-- What a loader says of its rows once all of them are there, and what became of them.
CREATE TABLE spend_batches (
    profile_id uuid NOT NULL,
    batch_id uuid NOT NULL,
    platform text NOT NULL CHECK (char_length(platform) BETWEEN 1 AND 64),
    account_id text NOT NULL DEFAULT '' CHECK (char_length(account_id) <= 256),
    date_from date NOT NULL,
    date_to date NOT NULL CHECK (date_to >= date_from),
    row_count integer NOT NULL CHECK (row_count >= 0),
    status text NOT NULL DEFAULT 'ready' CHECK (status IN ('ready', 'written', 'refused')),
    landed_at timestamptz NOT NULL DEFAULT now(),
    -- When somebody is to look at it again; the first time at once.
    look_at timestamptz,
    failures integer NOT NULL DEFAULT 0,
    finished_at timestamptz,
    written_days integer,
    removed_days integer,
    errors jsonb NOT NULL DEFAULT '[]',
    PRIMARY KEY (profile_id, batch_id),
    CHECK ((status = 'ready') = (finished_at IS NULL))
);
