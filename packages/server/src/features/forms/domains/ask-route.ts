import { notFound } from '@weft/std';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../http/serve.ts';
import type { FormsDeps } from '../deps.ts';

/** Tells a proxy for which names it may get certificates: those of flows that have shown them to be theirs. */
export function mountDomainAsk(app: FastifyInstance, { ownDomains }: Pick<FormsDeps, 'ownDomains'>): void {
  serve(
    app,
    'GET /v1/domains/ask',
    async ({ query }) => {
      const shown = ownDomains.of(query().domain);
      if (shown === null || shown.trashed) throw notFound('No flow is shown at this domain');
      return { domain: shown.domain };
    },
    { config: { unguarded: 'about-server' } },
  );
}
