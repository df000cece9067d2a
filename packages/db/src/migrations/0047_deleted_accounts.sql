-- Names of people whose accounts are deleted: what they did is still told by their name. Nothing else of them is kept.
CREATE TABLE weft.former_people (
  id text PRIMARY KEY,
  name text NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now()
);

-- An organization whose last member deleted their account: its flows lie in the trash, and it goes after them.
ALTER TABLE weft.organizations ADD COLUMN deleted_at timestamptz;

-- Who was given the server to run; where nobody was, the account made first runs it.
ALTER TABLE weft.auth_user ADD COLUMN "runsServerSince" timestamptz;
CREATE INDEX auth_user_running ON weft.auth_user ("runsServerSince", "createdAt", "id")
