-- Finds customers by any part of their name, or of their address or number: apart, since an address seldom has what
-- a name has, and to look at a name anew is dear. Its words are those of the statements that look for them.
CREATE INDEX customers_containing ON customers USING gin (
    profile_id,
    (translate(lower(regexp_replace(normalize(coalesce(first_name || ' ', '') || coalesce(last_name, ''), NFKD), '[\u0300-\u036f]', '', 'g')), 'ßøłđæœıþð', 'soldaoitd')) gin_trgm_ops,
    (coalesce(primary_email, '') || E'\n' || coalesce(primary_phone, '')) gin_trgm_ops
) WHERE merged_into IS NULL
