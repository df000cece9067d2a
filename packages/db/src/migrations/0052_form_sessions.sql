-- Answers to forms, one row each: how far they have come, and whose they are where a form takes one of each person.
CREATE TABLE weft.form_sessions (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- The id of the submission, made with the page.
  id text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('in_progress', 'finished', 'spam')),
  -- The version that was answered.
  snapshot_id text COLLATE "C" NOT NULL,
  -- The record that keeps the answer, of a finished one.
  record_id text COLLATE "C",
  -- What was sent, by field, as long as it is no record.
  sent jsonb,
  -- Why it was taken for spam.
  reasons jsonb,
  -- A hash that tells one person from another.
  person text COLLATE "C",
  read_at timestamptz,
  started_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (flow_id, id)
);
CREATE INDEX form_sessions_newest ON weft.form_sessions (flow_id, state, updated_at DESC, id DESC);
CREATE UNIQUE INDEX form_sessions_person ON weft.form_sessions (flow_id, person)
  WHERE state = 'finished' AND person IS NOT NULL;
-- How often choices with a capacity were chosen. Deleting an answer leaves the count.
CREATE TABLE weft.form_choices (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  choice_id text COLLATE "C" NOT NULL,
  taken bigint NOT NULL,
  PRIMARY KEY (flow_id, choice_id)
);
-- Null: whoever has the link may answer.
ALTER TABLE weft.documents ADD COLUMN password_hash text;
-- How often a form was opened ('open'), begun ('start'), and each of its pages reached (its id).
CREATE TABLE weft.form_views (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  step text COLLATE "C" NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (flow_id, step)
);
-- The end of a form's link in words.
ALTER TABLE weft.documents ADD COLUMN custom_ending text COLLATE "C" UNIQUE
