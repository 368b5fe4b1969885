-- Faults that somebody knows of and wants to hear no more of until there are more.
CREATE TABLE quality_mutes (
    profile_id uuid NOT NULL,
    category text NOT NULL,
    reason text NOT NULL,
    muted_at timestamptz NOT NULL,
    -- Touches with it when it was muted.
    touches bigint NOT NULL,
    PRIMARY KEY (profile_id, category)
);
