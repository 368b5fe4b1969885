-- What is made for a recommendation is made once.
CREATE UNIQUE INDEX platform_writes_recommendation ON platform_writes (profile_id, recommendation_id)
    WHERE status IN ('intended', 'applied');
