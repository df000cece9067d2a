export type {
  BaseStore,
  Conflict,
  LogEntry,
  RecordPage,
  RecordQuery,
  Stepped,
  Submitted,
  TableLoad,
} from './base/base-store.ts';
export { Bases } from './bases.ts';
export { openEmbedded } from './engine/embedded-engine.ts';
export type { Engine, Row, Sql } from './engine/engine.ts';
export { openPostgres } from './engine/postgres-engine.ts';
export type { RowsBatch } from './import/table-load.ts';
export { migrate } from './migrate.ts';
export { DatabaseError } from './pg-errors.ts';
