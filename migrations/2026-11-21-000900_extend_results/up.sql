-- The currency and the time zone of the generation that readers see: a change of the profile's shows
-- when the replay that it causes is complete, and not before.
ALTER TABLE attribution_state
    ADD COLUMN currency text,
    ADD COLUMN timezone text,
    ADD COLUMN restated bigint NOT NULL DEFAULT 0;
UPDATE attribution_state s SET currency = p.currency, timezone = p.timezone
FROM profiles p WHERE p.id = s.profile_id;
ALTER TABLE attribution_state
    ALTER COLUMN currency SET NOT NULL,
    ALTER COLUMN timezone SET NOT NULL;

ALTER TABLE sessions ADD COLUMN ad_id text;
-- Sessions of one piece of evidence, for previews of rules.
CREATE INDEX sessions_signature ON sessions (profile_id, signature_id);

ALTER TABLE credits
    ADD COLUMN position_based integer,
    ADD COLUMN ad_id text,
    -- The local day of the touch, for accounting by touch.
    ADD COLUMN touch_date date;
UPDATE credits SET touch_date = (touched_at AT TIME ZONE 'UTC')::date;
ALTER TABLE credits ALTER COLUMN touch_date SET NOT NULL;
CREATE INDEX credits_touch_day ON credits (profile_id, generation, touch_date);
CREATE INDEX credits_signature ON credits (profile_id, generation, signature_id);

-- Who made the change that a mark stands for; and browsers whose conversions alone are replayed.
ALTER TABLE replay_marks
    ADD COLUMN subject_id uuid,
    ADD COLUMN actor_kind text NOT NULL DEFAULT 'system',
    ADD COLUMN actor_id uuid,
    DROP CONSTRAINT replay_marks_kind_check,
    ADD CONSTRAINT replay_marks_kind_check
        CHECK (kind IN ('visitor', 'customer', 'event', 'browser', 'profile'));

-- What is stored was derived without the new columns, so everybody is replayed once.
INSERT INTO recomputes (
    profile_id, id, status, causes, requested_at, people_done, attempts
)
SELECT id, gen_random_uuid(), 'queued',
    jsonb_build_array(jsonb_build_object(
        'cause', 'upgrade', 'actor_kind', 'system', 'at', now()
    )),
    now(), 0, 0
FROM profiles;
INSERT INTO replay_marks (bucket, id, profile_id, kind, target_id, cause, created_at)
SELECT ('x' || right(id::text, 1))::bit(4)::int % 8, gen_random_uuid(), id, 'profile', id,
    'upgrade', now()
FROM profiles;
