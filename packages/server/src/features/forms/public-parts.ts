import type { FastifyInstance } from 'fastify';
import { mountCertificates } from './certificate-routes.ts';
import type { FormsDeps } from './deps.ts';
import { mountDomainAsk } from './domains/ask-route.ts';
import { missingProof } from './form-gate.ts';
import { mountFormImages } from './form-images.ts';
import { mountOfflinePages } from './offline-pages.ts';
import { mountWorker } from './page-files.ts';
import { mountThemes } from './themes.ts';

type Finders = Parameters<typeof mountOfflinePages>[2] & {
  readonly find: Parameters<typeof mountCertificates>[2];
  readonly read: Parameters<typeof mountWorker>[1];
};

/** What stands beside the pages of published forms: how they look, what they show, and what a browser keeps of them. */
export function mountPublicParts(
  app: FastifyInstance,
  deps: FormsDeps,
  { find, open, begun, read }: Finders,
): void {
  mountThemes(app);
  mountFormImages(app, deps, find, (request, published) => missingProof(deps, request, published) !== null);
  mountCertificates(app, deps, find);
  mountOfflinePages(app, deps, { open, begun });
  mountWorker(app, read);
  mountDomainAsk(app, deps);
}
