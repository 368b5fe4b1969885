-- Of conversions that definitions could make of events ($2, with the event of each in $3) those that readers see,
-- with the person whose each is now.
SELECT c.id, c.event_id, c.definition_id, c.conversion_key, c.revenue_type, c.is_first_payment, c.is_refund,
    c.value_amount::text AS value_amount, c.currency, c.person_kind,
    coalesce(p.merged_into, c.person_id) AS person_id
FROM unnest($2::uuid[], $3::uuid[]) AS w(id, event_id)
CROSS JOIN LATERAL (
    SELECT c.* FROM conversions c
    WHERE c.profile_id = $1 AND c.id = w.id AND c.event_id = w.event_id
        AND c.generation = (SELECT s.generation FROM attribution_state s WHERE s.profile_id = $1)
    OFFSET 0
) AS c
LEFT JOIN LATERAL (
    SELECT p.merged_into FROM customers p
    WHERE p.profile_id = $1 AND c.person_kind = 'customer' AND p.id = c.person_id
    OFFSET 0
) AS p ON true
ORDER BY c.event_id, c.definition_id
