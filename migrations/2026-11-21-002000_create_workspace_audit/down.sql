DROP TABLE workspace_audit_events;
-- Acts of people stay in the trail, as the service's own.
UPDATE audit_events SET actor_kind = 'system', actor_id = NULL WHERE actor_kind = 'user';
ALTER TABLE audit_events DROP CONSTRAINT audit_events_actor_kind_check;
ALTER TABLE audit_events ADD CONSTRAINT audit_events_actor_kind_check
    CHECK (actor_kind IN ('api_key', 'operator', 'system'));
