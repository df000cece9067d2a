import { createHash } from 'node:crypto';
import { flowNotFound, flowType } from '@weft/core';
import { must, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import { requireCanDo } from '../flows/flow-policy.ts';
import type { PreviewsDeps } from './deps.ts';
import { previewColors } from './preview-colors.ts';
import { previews } from './previews.ts';

/** A change of how previews are drawn is one of every preview. */
const drawnAs = 1;

/** Small drawings of what flows hold, for home. */
export function mountPreviews(app: FastifyInstance, deps: PreviewsDeps): void {
  serveReply(app, 'GET /v1/flows/:flowId/preview.svg', async ({ request, reply, path, query }) => {
    const caller = requireCaller(request);
    const found = await deps.flowAccess.of(path.flowId, caller.userId);
    if (found === null) throw notFound(flowNotFound);
    requireCanDo(caller, 'open', found);
    const { theme } = query();
    const { flow } = found;
    const { preview: drawn } = must(flowType(flow.type).built, 'a type of flow that can be made');
    const preview = await previews[drawn](deps, flow.id);
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
