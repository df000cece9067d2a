-- What organizations use of the operator's language model, counted per month (by UTC) and purpose.
CREATE TABLE weft.ai_usage (
  organization_id text COLLATE "C" NOT NULL REFERENCES weft.organizations (id) ON DELETE CASCADE,
  -- '2026-11'
  month text NOT NULL,
  purpose text NOT NULL,
  calls bigint NOT NULL,
  tokens_in bigint NOT NULL,
  tokens_out bigint NOT NULL,
  PRIMARY KEY (organization_id, month, purpose)
);
CREATE INDEX ai_usage_month ON weft.ai_usage (month);
