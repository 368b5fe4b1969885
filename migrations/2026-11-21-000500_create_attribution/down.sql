DROP TABLE credits;
DROP TABLE conversions;
DROP TABLE attribution_state;
DROP TABLE touches;
DROP TABLE sessions;
