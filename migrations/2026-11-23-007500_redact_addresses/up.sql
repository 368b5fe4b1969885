-- Addresses that were stored before it was decided what of them is: how far they have been gone through,
-- by profile and table. A row goes when its table is done; a profile of later has none.
CREATE TABLE address_redactions (
    profile_id uuid NOT NULL,
    facts text NOT NULL CHECK (facts IN ('outcome_events', 'tracker_events')),
    -- The last fact that was looked at.
    after_at timestamptz NOT NULL DEFAULT '-infinity',
    after_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
    PRIMARY KEY (profile_id, facts)
);
INSERT INTO address_redactions (profile_id, facts)
SELECT p.id, f.facts
FROM profiles p
CROSS JOIN (VALUES ('outcome_events'), ('tracker_events')) AS f(facts);
