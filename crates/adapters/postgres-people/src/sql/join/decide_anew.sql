-- Facts that a value decided ($2 kind, $3 key) which is several people's are decided by the most trusted
-- one of theirs that is not, if there is one, which keeps the names that they say, if it has none. Tells whose they are now.
WITH decided AS (
    UPDATE outcome_events e SET (subject_kind, subject_key) = (
        SELECT v.kind, v.value_key
        FROM (VALUES
            (1, 'national_id', e.identifiers -> 'national_id' ->> 'key'),
            (2, 'crm_contact_id', e.identifiers ->> 'crm_contact_id'),
            (3, 'email', e.identifiers ->> 'email'),
            (4, 'phone', e.identifiers ->> 'phone')
        ) AS v(rank, kind, value_key)
        CROSS JOIN LATERAL (
            SELECT i.state FROM identifiers i
            WHERE i.profile_id = $1 AND i.kind = v.kind AND i.value_key = v.value_key
            OFFSET 0
        ) AS i
        WHERE i.state <> 'blocked'
        ORDER BY i.state <> 'active', v.rank
        LIMIT 1
    )
    WHERE e.profile_id = $1 AND e.subject_kind = $2 AND e.subject_key = $3
        -- Those that name nothing else stay as they are, and may be very many.
        AND num_nonnulls(
            e.identifiers -> 'national_id' ->> 'key', e.identifiers ->> 'crm_contact_id',
            e.identifiers ->> 'email', e.identifiers ->> 'phone'
        ) > 1
    RETURNING e.subject_kind, e.subject_key, e.occurred_at, e.id, e.identifiers ->> 'first_name' AS first_name,
        e.identifiers ->> 'last_name' AS last_name
),
said AS MATERIALIZED (
    SELECT d.subject_kind, d.subject_key,
        (array_agg(d.first_name ORDER BY d.occurred_at, d.id) FILTER (WHERE d.first_name IS NOT NULL))[1] AS first_name,
        (array_agg(d.last_name ORDER BY d.occurred_at, d.id) FILTER (WHERE d.last_name IS NOT NULL))[1] AS last_name
    FROM decided d
    WHERE num_nonnulls(d.first_name, d.last_name) > 0
    GROUP BY d.subject_kind, d.subject_key
),
named AS (
    INSERT INTO identifiers (
        profile_id, kind, value_key, customer_id, state, first_seen_at, last_seen_at, first_name, last_name
    )
    SELECT $1, i.kind, i.value_key, i.customer_id, i.state, i.first_seen_at, i.last_seen_at,
        coalesce(i.first_name, s.first_name), coalesce(i.last_name, s.last_name)
    FROM said s
    CROSS JOIN LATERAL (
        SELECT i.kind, i.value_key, i.customer_id, i.state, i.first_seen_at, i.last_seen_at, i.first_name, i.last_name
        FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = s.subject_kind AND i.value_key = s.subject_key
        OFFSET 0
    ) AS i
    ON CONFLICT (profile_id, kind, value_key) DO UPDATE SET
        first_name = excluded.first_name, last_name = excluded.last_name
)
SELECT DISTINCT i.customer_id AS id
FROM decided d
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = d.subject_kind AND i.value_key = d.subject_key
    OFFSET 0
) AS i
