-- What was told of a conversion, also when it is none any more.
CREATE INDEX export_ledger_conversion ON export_ledger (profile_id, conversion_id) WHERE conversion_id IS NOT NULL;
