-- What an organization sets for its members: the usual formats, how long sessions last, whose addresses may join.
ALTER TABLE weft.organizations ADD COLUMN settings jsonb NOT NULL DEFAULT '{}';

-- The second factor of a person, in the names of the sign-in library; its secret and codes are encrypted.
ALTER TABLE weft.auth_user ADD COLUMN "twoFactorEnabled" boolean NOT NULL DEFAULT false;
CREATE TABLE weft.auth_two_factor (
  "id" text PRIMARY KEY,
  "secret" text NOT NULL,
  "backupCodes" text NOT NULL,
  "userId" text NOT NULL REFERENCES weft.auth_user ("id") ON DELETE CASCADE,
  "verified" boolean NOT NULL DEFAULT true,
  "failedVerificationCount" integer NOT NULL DEFAULT 0,
  "lockedUntil" timestamptz
);
CREATE INDEX auth_two_factor_user ON weft.auth_two_factor ("userId")
