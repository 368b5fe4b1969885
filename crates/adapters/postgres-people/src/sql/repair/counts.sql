-- How many customers there are, of how many something can be filled in, and how many pairs wait at $2 that are almost
-- certainly one.
SELECT
    (SELECT count(*) FROM customers c WHERE c.profile_id = $1 AND c.merged_into IS NULL) AS customers,
    (
        SELECT count(*) FROM customers c
        WHERE c.profile_id = $1 AND c.merged_into IS NULL
            AND (c.primary_email IS NULL OR c.primary_phone IS NULL)
            AND EXISTS (
                SELECT FROM identifiers i
                WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.state = 'active' AND i.display IS NOT NULL
                    AND (i.kind = 'email' AND c.primary_email IS NULL OR i.kind = 'phone' AND c.primary_phone IS NULL)
            )
    ) AS repairable,
    (
        SELECT count(*) FROM merge_proposals p
        WHERE p.profile_id = $1 AND p.band = 'strong'
            AND (p.status = 'pending' OR p.status = 'snoozed' AND p.snoozed_until <= $2)
    ) AS strong_proposals
