import { createHash } from 'node:crypto';
import { flowNotFound, flowType } from '@weft/core';
import type { BaseStore, Documents } from '@weft/db';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import type { FlowAccess } from '../flows/flow-access.ts';
import { requireCanDo } from '../flows/flow-policy.ts';
import { drawForm } from './draw-form.ts';
import { drawTable, previewFields, shownRecords } from './draw-table.ts';
import { type Colors, previewColors } from './preview-colors.ts';

interface PreviewDeps {
  readonly flowAccess: FlowAccess;
  readonly base: (baseId: string) => BaseStore;
  readonly documents: Documents;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** A drawing that is made when it is needed, and the version of what it shows. */
interface Preview {
  readonly version: number;
  readonly draw: (colors: Colors) => Promise<string>;
}

async function previewOfForm({ documents }: PreviewDeps, flowId: string): Promise<Preview> {
  const draft = await documents.draft(flowId);
  if (draft === null) throw notFound(flowNotFound);
  return { version: draft.version, draw: async (colors) => drawForm(draft.content, colors) };
}

async function previewOfBase({ base, now }: PreviewDeps, baseId: string): Promise<Preview> {
  const store = base(baseId);
  const { metadata, version } = await store.metadata();
  const [table] = metadata.tables.toSorted((a, b) => a.order - b.order);
  if (table === undefined) throw notFound('There is no table yet');
  return {
    version,
    draw: async (colors) => {
      const { records } = await store.window({
        ...{ tableId: table.id, start: 0, count: shownRecords },
        ...{ timeZone: 'UTC', now: new Date(now()).toISOString() },
        fieldIds: previewFields(table).map(({ id }) => id),
      });
      return drawTable(table, records, colors);
    },
  };
}

/** A change of how previews are drawn is one of every preview. */
const drawnAs = 1;

/** Small drawings of what flows hold, for home. */
export function mountPreviews(app: FastifyInstance, deps: PreviewDeps): void {
  serveReply(app, 'GET /v1/flows/:flowId/preview.svg', async ({ request, reply, path, query }) => {
    const caller = requireCaller(request);
    const found = await deps.flowAccess.of(path.flowId, caller.userId);
    if (found === null) throw notFound(flowNotFound);
    requireCanDo(caller, 'open', found);
    const { theme } = query();
    const { flow } = found;
    const isDocument = flowType(flow.type).built?.hasDocument === true;
    const preview = await (isDocument ? previewOfForm : previewOfBase)(deps, flow.id);
    const tag = createHash('sha256')
      .update(`${drawnAs} ${flow.id} ${preview.version} ${theme}`)
      .digest('hex');
    const etag = `"${tag.slice(0, 32)}"`;
    reply.headers({
      etag,
      // Whoever signs in next in this browser is asked about anew.
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type('image/svg+xml; charset=utf-8').send(await preview.draw(previewColors[theme]));
  });
}
