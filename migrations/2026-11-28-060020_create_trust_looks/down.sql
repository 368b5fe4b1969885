DROP TABLE trust_looks;
