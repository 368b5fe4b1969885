DROP TABLE trust_states;
