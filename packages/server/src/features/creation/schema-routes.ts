import { AppError } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Ai, AiTask } from '../../ai/ai.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve } from '../../http/serve.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { loadFlow } from '../flows/load-flow.ts';
import type { CreationDeps } from './deps.ts';
import { makeBase } from './make-base.ts';
import { suggestSchema } from './suggest-schema.ts';
import { suggestTables } from './suggest-tables.ts';
import { tablesOfSchema } from './tables-of-schema.ts';

/** Tables that a language model suggests, and databases made of what a person made of them. */
export function mountSchemas(app: FastifyInstance, deps: CreationDeps): void {
  serve(app, 'POST /admin/zite/services/bases/schema', async ({ request, reply, body }) => {
    const { prompt, addAuthentication, flowId = null } = body();
    requireMayMake(requireCaller(request), 'base');
    const ask = async (ai: Pick<Ai, 'generate'>, who: Who) => ({
      schema: await suggestSchema(ai, { ...who, prompt, addAuthentication }, deps.newId),
    });
    const instead = 'Begin with a template, or ask whoever runs the server to set AI_BASE_URL';
    return asked(deps, request, reply, flowId, ask, instead);
  });

  serve(app, 'POST /admin/zite/services/airtable/schema', async ({ request, reply, body }) => {
    const { prompt, flowId = null } = body();
    const of = { prompt, called: 'tables', service: 'Airtable' };
    return asked(deps, request, reply, flowId, async (ai, who) => ({
      tables: await suggestTables(ai, { ...who, ...of }, deps.newId),
    }));
  });

  serve(app, 'POST /admin/zite/services/googleSheets/schema', async ({ request, reply, body }) => {
    const { prompt, flowId = null } = body();
    const of = { prompt, called: 'sheets', service: 'Google Sheets' };
    return asked(deps, request, reply, flowId, async (ai, who) => ({
      sheets: await suggestTables(ai, { ...who, ...of }, deps.newId),
    }));
  });

  serve(app, 'POST /admin/zite/services/bases/create', async ({ request, body }) => {
    const maker = { caller: requireCaller(request), ip: request.ip };
    const { schema, workspaceId = null, addAuthentication, actionId = null } = body();
    const content = () =>
      tablesOfSchema(schema, deps.newId, addAuthentication).map((table) => ({ table, records: [] }));
    const { name } = schema;
    return { id: await makeBase(deps, maker, { name, workspaceId, actionId, content }), name };
  });
}

type Who = Pick<AiTask<unknown>, 'organizationId' | 'signal'>;

/** Asks the language model for somebody who waits, one thing at a time of each. */
async function asked<T>(
  deps: CreationDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  flowId: string | null,
  ask: (ai: Pick<Ai, 'generate'>, who: Who) => Promise<T>,
  instead = 'Ask whoever runs the server to set AI_BASE_URL',
): Promise<T> {
  const caller: Caller = requireCaller(request);
  if (flowId !== null) await loadFlow(deps, caller, flowId, 'open');
  if (deps.ai === null) throw new AppError('conflict', `This server has no AI service. ${instead}.`);
  const left = clientGoneSignal(reply);
  const release = deps.concurrency.take('base', caller);
  try {
    return await ask(deps.ai, { organizationId: caller.organizationId, signal: left() });
  } finally {
    release();
  }
}
