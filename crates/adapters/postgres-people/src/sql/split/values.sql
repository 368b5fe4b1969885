SELECT v.kind, v.value_key FROM customer_split_values v WHERE v.profile_id = $1 AND v.split_id = $2
