-- When a customer was forgotten.
ALTER TABLE customers ADD COLUMN erased_at timestamptz;
