DROP INDEX export_ledger_answers;
