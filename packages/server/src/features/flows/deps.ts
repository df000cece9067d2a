import type { AuditLog } from '../../audit/audit-log.ts';
import type { Database } from '../../database.ts';
import type { AtOnce } from '../../http/at-once.ts';
import type { FlowAccess } from './flow-access.ts';
import type { Flows } from './flows.ts';

/** What routes of flows use. */
export interface FlowsDeps {
  readonly audit: AuditLog;
  readonly atOnce: AtOnce;
  /** Makes a flow of type base with an empty base behind it; its id. */
  readonly createBase: Database['createBase'];
  readonly flows: Flows;
  readonly flowAccess: FlowAccess;
}
