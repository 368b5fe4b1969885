INSERT INTO conversion_days AS d (
    profile_id, generation, uncredited_by, local_date, conversions, cash, payments, pending
)
SELECT $1, $2, c.uncredited_by, c.local_date, c.conversions, c.cash::numeric, c.payments, c.pending
FROM unnest($3::text[], $4::date[], $5::bigint[], $6::text[], $7::bigint[], $8::bigint[])
    AS c(uncredited_by, local_date, conversions, cash, payments, pending)
ON CONFLICT (profile_id, generation, uncredited_by, local_date) DO UPDATE SET
    conversions = d.conversions + excluded.conversions, cash = d.cash + excluded.cash,
    payments = d.payments + excluded.payments, pending = d.pending + excluded.pending
