import type { Flow, FlowJob, RunScan } from '@weft/db';
import { maxArchiveMb } from '@weft/protocol';
import { must, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { EventLoopThrottle } from '../../event-loop-throttle.ts';
import { attachmentHeader } from '../../files/attachment-header.ts';
import { receivePart } from '../../files/multipart-file.ts';
import { serveUpload } from '../../files/serve-upload.ts';
import { keysOf } from '../../files/thumbnails.ts';
import type { Caller } from '../../http/caller.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serve, serveReply } from '../../http/serve.ts';
import { whenClosed } from '../../http/when-closed.ts';
import { clientGoneSignal } from '../../rpc/client-gone.ts';
import { requireMayMake } from '../flows/duplicate-flow.ts';
import { loadFlow, requirePlace } from '../flows/load-flow.ts';
import { presentFlow } from '../flows/present-flow.ts';
import { presentFlowJob } from '../flows/present-flow-job.ts';
import type { ArchivesDeps } from './deps.ts';
import { flowFormats } from './flow-formats.ts';
import { exportName, LargeFlows, largeFlow } from './flow-jobs.ts';
import { importFlow } from './import-flow.ts';
import { FlowArchive } from './read-zip.ts';

const maxBytes = maxArchiveMb * 1024 ** 2;
/** Milliseconds after which an import that has not ended never will. */
const longestImport = 24 * 60 * 60_000;

/** Days a job that failed is told of. */
const daysListed = 30;

/** Exports of whole flows, and flows made of them. */
export function archivesModule(deps: ArchivesDeps) {
  const throttle = new EventLoopThrottle();
  const large = new LargeFlows(deps, throttle);
  return {
    jobs: [large.kind],
    duplicateLarge: async (
      caller: Caller,
      flow: Flow,
      as: { readonly name: string; readonly workspaceId: string | null; readonly actionId: string | null },
    ): Promise<FlowJob | null> =>
      (await large.isLarge(flow))
        ? large.begin(caller, { kind: 'duplicate', ...as, sourceId: flow.id })
        : null,
    /** What servers left that were killed in the middle of an import: ids begin with the moment they were made at. */
    removeOld: async () => {
      await deps.flowJobs.removeOld(daysListed);
      await deps.removeUnfinished(`bas${(deps.now() - longestImport).toString(36).padStart(9, '0')}`);
    },
    mount: (app: FastifyInstance) => {
      serveReply(
        app,
        'GET /admin/flows/export/:publicIdentifier',
        async ({ request, reply, path, query }) => {
          const caller = requireCaller(request);
          const { flow } = await loadFlow(deps, caller, path.publicIdentifier, 'export');
          const { format, formulas } = query();
          const owner = { userId: caller.userId, organizationId: flow.organizationId };
          whenClosed(reply.raw, await deps.concurrency.takeEverywhere('export', owner));
          const left = clientGoneSignal(reply);
          const runScan: RunScan = (work) => deps.scanSlots.run(owner, left(), work);
          const whileChecking = async () => left().throwIfAborted();
          const options = { formulas, size: 0, onRead: () => {}, whileChecking };
          const file = await flowFormats[format].open(deps, { throttle, runScan }, flow, options);
          await writeAudit(deps, request, {
            organizationId: flow.organizationId,
            action: 'flow.exported',
            details: { flowId: flow.id, type: flow.type, name: flow.name, format },
          });
          return reply
            .header('content-type', flowFormats[format].contentType)
            .header('content-disposition', attachmentHeader(exportName(flow, format)))
            .header('cache-control', 'private, no-store')
            .send(file);
        },
        { exposeHeadRoute: false },
      );

      serve(app, 'POST /admin/flows/export/:publicIdentifier', async ({ request, path, query }) => {
        const caller = requireCaller(request);
        const { flow } = await loadFlow(deps, caller, path.publicIdentifier, 'export');
        const asked = query();
        if (!(await large.isLarge(flow))) return { job: null };
        const job = await large.begin(caller, {
          ...asked,
          ...{ kind: 'export', name: flow.name, sourceId: flow.id },
        });
        return { job: presentFlowJob(deps, job) };
      });

      serve(app, 'GET /v1/flow-jobs', async ({ request }) => {
        const jobs = await deps.flowJobs.list(requireCaller(request).userId);
        return { jobs: jobs.map((job) => presentFlowJob(deps, job)) };
      });

      serve(app, 'DELETE /v1/flow-jobs/:jobId', async ({ request, path }) => {
        const job = await deps.flowJobs.cancel(path.jobId, requireCaller(request).userId);
        if (job === null) throw notFound('Job not found');
        return { job: presentFlowJob(deps, job) };
      });

      serveUpload(app, 'POST /admin/flows/import', maxBytes, async ({ request, query, file }) => {
        const caller = requireCaller(request);
        const { workspaceId, actionId = null } = query();
        const place = workspaceId === undefined ? null : await requirePlace(deps, caller, workspaceId);
        const { organizationId, userId } = caller;
        const release = await deps.concurrency.takeEverywhere('import', caller);
        try {
          const upload = await receivePart(deps, request, await file(), {
            organizationId,
            userId,
            purpose: 'upload',
            maxBytes,
          });
          let kept = false;
          try {
            await using local = await deps.fileStore.local(upload.id);
            await using archive = await FlowArchive.open(must(local, 'the file that was sent').path);
            const { type, name } = archive.flow.flow;
            requireMayMake(caller, type);
            const placed = { workspaceId: place?.id ?? null, actionId };
            if (archive.size >= largeFlow) {
              const job = await large.begin(caller, { kind: 'import', name, uploadId: upload.id, ...placed });
              kept = true;
              return { job: presentFlowJob(deps, job) };
            }
            const id = await importFlow(deps, archive, { organizationId, ownerUserId: userId, ...placed });
            const made = await loadFlow(deps, caller, id, 'open');
            await writeAudit(deps, request, { action: 'flow.made', details: { flowId: id, type, name } });
            return { flow: presentFlow(made.flow, made.role, made.standing) };
          } finally {
            if (!kept) {
              await deps.files.release(upload.id);
              for (const key of keysOf(upload.id)) await deps.fileStore.remove(key);
            }
          }
        } finally {
          release();
        }
      });
    },
  };
}
