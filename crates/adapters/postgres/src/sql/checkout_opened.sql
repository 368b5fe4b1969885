-- Where the checkout $1 is to be paid ($2) and until when ($3); $4 is what the provider calls it.
UPDATE handoffs SET url = $2, expires_at = $3, detail = detail || $4
WHERE id = $1 AND status = 'pending'
