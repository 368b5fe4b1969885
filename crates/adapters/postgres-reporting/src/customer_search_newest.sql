-- At most $4 of the $5 newest customers whose address or number has the text ($2), or whose name, without accents and
-- capitals, has the pattern ($3; none where names are not looked at).
SELECT c.id
FROM (
    SELECT c.id, c.first_name, c.last_name, c.primary_email, c.primary_phone
    FROM customers c
    WHERE c.profile_id = $1 AND c.merged_into IS NULL
    ORDER BY c.id DESC
    LIMIT $5
) AS c
WHERE position($2 IN (coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, ''))) > 0
    OR translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') LIKE $3
LIMIT $4
