-- A session has the time of each of its touches, so that none is missed whose touch is in the span.
SELECT s.id, s.country, s.device, s.browser, s.os
FROM replayed_browsers b
JOIN sessions s ON s.profile_id = $1 AND s.visitor_id = b.visitor_id
    AND s.started_at <= b.until_at AND s.ended_at >= b.from_at
