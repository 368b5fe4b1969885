-- Customers ($2) are called nothing since $3.
UPDATE customers c SET first_name = NULL, last_name = NULL, primary_email = NULL, primary_phone = NULL,
    erased_at = $3, epoch = c.epoch + 1
WHERE c.profile_id = $1 AND c.id = ANY($2)
