-- Codes that were mailed to whoever wants to answer a form, until they are given or too old.
CREATE TABLE weft.form_mail_codes (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- Known to the browser that asked for the code.
  id text COLLATE "C" NOT NULL,
  -- Of the code with the address it went to: a row tells neither.
  code_hash text COLLATE "C" NOT NULL,
  tries int NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (flow_id, id)
);
CREATE INDEX form_mail_codes_age ON weft.form_mail_codes (created_at)
