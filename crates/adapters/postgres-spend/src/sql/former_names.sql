-- What these campaigns, ad sets or ads ($3) were called before, the latest first, at most twenty of each.
SELECT n.id, n.platform, n.account_id, n.name, n.until
FROM (
    SELECT f.*, row_number() OVER (PARTITION BY f.id, f.platform, f.account_id ORDER BY f.until DESC, f.name) AS place
    FROM former_ad_names f
    WHERE f.profile_id = $1 AND f.level = $2 AND f.id = ANY($3)
) AS n
WHERE n.place <= 20
ORDER BY n.place
