-- Effects on the world outside, one row each: mails, and whatever is sent to other services.
CREATE TABLE weft.deliveries (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  -- The same effect asked for twice is one row.
  idempotency_key text COLLATE "C" NOT NULL,
  -- Whom it is for: an address, a URL.
  target text NOT NULL,
  title text NOT NULL,
  -- What is sent. Null once it was taken, where it must not be read afterwards.
  content jsonb,
  -- 'kept': there is nothing to send with, an admin reads it.
  state text NOT NULL CHECK (state IN ('kept', 'waiting', 'sent', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  -- What the receiver answered last, or why it could not be reached.
  answer text,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz,
  UNIQUE (kind, idempotency_key)
);
CREATE INDEX deliveries_target ON weft.deliveries (kind, target, created_at);
CREATE INDEX deliveries_age ON weft.deliveries (created_at);
INSERT INTO weft.deliveries (id, kind, idempotency_key, target, title, content, state, attempts, answer, created_at, sent_at)
  SELECT 'dlv' || substr(id, 4), 'mail', id, recipient, subject, jsonb_build_object('text', body), state, attempts, fault, created_at, sent_at
  FROM weft.mails;
UPDATE weft.deliveries SET content = NULL WHERE state = 'sent';
INSERT INTO weft.jobs (id, queue, payload)
  SELECT 'job' || substr(id, 4), 'delivery', jsonb_build_object('deliveryId', id) FROM weft.deliveries WHERE state = 'waiting';
DROP TABLE weft.mails
