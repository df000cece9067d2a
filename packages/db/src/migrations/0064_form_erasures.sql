-- Answers that are being erased: written down before anything of them is deleted, so that a crash leaves none half erased.
CREATE TABLE weft.form_erasures (
  flow_id text COLLATE "C" NOT NULL REFERENCES weft.flows (id) ON DELETE CASCADE,
  record_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (flow_id, record_id)
);
-- An answer is found by its record.
CREATE INDEX form_sessions_record ON weft.form_sessions (flow_id, record_id) WHERE record_id IS NOT NULL
