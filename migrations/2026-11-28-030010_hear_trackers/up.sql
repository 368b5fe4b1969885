-- On which hosts the tracker of a profile was heard, by the way in which it got there. Added up in memory and written
-- every few seconds: a diagnosis, which may lose seconds in a crash. At most 200 rows of a profile.
CREATE TABLE tracker_hosts (
    profile_id uuid NOT NULL,
    host text NOT NULL,
    -- Empty where the tracker does not tell.
    way text NOT NULL,
    version text,
    first_seen_at timestamptz NOT NULL,
    -- The last page view that was taken.
    last_seen_at timestamptz,
    -- The last event that was refused because the host is not the profile's.
    refused_at timestamptz,
    -- The local day that was counted last, and page views of it and of the six before it, the latest first.
    counted_on date NOT NULL,
    page_views bigint[] NOT NULL,
    PRIMARY KEY (profile_id, host, way)
);
