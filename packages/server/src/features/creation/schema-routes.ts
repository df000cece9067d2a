import { AppError } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { loadFlow } from '../flows/load-flow.ts';
import type { CreationDeps } from './deps.ts';
import { makeBase } from './make-base.ts';
import { suggestSchema } from './suggest-schema.ts';
import { tablesOfSchema } from './tables-of-schema.ts';

/** Tables that a language model suggests, and databases made of what a person made of them. */
export function mountSchemas(app: FastifyInstance, deps: CreationDeps): void {
  serve(app, 'POST /admin/zite/services/bases/schema', async ({ request, reply, body }) => {
    const caller = requireCaller(request);
    requireMayMake(caller, 'base');
    const { prompt, addAuthentication, flowId = null } = body();
    if (flowId !== null) await loadFlow(deps, caller, flowId, 'open');
    if (deps.ai === null)
      throw new AppError(
        'conflict',
        'This server has no AI service. Begin with a template, or ask whoever runs the server to set AI_BASE_URL.',
      );
    const left = clientGoneSignal(reply);
    const release = deps.concurrency.take('base', caller);
    try {
      const { organizationId } = caller;
      const wanted = { organizationId, prompt, addAuthentication, signal: left() };
      return { schema: await suggestSchema(deps.ai, wanted, deps.newId) };
    } finally {
      release();
    }
  });

  serve(app, 'POST /admin/zite/services/bases/create', async ({ request, body }) => {
    requireCaller(request);
    const { schema, workspaceId = null, addAuthentication, actionId = null } = body();
    const content = () =>
      tablesOfSchema(schema, deps.newId, addAuthentication).map((table) => ({ table, records: [] }));
    const { name } = schema;
    return { id: await makeBase(deps, request, { name, workspaceId, actionId, content }), name };
  });
}
