SELECT s.id, s.visitor_id, s.country, s.device, s.browser, s.os
FROM sessions s WHERE s.profile_id = $1
