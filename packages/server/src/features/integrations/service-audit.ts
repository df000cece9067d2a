import type { Connection } from '@weft/db';
import type { Caller } from '../../http/caller.ts';
import type { OwnDeps } from './deps.ts';

type ServiceAction =
  | 'service.made'
  | 'service.changed'
  | 'service.connected'
  | 'service.deleted'
  | 'service.tokenGiven';

/** Adds what somebody did to a connection to the audit log. */
export const writeServiceAudit = (
  { audit }: Pick<OwnDeps, 'audit'>,
  { userId }: Pick<Caller, 'userId'>,
  { id, organizationId, type, name }: Pick<Connection, 'id' | 'organizationId' | 'type' | 'name'>,
  action: ServiceAction,
): Promise<void> =>
  audit.add({ organizationId, userId, action, details: { serviceId: id, type, name }, ip: null });
