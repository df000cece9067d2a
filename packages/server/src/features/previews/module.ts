import type { FastifyInstance } from 'fastify';
import type { PreviewsDeps } from './deps.ts';
import { mountPreviews } from './preview-route.ts';

/** Small drawings of what flows hold, for the cards of home. */
export const previewsModule = (deps: PreviewsDeps) => ({
  mount: (app: FastifyInstance) => mountPreviews(app, deps),
});
