-- Domains at which published flows are shown. Whoever claims one holds it once the DNS says that it is theirs: any number
-- may claim a domain, and one flow has it.
CREATE TABLE weft.flow_domains (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  domain text COLLATE "C" NOT NULL,
  -- What the DNS is to say of it.
  token text COLLATE "C" NOT NULL,
  claimed_at timestamptz NOT NULL DEFAULT now(),
  verified_at timestamptz,
  checked_at timestamptz,
  -- Since when checks have found something else; null: the last one found what it looked for, or could not tell.
  failing_since timestamptz,
  fault text,
  leads_here boolean
);

CREATE UNIQUE INDEX flow_domains_one_flow ON weft.flow_domains (domain) WHERE verified_at IS NOT NULL
