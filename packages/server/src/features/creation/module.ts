import type { FastifyInstance } from 'fastify';
import type { CreationDeps } from './deps.ts';
import { mountSchemas } from './schema-routes.ts';
import { mountTemplates } from './template-routes.ts';

/** Databases made whole: of templates, and of schemas that were suggested for a description. */
export const creationModule = (deps: CreationDeps) => ({
  mount: (app: FastifyInstance) => {
    mountTemplates(app, deps);
    mountSchemas(app, deps);
  },
});
