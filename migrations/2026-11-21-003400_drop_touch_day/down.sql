CREATE INDEX credits_touch_day ON credits (profile_id, generation, touch_date);
