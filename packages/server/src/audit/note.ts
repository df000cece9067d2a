import type { FastifyRequest } from 'fastify';
import type { Services } from '../context.ts';
import { requireCaller } from '../http/request-caller.ts';
import type { NewAuditEntry } from './audit-log.ts';

type Noted = Pick<NewAuditEntry, 'action' | 'details'> & {
  /** Where it was done, when that is not the organization the caller works in. */
  readonly organizationId?: string;
};

/** Writes down what the caller of a request did. */
export async function note(services: Services, request: FastifyRequest, noted: Noted): Promise<void> {
  const { userId, organizationId } = requireCaller(request);
  await services.audit.add({ organizationId, userId, ip: request.ip, ...noted });
}
