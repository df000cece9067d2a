-- Services that check whether a program sends an answer; what is told them in secret lies among the secrets.
CREATE TABLE weft.form_captchas (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  service text COLLATE "C" NOT NULL,
  site_key text NOT NULL,
  secret_id text COLLATE "C" NOT NULL
)
