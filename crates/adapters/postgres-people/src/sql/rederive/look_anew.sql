-- People who hold several values are looked at, whatever pairs there are.
UPDATE identifiers i SET is_settled = false
WHERE i.profile_id = $1 AND i.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
    AND EXISTS (
        SELECT FROM identifiers o
        WHERE o.profile_id = $1 AND o.customer_id = i.customer_id
            AND o.kind IN ('national_id', 'crm_contact_id', 'email', 'phone')
            AND (o.kind, o.value_key) <> (i.kind, i.value_key)
    )
