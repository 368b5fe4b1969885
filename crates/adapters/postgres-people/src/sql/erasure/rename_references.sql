-- And wherever events refund one of them, whoever they name.
UPDATE outcome_events e SET refund_of = ($3::text[])[array_position($2::text[], e.refund_of)]
WHERE e.profile_id = $1 AND e.refund_of = ANY($2)
