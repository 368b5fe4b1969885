INSERT INTO view_days AS v (profile_id, local_date, signature_id, agent, has_recipient, views)
SELECT $1, a.local_date, a.signature_id, a.agent, a.has_recipient, a.views
FROM unnest($2::date[], $3::bigint[], $4::text[], $5::boolean[], $6::bigint[])
    AS a(local_date, signature_id, agent, has_recipient, views)
ORDER BY a.local_date, a.signature_id, a.agent, a.has_recipient
ON CONFLICT (profile_id, local_date, signature_id, agent, has_recipient) DO UPDATE SET views = v.views + excluded.views
