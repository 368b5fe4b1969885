-- What facts ($2 to $3) name together. Those that came since the upgrade have counted theirs, but for what
-- a server of the release before wrote.
WITH facts AS MATERIALIZED (
    SELECT e.id, e.occurred_at, e.received_at, e.identifiers
    FROM outcome_events e
    WHERE e.profile_id = $1 AND e.id > $2 AND e.id <= $3
),
named AS MATERIALIZED (
    SELECT f.id, f.occurred_at, f.received_at, v.rank, v.kind, v.value_key, v.display
    FROM facts f
    CROSS JOIN LATERAL (VALUES
        (1, 'national_id', f.identifiers -> 'national_id' ->> 'key',
            decode(f.identifiers -> 'national_id' ->> 'sealed', 'base64')),
        (2, 'crm_contact_id', f.identifiers ->> 'crm_contact_id',
            convert_to(f.identifiers ->> 'crm_contact_id', 'UTF8')),
        (3, 'email', f.identifiers ->> 'email', convert_to(f.identifiers ->> 'email', 'UTF8')),
        (4, 'phone', f.identifiers ->> 'phone', convert_to(f.identifiers ->> 'phone', 'UTF8'))
    ) AS v(rank, kind, value_key, display)
    WHERE v.value_key IS NOT NULL
),
pairs AS (
    SELECT u.kind, u.value_key, l.kind AS other_kind, l.value_key AS other_key,
        min(u.occurred_at) AS first_at,
        count(*) FILTER (WHERE u.received_at < $4) AS before, count(*) AS facts,
        (array_agg(u.id ORDER BY u.received_at, u.id))[1] AS fact_id
    FROM named u JOIN named l ON l.id = u.id AND l.rank > u.rank
    GROUP BY u.kind, u.value_key, l.kind, l.value_key
)
INSERT INTO identifier_pairs AS p (
    profile_id, kind, value_key, other_kind, other_key, first_at, server_events, identifications,
    fact_id, is_settled
)
SELECT $1, kind, value_key, other_kind, other_key, first_at, facts, 0, fact_id, false
FROM pairs ORDER BY kind, value_key, other_kind, other_key
ON CONFLICT (profile_id, kind, value_key, other_kind, other_key) DO UPDATE SET
    first_at = least(p.first_at, excluded.first_at),
    server_events = p.server_events + (
        SELECT b.before FROM pairs b
        WHERE b.kind = excluded.kind AND b.value_key = excluded.value_key
            AND b.other_kind = excluded.other_kind AND b.other_key = excluded.other_key
    ),
    is_settled = false
