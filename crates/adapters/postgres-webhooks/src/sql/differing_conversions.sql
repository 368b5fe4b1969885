-- Conversions of the profile ($1) that a generation ($3) has otherwise than the one before ($2): those that
-- came, those that went, and those of which the last touch is credited otherwise or under another channel. At
-- most $4 of them, with how many there are.
WITH before AS (
    SELECT c.id, c.definition_id, k.signature_id, k.value_reporting AS credited, n.channel
    FROM conversions c
    LEFT JOIN credits k ON k.profile_id = $1 AND k.generation = $2 AND k.conversion_id = c.id AND k.last_touch > 0
    LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = k.signature_id
    WHERE c.profile_id = $1 AND c.generation = $2
),
after AS (
    SELECT c.id, c.definition_id, k.signature_id, k.value_reporting AS credited, n.channel, c.event_id,
        c.revenue_type, c.occurred_at, c.value_reporting
    FROM conversions c
    LEFT JOIN credits k ON k.profile_id = $1 AND k.generation = $3 AND k.conversion_id = c.id AND k.last_touch > 0
    LEFT JOIN signature_channels n ON n.profile_id = $1 AND n.signature_id = k.signature_id
    WHERE c.profile_id = $1 AND c.generation = $3
)
SELECT count(*) OVER () AS count, coalesce(a.id, b.id) AS id,
    b.definition_id AS before_definition_id, b.credited::text AS before_credited,
    b.signature_id AS before_signature,
    a.definition_id AS after_definition_id, a.credited::text AS after_credited,
    a.signature_id AS after_signature,
    a.event_id, a.revenue_type, a.occurred_at, a.value_reporting::text AS value
FROM before b
FULL JOIN after a ON a.id = b.id
WHERE a.id IS NULL OR b.id IS NULL
    OR a.credited IS DISTINCT FROM b.credited
    OR a.channel IS DISTINCT FROM b.channel
    OR (a.signature_id IS NULL) <> (b.signature_id IS NULL)
ORDER BY 2
LIMIT $4
