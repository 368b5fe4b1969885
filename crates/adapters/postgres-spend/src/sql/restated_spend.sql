-- What is reported of the spend of the days from $2 to $3, by channel, and by how much writing of spend changed it after
-- it was told first, by how old the day was then ($4: the ages in days at which a part begins), as far as it was
-- reported in the currency of now.
WITH seen AS (
    SELECT a.currency FROM attribution_state a WHERE a.profile_id = $1
), lines AS MATERIALIZED (
    SELECT l.local_date, l.channel, l.sequence, l.spend_before, l.spend_after
    FROM restatement_lines l
    WHERE l.profile_id = $1 AND l.local_date BETWEEN $2 AND $3 AND l.model = ''
), reported AS (
    SELECT t.channel, sum(t.spend_after) AS spend
    FROM (
        SELECT DISTINCT ON (l.local_date, l.channel) l.channel, l.spend_after
        FROM lines l
        ORDER BY l.local_date, l.channel, l.sequence DESC
    ) AS t
    GROUP BY t.channel
), changed AS (
    SELECT l.channel, width_bucket(
            greatest((r.restated_at AT TIME ZONE r.timezone_after)::date - l.local_date, 0), $4
        ) - 1 AS place,
        count(DISTINCT l.local_date) AS days, sum(abs(l.spend_after - l.spend_before)) AS amount
    FROM lines l
    JOIN restatements r ON r.profile_id = $1 AND r.sequence = l.sequence
    WHERE l.spend_before <> 0 AND r.cause = 'spend' AND r.currency_after = (SELECT currency FROM seen)
    GROUP BY l.channel, place
)
SELECT s.currency, p.channel, p.spend::text AS spend, c.place, c.days, c.amount::text AS amount
FROM seen s
LEFT JOIN reported p ON true
LEFT JOIN changed c ON c.channel = p.channel
