-- What was spent, by day and channel, in the currency that readers see.
SELECT d.local_date, coalesce(n.channel, 'Unassigned') AS channel, sum(d.spend)::text AS spend
FROM spend_days d
LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = d.signature_id
WHERE d.profile_id = $1 AND {scope}
GROUP BY d.local_date, coalesce(n.channel, 'Unassigned')
