-- for each base
-- What hidden fields linked records to that went: both may come back.
CREATE TABLE IF NOT EXISTS {base}._lost_links (
  relation text COLLATE "C", from_id text COLLATE "C", to_id text COLLATE "C", PRIMARY KEY (relation, from_id, to_id));
