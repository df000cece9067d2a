-- What is paid again and again: the order is of its first payment.
ALTER TABLE weft.payment_orders ADD COLUMN every text CHECK (every IN ('day', 'week', 'month', 'year'));

-- Of an invoice of a subscription: which, and what was paid of it.
ALTER TABLE weft.payment_events ADD COLUMN invoice_id text COLLATE "C", ADD COLUMN units bigint;

CREATE TABLE weft.payment_subscriptions (
  order_id text COLLATE "C" PRIMARY KEY REFERENCES weft.payment_orders (id) ON DELETE CASCADE,
  subscription_id text COLLATE "C" NOT NULL,
  -- Whoever pays, as the provider names them.
  customer_id text COLLATE "C" NOT NULL,
  phase text NOT NULL CHECK (phase IN ('active', 'late', 'ended')),
  -- When it has ended, or will.
  ends_at timestamptz,
  read_as bigint NOT NULL
);
CREATE INDEX payment_subscriptions_named ON weft.payment_subscriptions (subscription_id);
CREATE INDEX payment_subscriptions_open ON weft.payment_subscriptions (order_id) WHERE phase <> 'ended';

CREATE TABLE weft.payment_invoices (
  order_id text COLLATE "C" NOT NULL REFERENCES weft.payment_orders (id) ON DELETE CASCADE,
  invoice_id text COLLATE "C" NOT NULL,
  phase text NOT NULL CHECK (phase IN ('open', 'failed', 'paid', 'void')),
  units bigint NOT NULL CHECK (units >= 0),
  made_at timestamptz NOT NULL,
  read_as bigint NOT NULL,
  PRIMARY KEY (order_id, invoice_id)
);
