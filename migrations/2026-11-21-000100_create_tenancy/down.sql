DROP TABLE tracking_keys;
DROP TABLE api_keys;
DROP TABLE profiles;
DROP TABLE workspaces;
