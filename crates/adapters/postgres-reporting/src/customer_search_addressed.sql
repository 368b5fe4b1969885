-- At most $4 customers whose address has the text ($3). $2 is the pattern of a part of it by which few are found.
SELECT c.id
FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL
    AND (coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, '')) LIKE $2 AND position($3 IN (coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, ''))) > 0
LIMIT $4
