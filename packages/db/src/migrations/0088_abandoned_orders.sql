-- Given up by whoever runs the form, where nobody could say any more whether it is paid.
ALTER TABLE weft.payment_orders DROP CONSTRAINT payment_orders_phase_check;
ALTER TABLE weft.payment_orders ADD CONSTRAINT payment_orders_phase_check
  CHECK (phase IN ('awaiting', 'processing', 'paid', 'expired', 'abandoned', 'review'));

-- The form's own domain that the answer was sent at; null: a name of the server.
ALTER TABLE weft.payment_orders ADD COLUMN domain text;
