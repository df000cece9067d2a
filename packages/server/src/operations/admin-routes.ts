import { type Deliveries, type Delivery, type Jobs, jobStates } from '@weft/db';
import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { AuditLog } from '../audit/audit-log.ts';
import { readQuery } from '../http/read-input.ts';
import { requireCaller } from '../http/request-caller.ts';
import type { JobRunner } from '../jobs/job-runner.ts';
import { mailKind, textsOfMails } from '../mail/mailer.ts';
import type { Secrets } from '../secrets/secrets.ts';

const pageSize = 50;
/** The id of the last entry of the page before. */
export const paging = z.object({
  cursor: z
    .string()
    .regex(/^[a-z]{3}[0-9a-z]{21}$/, 'Not a cursor of this list')
    .optional(),
});

export const jobsQuery = paging.extend({ state: z.enum(jobStates).default('failed') });

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
}

/** What only admins see; for everybody else it is not there. */
export function mountAdmin(app: FastifyInstance, deps: AdminDeps): void {
  // The instance's admin: a mail may open any account.
  app.get('/v1/outbox', async (request) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { cursor } = readQuery(paging, request.query);
    const found = await deps.deliveries.list(mailKind, cursor ?? null, pageSize + 1);
    const { page, nextCursor } = pageOf(found);
    const texts = await textsOfMails(deps.secrets, page);
    return { mails: page.map((mail) => presentMail(mail, texts.get(mail.id) ?? null)), nextCursor };
  });

  // A job names what it works on by its kind alone: what a mail says, and to whom, stands in the outbox.
  app.get('/v1/jobs', async (request) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    const { state, cursor } = readQuery(jobsQuery, request.query);
    const { jobs, runner } = deps;
    const { page, nextCursor } = pageOf(await jobs.list(state, cursor ?? null, pageSize + 1));
    const shown = page.map(({ queue, ...job }) => ({ ...job, label: runner().labelOf(queue) }));
    return { jobs: shown, counts: await jobs.counts(), nextCursor };
  });

  app.post<{ Params: { id: string } }>('/v1/jobs/:id/retry', async (request) => {
    if (!requireCaller(request).isInstanceAdmin) throw notFound();
    if (!(await deps.jobs.retry(request.params.id))) throw notFound('Job not found');
    deps.runner().wake();
    return { ok: true };
  });

  app.get('/v1/audit', async (request) => {
    const { organizationId, organizationRole } = requireCaller(request);
    if (organizationRole !== 'admin') throw notFound();
    const { cursor } = readQuery(paging, request.query);
    const found = await deps.audit.list(organizationId, cursor ?? null, pageSize + 1);
    const { page, nextCursor } = pageOf(found);
    return { entries: page, nextCursor };
  });
}
