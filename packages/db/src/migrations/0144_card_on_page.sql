-- The payment of an order that is made on our own page, and whether that was left for the page of Stripe.
ALTER TABLE weft.payment_orders
  ADD COLUMN intent_id text COLLATE "C", ADD COLUMN leaves_page boolean NOT NULL DEFAULT false;
CREATE INDEX payment_orders_intent ON weft.payment_orders (intent_id) WHERE intent_id IS NOT NULL;

-- What names an account to the script of Stripe on pages: it is no secret.
CREATE TABLE weft.payment_page_keys (
  service_id text COLLATE "C" PRIMARY KEY REFERENCES weft.services (id) ON DELETE CASCADE,
  key text NOT NULL CHECK (key ~ '^pk_(test|live)_[A-Za-z0-9]{8,200}$')
);
