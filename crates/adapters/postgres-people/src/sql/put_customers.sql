-- Customers ($2) of several events: new ones ($3), and known ones that are seen at $4, or are not, where a
-- list names them. $5 to $8 are
-- what they are called and go where a known one has nothing. They take values ($9 whose, $10 when,
-- $11 kinds, $12 keys, $13 what is shown of them, $17 for whom they were founded, $19 who told) and showed
-- others again ($14 when, if they were seen, $15 kinds, $16 keys, $20 who told). The value that decides whose an event is
-- keeps the names that the event says ($21, $22 of those taken, $23, $24 of those shown again), if it has none. How many
-- values were free, and how many of the known customers are still at the epoch ($18) at which they were looked up. What
-- would not change is left alone.
WITH given AS MATERIALIZED (
    SELECT * FROM unnest(
        $2::uuid[], $3::boolean[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
        $18::integer[]
    ) AS t(id, is_new, at, first_name, last_name, primary_email, primary_phone, epoch)
),
-- Locked in the order of ids and before any value is taken, so that two transactions never wait for
-- each other in a circle.
locked AS MATERIALIZED (
    SELECT c.id, c.epoch FROM customers c JOIN given g ON g.id = c.id AND NOT g.is_new
    WHERE c.profile_id = $1 ORDER BY c.id FOR NO KEY UPDATE OF c
),
founded AS (
    INSERT INTO customers (
        profile_id, id, first_seen_at, last_seen_at, first_name, last_name, primary_email,
        primary_phone
    )
    SELECT $1, id, at, at, first_name, last_name, primary_email, primary_phone
    FROM given WHERE is_new
),
seen AS (
    UPDATE customers c SET
        first_seen_at = least(c.first_seen_at, g.at),
        last_seen_at = greatest(c.last_seen_at, g.at),
        first_name = coalesce(c.first_name, g.first_name),
        last_name = coalesce(c.last_name, g.last_name),
        primary_email = coalesce(c.primary_email, g.primary_email),
        primary_phone = coalesce(c.primary_phone, g.primary_phone)
    FROM given g
    WHERE c.profile_id = $1 AND c.id = g.id AND NOT g.is_new
        AND (g.at < c.first_seen_at OR g.at > c.last_seen_at
            OR (c.first_name IS NULL AND g.first_name IS NOT NULL)
            OR (c.last_name IS NULL AND g.last_name IS NOT NULL)
            OR (c.primary_email IS NULL AND g.primary_email IS NOT NULL)
            OR (c.primary_phone IS NULL AND g.primary_phone IS NOT NULL))
),
confirmed AS (
    UPDATE identifiers i SET
        first_seen_at = least(i.first_seen_at, t.at),
        last_seen_at = greatest(i.last_seen_at, t.at),
        is_from_server = i.is_from_server OR t.origin = 'server',
        is_from_browser = i.is_from_browser OR t.origin = 'browser',
        is_from_list = i.is_from_list OR t.origin = 'list',
        first_name = coalesce(i.first_name, t.first_name),
        last_name = coalesce(i.last_name, t.last_name)
    FROM unnest($14::timestamptz[], $15::text[], $16::text[], $20::text[], $23::text[], $24::text[])
        AS t(at, kind, value_key, origin, first_name, last_name)
    WHERE (SELECT count(*) FROM locked) >= 0 AND i.profile_id = $1 AND i.kind = t.kind AND i.value_key = t.value_key
        AND (t.at < i.first_seen_at OR t.at > i.last_seen_at
            OR (i.first_name IS NULL AND t.first_name IS NOT NULL)
            OR (i.last_name IS NULL AND t.last_name IS NOT NULL)
            OR NOT CASE t.origin WHEN 'server' THEN i.is_from_server
                WHEN 'browser' THEN i.is_from_browser ELSE i.is_from_list END)
),
claimed AS (
    INSERT INTO identifiers (
        profile_id, kind, value_key, customer_id, state, display, first_seen_at, last_seen_at, home_id,
        is_from_server, is_from_browser, is_from_list, first_name, last_name
    )
    SELECT $1, r.kind, r.value_key, r.customer_id, 'active', r.display, r.at, r.at, r.home_id,
        r.origin = 'server', r.origin = 'browser', r.origin = 'list', r.first_name, r.last_name
    FROM unnest(
        $9::uuid[], $10::timestamptz[], $11::text[], $12::text[], $13::bytea[], $17::uuid[], $19::text[], $21::text[],
        $22::text[]
    ) AS r(customer_id, at, kind, value_key, display, home_id, origin, first_name, last_name)
    WHERE (SELECT count(*) FROM locked) >= 0
    ORDER BY r.kind, r.value_key
    ON CONFLICT DO NOTHING
    RETURNING 1
)
SELECT (SELECT count(*) FROM claimed) AS claimed,
    (SELECT count(*) FROM locked l JOIN given g ON g.id = l.id AND g.epoch = l.epoch) AS current
