-- The last answer that an integration wrote into each record: one that is sent late must not put older values back.
CREATE TABLE weft.integration_records (
  integration_id text COLLATE "C" NOT NULL REFERENCES weft.flow_integrations (id) ON DELETE CASCADE,
  record_id text COLLATE "C" NOT NULL,
  submitted_at timestamptz NOT NULL,
  -- The delivery's idempotency key: it tells apart the answers of one millisecond.
  answer_key text COLLATE "C" NOT NULL,
  PRIMARY KEY (integration_id, record_id)
)
