-- What people make together, such as a form: the draft, the latest edits of it, and what was published.
CREATE TABLE weft.documents (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  content jsonb NOT NULL,
  -- Incremented by each batch of edits.
  version bigint NOT NULL DEFAULT 0,
  -- The number of the next snapshot.
  next_snapshot integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL DEFAULT now()
);
-- Edits are taken once by their id, and later ones are rebased on them; old ones are forgotten.
CREATE TABLE weft.document_edits (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.documents (flow_id) ON DELETE CASCADE,
  version bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  user_id text NOT NULL,
  edits jsonb NOT NULL,
  PRIMARY KEY (flow_id, version),
  UNIQUE (flow_id, id)
);
-- Never changed.
CREATE TABLE weft.snapshots (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.documents (flow_id) ON DELETE CASCADE,
  number integer NOT NULL,
  content jsonb NOT NULL,
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by text NOT NULL,
  UNIQUE (flow_id, number)
)
