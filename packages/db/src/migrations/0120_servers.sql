-- The servers that work on this database, each heard of every ten seconds: what connections they may take together is
-- compared with what the database gives.
CREATE TABLE weft.servers (
  id text PRIMARY KEY,
  name text NOT NULL,
  role text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  connections integer NOT NULL,
  pooled integer NOT NULL
);
