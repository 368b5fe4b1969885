SELECT v.id, v.customer_id, v.is_shared FROM visitors v WHERE v.profile_id = $1
