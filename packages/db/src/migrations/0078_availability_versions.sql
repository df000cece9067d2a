-- Another one after each change, so that two people who edit one do not overwrite each other.
ALTER TABLE weft.user_availabilities ADD COLUMN version int NOT NULL DEFAULT 0;
