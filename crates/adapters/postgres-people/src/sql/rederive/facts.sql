-- The newest $2 outcome events of a profile: when, what they are worth, whose they are and whom they
-- name.
SELECT (e.occurred_at AT TIME ZONE 'UTC')::date AS day, e.value_amount, e.currency,
    (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = e.subject_kind AND i.value_key = e.subject_key
    ) AS customer_id,
    e.identifiers -> 'national_id' ->> 'key' AS national_id,
    e.identifiers ->> 'crm_contact_id' AS crm_contact_id,
    e.identifiers ->> 'email' AS email, e.identifiers ->> 'phone' AS phone
FROM outcome_events e
WHERE e.profile_id = $1
ORDER BY e.id DESC
LIMIT $2
