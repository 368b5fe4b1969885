SELECT g.visitor_id, g.from_at, g.customer_id FROM visitor_segments g WHERE g.profile_id = $1
