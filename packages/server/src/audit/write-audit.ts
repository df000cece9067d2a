import type { FastifyRequest } from 'fastify';
import { requireCaller } from '../http/request-caller.ts';
import type { AuditLog, NewAuditEntry } from './audit-log.ts';

type Audited = Pick<NewAuditEntry, 'action' | 'details'> & {
  /** Where it was done, when that is not the organization the caller works in. */
  readonly organizationId?: string;
};

/** Adds what the caller of a request did to the audit log. */
export async function writeAudit(
  { audit }: { readonly audit: AuditLog },
  request: FastifyRequest,
  audited: Audited,
): Promise<void> {
  const { userId, organizationId } = requireCaller(request);
  await audit.add({ organizationId, userId, ip: request.ip, ...audited });
}
