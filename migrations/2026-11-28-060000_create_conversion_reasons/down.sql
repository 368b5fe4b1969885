DROP TABLE conversion_reasons;
