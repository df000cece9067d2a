import type { FastifyInstance } from 'fastify';
import type { CreationDeps } from './deps.ts';
import { mountTemplates } from './template-routes.ts';

/** Databases made whole: of templates. */
export const creationModule = (deps: CreationDeps) => ({
  mount: (app: FastifyInstance) => mountTemplates(app, deps),
});
