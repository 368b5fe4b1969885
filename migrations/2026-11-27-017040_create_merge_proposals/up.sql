-- Two customers who may be one, and what people decided of that.
CREATE TABLE merge_proposals (
    profile_id uuid NOT NULL,
    id uuid NOT NULL,
    -- The smaller id first.
    one_id uuid NOT NULL,
    other_id uuid NOT NULL,
    proposed_at timestamptz NOT NULL,
    -- In thousandths of a bit; nothing where nobody proposed it.
    score integer,
    band text,
    -- What speaks for and against: field, agreement and bits. The values themselves are not kept here.
    evidence jsonb NOT NULL,
    status text NOT NULL,
    snoozed_until timestamptz,
    decided_at timestamptz,
    actor_kind text,
    actor_id uuid,
    merge_id uuid,
    PRIMARY KEY (profile_id, id),
    UNIQUE (profile_id, one_id, other_id),
    CHECK (one_id < other_id),
    CHECK ((score IS NULL) = (band IS NULL)),
    CHECK ((status = 'snoozed') = (snoozed_until IS NOT NULL)),
    CHECK ((status = 'pending') = (decided_at IS NULL)),
    CHECK (status <> 'merged' OR merge_id IS NOT NULL)
);
