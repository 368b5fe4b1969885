-- A row where nobody looked since $3. Two that ask at once wait for each other, and the later one finds that it is done.
-- What a clock that was far ahead left behind does not count.
INSERT INTO trust_looks AS l (profile_id, looked_at)
VALUES ($1, $2)
ON CONFLICT (profile_id) DO UPDATE SET looked_at = excluded.looked_at
WHERE l.looked_at <= $3 OR l.looked_at > $2 + interval '1 hour'
