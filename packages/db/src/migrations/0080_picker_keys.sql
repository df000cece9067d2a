-- A key for a provider's own dialog in which people choose files. Browsers are given it: it is no secret.
ALTER TABLE weft.oauth_apps ADD COLUMN picker_key text;
