-- Finds customers by any part of their name, address or number. Its words are those of the statement that looks
-- for them.
CREATE INDEX customers_containing ON customers USING gin (
    profile_id,
    (translate(lower(regexp_replace(normalize(coalesce(first_name || ' ', '') || coalesce(last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd') || E'\n'
            || coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '')) gin_trgm_ops
) WHERE merged_into IS NULL
