import type { AiUsage, ConnectionBudget, Deliveries, Delivery, Jobs } from '@weft/db';
import type { AiEndpoint } from '@weft/integrations';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import type { AuditLog } from '../audit/audit-log.ts';
import { writeAudit } from '../audit/write-audit.ts';
import { attachmentHeader } from '../files/attachment-header.ts';
import { requireCaller } from '../http/request-caller.ts';
import { serve } from '../http/serve.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { overBudget } from '../known-servers.ts';
import { mailKind, textsOfMails } from '../mail/mailer.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { auditCsv } from './audit-export.ts';

const pageSize = 50;
const shownOrganizations = 200;
/** A page of what was read one further than it. */
function pageOf<T extends { readonly id: string }>(
  found: readonly T[],
): { page: readonly T[]; nextCursor: string | null } {
  const page = found.slice(0, pageSize);
  return { page, nextCursor: found.length > pageSize ? (page.at(-1)?.id ?? null) : null };
}

const presentMail = (mail: Delivery, text: string | null) => ({
  id: mail.id,
  to: mail.target,
  subject: mail.title,
  text,
  state: mail.state,
  attempts: mail.attempts,
  fault: mail.state === 'sent' ? null : mail.answer,
  createdAt: mail.createdAt,
  sentAt: mail.sentAt,
});

interface AdminDeps {
  readonly audit: AuditLog;
  readonly deliveries: Deliveries;
  readonly jobs: Jobs;
  readonly runner: () => JobRunner;
  readonly secrets: Secrets;
  readonly aiUsage: AiUsage;
  readonly aiEndpoint: AiEndpoint | null;
  readonly budget: () => Promise<ConnectionBudget>;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What only admins see; for everybody else it is not there. */
export function mountAdmin(app: FastifyInstance, deps: AdminDeps): void {
  // The instance's admin: a mail may open any account.
  serve(app, 'GET /v1/outbox', async ({ request, query }) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { cursor } = query();
    const found = await deps.deliveries.list(mailKind, cursor ?? null, pageSize + 1);
    const { page, nextCursor } = pageOf(found);
    const texts = await textsOfMails(deps.secrets, page);
    return { mails: page.map((mail) => presentMail(mail, texts.get(mail.id) ?? null)), nextCursor };
  });

  serve(app, 'GET /v1/ai-usage', async ({ request }) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { aiEndpoint, aiUsage, now } = deps;
    const endpoint = aiEndpoint && { host: new URL(aiEndpoint.baseUrl).host, model: aiEndpoint.model };
    return { endpoint, organizations: await aiUsage.byOrganization(now(), shownOrganizations) };
  });

  serve(app, 'GET /v1/servers', async ({ request }) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const budget = await deps.budget();
    return { ...budget, warning: overBudget(budget) };
  });

  // A job names what it works on by its kind alone: what a mail says, and to whom, stands in the outbox.
  serve(app, 'GET /v1/jobs', async ({ request, query }) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { state, cursor } = query();
    const { jobs, runner } = deps;
    const { page, nextCursor } = pageOf(await jobs.list(state, cursor ?? null, pageSize + 1));
    const shown = page.map(({ queue, ...job }) => ({ ...job, label: runner().labelOf(queue) }));
    return { jobs: shown, counts: await jobs.counts(), nextCursor };
  });

  serve(app, 'POST /v1/jobs/:id/retry', async ({ request, path }) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    if (!(await deps.jobs.retry(path.id))) throw notFound('Job not found');
    deps.runner().wake();
    return { ok: true } as const;
  });

  app.get('/v1/audit/export', async (request, reply) => {
    const { organizationId, organizationRole } = requireCaller(request);
    if (organizationRole !== 'admin') throw notFound();
    await writeAudit(deps, request, { action: 'audit.exported' });
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', attachmentHeader('audit-log.csv'))
      .header('cache-control', 'private, no-store')
      .send(auditCsv(deps.audit, organizationId));
  });

  serve(app, 'GET /v1/audit', async ({ request, query }) => {
    const { organizationId, organizationRole } = requireCaller(request);
    if (organizationRole !== 'admin') throw notFound();
    const { cursor } = query();
    const found = await deps.audit.list(organizationId, cursor ?? null, pageSize + 1);
    const { page, nextCursor } = pageOf(found);
    return { entries: page, nextCursor };
  });
}
