-- Who has an identifier ($2 kinds, $3 keys, $4 a browser), first, and whose name ($5 up to $6) begins with the text;
-- at most $7 of each kind of name.
SELECT f.id, min(f.rank) AS rank, bool_or(f.is_full) AS is_full
FROM (
    SELECT i.customer_id AS id, 0 AS rank, false AS is_full
    FROM unnest($2::text[], $3::text[]) AS a(kind, value_key)
    CROSS JOIN LATERAL (
        SELECT i.customer_id FROM identifiers i
        WHERE i.profile_id = $1 AND i.kind = a.kind AND i.value_key = a.value_key AND i.state <> 'blocked'
        OFFSET 0
    ) AS i
    UNION ALL
    SELECT v.customer_id, 0, false
    FROM visitors v
    WHERE v.profile_id = $1 AND v.anonymous_id = $4 AND v.customer_id IS NOT NULL
    UNION ALL
    SELECT n.id, 1, count(*) OVER () >= $7
    FROM (
        SELECT c.id
        FROM customers c
        WHERE c.profile_id = $1 AND c.merged_into IS NULL
            AND translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') ~>=~ $5
            AND translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') ~<~ $6
        ORDER BY translate(lower(regexp_replace(normalize(coalesce(c.first_name || ' ', '') || coalesce(c.last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') USING ~<~
        LIMIT $7
    ) AS n
    UNION ALL
    SELECT n.id, 1, count(*) OVER () >= $7
    FROM (
        SELECT c.id
        FROM customers c
        WHERE c.profile_id = $1 AND c.merged_into IS NULL AND c.last_name IS NOT NULL
            AND translate(lower(regexp_replace(normalize(c.last_name, NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') ~>=~ $5 AND translate(lower(regexp_replace(normalize(c.last_name, NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') ~<~ $6
        ORDER BY translate(lower(regexp_replace(normalize(c.last_name, NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') USING ~<~
        LIMIT $7
    ) AS n
) AS f
WHERE f.id <> $8
GROUP BY f.id
