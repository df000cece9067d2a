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
export type { Engine, Row, Sql } from './engine/engine.ts';
export { openEmbedded, openPostgres } from './engine/open.ts';
export { type CopyPlan, type CopyRows, CopyWriter } from './import/copy-writer.ts';
export { migrate } from './migrate.ts';
export { DatabaseError } from './pg-errors.ts';
