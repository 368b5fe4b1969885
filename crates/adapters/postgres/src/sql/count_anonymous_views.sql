INSERT INTO anonymous_views AS v (profile_id, local_date, signature_id, views)
SELECT $1, a.local_date, a.signature_id, a.views
FROM unnest($2::date[], $3::bigint[], $4::bigint[]) AS a(local_date, signature_id, views)
ORDER BY a.local_date, a.signature_id
ON CONFLICT (profile_id, local_date, signature_id) DO UPDATE SET views = v.views + excluded.views
