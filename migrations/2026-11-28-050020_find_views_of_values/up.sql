-- Whose recipients, revoked ones too.
CREATE INDEX view_recipients_value ON view_recipients (profile_id, subject_kind, subject_key);
