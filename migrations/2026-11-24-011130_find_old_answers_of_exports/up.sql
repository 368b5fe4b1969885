-- Answers of platforms that are not kept any longer.
CREATE INDEX export_ledger_answers ON export_ledger (created_at)
    WHERE response_redacted IS NOT NULL OR trace_id IS NOT NULL;
