-- Orders that are compared with their provider once more: those of the last weeks.
CREATE INDEX payment_orders_made ON weft.payment_orders (created_at)
  WHERE phase IN ('paid', 'review', 'expired', 'abandoned');
