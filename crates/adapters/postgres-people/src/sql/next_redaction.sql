-- Whose facts nobody else is going through now, and from where on.
SELECT r.profile_id, r.facts, r.after_at::text AS after_at, r.after_id, p.url_query, p.kept_parameters
FROM address_redactions r
JOIN profiles p ON p.id = r.profile_id
ORDER BY r.profile_id, r.facts
LIMIT 1
FOR UPDATE OF r SKIP LOCKED
