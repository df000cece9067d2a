-- What was given back of an invoice, and the payment that it was paid by.
ALTER TABLE weft.payment_invoices
  ADD COLUMN refunded bigint NOT NULL DEFAULT 0 CHECK (refunded >= 0), ADD COLUMN payment_id text COLLATE "C";
CREATE INDEX payment_invoices_payment ON weft.payment_invoices (payment_id) WHERE payment_id IS NOT NULL;
