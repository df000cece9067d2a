-- Of several organizations a person works in the one they chose last; joining one chooses it.
ALTER TABLE weft.members ADD COLUMN chosen_at timestamptz;
UPDATE weft.members SET chosen_at = joined_at;
ALTER TABLE weft.members ALTER COLUMN chosen_at SET DEFAULT now();
ALTER TABLE weft.members ALTER COLUMN chosen_at SET NOT NULL;
