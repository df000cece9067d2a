-- Apps: the first part of the host that shows one, where the server has a domain for apps; one app has it.
ALTER TABLE weft.documents ADD COLUMN custom_subdomain text COLLATE "C";
CREATE UNIQUE INDEX documents_custom_subdomain ON weft.documents (custom_subdomain)
  WHERE custom_subdomain IS NOT NULL;
-- What was asked of the language model about an app, and what it proposed.
CREATE TABLE weft.app_turns (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- Null where it came with a copy or a file.
  user_id text COLLATE "C",
  at timestamptz NOT NULL DEFAULT now(),
  asked text NOT NULL,
  said text NOT NULL,
  operations jsonb NOT NULL,
  -- What the operations come to, a sentence each.
  changes jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('proposed', 'applied', 'discarded', 'refused'))
);
CREATE INDEX app_turns_flow ON weft.app_turns (flow_id, at, id)
