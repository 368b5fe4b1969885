INSERT INTO fx_rates (profile_id, from_currency, to_currency, date, rate, source)
SELECT $1, r."from", r."to", r.date, r.rate, r.source
FROM jsonb_to_recordset($2) AS r("from" text, "to" text, date date, rate numeric, source text)
ORDER BY 2, 3, 4
ON CONFLICT (profile_id, from_currency, to_currency, date)
DO UPDATE SET rate = excluded.rate, source = excluded.source
