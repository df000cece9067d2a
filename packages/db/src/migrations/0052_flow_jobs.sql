-- Large duplicates, imports and exports of flows, which jobs do: how far each is, and what came of it. The id is the job's.
CREATE TABLE weft.flow_jobs (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('duplicate', 'import', 'export')),
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  -- Of what is made or exported.
  name text NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- 0 to 1.
  share float8 NOT NULL DEFAULT 0,
  -- Why it failed, for the person who asked for it.
  fault text,
  -- The flow that was made; null until then.
  flow_id text COLLATE "C",
  -- The file that was written by an export; null until then.
  file_id text COLLATE "C",
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz
);
CREATE INDEX flow_jobs_person ON weft.flow_jobs (user_id, created_at DESC);

ALTER TABLE weft.notifications DROP CONSTRAINT notifications_kind_check;
ALTER TABLE weft.notifications ADD CONSTRAINT notifications_kind_check
  CHECK (kind IN ('flow', 'workspace', 'invitation', 'job', 'flow-job'));

ALTER TABLE weft.files DROP CONSTRAINT files_purpose_check;
ALTER TABLE weft.files ADD CONSTRAINT files_purpose_check
  CHECK (purpose IN ('upload', 'report', 'attachment', 'picture', 'organization', 'answer', 'export'))
