import { AppError, notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import type { AccountsDeps } from './deps.ts';

function requireAdmin(request: FastifyRequest): Caller {
  const caller = requireCaller(request);
  if (caller.organizationRole !== 'admin')
    throw new AppError(
      'forbidden',
      'Only an admin of the organization sees who works on its flows from outside',
    );
  return caller;
}

/** Who works on flows of an organization without being of it. */
export function mountCollaborators(app: FastifyInstance, deps: AccountsDeps): void {
  serve(app, 'GET /v1/collaborators', async ({ request }) => {
    const { organizationId } = requireAdmin(request);
    return { collaborators: await deps.collaborators.list(organizationId) };
  });

  serve(app, 'DELETE /v1/collaborators/:id', async ({ request, path: { id } }) => {
    const { organizationId } = requireAdmin(request);
    const name = /^[A-Za-z0-9_-]{1,64}$/.test(id)
      ? await deps.collaborators.remove(organizationId, id)
      : null;
    if (name === null) throw notFound('Person not found');
    deps.flowAccess.forget();
    const details = { name, userId: id, role: 'collaborator' };
    await writeAudit(deps, request, { action: 'person.removed', details });
    return { ok: true } as const;
  });
}
