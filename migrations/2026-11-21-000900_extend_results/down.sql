DROP INDEX credits_signature;
DROP INDEX credits_touch_day;
ALTER TABLE credits DROP COLUMN position_based, DROP COLUMN ad_id, DROP COLUMN touch_date;
DROP INDEX sessions_signature;
ALTER TABLE sessions DROP COLUMN ad_id;
ALTER TABLE attribution_state DROP COLUMN currency, DROP COLUMN timezone, DROP COLUMN restated;
