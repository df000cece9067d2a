-- for each base
-- Links between records, one row for both sides of each.
CREATE TABLE IF NOT EXISTS {base}._links (
  relation text COLLATE "C" REFERENCES {base}._fields, from_id text COLLATE "C", to_id text COLLATE "C",
  PRIMARY KEY (relation, from_id, to_id));
CREATE INDEX ON {base}._links (relation, to_id, from_id);
