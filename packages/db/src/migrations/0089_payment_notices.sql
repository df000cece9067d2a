-- What proves that a notice of payments comes from the provider: signing secrets, sealed, a few for each account.
CREATE TABLE weft.payment_notice_secrets (
  secret_id text COLLATE "C" PRIMARY KEY,
  service_id text COLLATE "C" NOT NULL REFERENCES weft.services (id) ON DELETE CASCADE,
  -- Its last characters, which it is told apart by.
  ends text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX payment_notice_secrets_service ON weft.payment_notice_secrets (service_id, ends);
