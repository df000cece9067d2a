-- Connectors that are declared without code. Their ids are the types of the services that are connected by them.
CREATE TABLE weft.connectors (
  id text COLLATE "C" PRIMARY KEY,
  -- Null: the operator's, for everybody.
  organization_id text COLLATE "C" REFERENCES weft.organizations (id) ON DELETE CASCADE,
  version integer NOT NULL,
  -- False: nobody connects it anew; what is connected goes on.
  offered boolean NOT NULL DEFAULT true,
  updated_by text,
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX connectors_organization ON weft.connectors (organization_id);
-- What was declared, for good: forms go on with the version that their fields were matched for.
CREATE TABLE weft.connector_versions (
  connector_id text COLLATE "C" NOT NULL REFERENCES weft.connectors (id) ON DELETE CASCADE,
  version integer NOT NULL,
  declaration jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connector_id, version)
);
CREATE INDEX services_type ON weft.services (type, organization_id)
