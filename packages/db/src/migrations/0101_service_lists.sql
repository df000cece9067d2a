-- Values of a field of a connected service that a form offers, as they were read last: they stay while the service is away.
CREATE TABLE weft.service_lists (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- What they are read from, hashed.
  source text COLLATE "C" NOT NULL,
  service_id text COLLATE "C" NOT NULL,
  labels jsonb NOT NULL,
  -- Those that went from it: [label, when, in epoch milliseconds].
  former jsonb NOT NULL DEFAULT '[]',
  asked_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (flow_id, source)
);
CREATE INDEX service_lists_service ON weft.service_lists (service_id)
