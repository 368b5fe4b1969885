-- Event types that no definition names, a refund under the type of its sale, $5 rows at most, most
-- frequent first, each with its sums by currency.
, unclaimed AS (
    SELECT coalesce(event.sale_type, event.event_type) AS event_type, event.currency,
        event.amount, event.person, event.occurred_at
    FROM event
    WHERE NOT EXISTS (
        SELECT FROM conversion_definitions d
        WHERE d.profile_id = $1
            AND coalesce(event.sale_type, event.event_type) = ANY(d.source_event_names)
    )
),
listed AS (
    SELECT event_type, count(*) AS event_count, sum(amount) AS revenue_sum,
        count(DISTINCT person) AS distinct_people, max(occurred_at) AS last_seen_at
    FROM unclaimed
    GROUP BY event_type
    ORDER BY event_count DESC, event_type
    LIMIT $5
),
sums AS (
    SELECT event_type, currency, count(*) AS event_count, sum(amount) AS revenue_sum
    FROM unclaimed
    WHERE event_type IN (SELECT event_type FROM listed)
    GROUP BY event_type, currency
)
SELECT l.event_type, l.event_count, l.revenue_sum::text AS revenue_sum, l.distinct_people,
    l.last_seen_at, s.currencies, s.counts, s.sums
FROM listed l
CROSS JOIN LATERAL (
    SELECT array_agg(s.currency ORDER BY s.currency) AS currencies,
        array_agg(s.event_count ORDER BY s.currency) AS counts,
        array_agg(s.revenue_sum::text ORDER BY s.currency) AS sums
    FROM sums s
    WHERE s.event_type = l.event_type
) s
ORDER BY l.event_count DESC, l.event_type
