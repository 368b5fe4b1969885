DROP TABLE failed_sign_ins;
DROP TABLE known_browsers;
