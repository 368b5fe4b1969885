-- What views took from other touches is looked for among them alone.
CREATE INDEX credits_views ON credits (profile_id, generation, local_date) WHERE touch_kind = 'view';
