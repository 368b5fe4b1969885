-- Whom a picture in a mail or a banner may be shown to. A token names the row by its id and nothing of the
-- person; whose it is follows from the value, as with outcome events.
CREATE TABLE view_recipients (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_key text NOT NULL,
    created_at timestamptz NOT NULL,
    -- Since when views with its token are nobody's.
    revoked_at timestamptz,
    PRIMARY KEY (profile_id, id)
);
