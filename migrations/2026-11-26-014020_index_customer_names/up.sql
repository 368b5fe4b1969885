-- Who is called so, from the first name on, without accents and capitals, so that Muñoz is found by munoz.
-- Statements that look for somebody have the same words.
CREATE INDEX customers_named ON customers (
    profile_id,
    (translate(lower(regexp_replace(normalize(coalesce(first_name || ' ', '') || coalesce(last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd'))
        text_pattern_ops
) WHERE merged_into IS NULL;
