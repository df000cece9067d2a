-- Work that waits: enqueued in the transaction of the row it follows from, leased by one server at a time.
CREATE TABLE weft.jobs (
  id text COLLATE "C" PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  queue text NOT NULL,
  -- Jobs of a queue with the same key run one after the other, in the order of seq.
  key text,
  payload jsonb NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'failed')),
  attempts integer NOT NULL DEFAULT 0,
  run_at timestamptz NOT NULL DEFAULT now(),
  -- While it runs: after this moment another server may take it.
  lease_until timestamptz,
  -- Why the last attempt failed, in words for people.
  fault text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX jobs_due ON weft.jobs (queue, run_at, seq) WHERE state = 'waiting';
CREATE INDEX jobs_leased ON weft.jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_keys ON weft.jobs (queue, key, seq) WHERE key IS NOT NULL AND state <> 'failed';
CREATE INDEX jobs_failed ON weft.jobs (id) WHERE state = 'failed';

-- When recurring work is due next; its times stand in code.
CREATE TABLE weft.job_schedules (
  name text PRIMARY KEY,
  cron text NOT NULL,
  due_at timestamptz NOT NULL
)
