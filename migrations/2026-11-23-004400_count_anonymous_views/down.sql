DROP TABLE anonymous_views;
