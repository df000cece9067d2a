-- Databases that show what a service holds: apps read them, and write to the service first.
CREATE TABLE weft.mirrors (
  base_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  service text NOT NULL,
  connection_id text COLLATE "C" NOT NULL,
  -- What of the service, and who of it signs in to apps.
  config jsonb NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  -- Fields that nobody fills in here, for the service alone does.
  fixed_fields jsonb NOT NULL DEFAULT '[]',
  records integer,
  -- When all of it was read last, and how many seconds that took.
  read_at timestamptz,
  took double precision NOT NULL DEFAULT 0,
  -- When it was asked last to be read again.
  asked_at timestamptz,
  fault text,
  created_at timestamptz NOT NULL DEFAULT now()
)
