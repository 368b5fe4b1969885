INSERT INTO proposal_scans (profile_id, after_id, requested_at, walked, compared)
VALUES ($1, '00000000-0000-0000-0000-000000000000', $2, 0, 0)
ON CONFLICT DO NOTHING
