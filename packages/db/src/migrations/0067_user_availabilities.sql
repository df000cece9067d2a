-- When people can be booked, in an organization. One of a person's is the default.
CREATE TABLE weft.user_availabilities (
  id text COLLATE "C" PRIMARY KEY,
  organization_id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  timezone text NOT NULL,
  is_default boolean NOT NULL,
  config jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (organization_id, user_id) REFERENCES weft.members (organization_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX user_availabilities_default ON weft.user_availabilities (organization_id, user_id) WHERE is_default;
CREATE INDEX user_availabilities_oldest ON weft.user_availabilities (organization_id, user_id, created_at, id)
