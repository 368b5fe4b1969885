CREATE INDEX deliveries_listed ON deliveries (profile_id, created_at DESC, id DESC);
