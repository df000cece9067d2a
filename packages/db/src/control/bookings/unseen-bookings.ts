/** As their index says. */
const unseen = `b.seen_at IS NULL AND b.state IN ('pending', 'confirmed')`;

/** How many bookings of the flow `$1` nobody has looked at, counted up to `$2`. */
export const countUnseen = `(SELECT count(*) FROM (SELECT 1 FROM weft.bookings b WHERE b.flow_id = $1 AND ${unseen} LIMIT $2) s)`;

/** Notes that those of the flow `$1` that were made until `$2` were seen. */
export const seeBookings = `UPDATE weft.bookings b SET seen_at = now() WHERE b.flow_id = $1 AND ${unseen} AND b.created_at <= $2`;
