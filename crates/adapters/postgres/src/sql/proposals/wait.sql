INSERT INTO proposal_waiting (profile_id, customer_id)
SELECT $1, a.id FROM unnest($2::uuid[]) AS a(id) ORDER BY a.id
ON CONFLICT DO NOTHING
