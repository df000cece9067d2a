import type { BaseStore, Documents, FormerPeople } from '@weft/db';
import type { OutgoingHttp } from '@weft/integrations';
import type { CallName } from '@weft/protocol';
import type { AuditLog } from '../../audit/audit-log.ts';
import type { FileDeps } from '../../files/deps.ts';
import type { ConcurrencyLimit } from '../../http/concurrency-limit.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { Presence } from '../../presence/presence.ts';
import type { CallContext, Handlers } from '../../rpc/handler.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import type { RunningCalls } from './methods/running-calls.ts';
import type { ScanSlots } from './reads/scan-slots.ts';

/** What methods and routes of bases use. */
export interface BasesDeps extends FileDeps {
  /** The one HTTP client for the world outside. */
  readonly outgoing: OutgoingHttp;
  readonly base: (baseId: string) => BaseStore;
  readonly documents: Documents;
  readonly formerPeople: Pick<FormerPeople, 'names'>;
  readonly flowAccess: FlowAccess;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly metrics: Metrics;
  readonly audit: AuditLog;
  readonly concurrency: ConcurrencyLimit;
  /** Turns of reads that look through whole tables. */
  readonly scanSlots: ScanSlots;
  /** Conversions of fields that are under way. */
  readonly runningCalls: RunningCalls;
  /** Who has which flow open. */
  readonly presence: Presence;
}

export type BasesContext = CallContext<BasesDeps>;
export type BasesHandlers<K extends CallName> = Handlers<K, BasesDeps>;
