import type { Published } from '@weft/db';
import { isId, notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { attachmentHeader } from '../../files/attachment-header.ts';
import { requireCaller } from '../../http/request-caller.ts';
import { serveReply } from '../../http/serve.ts';
import { whenClosed } from '../../http/when-closed.ts';
import { noteExported, sendPdf } from './answer-pdf-route.ts';
import { certificatePdf } from './certificate.ts';
import type { FormsDeps } from './deps.ts';
import { loadForm } from './load-form.ts';
import { answerFilesPerMinute, sharedRate } from './rate-limits.ts';

const gone = () =>
  notFound('There is no certificate here: the quiz was not passed, or the answer was deleted');

/** The certificate of an answer: for whoever sent it, by its link, and for those who may read the results. */
export function mountCertificates(
  app: FastifyInstance,
  deps: FormsDeps,
  find: (publicIdentifier: string) => Promise<Published | null>,
): void {
  const count = sharedRate(app, answerFilesPerMinute);
  serveReply(
    app,
    'GET /t/:publicIdentifier/certificate/:code',
    async ({ request, reply, path: { publicIdentifier, code } }) => {
      const published = await find(publicIdentifier);
      if (published === null) throw notFound('Nothing is published here');
      const { flowId, organizationId } = published;
      const [submissionId = '', proof = ''] = code.split('.');
      if (!isId('sub', submissionId) || !deps.formKeys.isCertificateProof(flowId, submissionId, proof))
        throw gone();
      await count(request, reply);
      // Whoever holds the link is nobody we know: the form's own organization has the turn.
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: `form ${flowId}`, organizationId }));
      const file = await certificatePdf(deps, flowId, await deps.formSessions.find(flowId, submissionId));
      if (file === null) throw gone();
      return sendPdf(reply, file, attachmentHeader(file.name));
    },
    { exposeHeadRoute: false },
  );

  serveReply(
    app,
    'GET /v1/forms/:flowId/answers/:recordId/certificate',
    async ({ request, reply, path: { flowId, recordId } }) => {
      const caller = requireCaller(request);
      const { flow } = await loadForm({ deps, caller }, flowId, 'open');
      const { organizationId } = flow;
      whenClosed(reply.raw, deps.concurrency.take('export', { userId: caller.userId, organizationId }));
      const session = await deps.formSessions.ofRecord(flowId, recordId);
      const file = await certificatePdf(deps, flowId, session);
      if (file === null) throw gone();
      await noteExported(deps, request, flow, recordId);
      return sendPdf(reply, file, attachmentHeader(file.name));
    },
    { exposeHeadRoute: false },
  );
}
