INSERT INTO conversion_reasons AS r (
    profile_id, generation, local_date, conversion_key, reason, credited_by, currency, conversions, synthetic, amounts
)
SELECT $1, $2, c.local_date, c.conversion_key, c.reason, c.credited_by::text[], c.currency, c.conversions, c.synthetic,
    c.amounts
FROM unnest(
    $3::date[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[]
) AS c(local_date, conversion_key, reason, credited_by, currency, conversions, synthetic, amounts)
ON CONFLICT (profile_id, generation, local_date, conversion_key, reason, credited_by, currency) DO UPDATE SET
    conversions = r.conversions + excluded.conversions, synthetic = r.synthetic + excluded.synthetic,
    amounts = r.amounts + excluded.amounts
