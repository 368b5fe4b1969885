-- Adds what was heard of hosts on the day $1. Days are counted by their distance from the later of the day that is stored
-- and the one that is added; what lies outside of an array is null.
INSERT INTO tracker_hosts AS h
    (profile_id, host, way, version, first_seen_at, last_seen_at, refused_at, counted_on, page_views)
SELECT a.profile_id, a.host, a.way, a.version, a.first_at, a.taken_at, a.refused_at, $1,
    ARRAY[a.page_views, 0, 0, 0, 0, 0, 0]
FROM unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::timestamptz[], $7::timestamptz[], $8::timestamptz[],
    $9::bigint[]) AS a(profile_id, host, way, version, first_at, taken_at, refused_at, page_views)
ORDER BY a.profile_id, a.host, a.way
ON CONFLICT (profile_id, host, way) DO UPDATE SET
    version = excluded.version,
    first_seen_at = least(h.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(h.last_seen_at, excluded.last_seen_at),
    refused_at = greatest(h.refused_at, excluded.refused_at),
    counted_on = greatest(h.counted_on, excluded.counted_on),
    page_views = ARRAY[
        coalesce(h.page_views[1 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[1 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[2 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[2 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[3 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[3 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[4 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[4 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[5 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[5 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[6 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[6 + least(excluded.counted_on - h.counted_on, 0)], 0),
        coalesce(h.page_views[7 - greatest(excluded.counted_on - h.counted_on, 0)], 0)
            + coalesce(excluded.page_views[7 + least(excluded.counted_on - h.counted_on, 0)], 0)
    ]
