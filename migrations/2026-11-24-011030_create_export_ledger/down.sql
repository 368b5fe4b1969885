DROP TABLE export_ledger;
