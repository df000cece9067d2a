-- What a person is told of: each row names something, and is shown as long as that still holds for them.
CREATE TABLE weft.notifications (
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('flow', 'workspace', 'invitation', 'job')),
  -- The id of the flow, workspace, invitation or job.
  subject text COLLATE "C" NOT NULL,
  -- Who did it; null: nobody did.
  actor_id text,
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (user_id, kind, subject)
);
CREATE INDEX notifications_newest ON weft.notifications (user_id, created_at DESC)
