-- Whose name a customer is called by who had none: somebody who leads to them, and takes it along where they are parted.
ALTER TABLE customers ADD COLUMN first_name_of uuid, ADD COLUMN last_name_of uuid;
