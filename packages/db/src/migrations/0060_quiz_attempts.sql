-- Quizzes with a time limit, a number of attempts or points behind each page, from the press that begins them.
CREATE TABLE weft.quiz_attempts (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  -- The id of the submission.
  id text COLLATE "C" NOT NULL,
  -- A hash that tells one browser from another, and the number of this attempt among its attempts, from 1.
  person text COLLATE "C" NOT NULL,
  number int NOT NULL,
  started_at timestamptz NOT NULL,
  -- Texts by field whose points were told.
  judged jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (flow_id, id),
  UNIQUE (flow_id, person, number)
)
