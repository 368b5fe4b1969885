-- What was shown of customers ($2) before decisions.
UPDATE customer_splits s SET first_name = NULL, last_name = NULL, primary_email = NULL, primary_phone = NULL
WHERE s.profile_id = $1 AND s.customer_id = ANY($2)
