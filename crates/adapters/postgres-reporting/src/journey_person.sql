-- Whom the text ($2) names: a customer, a browser by its anonymous id, or an event without a
-- person; the first that exists, with what a customer is called, and who it is unless they were forgotten. $3 is the text
-- as a UUID, when it is one.
WITH found AS (
SELECT 'customer' AS kind, coalesce(u.merged_into, u.id) AS id, 1 AS place
FROM customers u WHERE u.profile_id = $1 AND u.id = $3
UNION ALL
SELECT CASE WHEN v.customer_id IS NULL THEN 'visitor' ELSE 'customer' END,
    coalesce(v.customer_id, v.id), 2
FROM visitors v WHERE v.profile_id = $1 AND v.anonymous_id = $2 AND NOT v.is_shared
UNION ALL
SELECT 'event', e.id, 3
FROM outcome_events e WHERE e.profile_id = $1 AND e.id = $3 AND e.subject_kind IS NULL
ORDER BY place
LIMIT 1
)
SELECT found.kind, found.id, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS name,
    u.primary_email AS email, u.primary_phone AS phone, CASE WHEN u.erased_at IS NULL THEN u.id END AS customer_id
FROM found
LEFT JOIN customers u ON u.profile_id = $1 AND u.id = found.id AND found.kind = 'customer'
