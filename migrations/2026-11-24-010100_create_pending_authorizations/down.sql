DROP TABLE pending_authorizations;
