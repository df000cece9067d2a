-- An answer that is paid for counts once it is paid.
ALTER TABLE weft.form_sessions DROP CONSTRAINT form_sessions_state_check;
ALTER TABLE weft.form_sessions ADD CONSTRAINT form_sessions_state_check
  CHECK (state IN ('in_progress', 'finished', 'spam', 'waiting', 'paying'));

-- The account that payments of a form go to.
CREATE TABLE weft.form_payments (
  flow_id text COLLATE "C" PRIMARY KEY REFERENCES weft.flows (id) ON DELETE CASCADE,
  service_id text COLLATE "C" NOT NULL REFERENCES weft.services (id) ON DELETE CASCADE,
  -- The key of the account pays with money that is none.
  test boolean NOT NULL
);
CREATE INDEX form_payments_service ON weft.form_payments (service_id);

CREATE TABLE weft.payment_orders (
  id text COLLATE "C" PRIMARY KEY,
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  submission_id text COLLATE "C" NOT NULL,
  snapshot_id text COLLATE "C" NOT NULL,
  -- What whoever pays finds their order by.
  token text COLLATE "C" NOT NULL UNIQUE,
  -- Where it is paid; the account may be disconnected since.
  service_id text COLLATE "C" NOT NULL,
  live boolean NOT NULL,
  currency text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
  total bigint NOT NULL CHECK (total > 0),
  -- Its lines, as they were when it was made.
  quote jsonb NOT NULL,
  tax_name text NOT NULL,
  email text,
  -- What is held for it, by key: products, coupons, choices.
  holds jsonb NOT NULL,
  phase text NOT NULL DEFAULT 'awaiting' CHECK (phase IN ('awaiting', 'processing', 'paid', 'expired', 'review')),
  refunded bigint NOT NULL DEFAULT 0 CHECK (refunded BETWEEN 0 AND total),
  dispute text NOT NULL DEFAULT 'none' CHECK (dispute IN ('none', 'open', 'won', 'lost')),
  read_as bigint NOT NULL DEFAULT 0,
  readings bigint NOT NULL DEFAULT 0,
  checkout_id text COLLATE "C",
  checkout_url text,
  payment_id text COLLATE "C" UNIQUE,
  -- The answer counts; or what was held is free again.
  settled_at timestamptz,
  fault text,
  next_read_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
);
-- A submission has one order that may still be paid, or was.
CREATE UNIQUE INDEX payment_orders_submission ON weft.payment_orders (flow_id, submission_id)
  WHERE phase <> 'expired';
CREATE INDEX payment_orders_newest ON weft.payment_orders (flow_id, created_at DESC, id DESC);
CREATE INDEX payment_orders_due ON weft.payment_orders (next_read_at)
  WHERE settled_at IS NULL OR phase IN ('awaiting', 'processing');
CREATE INDEX payment_orders_checkout ON weft.payment_orders (checkout_id) WHERE checkout_id IS NOT NULL;

-- What was read of orders, and what became of them; nothing of it is changed.
CREATE TABLE weft.payment_events (
  order_id text COLLATE "C" NOT NULL REFERENCES weft.payment_orders (id) ON DELETE CASCADE,
  number bigint NOT NULL,
  at timestamptz NOT NULL,
  source text NOT NULL,
  phase text NOT NULL,
  refunded bigint NOT NULL,
  dispute text NOT NULL,
  PRIMARY KEY (order_id, number)
);

CREATE TABLE weft.payment_refunds (
  id text COLLATE "C" PRIMARY KEY,
  order_id text COLLATE "C" NOT NULL REFERENCES weft.payment_orders (id) ON DELETE CASCADE,
  units bigint NOT NULL CHECK (units > 0),
  reason text NOT NULL,
  user_id text,
  asked_at timestamptz NOT NULL,
  -- Null: it is not known whether it was done.
  done_at timestamptz
);
CREATE INDEX payment_refunds_order ON weft.payment_refunds (order_id);
