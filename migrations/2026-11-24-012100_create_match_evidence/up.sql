-- What browsers said, by which an ad platform finds them again: sealed, beside the facts, and for days only.
CREATE TABLE match_evidence (
    profile_id uuid NOT NULL,
    -- What it is of: an outcome event, or a browser.
    kind text NOT NULL CHECK (kind IN ('event', 'visitor')),
    id uuid NOT NULL,
    sealed bytea NOT NULL,
    seen_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (profile_id, kind, id)
);
