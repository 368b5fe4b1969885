DROP TABLE outcome_definitions;
DROP TABLE workspace_channels;
DROP TABLE channel_rules;
DROP TABLE channel_rule_sets;
ALTER TABLE profiles DROP COLUMN pii_mode, DROP COLUMN onboarding_completed;
