-- Who is called so, by the family name.
CREATE INDEX customers_family_named ON customers (
    profile_id,
    (translate(lower(regexp_replace(normalize(last_name, NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd'))
        text_pattern_ops
) WHERE merged_into IS NULL AND last_name IS NOT NULL;
