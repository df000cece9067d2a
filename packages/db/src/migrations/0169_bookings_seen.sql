-- Bookings that nobody has looked at are counted, as answers are.
ALTER TABLE weft.bookings ADD COLUMN seen_at timestamptz;
UPDATE weft.bookings SET seen_at = now();
CREATE INDEX bookings_unseen ON weft.bookings (flow_id) WHERE seen_at IS NULL AND state IN ('pending', 'confirmed')
