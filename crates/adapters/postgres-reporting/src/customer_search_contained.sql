-- At most $3 customers whose name, address or number contains the pattern ($2), without accents and capitals.
SELECT c.id
FROM customers c
WHERE c.profile_id = $1 AND c.merged_into IS NULL
    AND (translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') || E'\n'
            || coalesce(c.primary_email, '') || E'\n' || coalesce(c.primary_phone, '')) LIKE $2
LIMIT $3
