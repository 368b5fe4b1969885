-- At most $5 customers whose name, without accents and capitals, has the pattern ($2), or whose address or number
-- has the text ($4). $3 is the pattern of a part of the text by which few are found.
SELECT c.id
FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL
    AND (((coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, '')) LIKE $3 AND position($4 IN (coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, ''))) > 0)
        OR translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') LIKE $2)
LIMIT $5
