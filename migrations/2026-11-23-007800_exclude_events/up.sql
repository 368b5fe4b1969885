-- Which events of browsers count for nothing. A row says all that its events have in common; what is NULL
-- or empty does not matter. Removed ones stay: reports of earlier days still go by them.
CREATE TABLE tracking_exclusions (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    created_at timestamptz NOT NULL,
    removed_at timestamptz,
    -- From when until when what is reported goes by it: from the replay that showed it to the one that
    -- showed that it is gone.
    shown_from timestamptz,
    shown_until timestamptz,
    received_from timestamptz,
    received_until timestamptz,
    landing_host text,
    path_prefix text,
    referrer_host text,
    utm_source text,
    utm_medium text,
    utm_campaign text,
    utm_term text,
    utm_content text,
    country text,
    anonymous_ids text[] NOT NULL DEFAULT '{}',
    senders text[] NOT NULL DEFAULT '{}',
    PRIMARY KEY (profile_id, id)
);

-- Which events those are. Derived.
CREATE TABLE excluded_events (
    profile_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    id uuid NOT NULL,
    exclusion_id uuid NOT NULL,
    PRIMARY KEY (profile_id, visitor_id, id)
);
CREATE INDEX excluded_events_exclusion ON excluded_events (profile_id, exclusion_id);

-- Profiles whose exclusions have changed, and how far their browsers have been gone through.
CREATE TABLE exclusion_passes (
    profile_id uuid PRIMARY KEY,
    -- The last browser that was looked at.
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000'
);

-- Keys under which network addresses of senders become names that are good for a day, sealed. Without the
-- key of a day nobody can tell whose address a name of that day was.
CREATE TABLE sender_keys (
    day date PRIMARY KEY,
    sealed_key bytea NOT NULL,
    forget_at timestamptz NOT NULL
);

-- The sender by such a name.
ALTER TABLE tracker_events ADD COLUMN sender text;
