import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { requireCaller } from '../auth/request-caller.ts';
import type { Services } from '../context.ts';
import { readQuery } from './read-input.ts';

const pageSize = 50;
/** The id of the last entry of the page before. */
export const paging = z.object({
  cursor: z
    .string()
    .regex(/^[a-z]{3}[0-9a-z]{21}$/, 'Not a cursor of this list')
    .optional(),
});

/** A page of what was read one further than it. */
function pageOf<T extends { readonly id: string }>(
  found: readonly T[],
): { page: readonly T[]; nextCursor: string | null } {
  const page = found.slice(0, pageSize);
  return { page, nextCursor: found.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

/** What only admins see; for everybody else it is not there. */
export function mountAdmin(app: FastifyInstance, services: Services): void {
  // The instance's admin: a mail may open any account.
  app.get('/v1/outbox', async (request) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { cursor } = readQuery(paging, request.query);
    const { page, nextCursor } = pageOf(await services.mails.list(cursor ?? null, pageSize + 1));
    return { mails: page, nextCursor };
  });

  app.get('/v1/audit', async (request) => {
    const { organizationId, organizationRole } = requireCaller(request);
    if (organizationRole !== 'admin') throw notFound();
    const { cursor } = readQuery(paging, request.query);
    const found = await services.audit.list(organizationId, cursor ?? null, pageSize + 1);
    const { page, nextCursor } = pageOf(found);
    return { entries: page, nextCursor };
  });
}
