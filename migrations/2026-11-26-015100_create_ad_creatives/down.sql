DROP TABLE ad_creatives;
