DROP TABLE pending_sign_ins;
DROP TABLE external_identities;
