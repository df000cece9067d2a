-- What the catalogue shows of a connector that is declared without code. It is read each time a catalogue is opened; the
-- whole declaration, which may be long, only where the connector is used.
ALTER TABLE weft.connector_versions ADD COLUMN tile jsonb GENERATED ALWAYS AS (declaration - ARRAY[
  'weftConnector', 'origin', 'fields', 'request', 'success', 'retry', 'idempotent', 'test', 'rateLimit']) STORED
