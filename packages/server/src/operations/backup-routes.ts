import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { attachmentHeader } from '../files/attachment-header.ts';
import { requireCaller } from '../http/request-caller.ts';
import { serve, serveReply } from '../http/serve.ts';
import type { Backups } from './backups.ts';

interface BackupRoutesDeps {
  readonly audit: AuditLog;
  readonly backups: Backups;
}

/** A backup holds everything of everybody: it is the instance admin's, and for everybody else not there. */
function requireInstanceAdmin(request: FastifyRequest): void {
  if (!requireCaller(request).isInstanceAdmin) throw notFound();
}

/** Making, listing, downloading and deleting backups of the whole server. */
export function mountBackups(app: FastifyInstance, deps: BackupRoutesDeps): void {
  const { backups } = deps;

  serve(app, 'GET /v1/backups', async ({ request }) => {
    requireInstanceAdmin(request);
    return backups.state();
  });

  serve(app, 'POST /v1/backups', async ({ request }) => {
    requireInstanceAdmin(request);
    const name = await backups.begin();
    await writeAudit(deps, request, { action: 'backup.made', details: { name } });
    return { name };
  });

  serveReply(app, 'GET /v1/backups/:name', async ({ request, reply, path: { name } }) => {
    requireInstanceAdmin(request);
    const { bytes, content } = await backups.open(name);
    await writeAudit(deps, request, { action: 'backup.downloaded', details: { name } });
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', attachmentHeader(name))
      .header('content-length', bytes)
      .header('cache-control', 'private, no-store')
      .send(content);
  });

  serve(app, 'DELETE /v1/backups/:name', async ({ request, path: { name } }) => {
    requireInstanceAdmin(request);
    await backups.remove(name);
    await writeAudit(deps, request, { action: 'backup.deleted', details: { name } });
    return { ok: true } as const;
  });
}
