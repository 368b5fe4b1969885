-- Facts ($2 to $3) are decided by the most trusted value that they name.
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
decided AS (
    SELECT DISTINCT ON (n.id) n.id, n.kind, n.value_key
    FROM named n
    JOIN identifiers i ON i.profile_id = $1 AND i.kind = n.kind AND i.value_key = n.value_key
    WHERE i.state <> 'blocked'
    ORDER BY n.id, n.rank
)
UPDATE outcome_events e SET subject_kind = d.kind, subject_key = d.value_key
FROM decided d
WHERE e.profile_id = $1 AND e.id = d.id
    AND (e.subject_kind, e.subject_key) IS DISTINCT FROM (d.kind, d.value_key)
