-- Long operations that run on any of the servers: so many at once are for a person and an organization, whichever server is
-- asked. A server that was killed leaves some behind, which count for an hour.
CREATE TABLE weft.running_work (
  id text COLLATE "C" PRIMARY KEY,
  kind text NOT NULL,
  user_id text NOT NULL,
  organization_id text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX running_work_of_person ON weft.running_work (kind, user_id);
CREATE INDEX running_work_of_organization ON weft.running_work (kind, organization_id)
