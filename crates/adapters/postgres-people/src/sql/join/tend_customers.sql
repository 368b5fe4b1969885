-- What customers ($2) hold has changed: what is shown of them is theirs, and they are called what was said of a value that is
-- theirs. An alias, who holds nothing, keeps what was shown for when they hold it again.
UPDATE customers c SET
    epoch = c.epoch + 1,
    first_name = CASE WHEN c.merged_into IS NOT NULL THEN c.first_name ELSE (
        SELECT i.first_name FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.first_name IS NOT NULL
        ORDER BY i.first_name IS DISTINCT FROM c.first_name, i.state <> 'active', i.first_seen_at, i.kind, i.value_key
        LIMIT 1
    ) END,
    last_name = CASE WHEN c.merged_into IS NOT NULL THEN c.last_name ELSE (
        SELECT i.last_name FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.last_name IS NOT NULL
        ORDER BY i.last_name IS DISTINCT FROM c.last_name, i.state <> 'active', i.first_seen_at, i.kind, i.value_key
        LIMIT 1
    ) END,
    primary_email = CASE WHEN c.merged_into IS NOT NULL THEN c.primary_email ELSE (
        SELECT convert_from(i.display, 'UTF8') FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind = 'email'
        ORDER BY convert_from(i.display, 'UTF8') IS DISTINCT FROM c.primary_email,
            i.state <> 'active', i.first_seen_at, i.value_key
        LIMIT 1
    ) END,
    primary_phone = CASE WHEN c.merged_into IS NOT NULL THEN c.primary_phone ELSE (
        SELECT convert_from(i.display, 'UTF8') FROM identifiers i
        WHERE i.profile_id = $1 AND i.customer_id = c.id AND i.kind = 'phone'
        ORDER BY convert_from(i.display, 'UTF8') IS DISTINCT FROM c.primary_phone,
            i.state <> 'active', i.first_seen_at, i.value_key
        LIMIT 1
    ) END
WHERE c.profile_id = $1 AND c.id = ANY($2)
