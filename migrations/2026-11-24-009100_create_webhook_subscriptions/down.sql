DROP TABLE webhook_subscriptions;
