-- for each base
-- The ids of deleted records: a record that comes back finds no other under its id.
CREATE TABLE IF NOT EXISTS {base}._deleted_records (
  table_id text COLLATE "C", id text COLLATE "C", PRIMARY KEY (table_id, id));
INSERT INTO {base}._deleted_records (table_id, id)
  SELECT change->>'tableId', change->>'recordId'
  FROM {base}._log, jsonb_array_elements(changes) AS change
  WHERE change->>'kind' = 'record' AND change->'after' = 'null'::jsonb
  ON CONFLICT DO NOTHING;
