-- Addresses that are told of each answer to a form; what signs it lies among the secrets.
CREATE TABLE weft.form_webhooks (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  url text NOT NULL,
  secret_id text COLLATE "C" NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX form_webhooks_flow ON weft.form_webhooks (flow_id, created_at)
