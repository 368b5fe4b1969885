SELECT b.visitor_id FROM customer_split_browsers b WHERE b.profile_id = $1 AND b.split_id = $2
