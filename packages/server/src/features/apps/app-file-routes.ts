import type { FastifyInstance } from 'fastify';
import { attachmentHeader } from '../../files/attachment-header.ts';
import { maxPageImageBytes, receivePageImage } from '../../files/page-image.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve, serveReply } from '../../http/serve.ts';
import { requirePlace } from '../flows/load-flow.ts';
import { writeAudit } from './app-audit.ts';
import { importAppFile, writeAppFile } from './app-file.ts';
import { maxAppFileBytes } from './app-file-format.ts';
import type { AppsDeps } from './deps.ts';
import { loadApp } from './load-app.ts';

/** Apps as files, and the images that they show. */
export function mountAppFiles(app: FastifyInstance, deps: AppsDeps): void {
  serveUpload(
    app,
    'POST /v1/apps/:flowId/images',
    maxPageImageBytes,
    async ({ request, path: { flowId }, file }) => {
      const caller = requireCaller(request);
      const { flow } = await loadApp({ deps, caller }, flowId, 'edit');
      const of = { organizationId: flow.organizationId, userId: caller.userId, flowId: flow.id };
      const hold = () => deps.concurrency.take('fetch', caller);
      return { image: await receivePageImage(deps, of, await file(), hold) };
    },
  );

  serveReply(
    app,
    'GET /admin/zite/apps/export/:publicIdentifier',
    async ({ request, reply, path, query }) => {
      const caller = requireCaller(request);
      const { flow } = await loadApp({ deps, caller }, path.publicIdentifier, 'export');
      const { excludeMessageHistory } = query();
      const text = await writeAppFile(deps, flow, excludeMessageHistory !== 'y');
      await writeAudit({ deps, caller }, flow, 'flow.exported');
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', attachmentHeader(`${flow.name}.zite.json`))
        .send(text);
    },
  );

  serve(
    app,
    'POST /admin/zite/apps/import',
    async ({ request, body }) => {
      const caller = requireCaller(request);
      const { file, workspaceId = null } = body();
      const place = workspaceId === null ? null : await requirePlace(deps, caller, workspaceId);
      const release = deps.concurrency.take('base', caller);
      const made = await importAppFile(deps, caller, file, { workspaceId: place?.id ?? null }).finally(
        release,
      );
      const { organizationId } = caller;
      await writeAudit({ deps, caller }, { organizationId, id: made.flowId, name: made.name }, 'flow.made');
      return { flowId: made.flowId };
    },
    { bodyLimit: maxAppFileBytes },
  );
}
