-- Long operations that run on any of the servers: so many at once are for a person and an organization, whichever server is
-- asked. What a server leaves behind that was killed counts no longer than the server does.
CREATE TABLE weft.running_work (
  id text COLLATE "C" PRIMARY KEY,
  server_id text NOT NULL,
  kind text NOT NULL,
  user_id text NOT NULL,
  organization_id text NOT NULL
);
CREATE INDEX running_work_of_person ON weft.running_work (kind, user_id);
CREATE INDEX running_work_of_organization ON weft.running_work (kind, organization_id)
