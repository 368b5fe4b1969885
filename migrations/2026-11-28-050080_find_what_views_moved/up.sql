CREATE INDEX credits_views_moved ON credits (profile_id, generation, local_date) WHERE views_moved IS NOT NULL;
