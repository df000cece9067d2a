-- What a quiz came to, for its leaderboard.
ALTER TABLE weft.form_sessions ADD COLUMN points int;
CREATE INDEX form_sessions_points ON weft.form_sessions (flow_id, points DESC, updated_at, id)
  WHERE state = 'finished' AND points IS NOT NULL
