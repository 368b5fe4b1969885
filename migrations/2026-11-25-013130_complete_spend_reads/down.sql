ALTER TABLE spend_reads DROP COLUMN is_complete;
