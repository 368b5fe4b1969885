INSERT INTO identifier_moves (
    profile_id, id, moved_at, kind, value_key, from_customer, to_customer, fact_id
)
SELECT $1, gen_random_uuid(), now(), a.kind, a.value_key, a.from_customer, a.to_customer, a.fact_id
FROM unnest($2::text[], $3::text[], $4::uuid[], $5::uuid[], $6::uuid[])
    AS a(kind, value_key, from_customer, to_customer, fact_id)
