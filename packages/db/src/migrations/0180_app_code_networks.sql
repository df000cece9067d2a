-- Codes are counted by the network that asked for them too, told by a keyed hash: nobody keeps somebody else out by asking
-- for codes in their name. Null: it was asked for before networks were told.
ALTER TABLE weft.app_codes ADD COLUMN network text
