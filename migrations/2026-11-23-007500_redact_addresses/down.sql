DROP TABLE address_redactions;
