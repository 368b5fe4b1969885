-- Whether a key of idempotency named somebody who was forgotten until then, so that it is looked for under its hash, too.
ALTER TABLE erasures ADD COLUMN has_keys boolean NOT NULL DEFAULT false;
