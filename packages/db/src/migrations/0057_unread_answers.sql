-- How many answers nobody has seen is asked wherever a form is shown.
CREATE INDEX form_sessions_unread ON weft.form_sessions (flow_id) WHERE state = 'finished' AND read_at IS NULL
