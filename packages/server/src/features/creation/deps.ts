import type { Flows, Workspaces } from '@weft/db';
import type { IdKind } from '@weft/std';
import type { Ai } from '../../ai/ai.ts';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';

/** What making whole databases uses. */
export interface CreationDeps {
  /** The language model of the server; null: there is none. */
  readonly ai: Pick<Ai, 'generate'> | null;
  readonly audit: AuditLog;
  readonly concurrency: ConcurrencyLimit;
  readonly flows: Flows;
  readonly workspaces: Workspaces;
  readonly loadBase: Database['loadBase'];
  readonly showLoaded: Database['showLoaded'];
  readonly newId: (kind: IdKind) => string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}
