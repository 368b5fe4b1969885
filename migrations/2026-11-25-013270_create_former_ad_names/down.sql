DROP TABLE former_ad_names;
