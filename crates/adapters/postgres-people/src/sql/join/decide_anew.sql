-- Facts that a value decided ($2 kind, $3 key) which is several people's are decided by the most trusted
-- one of theirs that is not, if there is one. Tells whose they are now.
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
    RETURNING e.subject_kind, e.subject_key
)
SELECT DISTINCT i.customer_id AS id
FROM decided d
CROSS JOIN LATERAL (
    SELECT i.customer_id FROM identifiers i
    WHERE i.profile_id = $1 AND i.kind = d.subject_kind AND i.value_key = d.subject_key
    OFFSET 0
) AS i
