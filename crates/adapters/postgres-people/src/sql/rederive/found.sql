-- Values of facts ($2 to $3) that nobody holds: earlier releases left out what did not fit its person.
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
missing AS MATERIALIZED (
    SELECT gen_random_uuid() AS id, n.kind, n.value_key, min(n.occurred_at) AS first_at,
        max(n.occurred_at) AS last_at, (array_agg(n.display))[1] AS display
    FROM named n
    WHERE NOT EXISTS (
        SELECT FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = n.kind AND i.value_key = n.value_key
    )
    GROUP BY n.kind, n.value_key
),
founded AS (
    INSERT INTO customers (
        profile_id, id, first_seen_at, last_seen_at, primary_email, primary_phone, epoch
    )
    SELECT $1, id, first_at, last_at,
        CASE WHEN kind = 'email' THEN value_key END, CASE WHEN kind = 'phone' THEN value_key END, 1
    FROM missing
)
INSERT INTO identifiers (
    profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at, home_id,
    is_from_server
)
SELECT $1, kind, value_key, id, 'active', display, first_at, last_at, id, true
FROM missing ORDER BY kind, value_key
