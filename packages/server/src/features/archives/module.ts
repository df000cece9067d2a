import { maxArchiveMb } from '@weft/protocol';
import { must } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { attachmentHeader } from '../../files/attachment-header.ts';
import { receivePart } from '../../files/multipart-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { keysOf } from '../../files/thumbnails.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import { whenClosed } from '../../http/when-closed.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { EventLoopThrottle } from '../bases/export/event-loop-throttle.ts';
import { loadFlow, requirePlace } from '../flows/load-flow.ts';
import { presentFlow } from '../flows/present-flow.ts';
import type { ArchivesDeps } from './deps.ts';
import { exportFlow } from './export-flow.ts';
import { importFlow } from './import-flow.ts';

const maxBytes = maxArchiveMb * 1024 ** 2;
/** Milliseconds after which an import that has not ended never will. */
const longestImport = 24 * 60 * 60_000;

/** Exports of whole flows, and flows made of them. */
export function archivesModule(deps: ArchivesDeps) {
  const throttle = new EventLoopThrottle();
  return {
    /** What servers left that were killed in the middle of an import: ids begin with the moment they were made at. */
    removeOld: () =>
      deps.removeUnfinished(`bas${(deps.now() - longestImport).toString(36).padStart(9, '0')}`),
    mount: (app: FastifyInstance) => {
      serveReply(
        app,
        'GET /admin/flows/export/:publicIdentifier',
        async ({ request, reply, path }) => {
          const caller = requireCaller(request);
          const { flow } = await loadFlow(deps, caller, path.publicIdentifier, 'export');
          const owner = { userId: caller.userId, organizationId: flow.organizationId };
          whenClosed(reply.raw, deps.concurrency.take('export', owner));
          const left = clientGoneSignal(reply);
          const file = await exportFlow({ ...deps, throttle }, flow, (work) =>
            deps.scanSlots.run(owner, left(), work),
          );
          await writeAudit(deps, request, {
            organizationId: flow.organizationId,
            action: 'flow.exported',
            details: { flowId: flow.id, type: flow.type, name: flow.name, format: 'zip' },
          });
          return reply
            .header('content-type', 'application/zip')
            .header('content-disposition', attachmentHeader(`${flow.name}.weft.zip`))
            .header('cache-control', 'private, no-store')
            .send(file);
        },
        { exposeHeadRoute: false },
      );

      serveUpload(app, 'POST /admin/flows/import', maxBytes, async ({ request, query, file }) => {
        const caller = requireCaller(request);
        const { workspaceId, actionId = null } = query();
        const place = workspaceId === undefined ? null : await requirePlace(deps, caller, workspaceId);
        const { organizationId, userId } = caller;
        const release = deps.concurrency.take('import', caller);
        try {
          const upload = await receivePart(deps, request, await file(), {
            organizationId,
            userId,
            purpose: 'upload',
            maxBytes,
          });
          try {
            await using local = await deps.fileStore.local(upload.id);
            const id = await importFlow(deps, caller, must(local, 'the file that was sent').path, {
              organizationId,
              ownerUserId: userId,
              workspaceId: place?.id ?? null,
              actionId,
            });
            const made = await loadFlow(deps, caller, id, 'open');
            const { type, name } = made.flow;
            await writeAudit(deps, request, { action: 'flow.made', details: { flowId: id, type, name } });
            return { flow: presentFlow(made.flow, made.role, made.standing) };
          } finally {
            await deps.files.release(upload.id);
            for (const key of keysOf(upload.id)) await deps.fileStore.remove(key);
          }
        } finally {
          release();
        }
      });
    },
  };
}
