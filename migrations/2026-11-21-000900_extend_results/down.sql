DELETE FROM replay_marks WHERE kind = 'browser';
ALTER TABLE replay_marks
    DROP COLUMN subject_id,
    DROP COLUMN actor_kind,
    DROP COLUMN actor_id,
    DROP CONSTRAINT replay_marks_kind_check,
    ADD CONSTRAINT replay_marks_kind_check
        CHECK (kind IN ('visitor', 'customer', 'event', 'profile'));
DROP INDEX credits_signature;
DROP INDEX credits_touch_day;
ALTER TABLE credits DROP COLUMN position_based, DROP COLUMN ad_id, DROP COLUMN touch_date;
DROP INDEX sessions_signature;
ALTER TABLE sessions DROP COLUMN ad_id;
ALTER TABLE attribution_state DROP COLUMN currency, DROP COLUMN timezone, DROP COLUMN restated;
