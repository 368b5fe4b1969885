-- How much of a currency ($3) was given back of what these name ($2). Signs of amounts do not matter.
SELECT coalesce(sum(abs(e.value_amount)), 0) AS amount
FROM outcome_events e
WHERE e.profile_id = $1 AND e.refund_of = ANY($2) AND e.currency = $3
