-- Who hosts the version of a booking page that was published last: they read the page and its bookings.
CREATE TABLE weft.flow_hosts (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  -- 0: one of a team. Otherwise the one of the lowest place who is a member is booked alone.
  place integer NOT NULL,
  PRIMARY KEY (flow_id, user_id)
);
CREATE INDEX flow_hosts_user ON weft.flow_hosts (user_id);
INSERT INTO weft.flow_hosts (flow_id, user_id, place)
SELECT f.id, u."id", min(CASE WHEN s.content->'props'->>'eventType' IN ('collective', 'round_robin') THEN 0 ELSE host.place END)
FROM weft.flows f
JOIN weft.snapshots s ON s.id = f.published_snapshot_id
CROSS JOIN LATERAL jsonb_array_elements(
  CASE WHEN jsonb_typeof(s.content->'props'->'hosts') = 'array' THEN s.content->'props'->'hosts' ELSE '[]' END)
  WITH ORDINALITY AS host (value, place)
JOIN weft.auth_user u ON u."id" = host.value->>'userId'
WHERE f.type = 'scheduling'
GROUP BY f.id, u."id"
