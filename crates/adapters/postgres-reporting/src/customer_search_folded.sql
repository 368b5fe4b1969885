-- The text ($1) without accents and capitals, and whether what contains it can be found.
SELECT translate(lower(regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') AS text,
    to_regclass('customers_containing') IS NOT NULL AS finds_contained
