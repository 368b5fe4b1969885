-- After how many days facts of a profile lose what is personal; for ever without a number.
ALTER TABLE profiles
    ADD COLUMN tracker_days smallint CHECK (tracker_days BETWEEN 30 AND 3650),
    ADD COLUMN personal_days smallint CHECK (personal_days BETWEEN 30 AND 3650);

-- How far each kind has been gone through, of profiles that have such a number.
CREATE TABLE retention_passes (
    profile_id uuid NOT NULL,
    kind text NOT NULL CHECK (kind IN ('customers', 'outcome_events', 'tracker_events')),
    -- The last fact that was looked at.
    after_at timestamptz NOT NULL DEFAULT '-infinity',
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    -- When it is looked at again.
    next_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, kind)
);

-- Browsers that have lost their names a moment ago, for as long as something of before may still come in.
CREATE TABLE forgotten_browsers (
    profile_id uuid NOT NULL,
    visitor_id uuid NOT NULL,
    anonymous_id text NOT NULL,
    forgotten_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, visitor_id)
);
