-- One token a value.
CREATE UNIQUE INDEX view_recipients_subject ON view_recipients (profile_id, subject_kind, subject_key)
    WHERE revoked_at IS NULL;
