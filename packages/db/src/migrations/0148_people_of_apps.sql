-- People who use apps have no account: what they did in a database is told by the name they had when they did it, under the
-- id of their record. It goes with that database.
ALTER TABLE weft.former_people ADD COLUMN base_id text COLLATE "C" REFERENCES weft.flows (id) ON DELETE CASCADE;
CREATE INDEX former_people_base ON weft.former_people (base_id) WHERE base_id IS NOT NULL;
