import type { Flow } from '@weft/db';
import { notFound } from '@weft/std';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { writeAudit } from '../../audit/write-audit.ts';
import { attachmentHeader, inlineHeader } from '../../files/attachment-header.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import { whenClosed } from '../../http/when-closed.ts';
import { timeZoneOf } from '../bases/methods/time-zone.ts';
import { answerPdf, type PdfFile } from './answer-pdf.ts';
import type { FormsDeps } from './deps.ts';
import { loadForm } from './load-form.ts';

/** What somebody took out of a form's results is noted. */
export const noteExported = (
  deps: Pick<FormsDeps, 'audit' | 'log'>,
  request: FastifyRequest,
  { id, name, type, organizationId }: Flow,
  recordId: string,
): Promise<void> =>
  writeAudit(deps, request, {
    organizationId,
    action: 'flow.exported',
    details: { flowId: id, type, name, recordId, format: 'pdf' },
  });

export const sendPdf = (reply: FastifyReply, { bytes }: PdfFile, disposition: string): FastifyReply =>
  reply
    .header('content-type', 'application/pdf')
    .header('content-disposition', disposition)
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(bytes));

/** One answer as a PDF, for those who may read the results. */
export function mountAnswerPdf(app: FastifyInstance, deps: FormsDeps): void {
  serveReply(
    app,
    'GET /v1/forms/:flowId/answers/:recordId/pdf',
    async ({ request, reply, path: { flowId, recordId }, query }) => {
      const caller = requireCaller(request);
      const { flow } = await loadForm({ deps, caller }, flowId, 'open');
      const { timeZone, disposition } = query();
      const { id, organizationId } = flow;
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: caller.userId, organizationId }));
      const reader = { timeZone: timeZoneOf(timeZone), locale: 'en-US' };
      const file = await answerPdf(deps, id, recordId, reader);
      if (file === null)
        throw notFound('This answer is not here: it was deleted, or the link to it is wrong');
      await noteExported(deps, request, flow, recordId);
      return sendPdf(
        reply,
        file,
        disposition === 'inline' ? inlineHeader(file.name) : attachmentHeader(file.name),
      );
    },
    // Asked for its headers alone it would still be written, and noted as read.
    { exposeHeadRoute: false },
  );
}
