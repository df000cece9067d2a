-- What an order pays for where that is a time: which booking, and as long as it is not settled, how to make it.
ALTER TABLE weft.payment_orders ADD COLUMN booking_id text COLLATE "C", ADD COLUMN booking jsonb;
CREATE INDEX payment_orders_booking ON weft.payment_orders (booking_id) WHERE booking_id IS NOT NULL;
